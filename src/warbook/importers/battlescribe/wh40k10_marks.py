"""The mark-up of 40k catalogues, which glues words together where it is taken away carelessly."""

from __future__ import annotations

import re
from collections.abc import Container

from warbook.importers import markup
from warbook.importers.battlescribe.reading import Reading
from warbook.names import keyword

_SMALL_CAPITALS = re.compile(r"\^\^(?P<marked>[^\^\n]{1,120}?)\^\^")
_BETWEEN = re.compile(r"(?:and|or|of|the|in|to|and/or|with|for|from|a|an|d')\b", re.IGNORECASE)
_TITLED = re.compile(
    r"(?<![\w'’\-])(?!(?:An?|The|Each|Any|All|Other|If|For|One|Friendly|Enemy|While|When)\b)"
    r"[A-Z][\w'’\-]*(?:[ \n](?:(?:of|the|with|and)[ \n])?[A-Z][\w'’\-]*)*(?=[ \n](?:units?|models?)\b)"
)
"""Words with capital letters that say of which units or models the next word is."""
_FACTION = re.compile(r"^faction:\s*", re.IGNORECASE)
_GLUED = re.compile(r"(?<=\w)((?:\*\*|\^\^)+)(?=\w)")


def shown(text: str) -> str:
    """The lines of a text without mark-up; a word that only mark-up holds apart from the next gets a blank.

    >>> shown("Four **^^Mole^^**models")
    'Four Mole models'
    """
    return markup.plain(_GLUED.sub(r"\1 ", text))


def said(text: str, known: Container[str] = ()) -> str:
    """The same of a rule, with slanted words made plain, too, and keywords in capitals.

    Keywords are printed in small capitals, which these catalogues write as words between marks. Where the marks
    are left out, names of units and models that are keywords of the catalogue (``known``) are those.

    >>> said("If that unit is a **^^Deep Mole^^**, it digs.")
    'If that unit is a DEEP MOLE, it digs.'
    >>> said("While a Deep Mole unit digs", {"DEEP", "MOLE"})
    'While a DEEP MOLE unit digs'
    """
    plain = markup.prose(with_keywords(_GLUED.sub(r"\1 ", text)))
    return _TITLED.sub(lambda found: _capitals(found[0], known), plain)


def _capitals(titled: str, known: Container[str]) -> str:
    """Words that are known keywords in capitals, though the end of a line parts them; else as they are."""
    name = titled.replace("\n", " ")
    return name.upper() if split_keywords(name, known) else titled


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


def categories(reading: Reading) -> frozenset[str]:
    """All keywords that a catalogue and those that it links to know."""
    kept = reading.library.kept
    known: frozenset[str] | None = kept.get(f"categories of {reading.document.id}")
    if known is None:
        nodes = (
            node
            for document in reading.library.closure(reading.document)
            for node in document.root.children("categoryEntries")
        )
        known = frozenset(keyword(_FACTION.sub("", node.name)) for node in nodes)
        kept[f"categories of {reading.document.id}"] = known
    return known


def split_keywords(phrase: str, known: Container[str]) -> tuple[str, ...]:
    """A phrase as keywords that are known, the longest first; none where a word is left."""
    words = keyword(phrase).split()
    if not words:
        return ()
    for size in range(len(words), 0, -1):
        first = " ".join(words[:size])
        if first in known:
            rest = split_keywords(" ".join(words[size:]), known)
            if rest or size == len(words):
                return (first, *rest)
    return ()
