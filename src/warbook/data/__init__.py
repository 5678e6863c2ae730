"""Bundled packs of facts: one file a faction, in a folder named after its system.

>>> find("vargard obyron").models[0].characteristics["T"]
'5'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from warbook.errors import InputError
from warbook.names import words
from warbook.sheets.sheet import Datasheet, Faction

NO_SYSTEMS = frozenset(
    ("armies", "bases", "by_hand", "factions", "glossary", "organisation", "targets", "terrain")
)
"""Folders beside the systems' that hold other facts."""


class UnknownName(InputError, LookupError):
    """A name that no bundled sheet has, or more than one: which was asked for, and which come closest."""


@cache
def pack(system: str) -> tuple[Datasheet, ...]:
    """All bundled sheets of a system, by faction and name; empty where nothing is bundled."""
    return tuple(sheet for text in _files(system) for sheet in _decoder().decode(text))


def names(system: str) -> tuple[str, ...]:
    """The names of a system's bundled sheets."""
    return tuple(sheet.name for sheet in pack(system))


@cache
def factions(system: str) -> tuple[Faction, ...]:
    """The bundled factions of a system, with their rules, plays and Enhancements as typed effects; the plays
    of every army are those of the faction ``Core``."""
    found = _files(f"factions/{system}")
    return tuple(msgspec.json.decode(text, type=Faction) for text in found)


def faction(name: str, system: str) -> Faction | None:
    """The bundled faction of this name, if there is one."""
    return next((each for each in factions(system) if words(each.name) == words(name)), None)


@cache
def detachments(system: str) -> tuple[str, ...]:
    """The names of the detachments of a game in which the units of an army stand in several."""
    path = resources.files(__name__) / "organisation" / f"{system}.json"
    if not path.is_file():
        return ()
    return tuple(
        each["name"] for each in msgspec.json.decode(path.read_bytes(), type=tuple[dict[str, Any], ...])
    )


@cache
def standard_targets(system: str) -> tuple[Datasheet, ...]:
    """The profiles of a game that lists are tried against; empty where it has none."""
    path = resources.files(__name__) / "targets" / f"{system}.json"
    return _decoder().decode(path.read_bytes()) if system in systems() and path.is_file() else ()


def standard_target(name: str, system: str | None = None) -> Datasheet | None:
    """The standard target of this name, of one game or of the first that has it."""
    sheets = (sheet for each in ((system,) if system else systems()) for sheet in standard_targets(each))
    return next((sheet for sheet in sheets if words(sheet.name) == words(name)), None)


@cache
def systems() -> tuple[str, ...]:
    """The systems that have a pack."""
    entries = resources.files(__name__).iterdir()
    folders = (entry for entry in entries if entry.is_dir() and entry.name not in NO_SYSTEMS)
    return tuple(sorted(entry.name for entry in folders if any(_files(entry.name))))


def find(name: str, system: str | None = None) -> Datasheet:
    """The one sheet that ``name`` means.

    Case, apostrophes, accents, hyphens and a plural s do not matter. Where no sheet has the whole name,
    a run of its words will do if only one sheet has it ("Obyron").
    """
    sheets = [sheet for each in (systems() if system is None else (system,)) for sheet in pack(each)]
    found = _named(name, sheets) or _partly_named(name, sheets)
    if len(found) == 1:
        return found[0]
    told = _choice(found) if found else _elsewhere(name, system) or _closest(name, sheets)
    raise UnknownName("packs", repr(name), told)


def _files(system: str) -> Iterator[bytes]:
    folder = resources.files(__name__) / system
    if re.fullmatch(r"(?:factions/)?\w+", system) and folder.is_dir():
        entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
        yield from (entry.read_bytes() for entry in entries if entry.name.endswith(".json"))


@cache
def _decoder() -> msgspec.json.Decoder[tuple[Datasheet, ...]]:
    return msgspec.json.Decoder(tuple[Datasheet, ...])


def _named(name: str, sheets: list[Datasheet]) -> list[Datasheet]:
    return [sheet for sheet in sheets if words(sheet.name) == words(name)]


def _partly_named(name: str, sheets: list[Datasheet]) -> list[Datasheet]:
    wanted = f" {' '.join(words(name))} "
    return [sheet for sheet in sheets if wanted.strip() and wanted in f" {' '.join(words(sheet.name))} "]


def _choice(found: list[Datasheet]) -> str:
    return f"expected one of {', '.join(f'{sheet.name} ({sheet.faction})' for sheet in found)}"


def _elsewhere(name: str, system: str | None) -> str | None:
    """What to say of a name that only another game has."""
    others = [sheet for each in systems() if system not in (None, each) for sheet in pack(each)]
    found = _named(name, others)
    if not found:
        return None
    return f"expected a unit of {system}: {found[0].name} ({found[0].faction}) is of {found[0].system}"


def _closest(name: str, sheets: list[Datasheet]) -> str:
    from difflib import get_close_matches  # only a mistake pays for it

    by_key = {" ".join(words(sheet.name)): sheet.name for sheet in sheets}
    close = [by_key[key] for key in get_close_matches(" ".join(words(name)), by_key, n=3, cutoff=0.5)]
    return "expected the name of a bundled sheet" + (f"; closest: {', '.join(close)}" if close else "")
