"""What a player chooses for all attacks of a unit on a target: the CHARACTER whom Precision picks out, and
which dice are re-rolled where any may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

import msgspec

from warbook.dice import Outcome, Test, Value
from warbook.rules.engagement import Engagement, ModifierSpec, WeaponSpec
from warbook.rules.request import Activation, ask
from warbook.rules.volley import Assault
from warbook.systems.wh40k10 import abilities
from warbook.systems.wh40k10.case import gathered
from warbook.systems.wh40k10.compile import compiled, kept_spare
from warbook.systems.wh40k10.decisions import Decision, Precision, Rerolled
from warbook.systems.wh40k10.modifiers import barred
from warbook.systems.wh40k10.profile import AttackProfile
from warbook.systems.wh40k10.revisions import Rules

RerolledRoll = Literal["hit", "wound"]
REROLLS: dict[RerolledRoll, str] = {"hit": "reroll hits", "wound": "reroll wounds"}


class Choices(Value, frozen=True):
    """``picked`` is the model that Precision picks out, or the Bodyguard; ``None`` where there was no choice.
    Of rolls that are ``fished`` all dice are re-rolled that are not critical, where any may be."""

    picked: int | Precision | None = None
    fished: tuple[RerolledRoll, ...] = ()


NO_CHOICES = Choices()


def precision(
    player: int, about: int, visible: Sequence[int], bodyguard: bool
) -> Activation[int | Precision | None]:
    """Whether the attacker uses Precision, and on which CHARACTER that is visible to a model with such a weapon
    (K-W-16, K-LDR-06); with no Bodyguard left, on which of several."""
    if not visible:
        return None
    options: tuple[int | Precision, ...] = (*visible, Precision.BODYGUARD) if bodyguard else tuple(visible)
    return (yield from ask(player, Decision.PRECISION, options, about))


def rerolls(player: int, about: int, rolls: Sequence[RerolledRoll]) -> Activation[tuple[RerolledRoll, ...]]:
    """For each of the rolls of which any die may be re-rolled: the failures, or all but the criticals, for all
    attacks alike (K-CLR-18)."""
    fished: list[RerolledRoll] = []
    for roll in rolls:
        picked = yield from ask(player, Decision.REROLLED_DICE, tuple(Rerolled), about, roll)
        if picked is Rerolled.ALL_BUT_CRITICALS:
            fished.append(roll)
    return tuple(fished)


def fishable(
    engagement: Engagement, assault: Assault, alive: tuple[int, ...], rules: Rules
) -> list[RerolledRoll]:
    """The rolls of which a success may be re-rolled, where a critical does more than it."""
    profiles = [volley.profile for volley in assault.volleys if isinstance(volley.profile, AttackProfile)]
    found: list[RerolledRoll] = []
    for roll in REROLLS:
        # Compiling tells the weapons apart; most attacks are done with after a look at what they compiled to.
        if any(_gains(profile, roll) for profile in profiles) and any(_fishing(engagement, alive, rules, roll)):
            found.append(roll)
    return found


def fishing(
    engagement: Engagement, alive: tuple[int, ...], rules: Rules, rolls: Sequence[RerolledRoll]
) -> Engagement:
    """The engagement with all but critical dice re-rolled by weapons that may re-roll any."""
    attacker = engagement.attacker
    for roll in rolls if attacker is not None else ():
        assert attacker is not None
        more = ModifierSpec(REROLLS[roll], which="non-critical")
        weapons = tuple(
            msgspec.structs.replace(weapon, modifiers=(*weapon.modifiers, more)) if may else weapon
            for weapon, may in zip(attacker.weapons, _fishing(engagement, alive, rules, roll), strict=True)
        )
        attacker = msgspec.structs.replace(attacker, weapons=weapons)
    return msgspec.structs.replace(engagement, attacker=attacker)


def _fishing(
    engagement: Engagement, alive: tuple[int, ...], rules: Rules, roll: RerolledRoll
) -> Iterator[bool]:
    """For each weapon whether its dice of that roll may be fished with, to some gain."""
    spare, _ = kept_spare(engagement)
    for weapon in engagement.units[0].weapons:
        profile = compiled(weapon, engagement, alive, rules, spare).profile
        yield _gains(profile, roll) and _of_any(weapon, engagement, alive, profile, roll)


def _gains(profile: AttackProfile, roll: RerolledRoll) -> bool:
    """Whether all failures are re-rolled, and a critical may do more than a success that is none."""
    test = profile.hit if roll == "hit" else profile.wound
    if test is None or not _has(test, lambda outcome, again: outcome is Outcome.PASS and not again):
        return False
    if _has(test, lambda outcome, again: not outcome.passed and not again):
        return False
    if not _has(test, lambda outcome, _again: outcome is Outcome.CRITICAL):
        return False
    return _criticals_count(profile, roll) or profile.sorts is not None


def _criticals_count(profile: AttackProfile, roll: RerolledRoll) -> bool:
    """Whether an ability of the weapon acts on criticals."""
    return bool(profile.lethal or profile.sustained if roll == "hit" else profile.devastating)


def _has(test: Test, wanted: Callable[[Outcome, bool], bool]) -> bool:
    return any(map(wanted, test.faces, test.rerolls))


def _of_any(
    weapon: WeaponSpec,
    engagement: Engagement,
    alive: tuple[int, ...],
    profile: AttackProfile,
    roll: RerolledRoll,
) -> bool:
    """Whether a rule, or Twin-linked, lets any die of the roll be re-rolled, not the failed alone; and some
    rule speaks of its criticals."""
    specs, what = gathered(weapon, engagement, alive), REROLLS[roll]
    if not _criticals_count(profile, roll) and not any(spec.on == f"critical {roll}" for spec in specs):
        return False
    linked = roll == "wound" and abilities.read(weapon.abilities).twin_linked
    return (linked and not barred(specs, what)) or any(s.what == what and s.which == "any" for s in specs)
