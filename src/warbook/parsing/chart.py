"""All meanings of a row of tokens under a grammar: a chart parser over its tables.

A branch of a symbol's rules is entered only where its first terminals fit the next token, so that a sentence
costs milliseconds under a grammar of a thousand rules. Equal meanings of one stretch are one: derivations that
differ only in their shape do not multiply.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from sys import intern
from typing import Any

from warbook.parsing.tables import End, Tables
from warbook.parsing.tokens import Token

Meaning = Hashable
Children = tuple[Any, ...]
Build = Callable[..., Any]
Ends = dict[int, dict[Meaning, None]]


class Rejected(Exception):
    """Raised by a meaning: this derivation makes no sense."""


class Exhausted(Exception):
    """Raised where a row of tokens has more readings of its parts than any sentence of a document."""


_MOST_TOKENS = 400
"""So many a sentence may have."""
_MOST_STEPS = 40_000
"""So many parts of rules are looked at in one row; sentences of documents need less than a tenth of it."""

_FREE = ("LOWERCASE", "CAPITALISED")
"""Kinds of tokens that any word is: those of printed names."""


class _Branch:
    """A place in the tree of one symbol's rules: what may follow (terminals, each whether it is a child and
    whether in capitals; symbols, each whether spliced), the rules that end here, and what it begins with."""

    __slots__ = ("ends", "first", "nullable", "parts", "steps")

    def __init__(self) -> None:
        self.steps: list[tuple[str, bool, bool, _Branch]] = []
        self.parts: list[tuple[str, bool, _Branch]] = []
        self.ends: list[End] = []
        self.first: frozenset[str] = frozenset()
        self.nullable = False


class Chart:
    """A grammar ready to parse; ``builders`` make the meaning of a rule from those of its parts, by the
    rule's alias or name. Raises LookupError for tables that are none of these builders' grammar."""

    def __init__(self, tables: Tables, builders: Mapping[str, Build]) -> None:
        self._builders = builders
        self._roots = _linked(tables)
        self.words = frozenset(tables.words[number] for number in tables.spelt)
        self._check(tables)

    def _check(self, tables: Tables) -> None:
        for branch in tables.branches:
            for part in branch.parts:
                self._roots[part.symbol]
            for end in branch.ends:
                if not (end.spliced or end.passes or end.joined):
                    self._builders[end.name]

    def reads(self, start: str) -> bool:
        """Whether the grammar has that symbol."""
        return start in self._roots

    def parse(self, row: Sequence[Token], start: str) -> tuple[list[Meaning], int]:
        """All different meanings of the whole row as the symbol ``start``, and how many tokens could be read
        at most (where a name might go on to the end: up to the last word that is none's). Raises Exhausted
        for a row that is too long or reads in too many ways."""
        if len(row) > _MOST_TOKENS:
            raise Exhausted
        run = _Run(self._roots, self._builders, row)
        found = run.symbol(start, 0).get(len(row), {})
        return list(found), run.furthest if run.furthest < len(row) else run.known


def _linked(tables: Tables) -> dict[str, _Branch]:
    """The trees of all symbols."""
    words = [intern(word) for word in tables.words]
    firsts = [frozenset(words[number] for number in first) for first in tables.firsts]
    branches = [_Branch() for _ in tables.branches]
    for branch, told in zip(branches, tables.branches, strict=True):
        branch.steps = [(words[s.word], s.kept, s.capitals, branches[s.after]) for s in told.steps]
        branch.parts = [(intern(p.symbol), p.symbol[0] == "_", branches[p.after]) for p in told.parts]
        branch.ends, branch.first, branch.nullable = told.ends, firsts[told.first], told.nullable
    return {intern(symbol): branches[at] for symbol, at in tables.roots.items()}


class _Run:
    """One row of tokens: every symbol is read at every place at most once."""

    def __init__(
        self, roots: Mapping[str, _Branch], builders: Mapping[str, Build], row: Sequence[Token]
    ) -> None:
        self.row, self.furthest, self.known, self._steps = row, 0, 0, 0
        self._roots, self._builders = roots, builders
        self._memo: dict[tuple[str, int], Ends] = {}

    def symbol(self, symbol: str, at: int) -> Ends:
        key = (symbol, at)
        known = self._memo.get(key)
        if known is None:
            self._memo[key] = known = {}
            root = self._roots[symbol]
            if symbol.startswith("__"):
                self._repeated(root, at, known)
            elif self._fits(root, at):
                self._walk(root, at, (), known)
        return known

    def _fits(self, branch: _Branch, at: int) -> bool:
        if branch.nullable:
            return True
        if at >= len(self.row):
            return False
        return any(kind in branch.first for kind in self.row[at].kinds)

    def _repeated(self, root: _Branch, at: int, ends: Ends) -> None:
        """One or more of what a repetition repeats, each row of children one meaning."""
        todo: list[tuple[int, Children]] = [(at, ())]
        while todo:
            start, before = todo.pop()
            if not self._fits(root, start):
                continue
            once: Ends = {}
            self._walk(root, start, (), once)
            for end, values in once.items():
                for value in values:
                    children = before + value  # type: ignore[operator]
                    if end > start and children not in ends.setdefault(end, {}):
                        ends[end][children] = None
                        todo.append((end, children))

    def _walk(self, branch: _Branch, at: int, children: Children, ends: Ends) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise Exhausted
        for end in branch.ends:
            self._complete(end, at, children, ends)
        kinds = self.row[at].kinds if at < len(self.row) else ()
        for word, kept, capitals, after in branch.steps:
            if word in kinds:
                self.furthest = max(self.furthest, at + 1)
                if word not in _FREE:
                    self.known = max(self.known, at + 1)
                more = (*children, self._text(at, capitals)) if kept else children
                self._walk(after, at + 1, more, ends)
        for symbol, spliced, after in branch.parts:
            for stop, values in self.symbol(symbol, at).items():
                for value in values:
                    told = value if spliced else (value,)
                    self._walk(after, stop, children + told, ends)  # type: ignore[operator]

    def _text(self, at: int, capitals: bool) -> str:
        """A keyword is in capitals however it is printed."""
        text = self.row[at].text
        return text.upper() if capitals else text

    def _complete(self, rule: End, at: int, children: Children, ends: Ends) -> None:
        if rule.spliced:
            value: Any = children
        elif rule.passes and len(children) == 1:
            value = children[0]
        elif rule.joined:
            value = intern(" ".join(children).lower())  # what *is* a default is left out of JSON
        else:
            try:
                value = self._builders[rule.name](*children)
            except Rejected:
                return
        ends.setdefault(at, {})[value] = None
