"""What each rule word of a game does, in our own words, and how the revisions of its rules differ.

>>> explained("wh40k10", "rapid fire 2").text
"2 more attacks at a target within half the weapon's range."
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from warbook.names import APOSTROPHES

Kind = Literal[
    "weapon", "ability", "rule", "stratagem", "type", "sub-type", "status", "reaction"
]  # what sort of word it is
_NAMED = re.compile(r"\bKEYWORD\b|\bX\b")
_BRACKETED = re.compile(r"\s*\(X\)$")
_NUMBER = re.compile(r"\s+(?=X)")
_GROUPS = {"KEYWORD": "(?P<KEYWORD>.+?)", "X": "(?P<X>[^()]+?)"}
FIRST = ""
"""Stands for the first revision of a game, before all dates."""


class Meaning(msgspec.Struct, frozen=True):
    """A rule word: its name, with ``X`` for a value and ``KEYWORD`` for a keyword, and what it does.

    ``changes`` hold what it does from a later revision on. ``phases`` are those in which it matters: one that
    names none does at any time; ``before`` is before the battle.
    """

    name: str
    kind: Kind
    text: str
    changes: dict[str, str] = {}
    phases: tuple[str, ...] = ()

    @property
    def texts(self) -> dict[str, str]:
        """What it does by the revision from which on it does so, oldest first."""
        return {FIRST: self.text, **dict(sorted(self.changes.items()))}

    def at(self, revision: str | None) -> str:
        """What it does under a revision; ``None`` is the newest."""
        told = [text for since, text in self.texts.items() if revision is None or since <= revision]
        return told[-1]


class Explained(msgspec.Struct, frozen=True):
    """A printed rule word with its meaning: its own value is filled in.

    ``history`` are the texts of all revisions, oldest first, where they differ; else it is empty.
    """

    printed: str
    name: str
    kind: Kind
    text: str
    history: tuple[tuple[str, str], ...] = ()
    phases: tuple[str, ...] = ()


@cache
def entries(system: str) -> tuple[Meaning, ...]:
    """All words of a game's glossary, in its order; empty for a game that has none."""
    file = resources.files("warbook.data") / "glossary" / f"{system}.json"
    if not re.fullmatch(r"\w+", system) or not file.is_file():
        return ()
    return msgspec.json.decode(file.read_bytes(), type=tuple[Meaning, ...])


@cache
def explained(
    system: str, printed: str, revision: str | None = None, kinds: tuple[Kind, ...] = ()
) -> Explained | None:
    """What a printed word means, ``None`` where the glossary does not know it. ``kinds``: only those, the
    first before the others."""
    plain = _plain(printed)
    found = [(each, hit) for each in _of(system, kinds) if (hit := _form(each.name).fullmatch(plain))]
    if not found:
        return None
    meaning, hit = found[0]
    values = {name: value.removesuffix("+") for name, value in hit.groupdict().items() if value}
    texts = tuple((since, _filled(text, values)) for since, text in meaning.texts.items())
    return Explained(
        printed.strip(),
        meaning.name,
        meaning.kind,
        _filled(meaning.at(revision), values),
        texts if len(texts) > 1 else (),
        meaning.phases,
    )


def _of(system: str, kinds: tuple[Kind, ...]) -> list[Meaning]:
    every = entries(system)
    return [each for kind in kinds for each in every if each.kind == kind] if kinds else list(every)


def _plain(text: str) -> str:
    words = APOSTROPHES.sub("'", text).strip(" []").casefold()
    return " ".join(re.sub("[\u2010-\u2013-]", " ", words).replace("”", '"').replace("″", '"').split())


@cache
def _form(name: str) -> re.Pattern[str]:
    """Matches the printed forms of a name: with its value, or without."""
    base, value = _BRACKETED.sub("", name), _BRACKETED.search(name)
    parts = _NUMBER.split(base, maxsplit=1)
    told = _pattern(parts[0]) + (rf"(?: {_pattern(parts[1])})?" if len(parts) > 1 else "")
    return re.compile(told + (r"(?: ?\((?P<X>[^()]*)\))?" if value else ""))


def _pattern(part: str) -> str:
    """A part of a name, literal but for what stands for a value or a keyword."""
    told, last = "", 0
    for hit in _NAMED.finditer(part):
        told += _literal(part[last : hit.start()]) + _GROUPS[hit[0]]
        last = hit.end()
    return told + _literal(part[last:])


def _literal(text: str) -> str:
    return re.escape(re.sub("-", " ", APOSTROPHES.sub("'", text)).casefold())


def _filled(text: str, values: dict[str, str]) -> str:
    """A text with a word's own value; a keyword and a die stand in capitals."""
    return _NAMED.sub(lambda hit: values.get(hit[0], hit[0].lower() if hit[0] != "X" else "X").upper(), text)
