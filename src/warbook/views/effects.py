"""How a read text looks to a person: its effects as a tree, and how far each sentence got."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from warbook.effects import english, to_json
from warbook.queries.coverage import clauses
from warbook.views.coverage import marked, state, style

if TYPE_CHECKING:
    from rich.console import Console
    from rich.tree import Tree

    from warbook.effects.english import Branch
    from warbook.parsing.text import TextReading

_STATE_WIDE = 20


class SentenceAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a sentence was read, and where its effects act: ``executed`` is in odds or in battles; ``rest`` is
    where understanding ended. A ``note`` has no rule in it: it is neither executed nor left out."""

    understood: bool
    executed: bool
    odds: bool
    battle: bool
    rest: str | msgspec.UnsetType = msgspec.UNSET
    note: bool = False


class TextAnswer(msgspec.Struct, frozen=True):
    """How a text was read: its sentences, its effects, and those in own words."""

    id: str
    understood: bool
    sentences: tuple[SentenceAnswer, ...]
    effects: list[Any]
    rendered: str


def answer(name: str, found: TextReading, kind: str | None = None) -> TextAnswer:
    """What is told of a text of a kind, under its ``name``."""
    sentences = tuple(
        SentenceAnswer(
            each.understood, each.executed, each.odds, each.battle, each.rest or msgspec.UNSET, each.note
        )
        for each in clauses(found, kind)
    )
    return TextAnswer(name, found.understood, sentences, to_json(found.effects), english.said(found.effects))


def show(console: Console, title: str, found: TextReading, kind: str | None = None) -> None:
    """Print the effects of a text of a kind; below them each sentence with who acts on it, or from where on it
    was not understood."""
    from rich.table import Table
    from rich.text import Text
    from rich.tree import Tree

    known = sum(sentence.understood for sentence in found.sentences)
    head = f"{title or 'Understood'}: {known} of {len(found.sentences)} sentences"
    tree = Tree(Text(head, style="bold"))
    for branch in english.tree(found.effects):
        _grow(tree, branch)
    console.print(tree)
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=_STATE_WIDE)
    grid.add_column()
    for clause in clauses(found, kind):
        grid.add_row(Text(state(clause), style=style(clause)), marked(clause))
    console.print(grid)


def _grow(tree: Tree, branch: Branch) -> None:
    from rich.text import Text

    grown = tree.add(Text(branch.text, style="" if branch.understood else "yellow"))
    for each in branch.beneath:
        _grow(grown, each)
