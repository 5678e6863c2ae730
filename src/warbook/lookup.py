"""Finds a datasheet by a document's path or by name, and completes what a document lacks with known facts.

Names are looked for in the user's library first, then in the bundled packs.
"""

from __future__ import annotations

import os

import msgspec

from warbook import data
from warbook.errors import InputError
from warbook.sheet import Datasheet, Faction

_COMPLETED = {
    "statline": ("models",),
    "loadout": ("loadout",),
    "base": ("models",),
    "attachments": ("leads",),
}


class Known(msgspec.Struct, frozen=True):
    """A unit that is known by name; ``load`` gives its sheet.

    ``source`` is the document that the sheet was read from, ``date`` is ISO as far as it is known, and ``key``
    tells the sheet apart from all others, as long as the library does not change.
    """

    name: str
    faction: str
    system: str
    source: str | None
    date: str | None
    key: str
    legends: bool = False


class Found(msgspec.Struct, frozen=True):
    """A sheet and what had to be assumed to get it."""

    sheet: Datasheet
    assumed: tuple[str, ...] = ()


def known(system: str | None = None) -> tuple[Known, ...]:
    """Every unit that is known by name, of one system or of all: the library's, then the bundled ones that
    the library does not have."""
    return tuple(
        Known(sheet.name, sheet.faction, each, *_source(sheet), f"pack/{each}/{place}", sheet.legends)
        for each in (data.systems() if system is None else (system,))
        for place, sheet in enumerate(data.pack(each))
    )


def load(unit: Known) -> Datasheet:
    """The sheet of a known unit, completed where its document lacks something. Raises InputError for one that
    the library has no more."""
    return _loaded(unit).sheet


def find(name: str, system: str | None = None, faction: str | None = None) -> Found:
    """The sheet that a path or a name means. Raises InputError.

    A name is forgiven case, accents, apostrophes, hyphens and a plural s. ``"Chaos Land Raider (World Eaters)"``
    picks one of several factions, as ``faction`` does; ``"path#Name"`` one of several sheets in a document.
    """
    if os.path.isfile(name) or os.sep in name or name.endswith((".txt", ".html", ".md")):
        return _read(name)
    sheet = data.find(name, system)
    return Found(sheet, () if _plain(sheet.name) == _plain(name) else (f"{name!r}: taken for {sheet.name}",))


def faction(name: str, system: str) -> Faction | None:
    """What is known about a faction: its detachments, plays and rules; ``None`` where nothing is."""
    return None


def _loaded(unit: Known) -> Found:
    _, system, place = unit.key.split("/")
    return Found(data.pack(system)[int(place)])


def _source(sheet: Datasheet) -> tuple[str | None, str | None]:
    return (sheet.source.path, sheet.source.date) if sheet.source else (None, None)


def _plain(name: str) -> str:
    return name.casefold().replace("’", "'")


def _read(path: str) -> Found:
    from warbook import importers  # a name alone needs no reader

    sheets = importers.read(path)
    if len(sheets) != 1:
        names = ", ".join(sheet.name for sheet in sheets[:12])
        raise InputError(path, "document", f"expected one datasheet, found {len(sheets)}: {names}")
    return completed(sheets[0])


def completed(sheet: Datasheet) -> Found:
    """The sheet with its missing statline, loadout, bases and attachments from the bundled pack, if there."""
    lost = {missing.token for missing in sheet.missing} & set(_COMPLETED)
    if not lost:
        return Found(sheet)
    try:
        known = data.find(sheet.name, sheet.system)
    except InputError:
        return Found(sheet)
    filled = {field: getattr(known, field) for token in lost for field in _COMPLETED[token]}
    source = known.source.path + (f", {known.source.date}" if known.source.date else "") if known.source else ""
    told = f"{sheet.name}: {', '.join(sorted(lost))} from the bundled pack ({source}): the document lacks it"
    return Found(msgspec.structs.replace(sheet, **filled), (told,))
