"""Text as a sequence of pieces: headings, paragraphs, bullets and table rows, each with its line number.

A piece is what a reader sees as one thing. Pages copied from the web often glue a heading, a bullet or the
next paragraph to the sentence before it; such a line gives several pieces that share its number.
Nothing here knows a game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from warbook.errors import InputError

MAX_PIECES = 20_000
"""More pieces than this is no page that a person would read."""

Kind = Literal["heading", "text", "bullet", "row"]


class Piece(msgspec.Struct, frozen=True):
    """One heading, paragraph, bullet (without its mark) or table row (with its cells)."""

    kind: Kind
    text: str
    line: int
    cells: tuple[str, ...] = ()


_SAME = {
    "\r\n": "\n", "\r": "\n",
    "\u00a0": " ", "\u2007": " ", "\u2009": " ", "\u200a": " ", "\u202f": " ", "\u3000": " ", "\t": " ",
    "\u200b": "", "\u200c": "", "\u200d": "", "\u2060": "", "\u00ad": "", "\ufeff": "",
    "\u2010": "-", "\u2011": "-", "\u2212": "-", "\u2012": "–", "\u2014": "–", "\u2015": "–",
    "\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u201c": '"', "\u201d": '"', "\u2033": '"',
    "\x0b": " ", "\x0c": " ",
}  # fmt: skip
_SPACES = re.compile(r" {2,}")
_GLUE = re.compile(
    r"""[.!?:](?:(?=[A-Z][A-Za-z'-]|A |[-•] \S)(?:(?<=[a-z0-9)\]"'+][.!?])|(?<=[A-Z][A-Z][.!?]))"""
    r"""|(?<=:)(?=- \S|• |[A-Z][^.!?:\n]{1,60}$))""",
    re.MULTILINE,
)
_SEAM = "\x0b"
_BULLET = re.compile(r"(?:[-–] |[•◦■●▪‣⁃·] ?|-(?=[A-Za-zÀ-þ'(\[]))(?=\S)")
_STAR_BULLET = re.compile(rf"{_BULLET.pattern}|\* (?=\S)")
_TIGHT_BULLET = re.compile(rf"{_BULLET.pattern}|-(?=\d{{1,2}}(?:-\d{{1,2}})? [A-Za-z](?!o ))")
_MARKED = re.compile(r"^ *([-*•] |-(?=[A-Za-zÀ-þ'(\[]))(?=\S)", re.MULTILINE)
_MINOR = "a|an|and|as|at|by|for|from|in|into|is|of|on|or|over|the|to|under|upon|vs|with|without|-"
_WORD = rf"""(?:[A-ZÀ-Þ0-9("'&–+][^\s|]*|{_MINOR})"""
_HEADING = re.compile(rf"""(?:\d+\. )?{_WORD}(?: {_WORD}){{0,9}}""")
_ENDS = (".", ",", ":", ";", "?", '."')


def normalise(text: str) -> str:
    """The text with one kind of apostrophe, quote, hyphen, space and line end."""
    for odd, plain in _SAME.items():
        if odd in text:
            text = text.replace(odd, plain)
    return _SPACES.sub(" ", text) if "  " in text else text


def is_title(text: str) -> bool:
    """Whether a line reads as a heading: short, capitalised, and no sentence."""
    if len(text) > 72 or (text.endswith(_ENDS) and not (text.endswith("?") and text.isupper())):
        return False
    return _HEADING.fullmatch(text) is not None


def cells(line: str) -> tuple[str, ...]:
    """The cells of a table row, without the empty ones at its end."""
    found = [cell.strip() for cell in line.strip().removeprefix("|").split("|")]
    while found and not found[-1]:
        found.pop()
    return tuple(found)


def is_row(line: str) -> bool:
    """Whether a line is a row of a table."""
    return line.startswith("|") or line.endswith("|") or line.count(" | ") >= 2


def pieces(text: str, path: str = "text") -> list[Piece]:
    """All pieces of a text in order. Raises InputError when there are absurdly many."""
    seamed = _GLUE.sub(lambda found: found.group() + _SEAM, normalise(text))
    bullet = _bullet_of(seamed)
    out: list[Piece] = []
    for number, line in enumerate(seamed.split("\n"), 1):
        if not line or line.isspace():
            continue
        out.extend(_of_line(line.strip(), number, bullet))
        if len(out) > MAX_PIECES:
            raise InputError(path, f"line {number}", f"expected a page of at most {MAX_PIECES} paragraphs")
    return out


def _bullet_of(text: str) -> re.Pattern[str]:
    """What marks a bullet here: a star where it is the usual mark, a dash before a number where none is apart.

    Elsewhere a star opens a footnote, and a dash before a number is a minus.
    """
    marks = Counter(_MARKED.findall(text))
    if marks["* "] >= 2 and marks["* "] > marks["- "] + marks["• "]:
        return _STAR_BULLET
    return _TIGHT_BULLET if marks["-"] and not marks["- "] else _BULLET


def _of_line(line: str, number: int, bullet: re.Pattern[str]) -> Iterator[Piece]:
    if "|" in line and is_row(line):
        row = line.replace(_SEAM, " ")
        yield Piece("row", row, number, cells(row))
        return
    for part in line.split(_SEAM):
        if part := part.strip():
            yield _piece(part, number, bullet)


def _piece(part: str, number: int, bullet: re.Pattern[str]) -> Piece:
    if not part[0].isalnum() and (mark := bullet.match(part)):
        return Piece("bullet", part[mark.end() :].strip(), number)
    return Piece("heading" if is_title(part) else "text", part, number)


def runs(lines: Sequence[int]) -> list[tuple[int, int]]:
    """Ascending line numbers as ranges of neighbours, both ends included."""
    out: list[tuple[int, int]] = []
    for line in lines:
        if out and line <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(line, out[-1][1]))
        else:
            out.append((line, line))
    return out


def body(parts: Sequence[Piece]) -> str:
    """Paragraphs and bullets as text, one a line, each once."""
    shown = (f"- {part.text}" if part.kind == "bullet" else part.text for part in parts)
    return "\n".join(dict.fromkeys(shown))


def split_outside(text: str, separator: str = ",") -> list[str]:
    """A list's entries, split at separators that stand outside brackets, blanks removed."""
    if "(" not in text and "[" not in text:
        return [entry for part in text.split(separator) if (entry := part.strip())]
    out, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        if sign in "([":
            depth += 1
        elif sign in ")]":
            depth = max(0, depth - 1)
        elif sign == separator and not depth:
            out.append(text[start:place].strip())
            start = place + 1
    out.append(text[start:].strip())
    return [entry for entry in out if entry]
