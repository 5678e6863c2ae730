"""What units cost: by their lists, and by their sheets at every date that these know."""

from __future__ import annotations

import re

from warbook.dice import Value
from warbook.names import same, words
from warbook.rules.army import Army, Unit, enhancement
from warbook.sheets.sheet import Points

_COUNTED = re.compile(r"(\d{1,3}) (.+?)(?=,? and \d|, \d|$)")


class Price(Value, frozen=True):
    """What a unit costs by its sheet at a date; ``None`` where its options have no known price.

    ``others`` are prices that the sheet gives to such a unit elsewhere, as to an ally.
    """

    date: str | None
    points: int | None
    others: tuple[int, ...] = ()


class Priced(Value, frozen=True):
    """A unit with what its list says it costs, and the prices of its sheet, the newest first.

    ``extra`` is what its Enhancements cost, ``None`` where that is not known; ``options`` is what its wargear
    adds, and ``enhancements`` are those whose cost is known, with it.
    """

    unit: Unit
    listed: int | None
    prices: tuple[Price, ...]
    extra: int | None = 0
    options: int = 0
    enhancements: tuple[tuple[str, int], ...] = ()

    @property
    def parts(self) -> tuple[tuple[str, int], ...]:
        """What the newest price is made of: the unit itself, its wargear and each Enhancement that cost
        something."""
        if not self.prices or self.prices[0].points is None:
            return ()
        own = ("the unit", self.prices[0].points - self.options)
        wargear = (("wargear", self.options),) if self.options else ()
        return (own, *wargear, *(each for each in self.enhancements if each[1]))

    @property
    def by_sheet(self) -> int | None:
        """The newest price with everything; the list's own, where the sheet gives that one too."""
        if not self.prices:
            return None
        return self.listed if self.fits(self.prices[0]) else total(self.prices[0].points, self.extra)

    @property
    def points(self) -> int | None:
        """What the unit counts for: the list's figure, or else the sheet's, without what has no known price."""
        if self.listed is not None or not self.prices:
            return self.listed
        return total(self.prices[0].points, self.extra or 0)

    def fits(self, price: Price) -> bool:
        """Whether a price of the sheet is what the list says."""
        every = (total(points, self.extra) for points in (price.points, *price.others))
        return self.listed is not None and self.listed in every


def priced(army: Army, unit: Unit) -> Priced:
    """A unit's costs: what its list says, and what its sheet says at every date that it knows."""
    names = unit.entry.enhancements if unit.bears else ()
    costs = [known.points if (known := enhancement(army, unit, name)) else None for name in names]
    extra = None if None in costs else sum(cost or 0 for cost in costs)
    listed = None if unit.attached else unit.entry.points
    bought = tuple((name, cost) for name, cost in zip(names, costs, strict=True) if cost is not None)
    return Priced(unit, listed, _prices(army, unit), extra, _options(unit) or 0, bought)


def total(one: int | None, other: int | None) -> int | None:
    """The sum, where both are known."""
    return None if one is None or other is None else one + other


def _prices(army: Army, unit: Unit) -> tuple[Price, ...]:
    if unit.sheet is None or not unit.count:
        return ()
    options = _options(unit)
    dates = sorted({row.date or "" for row in unit.sheet.points}, reverse=True)
    found = []
    for date in dates:
        rows = [row for row in unit.sheet.points if (row.date or "") == date]
        if costs := [total(points, options) for points in _rows(army, unit, rows)]:
            others = tuple(points for points in costs[1:] if points is not None)
            found.append(Price(date or None, costs[0], others))
    return tuple(found)


def _options(unit: Unit) -> int | None:
    """What the unit's wargear adds to its price; ``None`` where that is not known."""
    priced_options = unit.sheet is not None and any(option.costs for option in unit.sheet.options)
    return unit.judged.cost if priced_options else 0


def _rows(army: Army, unit: Unit, rows: list[Points]) -> list[int]:
    """The prices of a unit of this size, the likeliest first: those of the next size, for a unit pays for its
    bracket. A row for no model of its own prices each model that it names besides."""
    added = {row.note: row.points for row in rows if row.models == 0 and row.note}
    besides = {note: _count(unit, note) for note in added}
    more = sum(added[note] * count for note, count in besides.items())
    size = unit.count - sum(besides.values())
    fitting = [row for row in rows if row.models >= max(size, 1) and _covers(row, unit)]
    least = min((row.models for row in fitting), default=0)
    nearest = sorted((row for row in fitting if row.models == least), key=lambda row: _rank(army, unit, row))
    own = [row for row in nearest if _names_a_model(row, unit)]
    left = own or [row for row in nearest if not _names_a_kind(row, unit)]
    return [row.points + more for row in left]


def _count(unit: Unit, name: str) -> int:
    return sum(group.count for group in unit.squad if same(group.model.name, name))


def _covers(row: Points, unit: Unit) -> bool:
    """Whether a row that says how many there are of each kind has room for all of the unit's."""
    stated = [(int(number), name) for number, name in _COUNTED.findall(row.note or "")]
    rooms = {id(group.model): 0 for group in unit.squad}
    counts = {id(group.model): 0 for group in unit.squad}
    for group in unit.squad:
        counts[id(group.model)] += group.count
        rooms[id(group.model)] = max((n for n, name in stated if _means(name, group.model.name)), default=0)
    return not stated or not any(rooms.values()) or all(counts[kind] <= rooms[kind] for kind in counts)


def _means(short: str, name: str) -> bool:
    """Whether a row's word for a kind of model is its name or the end of it."""
    wanted, whole = words(short), words(name)
    return bool(wanted) and whole[-len(wanted) :] == wanted


def _names_a_model(row: Points, unit: Unit) -> bool:
    """Whether a row's remark names a model of the unit that not every such unit has."""
    some = (group.model.name for group in unit.squad if group.model.count_min == 0)
    return any(_mentions(row.note, name) for name in some) and not _COUNTED.search(row.note or "")


def _names_a_kind(row: Points, unit: Unit) -> bool:
    """Whether it names one that the unit might have, and has not."""
    models = unit.sheet.models if unit.sheet else ()
    absent = (model.name for model in models if model.count_min == 0 and not _count(unit, model.name))
    return any(_mentions(row.note, name) for name in absent) and not _COUNTED.search(row.note or "")


def _mentions(note: str | None, name: str) -> bool:
    return f" {' '.join(words(name))} " in f" {' '.join(words(note or ''))} "


def _rank(army: Army, unit: Unit, row: Points) -> int:
    """How likely a row is meant: one without a remark first; of others one for the unit's own faction where
    the army is of that faction, and one for others where it is not."""
    if not row.note or _COUNTED.search(row.note):
        return 0
    names = (unit.sheet.faction, *unit.sheet.faction_keywords) if unit.sheet else ()
    home = any(_mentions(row.note, name) for name in names)
    faction = army.roster.faction
    guest = unit.entry.allied or (faction is not None and not any(same(faction, name) for name in names))
    return 2 if home == guest else 1
