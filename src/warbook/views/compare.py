"""Answers to the questions around an engagement, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console, ConsoleRenderable
from rich.table import Table
from rich.text import Text

from warbook.probability.compare import Luck, Needed, NotTraded, Reach, Traded, Worth
from warbook.views.card import bullets, percent


def lines(more: Mapping[str, Any]) -> list[ConsoleRenderable]:
    """Each answer, under its question's name."""
    found: list[ConsoleRenderable] = []
    if "reach" in more:
        found.append(_reach(more["reach"]))
    if "needed" in more:
        found.append(_needed(more["needed"]))
    found += [_luck(told) for told in more.get("luck", ())]
    if "worth" in more:
        found.append(_worth(more["worth"]))
    return found


def _reach(told: Reach) -> Text:
    again = " with a re-roll" if told.reroll else ""
    return Text(
        f'Charge of {told.distance}"{again}: {percent(told.p_reach)}; reach and destroy '
        f"{percent(told.p_reach_and_destroy)}, mean damage {told.damage_mean:.2f}"
    )


def _worth(rows: Sequence[Worth]) -> Table:
    heads = ("Worth", "damage", "models", "unit destroyed (percentage points)")
    table = Table(*heads, box=None, header_style="bold", pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        figures = (f"{row.damage:+.3f}", f"{row.models_destroyed:+.3f}", f"{100 * row.p_destroyed:+.2f}")
        table.add_row(row.change, *figures)
    return table


def _needed(told: Needed) -> Text:
    known = [f"{size}: {percent(p)}" for size, p in told.by_models.items()]
    sizes = ", ".join((*known, *(f"{size}: no figures, {why}" for size, why in told.failed.items())))
    if told.models is None:
        return Text(f"Needed: no size of this unit destroys it with {percent(told.chance)} ({sizes})")
    return Text(f"Needed: {told.models} models destroy it with {percent(told.chance)} or more ({sizes})")


def _luck(told: Luck) -> Text:
    return Text(
        f"Luck: {told.result} {told.what}: {percent(told.p_worse)} of attacks do less, "
        f"{percent(told.p_exactly)} the same, {percent(told.p_better)} more"
    )


def show_traded(
    console: Console,
    title: str,
    rows: Sequence[Traded | NotTraded],
    assumed: Sequence[str],
    untold: Sequence[str],
) -> None:
    """Engagements side by side: means, and points destroyed for each point of the attacker."""
    console.print(Text(title, style="dim"))
    heads = ("attacker (points)", "target (points)", "damage", "models", "unit destroyed", "points killed")
    table = Table(*heads, "for each point", box=None, header_style="bold", pad_edge=False)
    for column in table.columns[2:]:
        column.justify = "right"
    for row in rows:
        if isinstance(row, NotTraded):
            table.add_row(row.attacker, row.target, *"?" * 5)
            continue
        points = "–" if row.points_destroyed is None else f"{row.points_destroyed:.1f}"
        rate = "–" if row.points_destroyed_per_point is None else f"{row.points_destroyed_per_point:.3f}"
        means = (f"{row.damage_mean:.2f}", f"{row.models_destroyed_mean:.2f}", percent(row.p_destroyed))
        names = (_priced(row.attacker, row.attacker_points), _priced(row.target, row.target_points))
        table.add_row(*names, *means, points, rate)
    console.print(table)
    failed = [f"{row.attacker} at {row.target}: {row.failed}" for row in rows if isinstance(row, NotTraded)]
    for part in (
        *(bullets("No figures", failed) if failed else ()),
        *bullets("Taken as", assumed),
        *bullets("Not modelled", untold),
    ):
        console.print(part)


def _priced(name: str, points: int | None) -> Text:
    return Text(f"{name} ({points})" if points is not None else name)
