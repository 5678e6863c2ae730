"""How a read text looks to a person: its effects as a tree, what was not understood marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warbook.effects import english

if TYPE_CHECKING:
    from rich.console import Console
    from rich.tree import Tree

    from warbook.effects.english import Branch
    from warbook.grammar.text import TextReading


def show(console: Console, title: str, found: TextReading) -> None:
    """Print a text's effects; below them where understanding of a sentence ended."""
    from rich.text import Text
    from rich.tree import Tree

    known = sum(sentence.understood for sentence in found.sentences)
    head = f"{title or 'Understood'}: {known} of {len(found.sentences)} sentences"
    tree = Tree(Text(head, style="bold"))
    for branch in english.tree(found.effects):
        _grow(tree, branch)
    console.print(tree)
    for sentence in found.sentences:
        if not sentence.understood:
            console.print(Text(f"not understood from here: {sentence.reading.rest}", style="yellow"))


def _grow(tree: Tree, branch: Branch) -> None:
    from rich.text import Text

    grown = tree.add(Text(branch.text, style="" if branch.understood else "yellow"))
    for each in branch.beneath:
        _grow(grown, each)
