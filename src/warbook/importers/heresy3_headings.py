"""Headings and list entries of a Horus Heresy page that their print does not show.

Names of wargear are often written in sentence case, and a copy may lose the marks of its bullets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from warbook.importers.heresy3_weapons import is_weapon_row
from warbook.importers.names import key
from warbook.importers.weapons import base_name
from warbook.sheets.document import Piece, split_outside

LISTS = {
    "WARGEAR": "wargear",
    "TRAITS": "traits",
    "SPECIAL RULES": "special rules",
    "TYPE": "type",
    "OPTIONS": "options",
    "WARGEAR OPTIONS": "options",
    "UNIT OPTIONS": "options",
    "UNIT COMPOSITION": "composition",
}
ROLE = re.compile(r"This datasheet has (.+?) Battlefield Role\.?(.*)", re.DOTALL)
_PARAMETER = re.compile(r" \([^()]*\)$")
_OPTION = re.compile(r" (?:may|can) |:$|\bPoints?\b|\bFree\.?$")
_LONGEST = 60
"""Characters of the longest line that may be a heading or a list's entry without a mark."""
_PUNCTUATION = (".", ",", ":", ";", "?", "!", '."')
_LONGEST_OPTION = 300
"""An option of more characters is searched for names only so far."""
_MOST_FLAVOUR = 8
"""Paragraphs that may stand between a weapon's name and its table."""


def list_at(pieces: Sequence[Piece], place: int) -> str | None:
    """Which list's heading stands there, if one does."""
    return LISTS.get(pieces[place].text.rstrip(":")) if pieces[place].kind != "row" else None


def with_marks(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, where short lines under a list's heading are bullets though they lost their marks."""
    out = list(pieces)
    seen: set[str] = set()
    place = 1
    while place < len(out):
        name = list_at(out, place)
        place += 1
        if name is None or name in seen:
            continue
        end = _unmarked_end(out, place, name)
        seen.update([name] if end > place else [])
        for entry in range(place, end):
            if out[entry].kind != "bullet":
                text = out[entry].text.removeprefix("* ")
                out[entry] = msgspec.structs.replace(out[entry], kind="bullet", text=text)
        place = end
    return out


def _unmarked_end(pieces: Sequence[Piece], place: int, name: str) -> int:
    """Past the entries of a list; its own place where what follows is no list without marks."""
    end = place
    while end < len(pieces) and list_at(pieces, end) is None and _is_entry(pieces[end], name):
        end += 1
    if end == place or all(piece.kind == "bullet" for piece in pieces[place:end]):
        return end
    marked = pieces[place].kind == "bullet" or pieces[place].text.startswith("* ")
    ends_well = end == len(pieces) or list_at(pieces, end) is not None or ROLE.match(pieces[end].text)
    if name == "options" and not ends_well:
        return _options_end(pieces, place, end)
    return end if ends_well else _marked_end(pieces, place, end) if marked else place


def _marked_end(pieces: Sequence[Piece], place: int, end: int) -> int:
    while place < end and (pieces[place].kind == "bullet" or pieces[place].text.startswith("* ")):
        place += 1
    return place


def _options_end(pieces: Sequence[Piece], place: int, end: int) -> int:
    """Past the last line that is surely one of the options."""
    while end > place and pieces[end - 1].kind != "bullet" and not _OPTION.search(pieces[end - 1].text):
        end -= 1
    return end


def _is_entry(piece: Piece, name: str) -> bool:
    if piece.kind in ("bullet", "row"):
        return piece.kind == "bullet"
    if name == "options" and _OPTION.search(piece.text):
        return True
    return len(piece.text) <= _LONGEST and not piece.text.endswith(_PUNCTUATION)


def with_headings(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, where a short line that names a thing of the page is a heading though in sentence case."""
    known = _Known(pieces)
    out: list[Piece] = []
    for place, piece in enumerate(pieces):
        if place and _may_head(piece) and (known.names(piece.text) or _heads_table(pieces, out, place, known)):
            piece = msgspec.structs.replace(piece, kind="heading")
        out.append(piece)
    return out


def _may_head(piece: Piece) -> bool:
    text = piece.text
    return (
        piece.kind == "text"
        and len(text) <= _LONGEST
        and not text.endswith(_PUNCTUATION)
        and ": " not in text
        and ". " not in text
        and (text[0].isupper() or text[0].isdigit())
    )


def _heads_table(pieces: Sequence[Piece], before: Sequence[Piece], place: int, known: _Known) -> bool:
    """Whether a weapon's table follows, with or without flavour between, and the line is no such flavour."""
    above = before[-1]
    if above.kind == "heading" and above.text not in LISTS:
        return False
    if _in_reaction(before):
        return False
    for following in pieces[place + 1 : place + 2 + _MOST_FLAVOUR]:
        if following.kind == "row":
            return is_weapon_row(following)
        if following.kind == "heading" or (_may_head(following) and known.names(following.text)):
            return False
    return False


def _in_reaction(before: Sequence[Piece]) -> bool:
    """Whether the nearest label above, before any heading, is one of a reaction."""
    for piece in reversed(before[-30:]):
        if piece.kind == "heading":
            return False
        if piece.text.startswith(("Trigger:", "Process:")):
            return True
    return False


class _Known:
    """The names that a page gives in its lists and its weapon tables."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._names: set[str] = set()
        sizes = {len(_plain(piece.text).split()) for piece in pieces if _may_head(piece)}
        name = None
        for place in range(1, len(pieces)):
            piece = pieces[place]
            if piece.kind == "row":
                self._names.update(map(_plain, _in_row(piece)))
            elif piece.kind != "bullet":
                name = list_at(pieces, place)
            elif name == "options":
                self._names.update(_phrases(piece.text, sizes))
            elif name in ("wargear", "special rules", "traits"):
                self._names.add(_plain(piece.text))
        self._names = {name for name in self._names if any(map(str.isalpha, name))}

    def names(self, text: str) -> bool:
        """Whether the text is a name that the page gives."""
        return _plain(text) in self._names


def _plain(name: str) -> str:
    return key(_PARAMETER.sub("", name.strip(" .")))


def _phrases(option: str, sizes: Iterable[int]) -> Iterator[str]:
    """Whatever an option may name: its runs of so many words."""
    listed = key(option[:_LONGEST_OPTION]).split()
    for size in sizes:
        for first in range(len(listed) - size + 1):
            yield " ".join(listed[first : first + size])


def _in_row(piece: Piece) -> Iterator[str]:
    """The names in a weapon table's row: the weapon's, its rules' and its traits'."""
    if piece.cells and not is_weapon_row(piece):
        yield base_name(piece.cells[0])
        for cell in piece.cells[5:]:
            yield from split_outside(cell)
