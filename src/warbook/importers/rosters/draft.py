"""A roster in the making: what a reader has found so far, and how it becomes a ``Roster``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from warbook.errors import InputError
from warbook.names import same
from warbook.sheets.roster import MAX_NAME, MAX_UNITS, UNNAMED, Entry, Listed, Roster
from warbook.sheets.sheet import Item, Problem, Source

MOST_TOLD = 200
"""So many problems of one list are told; of more, how many."""


class Unit(msgspec.Struct):
    """A unit of a list in the making. ``id`` and ``linked`` are the document's own keys for attachments;
    ``joins`` is a place among the draft's units."""

    sheet: str
    line: int | None = None
    written: str | None = None
    models: int | None = None
    loadout: tuple[str, ...] = ()
    listed: tuple[Listed, ...] = ()
    points: int | None = None
    enhancements: tuple[str, ...] = ()
    warlord: bool = False
    role: str | None = None
    faction: str | None = None
    detachment: str | None = None
    allied: bool = False
    notes: tuple[str, ...] = ()
    copies: bool = False
    joins: int | None = None
    id: str | None = None
    linked: tuple[str, ...] = ()

    def copy(self, **changes: Any) -> Unit:
        return msgspec.structs.replace(self, **changes)

    def note(self, text: str) -> None:
        """Keep something that is said about the unit, once."""
        if text and text not in self.notes:
            self.notes += (text,)


class Draft:
    """A list in the making."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.name = ""
        self.units: list[Unit] = []
        self.system = "wh40k10"
        self.points: int | None = None
        self.points_limit: int | None = None
        self.battle_size: str | None = None
        self.faction: str | None = None
        self.parent: str | None = None
        self.detachments: list[str] = []
        self.data: str | None = None
        self.problems: list[Problem] = []
        self.notes: list[str] = []

    def title(self, text: str) -> None:
        """The list's name, as much of it as a roster may have; it may be printed anywhere."""
        plain = " ".join("".join(char if char.isprintable() else " " for char in text).split())
        if len(plain) > MAX_NAME:
            self.note(f"the list's name was cut: {plain}")
        self.name = plain[:MAX_NAME].rstrip() or self.name

    def note(self, text: str) -> None:
        if text and text not in self.notes:
            self.notes.append(text)

    def problem(self, line: int, message: str, place: str | None = None) -> None:
        """A place that was not understood."""
        self.problems.append(Problem(line, message, place=place))

    @property
    def full(self) -> bool:
        """Whether there are more units already than an army has."""
        return len(self.units) > MAX_UNITS

    def roster(self) -> Roster:
        """The list. Raises InputError where it has no units."""
        if not self.units:
            told = self.problems[0].message if self.problems else "found none"
            raise InputError(self.path, "units", f"expected an army list with units: {told}")
        if self.full:
            raise InputError(self.path, "units", f"expected at most {MAX_UNITS} units, found more")
        _attach(self)
        if not self.name:
            self.title(self.faction or "")
        return Roster(
            name=self.name or UNNAMED,
            units=tuple(entry(unit) for unit in self.units),
            system=self.system,
            points_limit=self.points_limit,
            faction=self.faction,
            parent=self.parent,
            detachments=tuple(self.detachments),
            points=self.points,
            battle_size=self.battle_size,
            source=Source(self.path),
            data=self.data,
            problems=tuple(_few(self.problems)),
            notes=tuple(self.notes[:MOST_TOLD]),
        )


def merged(items: Sequence[Item]) -> tuple[Item, ...]:
    """Things of one name counted together, in their order."""
    counts: dict[str, int] = {}
    for item in items:
        counts[item.name] = counts.get(item.name, 0) + item.count
    return tuple(Item(name, count) for name, count in counts.items())


def _few(problems: Sequence[Problem]) -> list[Problem]:
    if len(problems) <= MOST_TOLD:
        return list(problems)
    more = Problem(problems[MOST_TOLD].line, f"{len(problems) - MOST_TOLD} more places were not understood")
    return [*problems[:MOST_TOLD], more]


def _attach(draft: Draft) -> None:
    """Attachments that a list tells by its own keys become places in the roster."""
    by_id = {unit.id: place for place, unit in enumerate(draft.units) if unit.id}
    for place, unit in enumerate(draft.units):
        known = [by_id[link] for link in unit.linked if link in by_id and by_id[link] != place]
        if known and unit.joins is None and draft.units[known[0]].joins != place:
            unit.joins = known[0]


def entry(unit: Unit) -> Entry:
    """A unit as a list has it."""
    written = unit.written if unit.written and not same(unit.written, unit.sheet) else None
    return Entry(
        sheet=unit.sheet,
        models=unit.models,
        loadout=unit.loadout,
        listed=unit.listed,
        points=unit.points,
        enhancements=tuple(dict.fromkeys(unit.enhancements)),
        warlord=unit.warlord,
        joins=unit.joins,
        role=unit.role,
        faction=unit.faction,
        detachment=unit.detachment,
        allied=unit.allied,
        written=written,
        line=unit.line,
        notes=unit.notes,
        copies=unit.copies,
    )
