"""Which units a leader may join, by the sheets of both."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from warbook.names import same, words

_Words = tuple[str, ...]


class Leads(Protocol):
    """What of a sheet tells whom it leads and who leads it."""

    @property
    def name(self) -> str: ...
    @property
    def leads(self) -> tuple[str, ...]: ...
    @property
    def led_by(self) -> tuple[str, ...]: ...
    @property
    def keywords(self) -> tuple[str, ...]: ...
    @property
    def faction_keywords(self) -> tuple[str, ...]: ...


def may_lead(leader: Leads, unit: Leads) -> bool:
    """Whether one of the two sheets names the other: the unit by its name, or in capitals by keywords, all of
    which it must have (K-LDR-01).

    >>> from warbook.sheet import Datasheet
    >>> piper = Datasheet("Piper", "Reeds", "wh40k10", leads=("REED MARSH FOLK",))
    >>> may_lead(piper, Datasheet("Moss Folk", "Reeds", "wh40k10", keywords=("MARSH FOLK", "REED")))
    True
    >>> may_lead(piper, Datasheet("Gravel Folk", "Reeds", "wh40k10", keywords=("GRAVEL FOLK", "REED")))
    False
    """
    return any(_names(text, unit) for text in leader.leads) or any(
        same(text, leader.name) for text in unit.led_by
    )


def _names(text: str, unit: Leads) -> bool:
    if same(text, unit.name):
        return True
    return text.isupper() and consists(words(text), keyword_words((*unit.keywords, *unit.faction_keywords)))


@cache
def keyword_words(texts: tuple[str, ...]) -> frozenset[_Words]:
    """Keywords as ``consists`` compares them."""
    return frozenset(found for text in texts if (found := words(text)))


def consists(phrase: _Words, keywords: frozenset[_Words]) -> bool:
    """Whether a phrase is made up of keywords that stand one behind the other and of nothing else."""
    ends = {0}
    for end in range(1, len(phrase) + 1):
        if any(phrase[start:end] in keywords for start in ends):
            ends.add(end)
    return len(phrase) in ends
