"""The mark-up of 40k catalogues, which glues words together where it is taken away carelessly."""

from __future__ import annotations

import re

from warbook.importers import markup

_SMALL_CAPITALS = re.compile(r"\^\^(?P<marked>[^\^\n]{1,120}?)\^\^")
_BETWEEN = re.compile(r"(?:and|or|of|the|in|to|and/or|with|for|from|a|an|d')\b", re.IGNORECASE)
_GLUED = re.compile(r"(?<=\w)((?:\*\*|\^\^)+)(?=\w)")


def shown(text: str) -> str:
    """The lines of a text without mark-up; a word that only mark-up holds apart from the next gets a blank.

    >>> shown("Four **^^Mole^^**models")
    'Four Mole models'
    """
    return markup.plain(_GLUED.sub(r"\1 ", text))


def said(text: str) -> str:
    """The same of a rule, with slanted words made plain, too, and keywords in capitals.

    Keywords are printed in small capitals, which these catalogues write as words between marks.

    >>> said("If that unit is a **^^Deep Mole^^**, it digs.")
    'If that unit is a DEEP MOLE, it digs.'
    """
    return markup.prose(with_keywords(_GLUED.sub(r"\1 ", text)))


def with_keywords(text: str) -> str:
    """A text with its small capitals as capitals; marks between which no keywords stand are left."""
    parts: list[str] = []
    at = 0
    while found := _SMALL_CAPITALS.search(text, at):
        keywords = _is_of_keywords(found["marked"])
        end = found.end() if keywords else found.end() - len("^^")
        parts += [text[at : found.start()], found[0].upper() if keywords else text[found.start() : end]]
        at = end
    return "".join((*parts, text[at:]))


def _is_of_keywords(marked: str) -> bool:
    """Whether all words between two marks are those of keywords: what stands between two runs is a sentence,
    and abilities in brackets are as good in small letters."""
    words = [word.strip("(),.;:") for word in marked.replace("*", " ").split()]
    names = [word for word in words if not _BETWEEN.fullmatch(word)]
    return bool(names) and "[" not in marked and not any(word[:1].islower() for word in names)
