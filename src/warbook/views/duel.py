"""A duel over several Fight phases, as text."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from warbook.probability.duel import Duel
from warbook.queries.saying import option_of_duels, said
from warbook.views.card import bullets, percent


def show(console: Console, told: Duel) -> None:
    """Print how things stand after each phase, then what was assumed and left out."""
    console.print(Text(f"{told.units[0]} against {told.units[1]}", style="bold"))
    table = Table("after phase", "struck first", box=None, header_style="dim", pad_edge=False)
    for name, models in zip(told.units, told.models, strict=True):
        table.add_column(Text(f"{name}: destroyed"), justify="right")
        table.add_column(f"left of {models}", justify="right")
    for phase in told.phases:
        row: list[str | Text] = [str(phase.phase), Text(phase.first)]
        for destroyed, left in zip(phase.p_destroyed, phase.models_left, strict=True):
            row += [percent(destroyed), f"{left:.2f}"]
        table.add_row(*row)
    console.print(table)
    for part in (
        *bullets("Taken as", [said(each, option_of_duels) for each in told.assumed]),
        *bullets("Not modelled", told.not_modelled),
    ):
        console.print(part)
