"""Signs that a page lost a word: what stands around a linked keyword that the copy left out."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

import msgspec

from warbook.importers.ledger import Ledger
from warbook.sheets.document import Piece
from warbook.sheets.sheet import Datasheet, Lines

_SIGN = re.compile(
    r"(?<=\w) [,.](?= |$)|\ban (?:unit|model|character)s?\b|\b[Tt]he and \w+|"
    r"^(?:units?|models?) from your army\b"
)
_SIGNS = (" ,", " .", " an ", "The and", "the and", "from your army")
_BARE_UNIT = re.compile(r"\b(?:[Oo]ne|[Aa]|for) (?:units?|models?) from your army\b")
_STARTS = (".unit", ".model", "!unit", "!model", "?unit", "?model")
_LOST_START = re.compile(r"(?<=[a-z][.!?])(?=(?:units?|models?) )")


def split_lost_starts(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, cut where a glued paragraph lost the keyword that it began with."""
    out: list[Piece] = []
    for piece in pieces:
        suspect = piece.kind in ("text", "bullet") and any(sign in piece.text for sign in _STARTS)
        parts = _LOST_START.split(piece.text) if suspect else []
        if len(parts) < 2:
            out.append(piece)
        else:
            out.append(msgspec.structs.replace(piece, text=parts[0]))
            out.extend(Piece("text", part, piece.line) for part in parts[1:])
    return out


def lost_keywords(text: str) -> Iterator[str]:
    """The few words around every place where a keyword must have stood."""
    if not any(sign in text for sign in _SIGNS):
        return
    for found in _SIGN.finditer(text):
        yield _around(text, found.start(), found.end())


def bare_units(text: str) -> Iterator[str]:
    """Places that name a unit of the army and no keyword of it, where a faction's rule would name one."""
    for found in _BARE_UNIT.finditer(text):
        yield found.group()


def _around(text: str, start: int, end: int) -> str:
    """Some whole words about a place."""
    left = text.rfind(" ", 0, max(0, start - 24)) + 1
    right = text.find(" ", min(len(text), end + 16))
    return text[left : right if right >= 0 else len(text)].strip()[:120]


def tell_losses(ledger: Ledger, sheet: Datasheet) -> None:
    """Records where linked keywords were left out of the page's texts, once for each rule and place."""
    owners = _Owners(sheet)
    told: set[str] = set()
    for place, piece in enumerate(ledger.pieces):
        if piece.kind in ("text", "bullet") and " used in the following " not in piece.text:
            for words in lost_keywords(piece.text):
                where = f"{owners.at(piece.line)}: {words}"
                if where not in told:
                    told.add(where)
                    ledger.lose("keyword", where, place)
    if told or any(not index.complete for index in sheet.indexes):
        _tell_bare_units(ledger, sheet)


def _tell_bare_units(ledger: Ledger, sheet: Datasheet) -> None:
    """On a page that lost keywords, a faction's own rule that speaks of any unit has lost one too."""
    lines = [piece.line for piece in ledger.pieces]
    texts = [
        (play.name, f"{play.when}\n{play.target}", play.lines)
        for play in sheet.plays
        if play.source.casefold() != "core"
    ]
    texts += [(rule.name, rule.text or "", rule.lines) for rule in sheet.detachment_rules]
    for name, text, span in texts:
        place = max(0, bisect_right(lines, span[0]) - 1) if span else None
        for words in dict.fromkeys(bare_units(text)):
            ledger.lose("keyword", f"{name}: {words}", place)


class _Owners:
    """Which named passage of a sheet a line belongs to."""

    def __init__(self, sheet: Datasheet) -> None:
        named: list[tuple[Lines | None, str]] = [(ability.lines, ability.name) for ability in sheet.abilities]
        named += [(play.lines, play.name) for play in sheet.plays]
        named += [(rule.lines, rule.name) for rule in sheet.rules]
        named += [(rule.lines, rule.name) for rule in sheet.detachment_rules]
        self.spans = sorted((lines, name) for lines, name in named if lines is not None)
        self.starts = [span[0] for span, _ in self.spans]

    def at(self, line: int) -> str:
        """The name of the passage at a line."""
        place = bisect_right(self.starts, line) - 1
        return self.spans[place][1] if place >= 0 and line <= self.spans[place][0][1] else "text"
