"""The odds of every pair of two sides, as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from warbook import library
from warbook.probability.matrix import Best, Cell, Matrix, Side
from warbook.queries.saying import option_of_lists, said
from warbook.views.card import bullets, percent

MOST = 12
"""Notes of a kind that are shown; JSON has them all."""


def _rate(cell: Cell) -> str:
    rate = cell.points_destroyed_per_point
    return "–" if rate is None else f"{rate:.2f}"


FIGURES: Mapping[str, tuple[str, Callable[[Cell], str]]] = {
    "damage": ("mean damage", lambda cell: f"{cell.damage_mean:.1f}"),
    "models": ("mean models destroyed", lambda cell: f"{cell.models_destroyed_mean:.1f}"),
    "chance": ("chance to destroy the unit", lambda cell: percent(cell.p_destroyed)),
    "points": ("points destroyed for each point of the attacker", _rate),
}


def show(console: Console, made: Matrix, figure: str | None = None) -> None:
    """A table for each figure (or for one), each attacker's best target, and what was left out."""
    console.print(Text(f"{made.system}, rules of {made.revision}; {_phases(made)}", style="dim"))
    for number, side in enumerate(made.targets, 1):
        console.print(Text(f"[{number}] {_priced(side)}"))
    for name in [figure] if figure else _told(made):
        console.print()
        console.print(_table(made, *FIGURES[name]))
    console.print()
    for best in made.best:
        console.print(Text(_best(made, best)))
    if made.failures:
        pairs = len(made.attackers) * len(made.targets)
        console.print(Text(f"{len(made.failures)} of {pairs} pairs have no figures (?)", style="red"))
    for title, lines in _notes(made):
        for part in bullets(title, _some(lines)) if lines else ():
            console.print(part)


def _phases(made: Matrix) -> str:
    """The one phase of all pairs, or what marks those of the fight."""
    phases = sorted({cell.phase for cell in made.cells})
    return phases[0] if len(phases) == 1 else "shooting or, marked f, the fight: whichever does more"


def _mark(made: Matrix, cell: Cell) -> str:
    if len({other.phase for other in made.cells}) == 1:
        return ""
    return " f" if cell.phase == "fight" else "  "


def _told(made: Matrix) -> list[str]:
    """The figures that any pair has."""
    priced = any(cell.points_destroyed_per_point is not None for cell in made.cells)
    return [name for name in FIGURES if name != "points" or priced]


def _table(made: Matrix, title: str, shown: Callable[[Cell], str]) -> Table:
    heads = [f"[{number}]" for number, _ in enumerate(made.targets, 1)]
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column(Text(title))
    for head in heads:
        table.add_column(Text(head), justify="right")
    cells = {(cell.row, cell.column): cell for cell in made.cells}
    for row, side in enumerate(made.attackers):
        own = [cells.get((row, column)) for column in range(len(heads))]
        table.add_row(Text(_priced(side)), *(shown(cell) + _mark(made, cell) if cell else "?" for cell in own))
    return table


def _priced(side: Side) -> str:
    several = f"{len(side.places)} units of " if len(side.places) > 1 else ""
    return f"{several}{side.name}" + (f" ({side.points})" if side.points is not None else "")


def _best(made: Matrix, best: Best) -> str:
    cell = next(cell for cell in made.cells if (cell.row, cell.column) == (best.row, best.column))
    points = "" if cell.points_destroyed is None else f"{cell.points_destroyed:.0f} points, "
    share = "" if points else f"{percent(cell.share)} of its wounds, "
    told = f"{points}{share}{cell.models_destroyed_mean:.1f} models, destroyed {percent(cell.p_destroyed)}"
    lack = f"; {best.missing} of {len(made.targets)} missing" if best.missing else ""
    name = made.targets[best.column].name
    return f"{made.attackers[best.row].name}: best at {name} ({told}; {cell.phase}{lack})"


def _notes(made: Matrix) -> Iterator[tuple[str, Sequence[str]]]:
    left_out = [
        f"{left.name}: {left.why}" + (f"; closest: {', '.join(left.candidates)}" if left.candidates else "")
        for left in made.left_out
    ]
    if left_out and not library.exists():
        left_out.append(library.EMPTY)
    yield "Left out", left_out
    yield "No figures", [f"{each.attacker} at {each.target}: {each.why}" for each in made.failures]
    yield "Problems", made.problems
    yield "Taken as", [said(each, option_of_lists) for each in made.assumed]
    yield "Not modelled", made.not_modelled


def _some(lines: Sequence[str]) -> list[str]:
    more = len(lines) - MOST
    return [*lines[:MOST], *([f"and {more} more (--json has them all)"] if more > 0 else [])]
