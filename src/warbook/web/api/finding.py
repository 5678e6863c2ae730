"""Units by what is typed, as the API lists them."""

from __future__ import annotations

import msgspec

from warbook.library.seeking import Hit, Search
from warbook.web import links
from warbook.web.library import shelf

MOST = 500
"""Units in one answer."""


class UnitAnswer(msgspec.Struct, frozen=True):
    """A unit that is known by name; ``points`` are its least and most, ``why`` tells what of it the text is
    found in, where that is not its name; ``sheet`` is the address of its page, ``api`` of its datasheet."""

    name: str
    faction: str
    system: str
    date: str | None
    role: str
    points: tuple[int | None, int | None]
    legends: bool
    keywords: tuple[str, ...]
    why: str
    sheet: str
    api: str


class UnitsAnswer(msgspec.Struct, frozen=True):
    """Units that were found, from ``start`` on, and how many there are."""

    found: int
    start: int
    units: tuple[UnitAnswer, ...]


async def units(wanted: Search, start: int, most: int) -> UnitsAnswer:
    """Units as the library's page finds them: by parts of names, first letters, factions, keywords."""
    hits = (await shelf.catalogue()).seek(wanted)
    return UnitsAnswer(len(hits), start, tuple(_answer(hit) for hit in hits[start : start + most]))


def _answer(hit: Hit) -> UnitAnswer:
    unit, page = hit.unit, links.sheet(hit.unit)
    keywords = (*unit.keywords, *unit.faction_keywords)
    points = (unit.least, unit.most)
    told = (unit.name, unit.faction, unit.system, unit.date, unit.role, points, unit.legends, keywords)
    return UnitAnswer(*told, hit.why, page, f"/api{page}")
