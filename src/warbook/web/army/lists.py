"""The lists that there are: those in the library, those that come with Warbook, and drafts."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from urllib.parse import quote

import msgspec

from warbook import data, library, lookup
from warbook.errors import InputError
from warbook.roster import Roster, bundled
from warbook.web.army import drafts


class Offer(msgspec.Struct, frozen=True):
    """A list that can be opened: ``ref`` names it in links, ``told`` is what is known of it without reading
    it."""

    ref: str
    name: str
    system: str
    told: str

    @property
    def address(self) -> str:
        """Where its page is."""
        return address(self.ref)


def address(ref: str) -> str:
    """The page of a list."""
    return f"/army/{quote(ref, safe='')}"


def own() -> list[Offer]:
    """The lists in the library. Raises InputError for a library that cannot be read."""
    if not library.exists():
        return []
    from warbook.library import search

    found = search.kept(search.Wanted("roster"))
    names = Counter(one.name for one in found)
    pairs = Counter((one.name, one.faction) for one in found)
    offers = []
    for one in found:
        by_faction = bool(one.faction) and pairs[one.name, one.faction] == 1
        mark = one.faction if by_faction else PurePath(one.home).name
        ref = one.name if names[one.name] == 1 else f"{one.name} ({mark})"
        told = " · ".join(part for part in (one.faction, *one.keywords) if part)
        offers.append(Offer(ref, one.name, one.system, told))
    return offers


def with_warbook() -> list[Offer]:
    """The bundled lists."""
    return [
        Offer(roster.name, roster.name, system, f"{len(roster.units)} units")
        for system in data.systems()
        for roster in bundled(system)
    ]


def find(ref: str) -> Roster:
    """The list that a link names. Raises InputError where there is none, or several."""
    if drafts.is_draft(ref):
        return drafts.read(ref)
    found = lookup.roster(ref)
    if found is None:
        raise InputError(
            "army", repr(ref), "there is no list of this name: it may have been removed or renamed"
        )
    return found
