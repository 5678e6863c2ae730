"""Whom a 40k leader joins among the sheets of a catalogue: told by a name, or by keywords."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warbook.importers.names import Names, key
from warbook.sheets.sheet import Datasheet

MOST = 3
"""Keywords that more units share are a condition, not the name of a unit."""


def attached(sheets: Sequence[Datasheet]) -> tuple[Datasheet, ...]:
    """The sheets with their leaders' units under their names, and each unit with those who lead it."""
    names = Names(sheet.name for sheet in sheets)
    named = [
        msgspec.structs.replace(sheet, leads=_units(sheet, names, sheets)) if sheet.leads else sheet
        for sheet in sheets
    ]
    led: dict[str, list[str]] = {}
    for sheet in named:
        for unit in sheet.leads:
            led.setdefault(key(unit), []).append(sheet.name)
    return tuple(
        msgspec.structs.replace(sheet, led_by=tuple(dict.fromkeys(led.get(key(sheet.name), ()))))
        for sheet in named
    )


def _units(leader: Datasheet, names: Names, sheets: Sequence[Datasheet]) -> tuple[str, ...]:
    out: dict[str, None] = {}
    for unit in leader.leads:
        known = names.find(unit)
        found = [known] if known else [s.name for s in sheets if s is not leader and _is(s, unit)]
        out.update(dict.fromkeys(found if 0 < len(found) <= MOST else [unit]))
    return tuple(out)


def _is(sheet: Datasheet, phrase: str) -> bool:
    """Whether a phrase is nothing but keywords of a sheet."""
    words = tuple(key(phrase).split())
    kept = [tuple(key(word).split()) for word in (*sheet.faction_keywords, *sheet.keywords)]
    return _made_of(words, [word for word in kept if word])


def _made_of(words: tuple[str, ...], parts: Sequence[tuple[str, ...]]) -> bool:
    if not words:
        return True
    return any(words[: len(part)] == part and _made_of(words[len(part) :], parts) for part in parts)
