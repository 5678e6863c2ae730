"""How names, factions and keywords are told apart, and how a name may have its faction in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from warbook.names import words

_PARTS = re.compile(r"\s+[-–—]\s+")
_WITH_FACTION = (
    re.compile(r"(?P<name>.+\S)\s*[(\[](?P<faction>[^()\[\]]+)[)\]]"),
    re.compile(r"(?P<faction>\S.*?)\s+[–—-]\s+(?P<name>\S.*)"),
    re.compile(r"(?P<faction>\S.*\s[–—-]\s.*)\s+[–—-]\s+(?P<name>\S.*)"),
)


def folded(name: str) -> str:
    """A name as it is looked up: its words with a blank around each.

    >>> folded("Khârn the Bloody")
    ' kharn the bloody '
    """
    return f" {' '.join(words(name))} "


def folded_faction(name: str) -> str:
    """A faction as it is told apart: the last part of a long name.

    >>> folded_faction("Chaos - Emperor's Children") == folded_faction("EMPEROR’S CHILDREN")
    True
    """
    return folded(_PARTS.split(name.strip())[-1])


def folded_keywords(keywords: tuple[str, ...]) -> str:
    """Keywords as they are searched: each between bars."""
    return "|" + "|".join(" ".join(words(keyword)) for keyword in keywords) + "|"


def readings(name: str, faction: str | None) -> Iterator[tuple[str, str | None]]:
    """A name as it stands and, where it may have its faction in it, the two apart.

    >>> list(readings("Chaos Land Raider (World Eaters)", None))[1]
    ('Chaos Land Raider', 'World Eaters')
    """
    yield name, faction
    for form in _WITH_FACTION:
        parted = form.fullmatch(name.strip())
        if parted and faction is None:
            yield parted["name"], parted["faction"]


def belongs(own: str, faction: str) -> bool:
    """Whether a faction is the one that is asked for, or has its words in a row in its name."""
    return folded(faction) in folded(own) or folded_faction(own) == folded_faction(faction)


def listed(names: Sequence[str], most: int = 12) -> str:
    """Names in a row, the first few of many."""
    told = tuple(dict.fromkeys(names))
    more = len(told) - most
    return ", ".join(told[:most]) + (f" and {more} more" if more > 0 else "")
