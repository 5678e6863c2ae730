"""Changes of a list that a person makes, one function each: a list in, another out.

An entry whose models or wargear change tells all of them outright (``listed``) and costs what its sheet says;
the total that the list itself stated goes with the first such change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from warbook.errors import InputError
from warbook.names import same
from warbook.sheets.roster import MAX_NAME, MAX_UNITS, Entry, Listed, Roster
from warbook.sheets.sheet import Item

replace = msgspec.structs.replace
MOST_MODELS = 100


def matched(roster: Roster, place: int, name: str, faction: str | None = None) -> Roster:
    """Give a sheet by hand to an entry, and to all that are written as it is."""
    written = roster.units[place].written or roster.units[place].sheet

    def given(entry: Entry) -> Entry:
        alike = same(entry.written or entry.sheet, written)
        return replace(entry, sheet=name, written=written, faction=faction) if alike else entry

    return replace(roster, units=tuple(map(given, roster.units)))


def equipped(roster: Roster, place: int, listed: Sequence[Listed]) -> Roster:
    """An entry with these models, and what they carry between them."""
    rows = tuple(row for row in listed if row.count)
    if not rows:
        raise InputError("army", roster.units[place].sheet, "a unit has at least one model")
    made = {"listed": rows, "models": None, "loadout": (), "copies": False, "points": None}
    return _with(roster, place, lambda entry: replace(entry, **made), priced=False)


def resized(row: Listed, count: int, plain: Sequence[Item] = ()) -> Listed:
    """So many models; what each of them had, each of them has; where there were none, what is ``plain``.

    >>> resized(Listed("Mole", 2, (Item("spade", 4), Item("lamp", 1))), 3)
    Listed(name='Mole', count=3, items=(Item(name='spade', count=6), Item(name='lamp', count=1)))
    """
    count = max(0, min(count, MOST_MODELS))
    if not row.count:
        row = replace(row, count=1, items=tuple(plain))
    items = (replace(item, count=_scaled(item.count, row.count, count)) for item in row.items)
    return replace(row, count=count, items=tuple(item for item in items if item.count))


def _scaled(items: int, before: int, after: int) -> int:
    each, rest = divmod(items, before)
    return each * after if not rest else min(items, (each + 1) * after)


def carrying(row: Listed, name: str, count: int) -> Listed:
    """Models that carry so many of a thing between them.

    >>> carrying(Listed("Mole", 2, (Item("spade", 2),)), "lamp", 1).items
    (Item(name='spade', count=2), Item(name='lamp', count=1))
    """
    count = max(0, min(count, 10 * MOST_MODELS))
    items = [replace(item, count=count) if same(item.name, name) else item for item in row.items]
    if not any(same(item.name, name) for item in row.items):
        items.append(Item(name, count))
    return replace(row, items=tuple(item for item in items if item.count))


def removed(roster: Roster, place: int) -> Roster:
    """The list without an entry; what joined it or rode in it stands for itself."""
    if len(roster.units) == 1:
        raise InputError("army", roster.units[place].sheet, "the last unit of a list cannot be taken out")
    kept = [entry for at, entry in enumerate(roster.units) if at != place]
    moved = (_moved(entry, lambda other: None if other == place else other - (other > place)) for entry in kept)
    return replace(roster, units=tuple(moved), points=None)


def copied(roster: Roster, place: int) -> Roster:
    """The list with another unit like this one at its end."""
    entry = replace(roster.units[place], warlord=False, enhancements=(), joins=None, embarked=None, line=None)
    return added(roster, (entry,))


def added(roster: Roster, entries: Sequence[Entry]) -> Roster:
    """The list with more units at its end, which may join or ride in each other."""
    start = len(roster.units)
    if start + len(entries) > MAX_UNITS:
        raise InputError("army", roster.name, f"a list has at most {MAX_UNITS} units")
    moved = (replace(_moved(entry, lambda other: other + start), line=None) for entry in entries)
    return replace(roster, units=(*roster.units, *moved), points=None)


def joined(roster: Roster, place: int, host: int | None) -> Roster:
    """A leader's entry with the unit that it joins, or by itself."""
    return _with(roster, place, lambda entry: replace(entry, joins=host))


def stationed(roster: Roster, place: int, detachment: str | None) -> Roster:
    """A unit in one of the army's detachments, or in none."""
    return _with(roster, place, lambda entry: replace(entry, detachment=detachment))


def embarked(roster: Roster, place: int, transport: int | None) -> Roster:
    """A unit in a transport of the list, or on foot."""
    return _with(roster, place, lambda entry: replace(entry, embarked=transport))


def enhanced(roster: Roster, place: int, name: str | None) -> Roster:
    """A unit with one Enhancement, or none; it costs what its sheet and that say."""
    names = (name,) if name else ()
    return _with(roster, place, lambda entry: replace(entry, enhancements=names, points=None), priced=False)


def warlord(roster: Roster, place: int | None) -> Roster:
    """One unit is the Warlord, or none."""
    marked = (replace(entry, warlord=at == place) for at, entry in enumerate(roster.units))
    return replace(roster, units=tuple(marked))


def detached(roster: Roster, detachment: str | None) -> Roster:
    """The list under one detachment, or none."""
    return replace(roster, detachments=(detachment,) if detachment else ())


def named(roster: Roster, name: str) -> Roster:
    """The list under a name. Raises InputError for one that cannot be printed."""
    plain = " ".join(name.split())[:MAX_NAME]
    if not plain or not plain.isprintable():
        raise InputError("army", "name", f"expected 1 to {MAX_NAME} printable characters")
    return replace(roster, name=plain)


def apart(roster: Roster) -> Roster:
    """The list with an entry at its end for each leader that had none; all other places stay."""
    led = [(place, entry) for place, entry in enumerate(roster.units) if entry.leader]
    if len(roster.units) + len(led) > MAX_UNITS:
        return roster
    units = tuple(_bare(entry) if entry.leader else entry for entry in roster.units)
    return replace(roster, units=(*units, *(_led(place, entry) for place, entry in led)))


def _bare(entry: Entry) -> Entry:
    """A unit without the leader that it named, who bore what it had."""
    return replace(entry, leader=None, enhancements=(), warlord=False)


def _led(place: int, entry: Entry) -> Entry:
    own = Entry(entry.leader or "", joins=place, faction=entry.faction, detachment=entry.detachment)
    return replace(own, enhancements=entry.enhancements, warlord=entry.warlord)


def _with(roster: Roster, place: int, change: Callable[[Entry], Entry], priced: bool = True) -> Roster:
    units = tuple(change(entry) if at == place else entry for at, entry in enumerate(roster.units))
    return replace(roster, units=units, points=roster.points if priced else None)


def _moved(entry: Entry, to: Callable[[int], int | None]) -> Entry:
    joins = None if entry.joins is None else to(entry.joins)
    rides = None if entry.embarked is None else to(entry.embarked)
    return replace(entry, joins=joins, embarked=rides)
