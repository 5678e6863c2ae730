"""All meanings of a row of tokens under a grammar: a chart parser over the rules that lark compiles.

Rules of one symbol share their common beginnings in a tree, and a branch is entered only where its first
terminals fit the next token, so that a sentence costs milliseconds under a grammar of a thousand rules.
Equal meanings of one stretch are one: derivations that differ only in their shape do not multiply.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from sys import intern
from typing import Any

from lark import Lark
from lark.grammar import NonTerminal, Rule, Symbol

from warbook.grammar.tokens import Token

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


class _Branch:
    """A place in the tree of one symbol's rules: what may follow, and the rules that end here."""

    __slots__ = ("complete", "first", "next", "nullable")

    def __init__(self) -> None:
        self.next: dict[Symbol, _Branch] = {}
        self.complete: list[Rule] = []
        self.first: frozenset[str] = frozenset()
        self.nullable = False


class Chart:
    """A grammar ready to parse; ``builders`` make the meaning of a rule from those of its parts, by the
    rule's alias or name."""

    def __init__(self, lark: Lark, builders: Mapping[str, Build]) -> None:
        self._spelt = _spellings(lark)
        self._roots: dict[Symbol, _Branch] = {}
        self._builders = builders
        self._repeats: dict[Symbol, tuple[list[Rule], bool]] = {}
        for rule in lark.rules:
            self._add(rule)
        self._make_first()
        self._check(lark.rules)
        self.words = frozenset(self._spelt[name] for name in self._spelt if self._spelt[name] != name)

    def _add(self, rule: Rule) -> None:
        symbols = tuple(s for s in rule.expansion)
        if symbols and symbols[0] == rule.origin:
            return  # the recursive half of a repetition, which ``_repeated`` plays
        branch = self._roots.setdefault(rule.origin, _Branch())
        for symbol in symbols:
            branch = branch.next.setdefault(symbol, _Branch())
        branch.complete.append(rule)

    def _check(self, rules: Iterable[Rule]) -> None:
        """Raises ValueError for rules without a meaning, or that begin with themselves."""
        missing = set()
        for rule in rules:
            name = rule.alias or str(rule.origin.name)
            known = name in self._builders or (_passes(rule) and not rule.alias) or name.startswith("_")
            if not known and not rule.options.keep_all_tokens:
                missing.add(name)
        if missing:
            raise ValueError(f"no meaning for {', '.join(sorted(missing))}")
        for symbol in self._roots:
            if symbol in self._beginnings(symbol):
                raise ValueError(f"{symbol.name} begins with itself")

    def _beginnings(self, symbol: Symbol) -> set[Symbol]:
        """The symbols that may stand first in ``symbol``."""
        found: set[Symbol] = set()
        todo = [self._roots[symbol]]
        while todo:
            for first, after in todo.pop().next.items():
                if not first.is_term and first not in found:
                    found.add(first)
                    todo.append(self._roots[first])
                if not first.is_term and self._roots[first].nullable:
                    todo.append(after)
        return found

    def _make_first(self) -> None:
        """What each branch may begin with, to a fixed point."""
        branches = list(self._branches())
        changed = True
        while changed:
            changed = False
            for branch in branches:
                first, nullable = set(branch.first), bool(branch.complete)
                for symbol, after in branch.next.items():
                    if symbol.is_term:
                        first.add(self._spelt[symbol.name])
                        continue
                    root = self._roots[symbol]
                    first |= root.first
                    if root.nullable:
                        first |= after.first
                        nullable = nullable or after.nullable
                if len(first) != len(branch.first) or nullable != branch.nullable:
                    branch.first, branch.nullable, changed = frozenset(first), nullable, True

    def _branches(self) -> Iterable[_Branch]:
        todo = list(self._roots.values())
        while todo:
            branch = todo.pop()
            yield branch
            todo.extend(branch.next.values())

    def parse(self, row: Sequence[Token], start: str) -> tuple[list[Meaning], int]:
        """All different meanings of the whole row as the symbol ``start``, and how many tokens could be read
        at most. Raises Exhausted for a row that is too long or reads in too many ways."""
        if len(row) > _MOST_TOKENS:
            raise Exhausted
        run = _Run(self, row)
        found = run.symbol(NonTerminal(start), 0).get(len(row), {})
        return list(found), run.furthest


class _Run:
    """One row of tokens: every symbol is read at every place at most once."""

    def __init__(self, chart: Chart, row: Sequence[Token]) -> None:
        self.row, self.furthest, self._steps = row, 0, 0
        self._roots, self._spelt, self._builders = chart._roots, chart._spelt, chart._builders
        self._memo: dict[tuple[Symbol, int], Ends] = {}

    def symbol(self, symbol: Symbol, at: int) -> Ends:
        key = (symbol, at)
        known = self._memo.get(key)
        if known is None:
            self._memo[key] = known = {}
            root = self._roots[symbol]
            if symbol.name.startswith("__"):
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
        for rule in branch.complete:
            self._complete(rule, at, children, ends)
        kinds = self.row[at].kinds if at < len(self.row) else ()
        for symbol, after in branch.next.items():
            if symbol.is_term:
                if self._spelt[symbol.name] in kinds:
                    self.furthest = max(self.furthest, at + 1)
                    kept = children if symbol.filter_out else (*children, self._text(symbol, at))  # type: ignore[attr-defined]
                    self._walk(after, at + 1, kept, ends)
            else:
                spliced = symbol.name.startswith("_")
                for end, values in self.symbol(symbol, at).items():
                    for value in values:
                        more = value if spliced else (value,)
                        self._walk(after, end, children + more, ends)  # type: ignore[operator]

    def _text(self, symbol: Symbol, at: int) -> str:
        """A keyword is in capitals however it is printed."""
        text = self.row[at].text
        return text.upper() if symbol.name == "CAPITALS" else text

    def _complete(self, rule: Rule, at: int, children: Children, ends: Ends) -> None:
        name = rule.alias or rule.origin.name
        if rule.origin.name.startswith("_") and not rule.alias:
            value: Any = children
        elif _passes(rule) and len(children) == 1 and rule.alias is None:
            value = children[0]
        elif rule.options.keep_all_tokens and name not in self._builders:
            value = intern(" ".join(children).lower())  # what *is* a default is left out of JSON
        else:
            try:
                value = self._builders[name](*children)
            except Rejected:
                return
        ends.setdefault(at, {})[value] = None


def _passes(rule: Rule) -> bool:
    return bool(rule.options.expand1)


def _spellings(lark: Lark) -> dict[str, str]:
    """What each terminal matches: a word's own spelling, or the name of a kind of token."""
    spelt = {t.name: t.pattern.value.lower() for t in lark.terminals if t.pattern.type == "str"}
    symbols = (symbol for rule in lark.rules for symbol in rule.expansion if symbol.is_term)
    return spelt | {s.name: s.name for s in symbols if s.name not in spelt}
