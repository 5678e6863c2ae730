"""Where the sections of a 40k datasheet page stand, and where its glossary of rules begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from warbook.sheets.document import Piece

HEADINGS = {
    "WARGEAR OPTIONS": "options",
    "ABILITIES": "abilities",
    "WARGEAR ABILITIES": "wargear abilities",
    "UNIT COMPOSITION": "composition",
    "STRATAGEMS": "stratagems",
    "ENHANCEMENTS": "enhancements",
    "DETACHMENT ABILITY": "detachments",
    "DETACHMENT ABILITIES": "detachments",
    "DETACHMENT RULE": "detachments",
    "DETACHMENT RULES": "detachments",
    "LED BY": "led by",
}
STARTS = {"DAMAGED": "damaged", "KEYWORDS": "keywords", "FACTION KEYWORDS": "faction keywords"}
_CONFIRMED = {"LEADER": ("leader", "can be attached"), "TRANSPORT": ("transport", "transport capacity")}
_START = re.compile(r"(DAMAGED|KEYWORDS|FACTION KEYWORDS)\b(?=:| ?[–—-] ?[^:]{1,60}:)")
_ATTACH = re.compile(r"(?:This|You|If|\*).*(?:attach|Leader|Bodyguard)|(?:This|While this) (?:model|unit)")
COST = re.compile(r"\d{1,2} ?CP")
DASH = re.compile(r" [–—-] ")
_SAVE = "INVULNERABLE SAVE"
_SAVE_LINE = re.compile(rf"{_SAVE}:?[ |]+\d\+?\*?(?: |$)")
_SHORT = 60
"""Characters of the longest line within a list of Enhancements."""
_LISTS = ("stratagems", "detachments", "enhancements", "faction keywords", "composition", "leader", "led by")

_INDEXES = ("stratagems", "detachments")


class Section(msgspec.Struct, frozen=True):
    """A section of the datasheet: its pieces from ``start`` (its heading) up to ``end``, not included."""

    key: str
    start: int
    end: int


def key_at(pieces: Sequence[Piece], place: int) -> str | None:
    """Which section the piece opens, if it opens one."""
    piece = pieces[place]
    if piece.text.startswith(_SAVE):
        following = pieces[place + 1].text if place + 1 < len(pieces) else ""
        return "save" if _SAVE_LINE.match(f"{piece.text} {following}") else None
    if piece.kind == "row":
        return _weapons_key(piece)
    if not piece.text[:1].isupper():
        return None
    if found := _START.match(piece.text):
        return STARTS[found.group(1)]
    if confirmed := _CONFIRMED.get(piece.text):
        following = pieces[place + 1].text if place + 1 < len(pieces) else confirmed[1]
        return confirmed[0] if confirmed[1] in following else None
    return HEADINGS.get(piece.text)


def _weapons_key(piece: Piece) -> str | None:
    first = piece.cells[0].upper() if piece.cells else ""
    return {"RANGED WEAPONS": "ranged", "MELEE WEAPONS": "melee"}.get(first)


def locate(pieces: Sequence[Piece]) -> tuple[list[Section], int]:
    """The sections in the page's order, and where the glossary starts. The first section is the preamble.

    An index ends where rules are explained, so that more sections may stand after a part of the glossary.
    """
    marks = [(place, key) for place in range(1, len(pieces)) if (key := key_at(pieces, place))]
    if not marks:
        return [Section("preamble", 1, len(pieces))], len(pieces)
    out = [Section("preamble", 1, marks[0][0])]
    glossary = len(pieces)
    for (start, key), (following, _) in pairwise(marks):
        end = min(following, _extent(pieces, key, start)) if key in _INDEXES else following
        glossary = min(glossary, end) if end < following else glossary
        out.extend(_with_special(pieces, Section(key, start, end)))
    start, key = marks[-1]
    end = _extent(pieces, key, start)
    out.append(Section(key, start, end))
    return out, min(glossary, end)


def _with_special(pieces: Sequence[Piece], section: Section) -> list[Section]:
    """A section, cut where a heading in capitals opens an ability of its own."""
    cuts = [place for place in range(section.start + 1, section.end) if _is_special(pieces, place, section)]
    bounds = [section.start, *cuts, section.end]
    keys = [section.key, *["special"] * len(cuts)]
    return [Section(key, a, b) for key, a, b in zip(keys, bounds[:-1], bounds[1:], strict=True)]


def _is_special(pieces: Sequence[Piece], place: int, section: Section) -> bool:
    piece = pieces[place]
    if piece.kind != "heading" or not piece.text.isupper() or len(piece.text) < 3 or ":" in piece.text:
        return False
    if section.key not in _LISTS:
        return True
    following = pieces[place + 1] if place + 1 < section.end else None
    if following is None or following.kind != "text":
        return False
    return section.key == "composition" or (
        section.key in ("leader", "led by") and not _ATTACH.match(following.text)
    )


def _extent(pieces: Sequence[Piece], key: str, start: int) -> int:
    """The end of the last section: past its own content, at the first heading that the glossary explains."""
    place = start + 1
    while place < len(pieces) and _belongs(pieces, key, place):
        place += 1
    return place


def _belongs(pieces: Sequence[Piece], key: str, place: int) -> bool:
    piece = pieces[place]
    if piece.kind != "heading" and key == "enhancements":
        return len(piece.text) <= _SHORT
    if piece.kind != "heading":
        return key not in ("stratagems", "detachments", "keywords", "faction keywords")
    if key == "stratagems":
        return _index_line(pieces, place)
    if key == "enhancements":
        following = pieces[place + 1].text if place + 1 < len(pieces) else ""
        return len(following) <= _SHORT and not COST.fullmatch(following)
    if key == "save":
        return piece.text[:1].isdigit()
    if key == "detachments":
        return not explained(pieces, place)
    if key in ("faction keywords", "leader", "led by"):
        return piece.text.isupper() and not explained(pieces, place)
    return ":" in piece.text or piece.text in ("OR", "None")


def _index_line(pieces: Sequence[Piece], place: int) -> bool:
    """Whether the piece is part of an index entry: a name, its cost, its label without "Stratagem"."""
    text = pieces[place].text
    if COST.fullmatch(text) or text == "C":
        return True
    if DASH.search(text):
        return not text.endswith("Stratagem")
    label = pieces[place + 2].text if place + 2 < len(pieces) else ""
    is_name = place + 1 < len(pieces) and COST.fullmatch(pieces[place + 1].text) is not None
    return is_name and not label.endswith("Stratagem")


def explained(pieces: Sequence[Piece], place: int) -> bool:
    """Whether a heading is followed by its text, its cost or its detachment, and so names a rule."""
    if place + 1 >= len(pieces):
        return False
    text = pieces[place + 1].text
    if pieces[place + 1].kind != "heading":
        return " used in the following " not in text
    again = text.casefold() == pieces[place].text.casefold() and text != pieces[place].text
    return again or text.endswith(" Detachment") or COST.fullmatch(text) is not None
