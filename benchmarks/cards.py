"""Which plays of documents battles offer, card by card: ``python -m benchmarks.cards [PAGE…]``.

A card counts as offered where a battle asks for it in its window, on its targets, and carries out all of it:
as a core play that the game has by itself, or as one that is read. Of the others it tells the parts that no
battle knows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.table import render
from warbook import importers
from warbook.names import same
from warbook.sheets.sheet import Datasheet, Play
from warbook.systems.wh40k10.plays import PLAYS
from warbook.systems.wh40k10.ruled.beyond import beyond
from warbook.systems.wh40k10.ruled.occasions import card
from warbook.systems.wh40k10.ruled.rulebook import of_play

SEEDS = Path("../shared/seeds")


def main(arguments: Sequence[str] | None = None) -> None:
    """Count and print."""
    paths = list(sys.argv[1:] if arguments is None else arguments) or sorted(map(str, SEEDS.glob("0*.txt")))
    sheets = [sheet for path in paths for sheet in importers.collect(path).sheets if sheet.system == "wh40k10"]
    rows = [row for sheet in sheets for row in _rows(sheet)]
    print(render(("page", "source", "card", "in battles"), rows))
    print(f"\n{sum(row[3].startswith('offered') for row in rows)} of {len(rows)} cards are offered")


def _rows(sheet: Datasheet) -> Iterator[tuple[str, str, str, str]]:
    for play in sheet.plays:
        yield sheet.name, str(play.source), play.name, _told(play, sheet)


def _told(play: Play, sheet: Datasheet) -> str:
    if any(same(play.name, core.name) for core in PLAYS):
        return "offered: a core play"
    rule = of_play(play, sheet)
    return "offered" if card(rule, play.cost) else f"not: {'; '.join(beyond(rule))}"


if __name__ == "__main__":
    main()
