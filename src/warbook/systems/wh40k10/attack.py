"""The attack sequence of Warhammer 40,000 as chance programs (rules section 9).

The same programs serve shooting and fighting, the odds and the battle. ``spare`` is whether a Command Re-roll
is still there for the roll that the profile keeps it for; its policy looks at nothing but the roll itself:
the first failure that a re-roll could turn, or a result below the mean.
"""

from __future__ import annotations

from collections.abc import Callable

from warbook.dice import Outcome, Pool, Program, RerolledBelow, Test, Value, roll
from warbook.rules.volley import Counted, Suffered, Tally
from warbook.systems.wh40k10.profile import AttackProfile, Bearer, DamageSteps, Defence, Spare
from warbook.systems.wh40k10.sorting import Hit, Sorting


def count(profile: AttackProfile, spare: bool) -> Program[Counted]:
    """How many attacks one weapon makes."""
    attacks = yield from roll("attacks", profile.attacks, profile.weapon)
    once = not isinstance(profile.attacks, RerolledBelow)
    if once and _may(profile, "attacks", spare) and attacks < profile.attacks.mean:
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


def sorted_attack(profile: AttackProfile, spare: bool) -> Program[Tally]:
    """The same attack where unmodified rolls decide of which kind its wounds are."""
    assert profile.sorts is not None
    counts = [0] * len(profile.kinds)
    hit = profile.sorts.hits[0]
    if profile.hit is not None:
        test = Sorting(profile.hit, profile.sorts.hit_labels)
        label, spare = yield from _labelled("hit", test, profile, spare)
        if not label:
            return Tally(0, tuple(counts), spare)
        hit = profile.sorts.hits[label]
    extra = 0
    if hit.critical and profile.sustained:
        extra = yield from roll("sustained hits", profile.sustained, profile.weapon)
    for kind in hit.mortal:
        counts[kind] += 1
    if not hit.ends:
        unrolled = hit.critical and profile.lethal
        spare = yield from _sorted_wounds(profile, hit, 1, unrolled, counts, spare)
    spare = yield from _sorted_wounds(profile, profile.sorts.hits[0], extra, False, counts, spare)
    return Tally(1 + extra, tuple(counts), spare)


def _sorted_wounds(
    profile: AttackProfile, hit: Hit, hits: int, unrolled: bool, counts: list[int], spare: bool
) -> Program[bool]:
    """Counts what so many hits of one sort wound; gives whether the spare is left."""
    assert profile.sorts is not None
    if unrolled or profile.wound is None:
        counts[hit.unrolled] += hits
        return spare
    labels = profile.sorts.wound_labels
    while hits and _kept(profile, "wound", spare):
        label, spare = yield from _labelled("wound", Sorting(profile.wound, labels), profile, spare)
        _score(hit, label, 1, counts)
        hits -= 1
    if hits:
        scored = yield from roll("wound", Sorting(profile.wound, labels, hits), profile.weapon)
        for label, number in enumerate(scored):
            _score(hit, label, number, counts)
    return spare


def _score(hit: Hit, label: int, number: int, counts: list[int]) -> None:
    if not 0 < label < len(hit.kinds):
        return
    kind = hit.kinds[label]
    if kind is not None:
        counts[kind] += number
    for mortal in hit.more[label]:
        counts[mortal] += number


def _labelled(what: Spare, one: Sorting, profile: AttackProfile, spare: bool) -> Program[tuple[int, bool]]:
    """One die by its label; the spare re-rolls, or changes, a first failure that could succeed."""
    label = (yield from roll(what, one, profile.weapon)).index(1)
    if not 0 < label <= max(one.labels) and _six(profile, what, spare) and one.labels[-1]:
        return one.labels[-1], False
    if label == 0 and one.test.possible and _may(profile, what, spare):
        once = Sorting(one.test.once, one.labels)
        return (yield from roll(what, once, profile.weapon)).index(1), False
    return label if label <= max(one.labels) else 0, spare


def hit_roll(profile: AttackProfile, spare: bool) -> Program[tuple[Outcome, bool]]:
    """A Hit roll; an automatic hit is no roll and never critical (K-DIC-08)."""
    if profile.hit is None:
        return Outcome.PASS, spare
    return (yield from _tested("hit", profile.hit, profile, spare))


def wound_rolls(profile: AttackProfile, hits: int, spare: bool) -> Program[tuple[int, int, bool]]:
    """Wound rolls for so many hits: ordinary wounds, critical wounds, and whether the spare is left."""
    if profile.wound is None:
        return hits, 0, spare
    wounds: list[Outcome] = []
    while len(wounds) < hits and _kept(profile, "wound", spare):
        outcome, spare = yield from _tested("wound", profile.wound, profile, spare)
        wounds.append(outcome)
    plain, criticals = yield from roll("wound", Pool(profile.wound, hits - len(wounds)), profile.weapon)
    return wounds.count(Outcome.PASS) + plain, wounds.count(Outcome.CRITICAL) + criticals, spare


def suffer(profile: AttackProfile, defence: Defence, spare: bool) -> Program[Suffered]:
    """An ordinary wound on a model: saving throw, Damage roll, Feel No Pain."""
    if defence.save is not None:
        saved, spare = yield from _tested("save", defence.save, profile, spare, defence.model)
        if saved.passed:
            return Suffered(0, spare)
    if defence.ward is not None and _may(profile, "failed save", spare):
        damage, spare = (yield from _damage(profile, defence, defence.ward)), False
    else:
        damage, spare = yield from damage_roll(profile, defence, spare)
    return Suffered((yield from _not_ignored(damage, defence.feel_no_pain)), spare)


class OfSort(Value, frozen=True):
    """What a wound of one sort does: the same program against another defence of the model."""

    suffer: Callable[[AttackProfile, Defence, bool], Program[Suffered]]
    sort: int

    def __call__(self, profile: AttackProfile, defence: Defence, spare: bool) -> Program[Suffered]:
        return self.suffer(profile, defence.against(self.sort), spare)


class MortalInAddition(Value, frozen=True):
    """How many mortal wounds a rule inflicts besides an attack's damage (K-MW-02)."""

    place: int

    def __call__(self, profile: AttackProfile, _defence: Defence, spare: bool) -> Program[Suffered]:
        dice = profile.kinds[self.place].mortal
        return Suffered((yield from roll("mortal wounds", dice, profile.weapon)) if dice else 0, spare)


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
    return (yield from _raised(profile, defence, defence.damage, rolled)), spare


def _damage(profile: AttackProfile, defence: Defence, steps: DamageSteps) -> Program[int]:
    rolled = yield from roll("damage", profile.damage, profile.weapon)
    return (yield from _raised(profile, defence, steps, rolled))


def _raised(profile: AttackProfile, defence: Defence, steps: DamageSteps, rolled: int) -> Program[int]:
    """The Damage after what is rolled to be added, and all modifiers."""
    more = (yield from roll("melta", profile.melta, profile.weapon)) if profile.melta else 0
    more += (yield from roll("more damage", defence.more, profile.weapon)) if defence.more else 0
    return steps(rolled, more)


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


def _tested(
    what: Spare, test: Test, profile: AttackProfile, spare: bool, model: str = ""
) -> Program[tuple[Outcome, bool]]:
    outcome = yield from roll(what, test, profile.weapon, model)
    if not outcome.passed and _six(profile, what, spare) and test.faces[-1].passed:
        return test.faces[-1], False
    if outcome is Outcome.FAIL and test.possible and _may(profile, what, spare):
        return (yield from roll(what, test.once, profile.weapon, model)), False
    return outcome, spare


def _kept(profile: AttackProfile, what: Spare, spare: bool) -> bool:
    """Whether each of several dice has to be looked at by itself."""
    return _may(profile, what, spare) or _six(profile, what, spare)


def _six(profile: AttackProfile, what: Spare, spare: bool) -> bool:
    return spare and profile.spare == f"{what} six"


def _may(profile: AttackProfile, what: Spare, spare: bool) -> bool:
    return spare and profile.spare == what


def _kinds(profile: AttackProfile, plain: int, criticals: int) -> tuple[int, ...]:
    return (plain + criticals,) if profile.devastating is None else (plain, criticals)
