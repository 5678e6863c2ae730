"""The kinds of wounds of a Fire Group and the order in which they are resolved (H-SHT-02)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from warbook.rules.volley import WoundKind
from warbook.systems.heresy3.attack import Suffer, suffer_glancing
from warbook.systems.heresy3.marks import Faces, Hit, Wound
from warbook.systems.heresy3.profile import Group

PLAIN_HIT = Hit(True)


def results(test: Faces[Hit] | Hit) -> tuple[Hit, ...]:
    """What a Hit Test can give."""
    return test.results if isinstance(test, Faces) else (test,)


def wounds(test: Faces[Wound] | Wound) -> tuple[Wound, ...]:
    """What a Wound Test can give, save for failure."""
    found = test.results if isinstance(test, Faces) else (test,)
    return tuple(wound for wound in found if wound.scored)


def ordered(hit: Faces[Hit] | Hit, wound: Faces[Wound] | Wound, automatic: Wound) -> tuple[Group, ...]:
    """Every kind of wound that an attack can score, in the order of resolution.

    The unmodified wounds of the Fire Group come first, then the groups set aside; which of several comes
    first is the attacker's choice (H-SHT-02). Taken here is the order in which the procedure sets them
    aside: at the Hit Tests (step 6) Critical Hits, Rending, then Precision alone, each with what its own
    Wound Tests set aside; after them what the Wound Tests of the rest (step 7) did: Breaching, Shred,
    both.
    """
    scored = {result for result in results(hit) if result.scored} | {PLAIN_HIT}
    found = {
        Group(result, made)
        for result in scored
        for made in ((automatic,) if result.critical or result.rending else wounds(wound))
    }
    return tuple(sorted(found, key=_place)) or (Group(PLAIN_HIT, Wound(True)),)


def _place(group: Group) -> tuple[bool, bool, bool, bool, bool, bool, bool, bool]:
    hit, wound = group.hit, group.wound
    apart = wound.breaching or wound.shredding
    return (
        hit.marked or apart,
        not hit.marked,
        not hit.critical,
        not hit.rending,
        hit.precise,
        wound.shredding,
        wound.breaching,
        wound.glancing,
    )


def kinds(groups: Iterable[Group]) -> tuple[WoundKind, ...]:
    """How the wounds of each group resolve."""
    return tuple(_kind(group) for group in groups)


@lru_cache(maxsize=1024)
def _kind(group: Group) -> WoundKind:
    suffer = suffer_glancing if group.wound.glancing else Suffer(group.wound.breaching, group.extra)
    return WoundKind(group.name, suffer, precise=group.hit.precise)
