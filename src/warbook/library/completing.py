"""Completes what a document lacks of a sheet from other documents of the same unit, and tells whence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from warbook import data, faults, library
from warbook.errors import InputError
from warbook.library.naming import folded_faction
from warbook.names import keyword, words
from warbook.sheets.sheet import Datasheet, Model, Source

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


def completed(sheet: Datasheet) -> Found:
    """The sheet with its missing statline, loadout, bases and attachments from the library or the bundled
    pack, if there."""
    lost = {missing.token for missing in sheet.missing} & set(_COMPLETED)
    told: list[str] = []
    try:
        sheet = _filled(sheet, lost, told)
    except InputError:
        raise
    except Exception as fault:
        told.append(f"{sheet.name}: not completed: {faults.noted(fault)}")
    return _of_faction(sheet, told)


def _filled(sheet: Datasheet, lost: set[str], told: list[str]) -> Datasheet:
    """The sheet with what other documents have of the lost; what they are is told."""
    for other, origin in _others(sheet) if lost else ():
        have = sorted(lost - {missing.token for missing in other.missing})
        if have:
            filled = {field: getattr(other, field) for token in have for field in _COMPLETED[token]}
            if "base" in have and "statline" not in have:
                filled["models"] = _based(sheet.models, other.models)
            sheet = msgspec.structs.replace(sheet, **filled)
            told.append(f"{sheet.name}: {', '.join(have)} from {origin}: the document lacks it")
            lost -= set(have)
    return sheet


def _of_faction(sheet: Datasheet, told: list[str]) -> Found:
    """The sheet, with its faction's name in the place of faction keywords that its page lost."""
    if not sheet.faction_keywords and any(each.where == "faction keywords" for each in sheet.missing):
        word = keyword(sheet.faction)
        sheet = msgspec.structs.replace(sheet, faction_keywords=(word,))
        told.append(f"{sheet.name}: {word} stands for the faction keywords that the document lost")
    return Found(sheet, tuple(told))


def _based(models: Sequence[Model], others: Sequence[Model]) -> tuple[Model, ...]:
    """Models with the bases of those of their names, or the one base that all of the others have."""
    by_name = {words(other.name): other.base_mm for other in others}
    every = {other.base_mm for other in others}
    shared = next(iter(every)) if len(every) == 1 else None
    return tuple(
        msgspec.structs.replace(model, base_mm=model.base_mm or by_name.get(words(model.name), shared))
        for model in models
    )


def _others(sheet: Datasheet) -> Iterator[tuple[Datasheet, str]]:
    """Other sheets of the same unit, the newest first, and where they come from."""
    if library.exists():
        from warbook.library import search

        wanted = search.Wanted(name=sheet.name, system=sheet.system, every_version=True)
        for one in search.kept(wanted):
            if folded_faction(one.faction) == folded_faction(sheet.faction):
                yield search.sheet(one.id), f"the library ({_dated(one.source or one.document, one.date)})"
    try:
        other = data.find(sheet.name, sheet.system)
    except InputError:
        return
    source = other.source or Source("")
    yield other, f"the bundled pack ({_dated(source.path, source.date)})"


def _dated(path: str, date: str | None) -> str:
    return path + (f", {date}" if date else "")
