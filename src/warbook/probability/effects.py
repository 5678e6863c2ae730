"""From a unit's volleys to the effects that the chain applies: what each kind of wound does, which kinds do the
same, and how many wounds have any effect at all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from warbook.dice import exact
from warbook.probability.chain import Effect, Follow, Masses
from warbook.probability.counts import Merge, polynomial
from warbook.rules.volley import Formation, Suffered, Volley, WoundKind

SAME = 1e-15


class Resolved:
    """One volley ready for the chain: its counts' axes, and what a wound on each axis does and when."""

    __slots__ = ("deferred", "effects", "late", "merge", "volley")

    def __init__(
        self,
        volley: Volley,
        merge: Merge,
        effects: Sequence[Effect],
        deferred: Sequence[bool],
        late: Sequence[bool],
    ) -> None:
        self.volley, self.merge, self.effects, self.deferred = volley, merge, tuple(effects), tuple(deferred)
        self.late = tuple(late)


def resolved(volleys: Sequence[Volley], formation: Formation, apart: bool, blocks: int) -> list[Resolved]:
    """All volleys of one unit, in order.

    Deferring changes nothing where every wound of the unit does the same, so nothing is deferred there.
    """
    alive = tuple(entry for entry, n in enumerate(formation.alive) if n)
    found = [[_kind(kind, volley, alive, apart, blocks) for kind in volley.kinds] for volley in volleys]
    alike = len({effect for kinds in found for effect, _ in kinds}) == 1
    return [_merged(volley, kinds, alike) for volley, kinds in zip(volleys, found, strict=True)]


def _merged(volley: Volley, kinds: list[tuple[Effect, float]], alike: bool) -> Resolved:
    effects: list[Effect] = []
    deferred: list[bool] = []
    late: list[bool] = []
    axis: list[int] = []
    for (effect, _), kind in zip(kinds, volley.kinds, strict=True):
        later = kind.deferred and not alike
        last = kind.late and later
        same = effects and effects[-1] == effect and (deferred[-1], late[-1]) == (later, last)
        if not same or effect.follow:
            effects.append(effect)
            deferred.append(later)
            late.append(last)
        axis.append(len(effects) - 1)
    return Resolved(volley, Merge(tuple(axis), tuple(acts for _, acts in kinds)), effects, deferred, late)


def _kind(
    kind: WoundKind, volley: Volley, alive: tuple[int, ...], apart: bool, blocks: int
) -> tuple[Effect, float]:
    precise = apart and kind.precise
    effect, acts = _effect(kind, volley.profile, volley.defences, alive, precise, blocks)
    if volley.follow is None:
        return effect, acts
    return msgspec.structs.replace(effect, follow=_follow(volley.follow, alive, blocks)), acts


@lru_cache(maxsize=16384)
def _follow(volley: Volley, alive: tuple[int, ...], blocks: int) -> Follow:
    """One attack of a volley that wounds cause."""
    (kind,) = volley.kinds
    effect, acts = _effect(kind, volley.profile, volley.defences, alive, False, blocks)
    table = polynomial(volley.attack, volley.profile, False, Merge((0,), (acts,)))[False]
    return Follow(tuple(table.tolist()), effect)


@lru_cache(maxsize=16384)
def _effect(
    kind: WoundKind,
    profile: Any,
    defences: tuple[Any, ...],
    alive: tuple[int, ...],
    precise: bool,
    blocks: int,
) -> tuple[Effect, float]:
    """The effect of one wound and the chance that it has any: where all living models answer a wound alike,
    wounds without effect are not counted in the first place."""
    by_entry = tuple(
        tuple(suffered(kind.suffer, profile, defence, bool(block)) for defence in defences)
        for block in range(blocks)
    )
    points, spills = _points(kind, profile, defences)
    acts = _common_acting(by_entry, alive)
    if acts < 1.0:
        by_entry = tuple(tuple(_acting(masses, acts) for masses in entries) for entries in by_entry)
    return Effect(by_entry, precise, points, spills), acts


@lru_cache(maxsize=65536)
def suffered(suffer: Any, profile: Any, defence: Any, spare: bool) -> Masses:
    """The distribution of what one wound does to one model."""
    return tuple(sorted(exact(suffer, profile, defence, spare).items(), key=_order))


def _order(pair: tuple[Suffered, float]) -> tuple[int, bool, int]:
    return pair[0].damage, pair[0].spare, pair[0].more


def _points(
    kind: WoundKind, profile: Any, defences: tuple[Any, ...]
) -> tuple[tuple[Masses, ...], tuple[bool, ...]]:
    if kind.point is None:
        return (), ()
    points = tuple(suffered(kind.point, profile, defence, False) for defence in defences)
    return points, tuple(kind.spills(defence) for defence in defences)


def _common_acting(by_entry: tuple[tuple[Masses, ...], ...], alive: tuple[int, ...]) -> float:
    """The chance that a wound does anything, if all living models and both states of the spare re-roll agree
    on it and no re-roll is spent; 0 < chance, else 1."""
    damages = [_damages(entries[entry]) for entries in by_entry for entry in alive]
    spends = any(
        bool(s.spare) != bool(block) for block, entries in enumerate(by_entry) for m in entries for s, _ in m
    )
    first = damages[0]
    alike = all(d.keys() == first.keys() and all(abs(d[k] - first[k]) < SAME for k in d) for d in damages)
    acting = 1.0 - first.get((0, 0), 0.0)
    return acting if alike and not spends and acting > 0.0 else 1.0


def _damages(masses: Masses) -> dict[tuple[int, int], float]:
    return {(suffered.damage, suffered.more): p for suffered, p in masses}


def _acting(masses: Masses, acts: float) -> Masses:
    return tuple((suffered, p / acts) for suffered, p in masses if suffered.damage or suffered.more)
