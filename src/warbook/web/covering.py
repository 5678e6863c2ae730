"""How much of the user's own documents is understood, for the page: by document, by unit, clause by clause.

Reading the texts of a document takes long the first time; it runs in a worker, in a lane of its own.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Sequence
from hashlib import blake2b

import msgspec

from warbook import library
from warbook.errors import InputError
from warbook.queries.coverage import Clause, Common, Coverage, CoveredRule, Figures
from warbook.sheets.sheet import Collection, Datasheet, Faction
from warbook.web.faults import NotHere

MOST_COMMON = 15
LONGEST = 4_000
"""Characters of a text that is typed or sent to be explained."""
KINDS = {
    "ability": "Abilities",
    "army": "Army rules",
    "detachment": "Detachment rules",
    "enhancement": "Enhancements",
    "when": "Stratagems: when",
    "target": "Stratagems: target",
    "effect": "Stratagems: effect",
    "restrictions": "Stratagems: restrictions",
}
"""What kinds of text are called on the page."""


class Document(msgspec.Struct, frozen=True):
    """A document in the library; ``key`` names it in links."""

    key: str
    title: str
    path: str
    system: str
    sheets: int
    factions: int


class Bearer(msgspec.Struct, frozen=True):
    """A unit, a faction or a detachment with its rules."""

    name: str
    rules: tuple[CoveredRule, ...]

    @property
    def sentences(self) -> int:
        return sum(len(text.clauses) for rule in self.rules for text in rule.texts)

    @property
    def understood(self) -> int:
        return sum(each.understood for rule in self.rules for text in rule.texts for each in text.clauses)


class Covered(msgspec.Struct, frozen=True):
    """A document as it is shown; ``kinds`` are those that it has texts of."""

    whole: Figures
    kinds: tuple[tuple[str, Figures], ...]
    common: tuple[Common, ...]
    bearers: tuple[Bearer, ...]

    def bearer(self, name: str) -> Bearer:
        """The unit of a name. Raises InputError."""
        for each in self.bearers:
            if each.name == name:
                return each
        raise NotHere("understanding", name[:80], "expected a unit or faction of the document with rules")


def documents() -> tuple[Document, ...]:
    """The documents that the current sheets and factions of the library come from, by their names."""
    if not library.exists():
        return ()
    from warbook.library import search

    counts: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for one in search.kept(search.Wanted(kind=None)):
        if one.kind != "roster":
            counts[one.source or one.document, one.system][one.kind == "faction"] += 1
    found = [
        Document(_key(path, system), os.path.basename(path) or path, path, system, *numbers)
        for (path, system), numbers in counts.items()
    ]
    return tuple(sorted(found, key=lambda each: (each.title.casefold(), each.path)))


def _key(path: str, system: str) -> str:
    return blake2b(f"{system} {path}".encode(errors="replace"), digest_size=6).hexdigest()


def document(key: str) -> Document:
    """The document that a link names. Raises InputError."""
    for each in documents():
        if each.key == key:
            return each
    raise NotHere("understanding", key[:40], "expected a document of the library; it may have been removed")


def covered(document: Document) -> Covered:
    """The coverage of a document; in a worker."""
    from warbook.queries.coverage import covered as of

    return shown(of(_collection(document)))


def _collection(document: Document) -> Collection:
    from warbook.library import search

    every = [
        one
        for one in search.kept(search.Wanted(kind=None, system=document.system))
        if (one.source or one.document) == document.path
    ]
    sheets = search.bodies(tuple(one.id for one in every if one.kind == "sheet"), Datasheet)
    factions = search.bodies(tuple(one.id for one in every if one.kind == "faction"), Faction)
    return Collection(tuple(sheets), tuple(factions))


def shown(told: Coverage) -> Covered:
    """What the page shows of a coverage."""
    kinds = tuple(
        (KINDS.get(kind, kind), figures) for kind, figures in told.by_kind.items() if figures.sentences
    )
    return Covered(_figures(told), kinds, told.common[:MOST_COMMON], bearers(told.rules))


def _figures(told: Coverage) -> Figures:
    return Figures(**{name: getattr(told, name) for name in Figures.__struct_fields__})


def bearers(rules: Iterable[CoveredRule]) -> tuple[Bearer, ...]:
    """Rules by whose they are, those with most that is not understood first."""
    found: dict[str, list[CoveredRule]] = defaultdict(list)
    for rule in rules:
        found[rule.source.rpartition(": ")[0] or rule.source].append(rule)
    every = [Bearer(name, tuple(each)) for name, each in found.items()]
    return tuple(sorted(every, key=lambda each: (each.understood - each.sentences, each.name.casefold())))


def explained(text: str, system: str) -> tuple[Clause, ...]:
    """The sentences of a text that was typed; in a worker. Raises InputError."""
    from warbook.parsing import text as texts
    from warbook.queries.coverage import clauses

    found = clauses(texts.read(text, None, system))
    if not found:
        raise InputError("understanding", "text", "expected a sentence")
    return found


def mark(clause: Clause) -> tuple[str, str]:
    """The sign of how far a clause got, and the words for it."""
    if not clause.understood:
        why = "" if clause.rest in clause.text else f": {clause.rest}"  # the reading itself failed
        return "✗", f"not understood{why}"
    where = [name for name, acts in (("odds", clause.odds), ("battles", clause.battle)) if acts]
    return ("✓", f"acts in {' and '.join(where)}") if where else ("○", "understood, nothing acts on it yet")


def parts(clause: Clause) -> tuple[str, str]:
    """A clause's text up to where understanding ended, and from there on."""
    if clause.understood:
        return clause.text, ""
    known, found, lost = clause.text.rpartition(clause.rest)
    return (known, found + lost) if found else ("", clause.text)


def share(part: int, whole: int) -> str:
    """A share in percent, rounded down: nothing is whole that is not."""
    return f"{100 * part // whole} %" if whole else "–"


def name_of(rule: CoveredRule) -> str:
    """A rule's own name."""
    return rule.source.rpartition(": ")[2]


def tally(rules: Sequence[CoveredRule]) -> str:
    """How many of some sentences are understood, in words."""
    every = [each for rule in rules for text in rule.texts for each in text.clauses]
    return f"{sum(each.understood for each in every)} of {len(every)} sentences"
