"""The lists that there are: those in the library, those that come with Warbook, and drafts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import PurePath
from urllib.parse import quote

import msgspec

from warbook import data, library
from warbook.errors import InputError
from warbook.library import lookup
from warbook.library.kept import Kept
from warbook.names import same
from warbook.sheets.roster import Roster, bundled
from warbook.web.army import drafts
from warbook.web.faults import NotHere


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
    return [Offer(_ref(one, found), one.name, one.system, _told(one)) for one in found]


def called(name: str, home: str) -> str:
    """What links call the list of a name from a file."""
    from warbook.library import search

    found = search.kept(search.Wanted("roster"))
    own = next((one for one in found if one.name == name and lives(one, home)), None)
    return _ref(own, found) if own else name


def lives(one: Kept, home: str) -> bool:
    """Whether a list is the one from this file."""
    return one.home in (home, os.path.abspath(home))


def _ref(one: Kept, among: Sequence[Kept]) -> str:
    """A name that only this list has: with its faction or, where that is not enough, its file."""
    alike = [other for other in among if same(other.name, one.name)]
    if len(alike) == 1:
        return one.name
    by_faction = bool(one.faction) and sum(other.faction == one.faction for other in alike) == 1
    return f"{one.name} ({one.faction if by_faction else PurePath(one.home).name})"


def _told(one: Kept) -> str:
    return " · ".join(part for part in (one.faction, *one.keywords) if part)


def with_warbook() -> list[Offer]:
    """The bundled lists."""
    return [
        Offer(roster.name, roster.name, system, f"{len(roster.units)} units")
        for system in data.systems()
        for roster in bundled(system)
    ]


def find(ref: str, system: str | None = None) -> Roster:
    """The list that a link names, of a game. Raises InputError where there is none, or several."""
    found = drafts.read(ref) if drafts.is_there(ref) else lookup.roster(ref, system)
    if found is None and drafts.is_draft(ref):
        return drafts.read(ref)  # which tells that it is gone
    if found is None:
        raise NotHere("army", repr(ref), "there is no list of this name: it may have been removed or renamed")
    return found


def is_there(ref: str) -> bool:
    """Whether a link names one list."""
    try:
        find(ref)
    except InputError:
        return False
    return True
