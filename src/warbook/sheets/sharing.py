"""Which model carries what, where a list tells only what several models carry between them.

Of all ways to share it out, one that the sheet's options allow is looked for. The search is bounded; finding
none says nothing against the list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from warbook.sheets.kit import Bound, Kit, Way, is_open, key, kit, loads
from warbook.sheets.loadout import Group, Squad
from warbook.sheets.sheet import Datasheet, Item, Model, Option
from warbook.sheets.wargear import default_of, most_takers

MOST_MODELS = 100
"""A larger unit is not shared out anew."""
MOST_TRIED = 20_000
"""Partial ways of sharing out that are tried."""


class _Load(msgspec.Struct, frozen=True):
    """What one model may carry, and what of that the list tells of."""

    items: Kit
    told: Mapping[str, int]
    way: Way


class _Lot(msgspec.Struct, frozen=True):
    """Models of one kind, their number, and what they have between them."""

    model: Model
    count: int
    totals: Mapping[str, int]
    loads: tuple[_Load, ...]


def shared_out(sheet: Datasheet, squad: Squad) -> Squad | None:
    """The same models with the same wargear between those of each kind, but each with what it may carry;
    ``None`` where no such sharing is found."""
    size = sum(group.count for group in squad)
    if size > MOST_MODELS:
        return None
    options = tuple(option for option in sheet.options if is_open(option, size))
    limits = {n: most_takers(option, size) for n, option in enumerate(options) if option.limit is not None}
    try:
        lots = [_lot(sheet, name, squad, options) for name in dict.fromkeys(g.model.name for g in squad)]
        found = next(_Sharing().ways([lot for lot in lots if lot], limits), None) if all(lots) else None
    except Bound:
        return None
    return tuple(group for groups in found for group in groups) if found else None


def _lot(sheet: Datasheet, name: str, squad: Squad, options: Sequence[Option]) -> _Lot | None:
    """All models of a kind; ``None`` where their default is not known.

    What a model has by default and the list never tells of is left aside: it is with every load alike.
    """
    groups = [group for group in squad if group.model.name == name]
    default = default_of(sheet, name)
    if default is None:
        return None
    totals = kit(Item(item.name, item.count * group.count) for group in groups for item in group.items)
    counts = {key(item.name): item.count for item in totals}
    found = []
    for items, way in loads(name, default, totals, options):
        told = {key(item.name): item.count for item in items if key(item.name) in counts}
        if all(count <= counts[each] for each, count in told.items()):
            found.append(_Load(items, told, way))
    return _Lot(groups[0].model, sum(group.count for group in groups), counts, tuple(found))


class _Sharing:
    """The search: the scarcest thing that is left goes to a model first."""

    def __init__(self) -> None:
        self.tried = 0
        self.dead: set[tuple[object, ...]] = set()

    def ways(self, lots: Sequence[_Lot], limits: Mapping[int, int]) -> Iterator[tuple[list[Group], ...]]:
        """Every way for all kinds of models together. Raises Bound."""
        if not lots:
            yield ()
            return
        for chosen, left in self._lot(lots[0], dict(lots[0].totals), lots[0].count, dict(limits), len(lots)):
            counts = Counter(chosen)
            groups = [Group(lots[0].model, number, lots[0].loads[n].items) for n, number in counts.items()]
            for rest in self.ways(lots[1:], left):
                yield (groups, *rest)

    def _lot(
        self, lot: _Lot, left: dict[str, int], models: int, limits: dict[int, int], depth: int
    ) -> Iterator[tuple[tuple[int, ...], dict[int, int]]]:
        """The loads for so many models, and the limits that are left."""
        state = (depth, models, tuple(sorted(left.items())), tuple(sorted(limits.items())))
        self.tried += 1
        if self.tried > MOST_TRIED:
            raise Bound
        if not models and not any(left.values()):
            yield (), limits
        if not models or state in self.dead:
            return
        for n in self._fitting(lot, left, models, limits):
            load = lot.loads[n]
            fewer = {name: count - load.told.get(name, 0) for name, count in left.items()}
            rest = {place: room - (place in load.way.uses) for place, room in limits.items()}
            for chosen, after in self._lot(lot, fewer, models - 1, rest, depth):
                yield (n, *chosen), after
        self.dead.add(state)

    def _fitting(
        self, lot: _Lot, left: Mapping[str, int], models: int, limits: Mapping[int, int]
    ) -> Iterator[int]:
        """The loads for the next model: those with the scarcest thing, those with fewest limits first."""
        scarce = min(
            (name for name, count in left.items() if count), key=lambda name: (left[name], name), default=""
        )
        if any(
            count > models * max((x.told.get(name, 0) for x in lot.loads), default=0)
            for name, count in left.items()
        ):
            return
        order = sorted(range(len(lot.loads)), key=lambda n: len(lot.loads[n].way.uses))
        for n in order:
            load = lot.loads[n]
            free = all(limits.get(place, 1) > 0 for place in load.way.uses)
            fits = all(left[name] >= count for name, count in load.told.items())
            if free and fits and (not scarce or load.told.get(scarce)):
                yield n
