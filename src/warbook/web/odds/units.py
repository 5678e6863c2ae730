"""Units by the names that mean them alone."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from warbook.index import Indexed
from warbook.names import words
from warbook.seeking import Catalogue


def title(unit: Indexed, catalogue: Catalogue) -> str:
    """The name that means this unit alone, with its faction where others have it too."""
    several = (unit.system, words(unit.name)) in _shared(catalogue)
    return f"{unit.name} ({unit.faction})" if several else unit.name


class Unit(Protocol):
    """What tells a unit."""

    @property
    def name(self) -> str: ...
    @property
    def faction(self) -> str: ...
    @property
    def system(self) -> str: ...


def leaders(unit: Unit, catalogue: Catalogue) -> tuple[str, ...]:
    """The names of those who may lead a unit."""
    known = catalogue.unit(unit.system, unit.faction, unit.name)
    return tuple(dict.fromkeys(each.name for each in catalogue.led_by(known))) if known else ()


@lru_cache(maxsize=2)
def _shared(catalogue: Catalogue) -> frozenset[tuple[str, tuple[str, ...]]]:
    """Names that units of several factions have."""
    homes: dict[tuple[str, tuple[str, ...]], set[str]] = {}
    for unit in catalogue.units:
        homes.setdefault((unit.system, words(unit.name)), set()).add(unit.faction)
    return frozenset(name for name, factions in homes.items() if len(factions) > 1)
