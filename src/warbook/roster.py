"""An army list: which units, how large, with what, and who leads whom."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path

import msgspec

from warbook import json_file
from warbook.errors import InputError
from warbook.names import same

MAX_NAME = 80
MAX_UNITS = 40


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One unit of a list, by its sheet's name."""

    sheet: str
    models: int | None = None
    loadout: tuple[str, ...] = ()
    leader: str | None = None


class Roster(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A list of units under a name; printable, for it stands in logs and pictures."""

    name: str
    units: tuple[Entry, ...]
    system: str = "wh40k10"
    points_limit: int | None = None

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
    known = ", ".join(roster.name for roster in bundled(system))
    raise InputError("army", repr(name), f"expected a bundled army ({known})")


def read(path: Path) -> Roster:
    """A list from a JSON document. Raises InputError with the place of what is wrong."""
    return json_file.read(path, Roster)
