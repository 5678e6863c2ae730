"""A grammar as plain tables: what the chart needs of the rules that lark compiles, ready to be kept.

Rules of one symbol share their common beginnings in a tree of branches; a branch knows the terminals that it
may begin with. Branches, words and sets of words are numbers, so that tables are read back in milliseconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule, Symbol


class Step(msgspec.Struct, frozen=True, array_like=True):
    """A terminal on a branch: its word (or kind of token), whether it is a child, and the branch after it."""

    word: int
    kept: bool
    capitals: bool
    after: int


class Part(msgspec.Struct, frozen=True, array_like=True):
    """A symbol on a branch, and the branch after it."""

    symbol: str
    after: int


class End(msgspec.Struct, frozen=True, array_like=True):
    """A rule that ends on a branch: its alias or its symbol's name; whether its children stand in the place of
    its meaning, whether an only child passes, whether its words are joined."""

    name: str
    spliced: bool = False
    passes: bool = False
    joined: bool = False


class Branch(msgspec.Struct, array_like=True):
    """A place in the tree of one symbol's rules: what may follow, and the rules that end here; ``first`` is a
    set of words by its number."""

    steps: list[Step]
    parts: list[Part]
    ends: list[End]
    first: int = 0
    nullable: bool = False


class Tables(msgspec.Struct, array_like=True):
    """A grammar: the words of its terminals, sets of them, branches, and the branch of each symbol; ``spelt``
    are the words that stand for themselves."""

    words: list[str]
    spelt: list[int]
    firsts: list[list[int]]
    branches: list[Branch]
    roots: dict[str, int]


def compiled(lark: Lark, meanings: Collection[str]) -> Tables:
    """The tables of lark's rules. Raises ValueError for rules without a meaning, or that begin with
    themselves."""
    _check_meanings(lark.rules, meanings)
    made = _Making(lark, meanings)
    made.check_beginnings()
    return made.tables


def _check_meanings(rules: Iterable[Rule], meanings: Collection[str]) -> None:
    missing = set()
    for rule in rules:
        name = rule.alias or str(rule.origin.name)
        known = name in meanings or (rule.options.expand1 and not rule.alias) or name.startswith("_")
        if not known and not rule.options.keep_all_tokens:
            missing.add(name)
    if missing:
        raise ValueError(f"no meaning for {', '.join(sorted(missing))}")


class _Making:
    """Tables that are being made."""

    def __init__(self, lark: Lark, meanings: Collection[str]) -> None:
        self._spellings = _spellings(lark)
        self._meanings = meanings
        words = list(dict.fromkeys(self._spellings.values()))
        self._numbers = {word: number for number, word in enumerate(words)}
        spelt = {word for name, word in self._spellings.items() if word != name}
        self.tables = Tables(words, sorted(self._numbers[word] for word in spelt), [], [], {})
        self._ways: list[dict[Symbol, int]] = []
        for rule in lark.rules:
            self._add(rule)
        for branch, ways in zip(self.tables.branches, self._ways, strict=True):
            self._lay(branch, ways)
        self._make_first()

    def _add(self, rule: Rule) -> None:
        symbols = tuple(rule.expansion)
        if symbols and symbols[0] == rule.origin:
            return  # the recursive half of a repetition, which the chart plays
        name = str(rule.origin.name)
        if name not in self.tables.roots:
            self.tables.roots[name] = self._branch()
        at = self.tables.roots[name]
        for symbol in symbols:
            if symbol not in self._ways[at]:
                self._ways[at][symbol] = self._branch()
            at = self._ways[at][symbol]
        self.tables.branches[at].ends.append(self._end(rule))

    def _branch(self) -> int:
        self.tables.branches.append(Branch([], [], []))
        self._ways.append({})
        return len(self._ways) - 1

    def _end(self, rule: Rule) -> End:
        origin, alias = str(rule.origin.name), rule.alias
        name = str(alias or origin)
        return End(
            name,
            spliced=origin.startswith("_") and not alias,
            passes=bool(rule.options.expand1) and alias is None,
            joined=bool(rule.options.keep_all_tokens) and name not in self._meanings,
        )

    def _lay(self, branch: Branch, ways: dict[Symbol, int]) -> None:
        for symbol, after in ways.items():
            name = str(symbol.name)
            if symbol.is_term:
                kept = not symbol.filter_out  # type: ignore[attr-defined]
                branch.steps.append(Step(self._word(name), kept, name == "CAPITALS", after))
            else:
                branch.parts.append(Part(name, after))

    def _word(self, name: str) -> int:
        return self._numbers[self._spellings[name]]

    def _make_first(self) -> None:
        """What each branch may begin with, to a fixed point."""
        branches, roots = self.tables.branches, self.tables.roots
        firsts = [frozenset(step.word for step in branch.steps) for branch in branches]
        for branch in branches:
            branch.nullable = bool(branch.ends)
        changed = True
        while changed:
            changed = False
            for at in reversed(range(len(branches))):  # what is used stands later in the files, mostly
                first, nullable = set(firsts[at]), branches[at].nullable
                for part in branches[at].parts:
                    root = roots[part.symbol]
                    first |= firsts[root]
                    if branches[root].nullable:
                        first |= firsts[part.after]
                        nullable = nullable or branches[part.after].nullable
                if len(first) != len(firsts[at]) or nullable != branches[at].nullable:
                    firsts[at], branches[at].nullable, changed = frozenset(first), nullable, True
        self._number(firsts)

    def _number(self, firsts: list[frozenset[int]]) -> None:
        """Equal sets of words are one."""
        numbers = {words: number for number, words in enumerate(dict.fromkeys(firsts))}
        self.tables.firsts = [sorted(words) for words in numbers]
        for branch, words in zip(self.tables.branches, firsts, strict=True):
            branch.first = numbers[words]

    def check_beginnings(self) -> None:
        """Raises ValueError for a symbol that begins with itself."""
        for symbol in self.tables.roots:
            if symbol in self._beginnings(symbol):
                raise ValueError(f"{symbol} begins with itself")

    def _beginnings(self, symbol: str) -> set[str]:
        """The symbols that may stand first in ``symbol``."""
        branches, roots = self.tables.branches, self.tables.roots
        found: set[str] = set()
        todo = [roots[symbol]]
        while todo:
            for part in branches[todo.pop()].parts:
                if part.symbol not in found:
                    found.add(part.symbol)
                    todo.append(roots[part.symbol])
                if branches[roots[part.symbol]].nullable:
                    todo.append(part.after)
        return found


def _spellings(lark: Lark) -> dict[str, str]:
    """What each terminal matches: a word's own spelling, or the name of a kind of token."""
    spelt = {t.name: t.pattern.value.lower() for t in lark.terminals if t.pattern.type == "str"}
    symbols = (symbol for rule in lark.rules for symbol in rule.expansion if symbol.is_term)
    return spelt | {s.name: s.name for s in symbols if s.name not in spelt}
