"""Reads datasheet pages copied from the web as text, of any system that has a reader."""

from __future__ import annotations

import re

import msgspec

from warbook.errors import InputError
from warbook.importers import files, page_heresy3, page_wh40k10
from warbook.sheets.document import Piece, normalise, pieces
from warbook.sheets.sheet import Collection, Datasheet

MAX_CHARACTERS = 2_000_000
"""A longer text is no page that a person would read."""

HEAD = 40_000
"""The datasheet's own sections stand within so many characters of the page's start."""

_TITLE = re.compile(r"\s*([^\n|]{1,100}?) [–—-] ([^\n|]{1,120}?)\s*$", re.MULTILINE)
_MARKS = {
    "wh40k10": re.compile(
        r"(RANGED WEAPONS|MELEE WEAPONS|WARGEAR OPTIONS|ABILITIES|UNIT COMPOSITION|FACTION KEYWORDS|KEYWORDS|"
        r"CORE|STRATAGEMS|LEADER|TRANSPORT|DAMAGED)\b(?=:| \||$)"
    ),
    "heresy3": re.compile(
        r"(?:TRAITS|SPECIAL RULES|TYPE|UNIT COMPOSITION: ?\d)\b|\|.{0,120}?\| LD \| CL|"
        r"(?:Ranged|Melee) Weapon \| (?:R|IM) \||This datasheet has .{2,40} Battlefield Role|"
        r"- .{2,80} \d{1,4} Points$"
    ),
}
_GLUED_TITLE = re.compile(
    r"\s*[^\n|]{1,100}? [–—-] [^\n|]{1,120}?(?= *(?:(?:RANGED WEAPONS|MELEE WEAPONS) ?\||\| ?M ?\||"
    r"- [^\n|]{2,80}? \d{1,4} Points|"
    r"(?<=[a-z0-9)\]'’!])(?:WARGEAR OPTIONS|WARGEAR|ABILITIES|UNIT COMPOSITION|FACTION KEYWORDS|KEYWORDS|"
    r"LEADER|TRANSPORT|DAMAGED|TRAITS|SPECIAL RULES|TYPE|INVULNERABLE SAVE)\b))"
)
_READERS = {"wh40k10": page_wh40k10.read_sheet, "heresy3": page_heresy3.read_sheet}


def recognises(path: str) -> bool:
    """Whether a file holds a datasheet page of a known system."""
    return system_of(files.head(path, 4 * HEAD).decode("utf-8-sig", "ignore")) is not None


def collect(path: str) -> Collection:
    """The datasheet of a page. Raises InputError where the text is no page."""
    return Collection(tuple(read_page(files.text(path), path)))


def system_of(text: str) -> str | None:
    """The system whose marks a page bears; None where it is no page."""
    head = normalise(_with_title(text[:HEAD]))
    if not _TITLE.match(head):
        return None
    lines = head.split("\n")
    counts = {
        system: len({found.group() for line in lines if (found := marks.match(line))})
        for system, marks in _MARKS.items()
    }
    best = max(counts, key=lambda system: counts[system])
    return best if counts[best] else None


def read_page(text: str, path: str) -> list[Datasheet]:
    """The datasheet of a page. Raises InputError where the text is no page."""
    if len(text) > MAX_CHARACTERS:
        raise InputError(path, "end", f"expected a page of at most {MAX_CHARACTERS} characters")
    system = system_of(text)
    if system is None:
        raise InputError(
            path, "line 1", 'expected a page titled "Faction – Unit" with the sections of a datasheet'
        )
    parts = _pieces(text, path)
    title = _TITLE.match(parts[0].text)
    if title is None:
        raise InputError(path, "line 1", 'expected a title "Faction – Unit"')
    return [_READERS[system](parts, title.group(1).strip(), title.group(2).strip(), path)]


def _with_title(text: str) -> str:
    """The text with its title on a line of its own, where the next heading was glued to it."""
    found = _GLUED_TITLE.match(text)
    return f"{found.group()}\n{text[found.end() :].lstrip()}" if found else text


def _pieces(text: str, path: str) -> list[Piece]:
    """The pieces of a page under their own line numbers, though its title may be glued to a heading."""
    split = _with_title(text)
    parts = pieces(split, path)
    if split is text:
        return parts
    return [parts[0], *(msgspec.structs.replace(part, line=part.line - 1) for part in parts[1:])]
