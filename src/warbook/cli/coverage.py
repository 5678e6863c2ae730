"""``warbook coverage``: how much of the rules text in documents is understood."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from warbook.cli.executed import acted_on
from warbook.cli.shown import AsJson, console, print_json, progress

if TYPE_CHECKING:
    from warbook.understanding import Passage

_COMBAT = re.compile(
    r"(?:hit|wound|damage) rolls?|saving throw|critical (?:hit|wound)|attacks and|armour penetration"
    r"|\b(?:strength|toughness|attacks|damage|wounds|save) characteristic|ballistic skill|weapon skill"
    r"|invulnerable save|feel no pain|\[[a-z0-9 +\-’']+\]|mortal wound|benefit of cover|stealth|fights first"
    r"|lone operative|\bthat attack\b|an attack (?:targets|is allocated)|half the damage",
    re.IGNORECASE,
)
"""A sentence that touches an attack's rolls, characteristics, allocation, damage or saves."""
_WORDS_OF_A_CLAUSE = 4


class Figures(msgspec.Struct):
    """How many texts and sentences there are, and of how many what is true."""

    texts: int = 0
    texts_understood: int = 0
    sentences: int = 0
    sentences_understood: int = 0
    sentences_executed: int = 0
    combat_sentences: int = 0
    combat_understood: int = 0
    combat_executed: int = 0


class NotUnderstood(msgspec.Struct, frozen=True):
    """A sentence that was not understood, whose it is, and from where on."""

    source: str
    text: str
    rest: str


class Coverage(msgspec.Struct):
    """How much of the rules text of documents is understood; ``bespoke`` are the rules that are programs."""

    texts: int
    texts_understood: int
    sentences: int
    sentences_understood: int
    sentences_executed: int
    combat_sentences: int
    combat_understood: int
    combat_executed: int
    by_kind: dict[str, Figures]
    bespoke: tuple[str, ...]
    not_understood: list[NotUnderstood]


def coverage(
    paths: Annotated[list[str], typer.Argument(help="Documents or folders.", show_default=False)],
    as_json: AsJson = False,
    clauses: Annotated[
        int, typer.Option("--clauses", min=0, help="So many of the commonest clauses not understood.")
    ] = 20,
) -> None:
    """Tell how much of the rules text in documents is understood, by kind of text."""
    from warbook import importers
    from warbook.understanding import passages

    found = []
    with progress("read", len(paths)) as step:
        for path in paths:
            found.append(importers.collect(path))
            step(path)
    whole = counted(passages(importers.merged(found)))
    if as_json:
        print_json(whole)
    else:
        _show(whole, clauses)


def counted(every: list[Passage]) -> Coverage:
    """The figures of all texts."""
    from warbook.grammar.text import KINDS

    kinds: dict[str, Figures] = {kind: Figures() for kind in KINDS}
    lost: list[NotUnderstood] = []
    with progress("coverage", len(every)) as step:
        for passage in every:
            lost += _count(kinds[passage.kind], passage)
            step(passage.source)
    sums = {name: sum(getattr(each, name) for each in kinds.values()) for name in Figures.__struct_fields__}
    return Coverage(**sums, by_kind=kinds, bespoke=_bespoke(), not_understood=lost)


def _count(figures: Figures, passage: Passage) -> list[NotUnderstood]:
    found = passage.read()
    if not found.sentences:
        return []
    acted = acted_on(found, passage.kind)
    figures.texts += 1
    figures.texts_understood += found.understood
    for each in found.sentences:
        executed = each.understood and acted(each.reading.effect)
        combat = bool(_COMBAT.search(each.text))
        figures.sentences += 1
        figures.sentences_understood += each.understood
        figures.sentences_executed += executed
        figures.combat_sentences += combat
        figures.combat_understood += combat and each.understood
        figures.combat_executed += combat and executed
    return [
        NotUnderstood(passage.source, each.text, each.reading.rest)
        for each in found.sentences
        if not each.understood
    ]


def _bespoke() -> tuple[str, ...]:
    """The rules of the system that are programs of their own, by name."""
    from warbook.systems.wh40k10 import effects

    return tuple(sorted(getattr(effects, "BESPOKE", ())))


def _show(told: Coverage, clauses: int) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table("kind", title="Rules text understood")
    for head in _HEADS:
        table.add_column(head, justify="right")
    rows: list[tuple[str, Figures | Coverage]] = [*told.by_kind.items(), ("all", told)]
    for kind, figures in rows:
        if figures.sentences:
            table.add_row(kind, *_row(figures))
    console().print(table)
    common = Counter(" ".join(each.rest.split()[:_WORDS_OF_A_CLAUSE]) for each in told.not_understood)
    for clause, count in common.most_common(clauses):
        console().print(Text(f"{count:6} not understood: {clause} …"))
    if told.bespoke:
        console().print(Text(f"Rules that are programs: {', '.join(told.bespoke)}"))


_HEADS = ("texts", "sentences", "understood", "executed", "combat", "understood", "executed")


def _row(told: Figures | Coverage) -> list[str]:
    return [
        f"{told.texts_understood} of {told.texts}",
        str(told.sentences),
        _share(told.sentences_understood, told.sentences),
        _share(told.sentences_executed, told.sentences),
        str(told.combat_sentences),
        _share(told.combat_understood, told.combat_sentences),
        _share(told.combat_executed, told.combat_sentences),
    ]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"
