"""``warbook.units``, ``datasheet``, ``read`` and ``parse_rules``: what documents say."""

from __future__ import annotations

import os

from warbook import importers
from warbook.library import lookup
from warbook.library.kept import Known
from warbook.library.naming import belongs
from warbook.parsing import text as texts
from warbook.parsing.text import Kind, TextReading
from warbook.reading.understanding import with_effects
from warbook.sheets.differences import Difference, between
from warbook.sheets.sheet import Collection, Datasheet, Faction


def units(faction: str | None = None, system: str | None = None) -> tuple[Known, ...]:
    """The units that are known by name, those of your library before the bundled ones: of a faction, of a game,
    or all. Raises InputError for a library that cannot be read.

    >>> [unit.name for unit in units("Emperor's Children")][:2]
    ['Chaos Land Raider', 'Chaos Rhino']
    """
    return tuple(unit for unit in lookup.known(system) if faction is None or belongs(unit.faction, faction))


def datasheet(name: str, faction: str | None = None, system: str | None = None) -> Datasheet:
    """The datasheet that a name or a path means, with the typed effects of its rules. Raises InputError.

    >>> datasheet("immortals").models[0].characteristics["T"]
    '5'
    """
    return with_effects(lookup.find(name, system, faction).sheet)


def faction(name: str, system: str = "wh40k10") -> Faction | None:
    """A faction with its rules, detachments, Stratagems and Enhancements, from all documents; ``None`` where
    nothing tells of it."""
    return lookup.faction(name, system)


def read(path: str | os.PathLike[str]) -> Collection:
    """All that a document or a folder of documents says: its ``sheets``, its ``factions``, and the ``problems``
    of what could not be read. Raises InputError for a path that holds nothing of a known form."""
    return importers.collect(path)


def changes(old: Datasheet, new: Datasheet) -> tuple[Difference, ...]:
    """What changed between two sheets of one unit, field by field."""
    return between(old, new)


def parse_rules(text: str, kind: Kind | None = None, system: str = "wh40k10") -> TextReading:
    """A rules text as typed ``effects``, with each of its ``sentences`` and whether all were ``understood``.

    >>> parse_rules("Add 1 to the Hit roll.").understood
    True
    """
    return texts.read(text, kind, system)
