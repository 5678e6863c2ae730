"""The attack sequence of The Horus Heresy as chance programs (rules sections 6 and 9.3).

The same programs serve shooting, fighting and reactions. The game has no re-roll that is kept for later, so
``spare`` is handed on as it came.
"""

from __future__ import annotations

from warbook.dice import Program, Value, roll
from warbook.rules.volley import Counted, Suffered, Tally
from warbook.systems.heresy3.marks import FacePool, Faces, Hit, Wound
from warbook.systems.heresy3.profile import AttackProfile, Defence, Group


def count(profile: AttackProfile, spare: bool) -> Program[Counted]:
    """How many dice one weapon rolls: its Firepower, or the bearer's Attacks (section 6 step 6); with a
    marker, how many hits they score."""
    attacks = yield from roll("attacks", profile.attacks)
    marker = profile.marker
    if marker is None:
        return Counted(attacks, spare)
    if isinstance(marker.test, Hit):
        return Counted(attacks * (marker.success if marker.test.scored else marker.failure), spare)
    results = yield from roll("hit", FacePool(marker.test, attacks))
    scored = sum(n for hit, n in zip(marker.test.results, results, strict=True) if hit.scored)
    return Counted(scored * marker.success + (attacks - scored) * marker.failure, spare)


def attack(profile: AttackProfile, spare: bool) -> Program[Tally]:
    """One attack from its Hit Test to its Wound Tests, wounds counted by group (section 6 steps 6 and
    7)."""
    hit = yield from hit_test(profile)
    hits = profile.hits_on_success if hit.scored else profile.hits_on_failure
    mark = hit if hit.scored else Hit(True)
    scored: dict[Group, int] = {}
    if mark.critical or mark.rending:
        scored[Group(mark, profile.automatic)] = hits
    elif hits:
        for wound, number in (yield from wound_tests(profile, hits)):
            if wound.scored:
                scored[Group(mark, wound)] = number
    return Tally(hits, tuple(scored.get(group, 0) for group in profile.groups), spare)


def hit_test(profile: AttackProfile) -> Program[Hit]:
    """A Hit Test; no die is rolled where the result is fixed (section 6.1)."""
    if isinstance(profile.hit, Hit):
        return profile.hit
    return (yield from roll("hit", profile.hit))


def wound_tests(profile: AttackProfile, hits: int) -> Program[tuple[tuple[Wound, int], ...]]:
    """Wound or Armour Penetration Tests for so many hits: how many gave each result (section 6.2,
    H-VEH-05)."""
    test = profile.wound
    if not isinstance(test, Faces):
        return ((test, hits),)
    if hits == 1:
        return (((yield from roll("wound", test)), 1),)
    counts = yield from roll("wound", FacePool(test, hits))
    return tuple(zip(test.results, counts, strict=True))


class Suffer(Value, frozen=True):
    """One wound or Penetrating Hit on a model: one saving throw, one Damage Mitigation Test that
    discards all of it, then Damage (H-SAV-03, H-SAV-04, H-VEH-06). ``breaching`` wounds meet the save
    against AP 2, ``extra`` is added to the Damage."""

    breaching: bool = False
    extra: int = 0

    def __call__(self, profile: AttackProfile, defence: Defence, spare: bool) -> Program[Suffered]:
        save = defence.breached_save if self.breaching else defence.save
        if save is not None and (yield from roll("save", save)).passed:
            return Suffered(0, spare)
        if defence.mitigation is not None and (yield from roll("mitigation", defence.mitigation)).passed:
            return Suffered(0, spare, int(profile.deflagrates_discarded))
        broken = profile.armour_breaker
        extra = self.extra + (int((yield from roll("armour-breaker", broken)).passed) if broken else 0)
        rolled = yield from roll("damage", profile.damage)
        return Suffered(defence.damage(rolled, extra), spare, int(profile.deflagrates))


def suffer_glancing(_profile: AttackProfile, _defence: Defence, spare: bool) -> Program[Suffered]:
    """A Glancing Hit on a model that loses a Hull Point instead of rolling for a status (H-VEH-06)."""
    yield from ()
    return Suffered(1, spare)
