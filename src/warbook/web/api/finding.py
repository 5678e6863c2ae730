"""Units by what is typed, as the API lists them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warbook import lookup
from warbook.library.naming import folded
from warbook.lookup import Known
from warbook.web import links

MOST = 500
"""Units in one answer."""


class UnitAnswer(msgspec.Struct, frozen=True):
    """A unit that is known by name; ``sheet`` is the address of its page, ``api`` of its datasheet here."""

    name: str
    faction: str
    system: str
    date: str | None
    legends: bool
    keywords: tuple[str, ...]
    sheet: str
    api: str


class UnitsAnswer(msgspec.Struct, frozen=True):
    """Units that were found, from ``start`` on, and how many there are."""

    found: int
    start: int
    units: tuple[UnitAnswer, ...]


def units(text: str, system: str | None, faction: str | None, start: int, most: int) -> UnitsAnswer:
    """Units that have every word of the text at the beginning of one of the words of name, faction or keywords:
    those whose names have them first."""
    words = folded(text).split()
    there = [unit for unit in lookup.known(system) if not faction or folded(faction) in folded(unit.faction)]
    named = [unit for unit in there if _begins(words, unit.name)]
    others = [unit for unit in there if not _begins(words, unit.name) and _begins(words, _all_words(unit))]
    every = [*sorted(named, key=_order), *sorted(others, key=_order)]
    return UnitsAnswer(len(every), start, tuple(_answer(unit) for unit in every[start : start + most]))


def _begins(words: Sequence[str], text: str) -> bool:
    there = folded(text).split()
    return all(any(one.startswith(word) for one in there) for word in words)


def _all_words(unit: Known) -> str:
    return " ".join((unit.name, unit.faction, *unit.keywords))


def _order(unit: Known) -> tuple[str, str, str]:
    return folded(unit.name), unit.faction, unit.system


def _answer(unit: Known) -> UnitAnswer:
    page = links.sheet(unit)
    return UnitAnswer(
        unit.name, unit.faction, unit.system, unit.date, unit.legends, unit.keywords, page, f"/api{page}"
    )
