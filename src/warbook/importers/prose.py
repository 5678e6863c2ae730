"""The body of a printed rule, told apart: flavour, rule, examples, and bullets that only say it again."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from warbook.sheets.document import Piece, body

_WORD = re.compile(r"[a-z]{3,}|\d+")
_COUNTED = re.compile(r"\b\d+ [a-z]+ wounds?\b")
_RECAP = 0.42
"""Share of a recap's words that must stand in the rule itself."""
_TOO_SHORT = 100
"""Bullets after fewer characters than this are no recap: they are the rule."""


class Prose(msgspec.Struct, frozen=True):
    """A rule's body. ``lost`` are figures that stand only in the recap, so the rule itself has lost them."""

    text: str | None
    flavour: str | None = None
    summary: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()


def read_prose(parts: Sequence[Piece], rule_words: re.Pattern[str]) -> Prose:
    """Tells a body's parts; a first line without any of ``rule_words`` is flavour when more follows."""
    flavour, rest = _split_flavour(parts, rule_words)
    examples = tuple(dict.fromkeys(part.text for part in rest if part.text.startswith("Example:")))
    rule = [part for part in rest if not part.text.startswith("Example:")]
    recap = _recap(rule)
    text = body(rule[: len(rule) - len(recap)]) or None
    summary = tuple(dict.fromkeys(part.text for part in recap))
    return Prose(text, flavour, summary, examples, _figures_lost(text or "", summary))


def _split_flavour(parts: Sequence[Piece], rule_words: re.Pattern[str]) -> tuple[str | None, Sequence[Piece]]:
    if len(parts) < 2 or parts[0].kind == "bullet":
        return None, parts
    if parts[0].text.endswith(":") or rule_words.search(parts[0].text):
        return None, parts
    return parts[0].text, parts[1:]


def _recap(rule: Sequence[Piece]) -> list[Piece]:
    """The last run of bullets, where no colon announces it and its words stand in the rule before it."""
    start = len(rule)
    while start and rule[start - 1].kind == "bullet":
        start -= 1
    recap = list(rule[start:])
    if not recap or not start or rule[start - 1].text.endswith(":"):
        return _after_list(rule, start) if recap and start else []
    return recap if _repeats(recap, rule[:start]) else []


def _after_list(rule: Sequence[Piece], start: int) -> list[Piece]:
    """Bullets of one run that first complete a sentence ending in a colon and then say the rule again."""
    cut = next((place for place in range(start, len(rule)) if ": " in rule[place].text[:40]), start)
    return list(rule[cut:]) if cut > start and _repeats(rule[cut:], rule[:cut]) else []


def _repeats(recap: Sequence[Piece], before: Sequence[Piece]) -> bool:
    rule = " ".join(part.text for part in before).lower()
    if len(rule) < _TOO_SHORT:
        return False
    said = set(_WORD.findall(rule))
    words = _WORD.findall(" ".join(part.text for part in recap).lower())
    return sum(word in said for word in words) >= _RECAP * len(words)


def _figures_lost(text: str, summary: Sequence[str]) -> tuple[str, ...]:
    """Wounds that the summary counts and the rule does not."""
    if not text:
        return ()
    stated = [found for line in summary if " wound" in line for found in _COUNTED.findall(line)]
    return tuple(found for found in dict.fromkeys(stated) if found not in text)
