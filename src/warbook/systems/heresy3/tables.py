"""The printed tables of an attack: hits by BS or WS, wounds, and what a save needs (rules sections 6,
9)."""

from __future__ import annotations

from warbook.dice import Value

MOST_SKILL = 10
FIRST_CRITICAL_SKILL = 6


class HitNeeds(Value, frozen=True):
    """What a Hit Test needs: ``least`` on the die, and the natural die from which it is a Critical Hit.
    ``automatic`` hits without a die, as a natural 6; ``impossible`` misses without one."""

    least: int = 7
    critical: int = 7
    automatic: bool = False
    impossible: bool = False


def ranged_needs(ballistic_skill: int, snap_shots: bool) -> HitNeeds:
    """The ranged hit table (section 6.1): from BS 6 a hit on 2+ with Critical Hits, at BS 10 automatic.
    Snap Shots miss automatically at BS 1 and need one less for every two points of BS."""
    skill = min(ballistic_skill, MOST_SKILL)
    if snap_shots:
        return HitNeeds(impossible=True) if skill < 2 else HitNeeds(7 - skill // 2)
    if skill == MOST_SKILL:
        return HitNeeds(automatic=True, critical=2)
    return HitNeeds(7 - skill) if skill < FIRST_CRITICAL_SKILL else HitNeeds(2, critical=12 - skill)


def melee_needs(attacker: int, defender: int) -> HitNeeds:
    """The melee hit table by Weapon Skill: 4+ against an equal, 3+ against a lower, 2+ from twice as
    much; 5+ against a higher, 6+ against twice as much (H-FGT-05). A defender without skill counts as 1
    (H-CHR-05)."""
    against = max(1, defender)
    if attacker >= 2 * against:
        return HitNeeds(2)
    if against >= 2 * attacker:
        return HitNeeds(6)
    return HitNeeds(4 + (attacker < against) - (attacker > against))


IMPOSSIBLE = 7


def wound_needs(strength: int, toughness: int) -> int:
    """The wound table: 4+ where equal, one better for each point of Strength more, to 2+; 5+ at one
    less, 6+ at two or three less, impossible (7) beyond (section 6.2)."""
    over = strength - toughness
    if over >= -1:
        return max(2, 4 - over)
    return 6 if over >= -3 else IMPOSSIBLE
