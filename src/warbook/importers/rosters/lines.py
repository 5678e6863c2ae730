"""A list's text as lines with their bullets and indents; line breaks that a copy lost are put back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

BULLETS = "•◦‣▪●○·*∙"
LOST = "the copy has lost its line breaks; they were put back where units and wargear begin"
MOST_LINES = 20_000
MOST_BROKEN = 200_000
"""Characters of a text whose line breaks are looked for."""
_BULLET = re.compile(rf"([{BULLETS}]|[-–—](?=\s)|\.(?=\s)(?:\s\.)*)\s*")
_MARKDOWN = re.compile(r"\*\*|__|`")
_QUOTE = re.compile(r"^\s*(?:>\s?)+")
_ROW = re.compile(r"\s*\|(.*\|.*)\|\s*")
_RULE = re.compile(r"\s*\|(?:\s*:?-+:?\s*\|)+\s*")
_AMOUNT = re.compile(r"(\d[\d.,]*)\s*(?:pts?|points?)?", re.IGNORECASE)
_NOTHING = frozenset(("", "-", "–", "—", "default", "none"))
"""What a cell of a table says of a unit that has nothing particular."""
_SPACES = re.compile(r"[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]")
_INVISIBLE = re.compile(r"[\u200b-\u200f\u2060\ufeff\u00ad]")
_PRICE = r"[(\[] ?\+?\d[\d.,'’ ]{0,10}(?:pts?|[Pp]oints?) ?[)\]]"
_HEADER_LABEL = (
    r"(?:FACTION KEYWORD|DETACHMENT|FORCE DISPOSITION|TOTAL ARMY POINTS|WARLORD|ENHANCEMENT|NUMBER OF UNITS"
    r"|SECONDARY|LIST NAME|POINTS LIMIT)\s*:"
)
_HEADING = r"(?:EPIC HERO(?:ES)?|CHARACTERS?|BATTLELINE|DEDICATED TRANSPORTS?|OTHER DATASHEETS|ALLIED UNITS)"
_NAME = r"[^,•◦:\n]{1,80}"
_BREAKS = (
    (re.compile(rf"\+{{0,60}} ?(?={_HEADER_LABEL})"), "\n+ "),
    (re.compile(r"\+{5,}"), "\n+++++\n"),
    (re.compile(r"(?<=\)) ?(?=& )"), "\n"),
    (re.compile(r"(?<=[^(\n]) ?(?<![(:] )(?=[A-Z][a-z]{1,9}\d{1,2}: \d{1,3}x )"), "\n"),
    (re.compile(r" ?(?=[•◦])"), "\n"),
    (re.compile(r" ?(?=Exported with App Version|Created with newrecruit)"), "\n"),
    (re.compile(r"(?<=[^\n,]) ?(?=Enhancements?: [^(),\n]{1,80}\(\+)"), "\n"),
    (re.compile(r"(?<=[a-z)]) ?(?=(?:Leading|Attached to) [A-Z])"), "\n"),
    (re.compile(r"(?<=[^,\s:•\n\d]) ?(?=\d{1,3} with [A-Z])"), "\n    "),
    (re.compile(r"(?<=[a-z)]) ?(?=(?:Combat Patrol|Incursion|Strike Force|Onslaught) \()"), "\n"),
    (re.compile(rf"(?<=[a-z)’']) ?(?={_HEADING}(?:[A-Z][a-z]|\d| |$))"), "\n"),
    (re.compile(rf"(?m)^({_HEADING}) ?(?=[A-Z\d])"), r"\1\n"),
    (re.compile(rf"(?<=[^\s,•◦:+(\d])(?=\d{{1,3}}x {_NAME}{_PRICE})"), "\n"),
    (re.compile(rf"(?<=[^\s,•◦:+(\d]) (?=\d{{1,3}}x {_NAME}{_PRICE})"), "\n"),
    (re.compile(rf"({_PRICE})(?! ?:) ?(?=[^\s:])"), r"\1\n"),
    (re.compile(rf"(?m)^([•◦] [^•◦\n]{{0,200}}[a-z’')])(?=[A-Z][^•◦\n]{{0,80}}{_PRICE}$)"), r"\1\n"),
)


_OWN_PRICE = re.compile(rf"(?P<name>[A-Z][^•◦:\n]{{1,80}}?) ?{_PRICE}")
_THING_AND_UNIT = re.compile(
    r"(?P<bullet>[•◦] ?(?:\d{1,3}x )?(?P<label>Enhancements?: )?)"
    rf"(?P<thing>[^•◦:\n(]{{1,200}}?) ?(?P<price>{_PRICE})"
)
_HEAD = re.compile(r"(?<=[a-z’'])(?=[A-Z])(?=[^+:(\n]{1,200}(?:\n|$))")
"""Where two names of a header that were two lines meet."""


class Line(msgspec.Struct, frozen=True):
    """One line: its ``number`` in the document, how far it is indented, its bullet, and what it says."""

    number: int
    indent: int
    bullet: str
    text: str

    @property
    def bulleted(self) -> bool:
        return bool(self.bullet)


def lines(text: str) -> Iterator[Line]:
    """The lines of a text; empty ones have no text. Markdown's marks are let go."""
    for number, raw in enumerate(_untabled(with_breaks(text).splitlines()), 1):
        if number > MOST_LINES:
            return
        yield _line(number, raw)


def _untabled(raws: Sequence[str]) -> Iterator[str]:
    """The lines with each row of a Markdown table as a line of a typed list, and without tables' headings."""
    for raw, after in zip(raws, (*raws[1:], ""), strict=False):
        row = _ROW.fullmatch(raw)
        heads = row is not None and bool(_RULE.fullmatch(after))
        yield "" if heads or _RULE.fullmatch(raw) else _told(row[1].split("|")) if row else raw


def _told(cells: Sequence[str]) -> str:
    """A row: the name, how many models if two cells are numbers, what is said, and the points."""
    name, *others = [_MARKDOWN.sub("", cell).strip() for cell in cells]
    numbers = [found[1] for cell in others if (found := _AMOUNT.fullmatch(cell))]
    said = [c for c in others if not _AMOUNT.fullmatch(c) and c.casefold() not in _NOTHING]
    size = f" x{numbers[0]}" if len(numbers) > 1 else ""
    points = f" - {numbers[-1]} pts" if numbers else ""
    return f"{name}{size}{': ' if said else ''}{', '.join(said)}{points}"


def with_breaks(text: str) -> str:
    """The text with line breaks before what begins a line, where a copy has lost them all."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(re.findall(_PRICE, text)) < 3 or text.strip().count("\n") > 2:
        return text
    text = re.sub(r"[^\S\n]+", " ", text[:MOST_BROKEN])
    for pattern, broken in _BREAKS:
        text = pattern.sub(broken, text)
    head, bullet, body = text.partition("•")
    return _HEAD.sub("\n", head) + bullet + _tails(body)


def _tails(text: str) -> str:
    """The text with each unit's name on a line of its own, where a blank alone parts it from the thing before.

    A name that stands on a line of its own elsewhere is known. Else wargear is taken for one word with those in
    small letters that follow it, and an enhancement for two.
    """
    lines = text.split("\n")
    known = {found["name"] for line in lines if (found := _OWN_PRICE.fullmatch(line.strip()))}
    longest = sorted(known, key=lambda name: (-len(name), name))
    return "\n".join(_tail(line, longest) for line in lines)


def _tail(line: str, known: Sequence[str]) -> str:
    found = _THING_AND_UNIT.fullmatch(line)
    if not found or not found["thing"]:
        return line
    thing, price = found["thing"], found["price"]
    name = next((each for each in known if thing.endswith(f" {each}")), None)
    parts = thing.split(" ")
    own = len(parts) - len(name.split(" ")) if name else _words_of_thing(parts, found["label"] is not None)
    return f"{found['bullet']}{' '.join(parts[:own])}\n{' '.join(parts[own:])} {price}" if own else line


def _words_of_thing(parts: Sequence[str], is_enhancement: bool) -> int:
    """How many of these words are the thing's, which is not all; 0 where there is no room for a name."""
    least = min(2 if is_enhancement else 1, len(parts) - 1)
    after = (place for place in range(least, len(parts)) if parts[place][:1].isupper())
    return next(after, 0)


def broken(text: str) -> bool:
    """Whether a copy of the list has lost its line breaks."""
    return with_breaks(text) != text.replace("\r\n", "\n").replace("\r", "\n")


def _line(number: int, raw: str) -> Line:
    spaced = _INVISIBLE.sub("", _SPACES.sub(" ", raw.replace("\t", "    "))).rstrip()
    spaced = _QUOTE.sub("", spaced)
    text = spaced.lstrip()
    indent = len(spaced) - len(text)
    bullet = ""
    if (found := _BULLET.match(text)) and not text.startswith("**"):
        bullet, text = found[1], text[found.end() :]
        if text.startswith("**") and re.match(r"\*\*[^*]*[\[(]\d", text):
            bullet = ""  # in markdown a unit is an item of a list too; its price stands in bold
    return Line(number, indent, bullet, " ".join(_MARKDOWN.sub("", text).split()))
