"""The attack sequence of Warhammer 40,000 as chance programs (rules section 9).

The same programs serve shooting and fighting, the odds and the battle. ``spare`` is whether a Command Re-roll
is still there for the roll that the profile keeps it for; its policy looks at nothing but the roll itself:
the first failure that a re-roll could turn, or a result below the mean.
"""

from __future__ import annotations

from warbook.dice import Outcome, Pool, Program, RerolledBelow, Test, roll
from warbook.rules.volley import Counted, Suffered, Tally
from warbook.systems.wh40k10.profile import AttackProfile, Bearer, Defence, Spare


def count(profile: AttackProfile, spare: bool) -> Program[Counted]:
    """How many attacks one weapon makes."""
    attacks = yield from roll("attacks", profile.attacks, profile.weapon)
    if _may(profile, "attacks", spare) and attacks < profile.attacks.mean:
        return Counted((yield from roll("attacks", profile.attacks, profile.weapon)), False)
    return Counted(attacks, spare)


def attack(profile: AttackProfile, spare: bool) -> Program[Tally]:
    """One attack from its Hit roll to its Wound rolls: ordinary wounds and, where the weapon has Devastating
    Wounds, critical ones apart (K-ATK, K-WI-01, K-WI-02)."""
    hit, spare = yield from hit_roll(profile, spare)
    if not hit.passed:
        return Tally(0, _kinds(profile, 0, 0), spare)
    critical = hit is Outcome.CRITICAL
    extra = (
        (yield from roll("sustained hits", profile.sustained, profile.weapon))
        if critical and profile.sustained
        else 0
    )
    automatic = int(critical and profile.lethal)
    plain, criticals, spare = yield from wound_rolls(profile, 1 + extra - automatic, spare)
    return Tally(1 + extra, _kinds(profile, plain + automatic, criticals), spare)


def hit_roll(profile: AttackProfile, spare: bool) -> Program[tuple[Outcome, bool]]:
    """A Hit roll; an automatic hit is no roll and never critical (K-DIC-08)."""
    if profile.hit is None:
        return Outcome.PASS, spare
    return (yield from _tested("hit", profile.hit, profile, spare))


def wound_rolls(profile: AttackProfile, hits: int, spare: bool) -> Program[tuple[int, int, bool]]:
    """Wound rolls for so many hits: ordinary wounds, critical wounds, and whether the spare is left."""
    wounds: list[Outcome] = []
    while len(wounds) < hits and _may(profile, "wound", spare):
        outcome, spare = yield from _tested("wound", profile.wound, profile, spare)
        wounds.append(outcome)
    plain, criticals = yield from roll("wound", Pool(profile.wound, hits - len(wounds)), profile.weapon)
    return wounds.count(Outcome.PASS) + plain, wounds.count(Outcome.CRITICAL) + criticals, spare


def suffer(profile: AttackProfile, defence: Defence, spare: bool) -> Program[Suffered]:
    """An ordinary wound on a model: saving throw, Damage roll, Feel No Pain."""
    if defence.save is not None:
        saved, spare = yield from _tested("save", defence.save, profile, spare)
        if saved.passed:
            return Suffered(0, spare)
    damage, spare = yield from damage_roll(profile, defence, spare)
    return Suffered((yield from _not_ignored(damage, defence.feel_no_pain)), spare)


def suffer_unsaved(profile: AttackProfile, defence: Defence, spare: bool) -> Program[Suffered]:
    """A critical wound that allows no save and then does its normal damage (section 19 row 1, 2023-12)."""
    damage, spare = yield from damage_roll(profile, defence, spare)
    return Suffered((yield from _not_ignored(damage, defence.feel_no_pain)), spare)


def suffer_mortal(profile: AttackProfile, defence: Defence, spare: bool) -> Program[Suffered]:
    """A critical wound that inflicts mortal wounds equal to the modified Damage (K-MOD-11)."""
    damage, spare = yield from damage_roll(profile, defence, spare)
    return Suffered((yield from _not_ignored(damage, defence.mortal_feel_no_pain)), spare)


def mortal_wounds(profile: AttackProfile, defence: Defence, spare: bool) -> Program[Suffered]:
    """How many mortal wounds a critical wound inflicts where they spill over (section 19 row 1, 2023-06).

    The attack is allocated to no model; a Damage modifier is that of the model that would take the first.
    """
    damage, spare = yield from damage_roll(profile, defence, spare)
    return Suffered(damage, spare)


def mortal_point(_profile: AttackProfile, defence: Defence, spare: bool) -> Program[Suffered]:
    """One mortal wound on a model (K-MW-01)."""
    return Suffered((yield from _not_ignored(1, defence.mortal_feel_no_pain)), spare)


def damage_roll(profile: AttackProfile, defence: Defence, spare: bool) -> Program[tuple[int, bool]]:
    """The Damage of an attack on a model, after all modifiers."""
    rolled = yield from roll("damage", profile.damage, profile.weapon)
    dice = profile.damage_dice
    if _may(profile, "damage", spare) and rolled < dice.mean and not isinstance(profile.damage, RerolledBelow):
        rolled, spare = (yield from roll("damage", dice, profile.weapon)), False
    more = (yield from roll("melta", profile.melta, profile.weapon)) if profile.melta else 0
    return defence.damage(rolled, more), spare


def hazardous_count(_tests: object, spare: bool) -> Program[Counted]:
    """Each Hazardous weapon takes one test (section 19 row 3)."""
    yield from ()
    return Counted(1, spare)


def hazardous_test(_tests: object, spare: bool) -> Program[Tally]:
    """One Hazardous test: it fails on a 1 (K-W-07)."""
    outcome = yield from roll("hazardous", Test.needing(2))
    return Tally(0, (int(not outcome.passed),), spare)


HAZARDOUS_MORTAL_WOUNDS = 3


def suffer_hazardous(_tests: object, bearer: Bearer, spare: bool) -> Program[Suffered]:
    """What a failed Hazardous test does to the bearer picked (section 19 row 4)."""
    if bearer.bystander or bearer.destroyed:
        return Suffered(_picked(bearer), spare)
    return Suffered((yield from _not_ignored(HAZARDOUS_MORTAL_WOUNDS, bearer.feel_no_pain)), spare)


def hazardous_wounds(_tests: object, bearer: Bearer, spare: bool) -> Program[Suffered]:
    """The same where mortal wounds spill: how many, before Feel No Pain (section 19 row 4, to 2023-12)."""
    yield from ()
    return Suffered(_picked(bearer), spare)


def _picked(bearer: Bearer) -> int:
    if bearer.bystander:
        return 0
    return bearer.wounds if bearer.destroyed else HAZARDOUS_MORTAL_WOUNDS


def bearer_point(_tests: object, bearer: Bearer, spare: bool) -> Program[Suffered]:
    """One such mortal wound on a model."""
    return Suffered((yield from _not_ignored(1, bearer.feel_no_pain)), spare)


def _not_ignored(damage: int, feel_no_pain: Test | None) -> Program[int]:
    """Points of damage that Feel No Pain does not ignore, one roll a point (K-ATK-04)."""
    if feel_no_pain is None or not damage:
        return damage
    ignored, _ = yield from roll("feel no pain", Pool(feel_no_pain, damage))
    return damage - ignored


def _tested(what: Spare, test: Test, profile: AttackProfile, spare: bool) -> Program[tuple[Outcome, bool]]:
    outcome = yield from roll(what, test, profile.weapon)
    if outcome is Outcome.FAIL and test.possible and _may(profile, what, spare):
        return (yield from roll(what, test.once, profile.weapon)), False
    return outcome, spare


def _may(profile: AttackProfile, what: Spare, spare: bool) -> bool:
    return spare and profile.spare == what


def _kinds(profile: AttackProfile, plain: int, criticals: int) -> tuple[int, ...]:
    return (plain + criticals,) if profile.devastating is None else (plain, criticals)
