"""Lines that name something with its points, and the lists of wargear that may follow."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from warbook.sheets.sheet import Item

MOST_OF_ONE = 1_000
MOST_DIGITS = 7
_AMOUNT = r"\+?(?P<points>\d[\d.,'’ ]{0,12})"
_UNIT = r"(?:pts?|points?|punkte|puntos?|punti|p)"
PRICED = re.compile(
    rf"(?:(?P<ref>[A-Za-z]{{1,20}}\d{{1,3}})\s*:\s*)?(?:(?P<count>\d{{1,4}})\s*[x×]\s+)?(?P<name>.+?)\s*"
    rf"[(\[]\s*(?:[^()\[\]]{{0,30}}[^\d()\[\]],\s*)?{_AMOUNT}\s*{_UNIT}\b\.?(?P<more>[^)\]]*)[)\]]\s*(?P<rest>:\s*.*|\S.*)?$",
    re.IGNORECASE,
)
COUNTED = re.compile(
    r"(?:(?P<count>\d{1,4})\s*[x×]\s*|[x×]\s*(?P<after>\d{1,4})\s+)(?P<name>.+)", re.IGNORECASE
)
WITH = re.compile(r"(?P<count>\d{1,4})\s+with\s+(?P<items>.+)", re.IGNORECASE)
_WITH_NEXT = re.compile(r",\s*(?=\d{1,4}\s+with\s)", re.IGNORECASE)


class Priced(msgspec.Struct, frozen=True):
    """A name with its points; ``count`` stands before it, ``rest`` after them, ``ref`` the list's own key."""

    name: str
    points: int
    count: int | None = None
    rest: str = ""
    ref: str | None = None
    colon: bool = False


def priced(text: str) -> Priced | None:
    """The name and points of a line, if it is one that has them."""
    found = PRICED.fullmatch(text)
    if not found or not (points := number(found["points"])):
        points = 0 if found and re.fullmatch(r"0+", found["points"].strip()) else None
    if not found or points is None:
        return None
    name = found["name"].strip(" -–:")
    rest = (found["rest"] or "").lstrip(": ").strip()
    count = int(found["count"]) if found["count"] else None
    colon = (found["rest"] or "").startswith(":")
    return Priced(name, points, count, rest, found["ref"], colon) if name else None


def number(text: str) -> int | None:
    """A whole number, whatever separates its thousands."""
    digits = re.sub(r"\D", "", text)
    return int(digits) if 0 < len(digits) <= MOST_DIGITS else None


def counted(text: str) -> tuple[int, str] | None:
    """``"4x Warden"`` as a number and a name."""
    found = COUNTED.fullmatch(text)
    if not found:
        return None
    count = int(found["count"] or found["after"])
    return (count, found["name"].strip()) if 0 < count <= MOST_OF_ONE else None


def split(text: str) -> list[str]:
    """The parts of a list between its commas; a comma within brackets is part of a name."""
    parts, depth, start = list[str](), 0, 0
    for place, char in enumerate(text):
        depth += (char in "([") - (char in ")]" and depth > 0)
        if char == "," and not depth:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def items(text: str, models: int) -> Iterator[Item]:
    """What a list of wargear says that so many models carry between them.

    ``2 with spear, shield`` is said of two of them, each; a number before a thing alone is a total; what has no
    number each model carries.
    """
    for part in _WITH_NEXT.split(text):
        found = WITH.fullmatch(part)
        some = min(int(found["count"]), MOST_OF_ONE) if found else models
        for name in split(found["items"] if found else part):
            count = counted(name)
            if count is None:
                yield Item(name, some)
            else:
                yield Item(count[1], count[0] * some if found else count[0])
