"""Which units a leader may join, and beside whom, by the sheets of all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Protocol

from warbook.names import same, words

if TYPE_CHECKING:
    from warbook.sheets.sheet import Datasheet

MOST_LEADERS = 2
_Words = tuple[str, ...]
_UNTIL = r"(?P<whom>[^.,()]{1,80}?)(?: models?\b| units?\b| attached\b|[.,()]|$)"
_BESIDE = re.compile(
    r"\beven if (?P<whom>[^.]{1,200}?)(?: \(excluding (?P<but>[^.)]{1,80})\))?"
    r" (?:has|have|is|are) ?already (?:been )?attached",
    re.IGNORECASE,
)
_TAKES_TWO = re.compile(r"\bup to (?:two|2) (?:leaders?|characters?)\b", re.IGNORECASE)
_AT_SIZE = re.compile(r"\bif this unit has a starting strength of (\d{1,3})\b", re.IGNORECASE)
_UNLIKE = re.compile(r"\bmore than one of the same\b|\bnot duplicates\b", re.IGNORECASE)
_NOT_BOTH = re.compile(
    r"(?:\bcannot have two|\b(?:never|cannot) include more than one"
    rf"|\bno more than one of (?:those|these) \w+ (?:is|are)(?: an?)?) {_UNTIL}",
    re.IGNORECASE,
)
_ONE_OF = re.compile(rf"\bonly if one of (?:those|these|them) (?:is|are)(?: an?)? {_UNTIL}", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:(?:one|an?|any|another|other|more) )+", re.IGNORECASE)
_KIND = re.compile(r" (?:models?|units?)$", re.IGNORECASE)


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

    >>> from warbook.sheets.sheet import Datasheet
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


def may_share(first: Datasheet, second: Datasheet, unit: Datasheet, models: int | None = None) -> bool | None:
    """Whether two leaders may be with one unit of so many models: where a sheet of the three says so. ``None``
    where it cannot be known, because a leader's sheet has no rules in words, so that its silence tells nothing,
    or because the unit's size decides and is not told (K-LDR-01).

    >>> from warbook.sheets.sheet import Datasheet, Note
    >>> piper, drummer = (Datasheet(name, "Reeds", "wh40k10") for name in ("Piper", "Drummer"))
    >>> folk = Datasheet("Moss Folk", "Reeds", "wh40k10")
    >>> may_share(piper, drummer, folk) is None
    True
    >>> said = Note("Leader", "It can do so even if one PIPER model has already been attached.")
    >>> may_share(piper, Datasheet("Drummer", "Reeds", "wh40k10", notes=(said,)), folk)
    True
    """
    answers = [_joins(first, second), _joins(second, first), *_takes_both(unit, (first, second), models)]
    if True in answers:
        return True
    known = None not in answers and all(any(_texts(leader)) for leader in (first, second))
    return False if known else None


def _texts(sheet: Datasheet) -> Iterator[str]:
    """What a sheet says in words, in single blanks."""
    abilities = (ability.text or "" for ability in sheet.abilities)
    rules = (rule.text or "" for rule in sheet.rules)
    every = (*abilities, *rules, *(note.text for note in sheet.notes))
    return (plain for text in every if (plain := " ".join(text.split())))


def _joins(leader: Datasheet, other: Datasheet) -> bool:
    """Whether a leader's sheet lets it join a unit that the other leads already."""
    return any(
        _is_any_of(other, found["whom"])
        and not _is_any_of(other, found["but"] or "")
        and _agree(text, (leader, other))
        for text in _texts(leader)
        for found in _BESIDE.finditer(text)
    )


def _takes_both(unit: Datasheet, leaders: Sequence[Datasheet], models: int | None) -> Iterator[bool | None]:
    """Whether a unit's own sheet lets two leaders join it, of each of its texts that may say so."""
    for text in _texts(unit):
        if _TAKES_TWO.search(text) and _agree(text, leaders):
            size = _AT_SIZE.search(text)
            yield None if size and models is None else size is None or int(size[1]) == models


def _agree(text: str, leaders: Sequence[Datasheet]) -> bool:
    """Whether two leaders are not such as the text that allows a second bars from being together."""
    if _UNLIKE.search(text) and same(leaders[0].name, leaders[1].name):
        return False
    if any(all(_is(sheet, found["whom"]) for sheet in leaders) for found in _NOT_BOTH.finditer(text)):
        return False
    return all(any(_is(sheet, found["whom"]) for sheet in leaders) for found in _ONE_OF.finditer(text))


def _is_any_of(sheet: Datasheet, phrase: str) -> bool:
    """Whether it is one of those that a text lists."""
    return any(_is(sheet, each) for each in re.split(r", (?:or |and )?| or | and ", phrase))


def _is(sheet: Datasheet, phrase: str) -> bool:
    """Whether a sheet has this name, or these keywords; a leader is a LEADER."""
    called = words(_KIND.sub("", _ARTICLE.sub("", phrase.strip())))
    of_models = (word for model in sheet.models for word in model.keywords)
    own = (sheet.name, *sheet.keywords, *sheet.faction_keywords, *of_models, "LEADER")
    return bool(called) and consists(called, keyword_words(own))
