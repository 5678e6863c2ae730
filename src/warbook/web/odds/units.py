"""Units by the names that mean them alone."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

import msgspec

from warbook import systems
from warbook.importers.rosters import typed
from warbook.library.index import Indexed
from warbook.library.seeking import Catalogue, Search
from warbook.names import words
from warbook.sheets.roster import Entry


def title(unit: Indexed, catalogue: Catalogue) -> str:
    """The name that means this unit alone, with its faction where others have it too."""
    several = (unit.system, words(unit.name)) in _shared(catalogue)
    return f"{unit.name} ({unit.faction})" if several else unit.name


class Sought(msgspec.Struct, frozen=True):
    """What a search for a unit to pick finds: the units, how many fit, whether their names are only like what
    was typed, and what the line says of the unit besides its name."""

    units: tuple[Indexed, ...] = ()
    number: int = 0
    alike: bool = False
    said: Entry | None = None


def sought(text: str, system: str, catalogue: Catalogue, most: int) -> Sought:
    """The units that a player may mean who typed this: a part of a name, a line of a list ("10 Immortals with
    tesla carbines"), or else a misspelt name."""
    hits = catalogue.seek(Search(text, system)) if text.strip() else []
    if hits or not text.strip():
        return Sought(tuple(hit.unit for hit in hits[:most]), len(hits))
    said = next(iter(typed.pieces(text, 1)), None)
    name = said.sheet if said else text
    hits = catalogue.seek(Search(name, system)) if said else []
    if not hits:
        alike = near(name, system, catalogue)
        return Sought(alike[:most], len(alike), True, said)
    return Sought(tuple(hit.unit for hit in hits[:most]), len(hits), False, said)


def near(name: str, system: str, catalogue: Catalogue) -> tuple[Indexed, ...]:
    """The units whose names are most like one that nothing has."""
    names = catalogue.closest(name, system)
    return tuple(hit.unit for each in names for hit in catalogue.seek(Search(each, system))[:1])


class Unit(Protocol):
    """What tells a unit."""

    @property
    def name(self) -> str: ...
    @property
    def faction(self) -> str: ...
    @property
    def system(self) -> str: ...


def leaders(unit: Unit, catalogue: Catalogue) -> tuple[str, ...]:
    """The names of those who may lead a unit, by its game's rules."""
    known = catalogue.unit(unit.system, unit.faction, unit.name)
    if known is None:
        return ()
    joins = systems.find(known.system).sheets.joins
    return tuple(dict.fromkeys(each.name for each in catalogue.led_by(known, joins)))


@lru_cache(maxsize=2)
def _shared(catalogue: Catalogue) -> frozenset[tuple[str, tuple[str, ...]]]:
    """Names that units of several factions have."""
    homes: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    for unit in catalogue.units:
        homes.setdefault((unit.system, words(unit.name)), set()).add(unit.faction)
    return frozenset(name for name, factions in homes.items() if len(factions) > 1)
