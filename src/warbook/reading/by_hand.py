"""Rules typed by hand, because no grammar reads their texts: effects by a rule's name, for packs and documents.

A document's own words count: the typed effects stand for a text only where every sentence of it is one of those
that they were typed from, known by a digest of its words. Keywords in capitals are no part of that, for pages
lose them.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import msgspec

from warbook.effects import Effects, Then
from warbook.names import same

if TYPE_CHECKING:
    from warbook.parsing.text import TextReading

FOLDER = "by_hand"
_WORDS = re.compile(r"[a-z0-9]+")
_CAPITALS = re.compile(r"\b[A-Z][A-Z'’]+\b")


class TypedRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule of a faction or a detachment (``of``) with effects typed by hand, digests of the ``sentences``
    that tell it, and what its effects leave out, in own words."""

    name: str
    of: str
    effects: Effects
    sentences: frozenset[str] = frozenset()
    left_out: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """What is to be said where it stands for a text."""
        left = f"; left out: {'; '.join(self.left_out)}" if self.left_out else ""
        return f"{self.name}: typed by hand, for its text is not understood as a whole{left}"


@cache
def rules(system: str) -> tuple[TypedRule, ...]:
    """All rules of a system that are typed by hand."""
    file = resources.files("warbook.data") / FOLDER / f"{system}.json"
    return msgspec.json.decode(file.read_bytes(), type=tuple[TypedRule, ...]) if file.is_file() else ()


def of(name: str, whose: str, system: str) -> TypedRule | None:
    """The rule of this name of a faction or detachment."""
    return next((each for each in rules(system) if same(each.name, name) and same(each.of, whose)), None)


def known(name: str, system: str) -> bool:
    """Whether a rule of this name is typed by hand."""
    return any(same(each.name, name) for each in rules(system))


def standing_for(name: str, found: TextReading) -> TypedRule | None:
    """The rule that stands for a text of a rule of this name which is not understood."""
    if found.understood:
        return None
    known = (each for each in rules(found.system) if same(each.name, name))
    return next((each for each in known if _tells(found, each)), None)


def _tells(found: TextReading, rule: TypedRule) -> bool:
    """Whether every sentence is one of the rule's; what only explains it, and headings in capitals, may stand
    beside them."""
    told = [_words(each.text) for each in found.sentences if each.reading.effect != Then(())]
    return any(told) and all(digest(words) in rule.sentences for words in told if words)


def _words(sentence: str) -> str:
    plain = _CAPITALS.sub(" ", sentence).lower().replace("’", "").replace("'", "")
    return " ".join(_WORDS.findall(plain))


def digest(sentence: str) -> str:
    """The words of a sentence, but for those in capitals, as a short text that does not tell them."""
    return hashlib.sha256(_words(sentence).encode()).hexdigest()[:12]
