"""Rule words that explain themselves: what a page prints, and the explanation behind each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

import msgspec

from warbook import systems
from warbook.names import words as folded
from warbook.reading import glossary
from warbook.reading.glossary import Kind
from warbook.sheets.sheet import Rule

WEAPON: tuple[Kind, ...] = ("weapon", "status", "ability", "rule")
ABILITY: tuple[Kind, ...] = ("ability", "weapon", "rule")
RUNNING: tuple[Kind, ...] = ("ability", "rule", "status")
"""Sorts of words that a text names without more; a weapon's stand in brackets."""


_VALUE = re.compile(r"\s*(?:\(X\)|X[+\"]?)$")


class Since(msgspec.Struct, frozen=True):
    """What a rule does from a revision on."""

    revision: str
    text: str


class About(msgspec.Struct, frozen=True):
    """An explanation: ``own`` is what the user's document says, ``text`` what it comes to in our words,
    ``history`` what the revisions make of it, where they differ."""

    id: str
    title: str
    own: str | None = None
    text: str | None = None
    history: tuple[Since, ...] = ()


class Word(msgspec.Struct, frozen=True):
    """A printed word, and the ``id`` of what is told about it; empty where nothing is known."""

    printed: str
    id: str = ""


class Vocabulary:
    """The rule words of one page, each explained once."""

    def __init__(
        self, system: str, revision: str | None, rules: Iterable[Rule] = (), prefix: str = "word"
    ) -> None:
        self.system = system
        self.revision = revision
        self.about: dict[str, About] = {}
        self._prefix = prefix
        self._own: Mapping[tuple[str, ...], str] = {folded(rule.name): rule.text for rule in rules if rule.text}

    def word(self, printed: str, kinds: tuple[Kind, ...] = WEAPON) -> Word:
        """A word with what is told about it."""
        told = self.explained(printed, kinds)
        return Word(printed, told.id if told else "")

    def explained(self, printed: str, kinds: tuple[Kind, ...]) -> About | None:
        """What is told about a word; ``None`` where neither the glossary nor the document has it."""
        key = " ".join((printed.casefold(), *kinds))
        if key not in self.about:
            made = self._made(f"{self._prefix}-{len(self.about)}", printed, kinds)
            if made is None:
                return None
            self.about[key] = made
        return self.about[key]

    def parts(self, text: str) -> list[Word]:
        """A text with its rule words, each the first time that it stands there."""
        found, last, seen = [], 0, set[str]()
        for hit in _running(self.system).finditer(text):
            printed = hit[0].strip("[]")
            kinds = WEAPON if hit[0].startswith("[") else RUNNING
            about = self._explained(printed, kinds)
            if about is not None and about.id not in seen:
                seen.add(about.id)
                found += [Word(text[last : hit.start()]), Word(hit[0], about.id)]
                last = hit.end()
        return [*found, Word(text[last:])]

    def _explained(self, printed: str, kinds: tuple[Kind, ...]) -> About | None:
        """What is told about a word, perhaps in another form of it."""
        forms = (printed, printed.removesuffix("ed"), printed.removesuffix("s"))
        found = (self.explained(form, kinds) for form in dict.fromkeys(forms))
        return next(filter(None, found), None)

    def _made(self, name: str, printed: str, kinds: tuple[Kind, ...]) -> About | None:
        found = glossary.explained(self.system, printed, self.revision, kinds)
        own = self._own.get(folded(found.name if found else printed)) or self._own.get(_bare(printed))
        if found is None:
            return About(name, printed, own) if own else None
        return About(name, printed, own, found.text, history(self.system, found.history))


def history(system: str, texts: Iterable[tuple[str, str]]) -> tuple[Since, ...]:
    """The texts of a rule under the dates of the revisions that brought them."""
    first = next(iter(systems.REVISED.get(system, {"": None})))
    return tuple(Since(since or first, text) for since, text in texts)


@cache
def _running(system: str) -> re.Pattern[str]:
    """Finds the rule words of a running text."""
    names = {_VALUE.sub("", each.name) for each in glossary.entries(system) if each.kind in RUNNING}
    told = (_spoken(name) for name in sorted(names, key=lambda name: (-len(name), name)))
    return re.compile(rf"\[[^\[\]]{{2,60}}\]|\b(?:{'|'.join(told) or 'x^'})")


def _spoken(name: str) -> str:
    """A name as texts print it: of several words in any case, with its value behind it."""
    written = re.escape(name).replace(r"\ ", " ")
    any_case = f"(?i:{written})" if " " in name or "-" in name else written
    return any_case + r"(?:s|ed)?\b" + r"""(?: (?:\(\w+\+?\)|D?\d+(?:\+\d)?(?:\+|["”])?))?"""


def _bare(printed: str) -> tuple[str, ...]:
    """The words of a name without its value."""
    return tuple(word for word in folded(printed.partition("(")[0]) if not any(map(str.isdigit, word)))
