"""Answers to the questions around an engagement, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from warbook.odds.compare import Luck, Needed, Reach, Traded, Worth
from warbook.views.card import percent


def show(console: Console, more: Mapping[str, Any]) -> None:
    """Print each answer under its question's name."""
    if "reach" in more:
        console.print(_reach(more["reach"]))
    if "worth" in more:
        console.print(_worth(more["worth"]))
    if "needed" in more:
        console.print(_needed(more["needed"]))
    for told in more.get("luck", ()):
        console.print(_luck(told))


def _reach(told: Reach) -> Text:
    again = " with a re-roll" if told.reroll else ""
    return Text(
        f'Charge of {told.distance}"{again}: {percent(told.p_reach)}; reach and destroy '
        f"{percent(told.p_reach_and_destroy)}, mean damage {told.damage_mean:.2f}"
    )


def _worth(rows: Sequence[Worth]) -> Table:
    table = Table("Worth", "damage", "models", "unit destroyed", box=None, header_style="bold", pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        figures = (f"{row.damage:+.3f}", f"{row.models_destroyed:+.3f}", f"{100 * row.p_destroyed:+.2f}%")
        table.add_row(row.change, *figures)
    return table


def _needed(told: Needed) -> Text:
    if told.models is None:
        best = max(told.by_models.values(), default=0.0)
        return Text(
            f"No size of this unit destroys it with {percent(told.chance)}; the best is {percent(best)}"
        )
    chance = percent(told.by_models[told.models])
    return Text(f"{told.models} models destroy it with at least {percent(told.chance)} ({chance})")


def _luck(told: Luck) -> Text:
    return Text(
        f"{told.result} {told.what}: worse {percent(told.p_worse)}, exactly {percent(told.p_exactly)}, "
        f"better {percent(told.p_better)}"
    )


def show_traded(console: Console, rows: Sequence[Traded]) -> None:
    """Engagements side by side."""
    heads = ("attacker", "target", "damage", "models", "unit destroyed", "points destroyed", "per point")
    table = Table(*heads, box=None, header_style="bold", pad_edge=False)
    for column in table.columns[2:]:
        column.justify = "right"
    for row in rows:
        points = "–" if row.points_destroyed is None else f"{row.points_destroyed:.1f}"
        rate = "–" if row.points_destroyed_per_point is None else f"{row.points_destroyed_per_point:.3f}"
        means = (f"{row.damage_mean:.2f}", f"{row.models_destroyed_mean:.2f}", percent(row.p_destroyed))
        table.add_row(
            _priced(row.attacker, row.attacker_points),
            _priced(row.target, row.target_points),
            *means,
            points,
            rate,
        )
    console.print(table)


def _priced(name: str, points: int | None) -> str:
    return f"{name} ({points})" if points is not None else name
