"""Finds units while somebody types: beginnings of words, initials, factions, keywords, small slips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec
from rapidfuzz import fuzz, process

from warbook import lookup
from warbook.lookup import Known
from warbook.names import words

MOST = 8
LONGEST = 60
"""Letters of what is typed that count."""
MOST_WORDS = 8
CLOSE = 75.0
"""How alike a name must be (0 to 100) that has not the typed words."""

WHOLE, INITIALS, BEGUN, FACTION, KEYWORD = 5, 4, 3, 2, 1


class Entry(msgspec.Struct, frozen=True):
    """A unit and what it may be found by."""

    unit: Known
    name: tuple[str, ...]
    initials: str
    faction: tuple[str, ...]
    marks: tuple[str, ...]


def units(typed: str, system: str | None = None, most: int = MOST) -> tuple[Known, ...]:
    """The units that somebody who types this may mean, the likeliest first."""
    wanted = words(typed[:LONGEST])[:MOST_WORDS]
    if not wanted:
        return ()
    entries = [entry for entry in _entries(_Units(lookup.known())) if system in (None, entry.unit.system)]
    scored = [(score, entry) for entry in entries if (score := _score(entry, wanted))]
    scored.sort(key=lambda pair: (-pair[0], pair[1].unit.legends, len(pair[1].unit.name)))
    found = [entry.unit for _, entry in scored[:most]]
    return tuple(found or _alike(" ".join(wanted), entries, most))


def title(unit: Known) -> str:
    """The name that means this unit alone, with its faction where others have it too."""
    several = _named(_Units(lookup.known()))[unit.system, words(unit.name)] > 1
    return f"{unit.name} ({unit.faction})" if several else unit.name


class _Units:
    """All known units, told apart by identity, for the library gives the same ones until it changes."""

    def __init__(self, units: Sequence[Known]) -> None:
        self.units = units

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Units) and other.units is self.units

    def __hash__(self) -> int:
        return id(self.units)


@lru_cache(maxsize=2)
def _entries(known: _Units) -> tuple[Entry, ...]:
    return tuple(map(_entry, known.units))


@lru_cache(maxsize=2)
def _named(known: _Units) -> Counter[tuple[str, tuple[str, ...]]]:
    return Counter((unit.system, words(unit.name)) for unit in known.units)


def _entry(unit: Known) -> Entry:
    name, faction = words(unit.name), words(unit.faction)
    marks = (word for mark in unit.keywords for word in words(mark))
    return Entry(unit, name, _initials(name), (*faction, _initials(faction)), tuple(dict.fromkeys(marks)))


def _initials(parts: Iterable[str]) -> str:
    return "".join(part[0] for part in parts)


def _score(entry: Entry, wanted: Sequence[str]) -> int:
    """How well a unit fits; 0 where it has not every word."""
    total = 0
    for word in wanted:
        fits = _fits(entry, word)
        if not fits:
            return 0
        total += fits
    return total + (WHOLE if len(wanted) == len(entry.name) else 0)


def _fits(entry: Entry, word: str) -> int:
    if word in entry.name:
        return WHOLE
    if len(word) > 1 and (entry.initials == word or (entry.initials.startswith(word) and len(word) > 2)):
        return INITIALS
    if any(part.startswith(word) for part in entry.name):
        return BEGUN
    if any(part.startswith(word) for part in entry.faction):
        return FACTION
    return KEYWORD if any(part.startswith(word) for part in entry.marks) else 0


def _alike(typed: str, entries: Sequence[Entry], most: int) -> list[Known]:
    names = [" ".join(entry.name) for entry in entries]
    found = process.extract(typed, names, scorer=fuzz.WRatio, limit=most, score_cutoff=CLOSE)
    return [entries[place].unit for _, _, place in found]
