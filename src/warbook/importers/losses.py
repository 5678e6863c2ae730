"""Signs that a page lost a word: what stands around a linked keyword that the copy left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SIGNS = (
    re.compile(r"(?<=\w) [,.](?=[ ]|$)"),
    re.compile(r"\ban (?:unit|model|character)s?\b"),
    re.compile(r"\b[Tt]he and \w+"),
    re.compile(r"[a-z][.!?](?:units?|models?) "),
)
_BARE_UNIT = re.compile(r"\b(?:[Oo]ne|[Aa]|for) (?:units?|models?) from your army\b")


def lost_keywords(text: str) -> Iterator[str]:
    """The few words around every place where a keyword must have stood."""
    for sign in _SIGNS:
        for found in sign.finditer(text):
            yield around(text, found.start(), found.end())


def bare_units(text: str) -> Iterator[str]:
    """Places that name a unit of the army and no keyword of it, where a faction's rule would name one."""
    for found in _BARE_UNIT.finditer(text):
        yield found.group()


def around(text: str, start: int, end: int) -> str:
    """The words of a text near a place, for a message."""
    left, right = max(0, start - 24), min(len(text), end + 16)
    return text[left:right].split("\n")[0].strip()
