"""An army list: which units, how large, with what, and who leads whom."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

import msgspec

from warbook import json_file
from warbook.errors import InputError
from warbook.names import same
from warbook.sheets.sheet import Item, Problem, Source

MAX_NAME = 80
MAX_UNITS = 200
UNNAMED = "Army"
"""The name of a list that has none."""


class Listed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``count`` models of one name in a unit; ``items`` are what they carry between them, not each.

    A count of 0 under the unit's own name holds what the unit has as a whole, such as a banner.
    """

    name: str
    count: int
    items: tuple[Item, ...] = ()


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One unit of a list, by its sheet's name.

    ``models`` and ``loadout`` ask for a size and for options, ``listed`` tells all models and what they carry,
    as exported lists do; one of the two is enough. ``leader`` is a sheet that joins the unit without an entry
    of its own; an entry that ``joins`` another, or is ``embarked`` in one, gives its place in the list, from 0.
    ``copies`` says that ``models`` was written as "3x", which may count units: the sheet decides.
    ``line`` is where the document has the unit and ``written`` the name that it has there; ``detachment`` is
    the part of the army that it belongs to, ``role`` the heading or slot that it stands under.
    """

    sheet: str
    models: int | None = None
    loadout: tuple[str, ...] = ()
    leader: str | None = None
    listed: tuple[Listed, ...] = ()
    points: int | None = None
    enhancements: tuple[str, ...] = ()
    warlord: bool = False
    joins: int | None = None
    embarked: int | None = None
    role: str | None = None
    faction: str | None = None
    detachment: str | None = None
    allied: bool = False
    written: str | None = None
    line: int | None = None
    notes: tuple[str, ...] = ()
    copies: bool = False


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A list of units under a name; printable, for it stands in logs and pictures.

    ``points`` is the total that the list itself states, ``points_limit`` what it may cost; ``data`` is the
    version of the points that it was written with; ``parent`` is the faction that its faction is a part of.
    ``problems`` are places of the document that were not understood, ``notes`` what was assumed.
    """

    name: str
    units: tuple[Entry, ...]
    system: str = "wh40k10"
    points_limit: int | None = None
    faction: str | None = None
    detachments: tuple[str, ...] = ()
    points: int | None = None
    battle_size: str | None = None
    source: Source | None = None
    data: str | None = None
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    parent: str | None = None

    def __post_init__(self) -> None:
        if not 0 < len(self.name) <= MAX_NAME or not self.name.isprintable():
            raise ValueError(f"a name has 1 to {MAX_NAME} printable characters")
        if not 0 < len(self.units) <= MAX_UNITS:
            raise ValueError(f"an army has 1 to {MAX_UNITS} units, not {len(self.units)}")


@cache
def bundled(system: str) -> tuple[Roster, ...]:
    """The lists that come with Warbook."""
    path = resources.files("warbook.data") / "armies" / f"{system}.json"
    rosters = msgspec.json.decode(path.read_bytes(), type=tuple[Roster, ...]) if path.is_file() else ()
    return tuple(msgspec.structs.replace(roster, system=system) for roster in rosters)


def find(name: str, system: str = "wh40k10") -> Roster:
    """A bundled list by name. Raises InputError that tells what there is."""
    for roster in bundled(system):
        if same(roster.name, name):
            return roster
    from difflib import get_close_matches  # only a mistake pays for it

    known = {roster.name.casefold(): roster.name for roster in bundled(system)}
    close = get_close_matches(name.casefold(), known, n=1)
    meant = f"; closest: {known[close[0]]}" if close else ""
    there = f"a bundled army ({', '.join(known.values())}) or " if known else ""
    told = f"expected {there}the path of a roster{meant}"
    raise InputError("army", repr(name), told)


def read(path: Path) -> Roster:
    """A list from a JSON document. Raises InputError with the place of what is wrong."""
    return json_file.read(path, Roster)
