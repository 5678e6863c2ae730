"""Whom a 40k unit can lead, or be led by."""

from __future__ import annotations

import re

from warbook.importers.ledger import Ledger
from warbook.sheets.document import split_outside

_OPENS = re.compile(
    r"This (?:model|unit) can be (?:attached to|led by) (?:one of )?the following units?:?\s*(.*)", re.DOTALL
)
_SQUARES = re.compile(r"\s*[■◦●▪]\s*|\s*;\s*")


def read_leader(ledger: Ledger, start: int, end: int) -> list[str]:
    """The units that a section lists, each once; what else it says is kept as notes."""
    key = "leader" if ledger.pieces[start].text == "LEADER" else "led by"
    ledger.claim(start, key)
    units: list[str] = []
    opened = False
    for place in range(start + 1, end):
        piece = ledger.pieces[place]
        if found := _OPENS.match(piece.text):
            ledger.claim(place, key)
            opened = True
            units.extend(_names(found.group(1)))
        elif opened and piece.kind in ("bullet", "heading") and len(piece.text) < 60:
            ledger.claim(place, key)
            units.extend(_names(piece.text))
        else:
            ledger.note(key, place)
    if not units:
        ledger.lose("attachments", key, start)
    return list(dict.fromkeys(units))


def _names(text: str) -> list[str]:
    return [
        name.strip(" *.") for part in _SQUARES.split(text) for name in split_outside(part) if name.strip(" *.")
    ]
