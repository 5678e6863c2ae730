"""Finds a datasheet by a document's path or by name, and completes what a document lacks with bundled facts."""

from __future__ import annotations

import os

import msgspec

from warbook import data
from warbook.errors import InputError
from warbook.sheet import Datasheet

_COMPLETED = {
    "statline": ("models",),
    "loadout": ("loadout",),
    "base": ("models",),
    "attachments": ("leads",),
}


class Found(msgspec.Struct, frozen=True):
    """A sheet and what had to be assumed to get it."""

    sheet: Datasheet
    assumed: tuple[str, ...] = ()


def find(name: str, system: str | None = None) -> Found:
    """The sheet that a path or a name means. Raises InputError."""
    if os.path.isfile(name) or os.sep in name or name.endswith((".txt", ".html", ".md")):
        return _read(name)
    sheet = data.find(name, system)
    return Found(sheet, () if _plain(sheet.name) == _plain(name) else (f"{name!r}: taken for {sheet.name}",))


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
