"""What is known of all units at once: what a search, a leader, a transport or a keyword finds them by.

Built from every sheet once and kept in a file beside the caches, until the library changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import msgspec

from warbook import library
from warbook.errors import InputError
from warbook.library import lookup
from warbook.library.kept import Known
from warbook.library.place import stamp
from warbook.names import keyword
from warbook.parsing import keeping
from warbook.sheets.sheet import Datasheet, Transport

ROLES = (
    "Epic Hero", "Character", "Battleline", "Dedicated Transport", "Transport", "Fortification", "Aircraft",
    "Beast", "Cavalry", "Infantry", "Swarm", "Mounted", "Monster", "Walker", "Vehicle",
)  # fmt: skip
"""Keywords that tell the role of a unit whose document tells none; the first that it has."""
_FORM = "2"
"""Changes whenever an entry does."""


class Indexed(msgspec.Struct, frozen=True, array_like=True):
    """What is looked for in a sheet. ``least`` and ``most`` are its points by the newest list, ``weapons`` the
    names of its weapons, ``abilities`` those of its abilities and of its weapons'; ``explains`` says that its
    document explains rules of the game."""

    key: str
    name: str
    faction: str
    system: str
    role: str
    keywords: tuple[str, ...]
    faction_keywords: tuple[str, ...]
    weapons: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    date: str | None = None
    legends: bool = False
    leads: tuple[str, ...] = ()
    led_by: tuple[str, ...] = ()
    transport: Transport | None = None
    explains: bool = False

    @property
    def marks(self) -> frozenset[str]:
        """All its keywords, as rules compare them."""
        return frozenset(map(keyword, (*self.keywords, *self.faction_keywords)))


Index = tuple[Indexed, ...]


def build() -> Index:
    """The index of everything known now: from its file, or made anew. Raises InputError for a library that
    cannot be read."""
    return _built(stamp())


@lru_cache(maxsize=2)
def _built(stamped: bytes) -> Index:
    place = _place()
    found = _kept(place, stamped)
    if found is None:
        found = tuple(_entries())
        if library.exists():
            keeping.write(place, msgspec.msgpack.encode((_FORM, stamped, found)))
    return found


def _place() -> Path:
    """Beside the caches of the grammar, on which it does not depend."""
    return keeping.place("index").with_name("index.msgpack")


def _kept(place: Path, stamped: bytes) -> Index | None:
    """The index in a file, if it is of this library."""
    told = keeping.load(place) if stamped else None
    if told is None:
        return None
    try:
        form, of, found = msgspec.msgpack.decode(told, type=tuple[str, bytes, Index])
    except msgspec.MsgspecError:
        return None
    return found if (form, of) == (_FORM, stamped) else None


def _entries() -> Iterator[Indexed]:
    for unit in lookup.known():
        try:
            yield entry(unit, _sheet(unit))
        except InputError:
            continue  # it went, or its document has to be added again


def _sheet(unit: Known) -> Datasheet:
    """A sheet as its document has it; only where it lost who leads whom is another asked."""
    where, _, number = unit.key.partition("/")
    if where == "pack":
        return lookup.load(unit)
    from warbook.library import search

    sheet = search.sheet(int(number))
    lost = any(missing.token == "attachments" for missing in sheet.missing)
    return lookup.load(unit) if lost else sheet


def entry(unit: Known, sheet: Datasheet) -> Indexed:
    """What the index says of a sheet."""
    newest = max((row.date or "" for row in sheet.points), default="")
    costs = [row.points for row in sheet.points if (row.date or "") == newest and not row.note]
    return Indexed(
        unit.key,
        sheet.name,
        unit.faction,
        sheet.system,
        role(sheet),
        (*sheet.keywords, *sheet.types, *sheet.sub_types, *sheet.traits),
        sheet.faction_keywords,
        _once(weapon.name for weapon in sheet.weapons),
        _once((*(ability.name for ability in sheet.abilities), *_of_weapons(sheet))),
        min(costs, default=None),
        max(costs, default=None),
        unit.date,
        sheet.legends,
        sheet.leads,
        sheet.led_by,
        sheet.transport,
        any(rule.text for rule in sheet.rules),
    )


def role(sheet: Datasheet) -> str:
    """The battlefield role of a unit: as its document has it, or by its keywords; else empty."""
    if sheet.role:
        return sheet.role
    marks = {keyword(mark) for mark in (*sheet.keywords, *sheet.types)}
    return next((each for each in ROLES if each.upper() in marks), "")


def _of_weapons(sheet: Datasheet) -> Iterator[str]:
    for weapon in sheet.weapons:
        for profile in weapon.profiles:
            yield from profile.abilities


def _once(names: Iterator[str] | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
