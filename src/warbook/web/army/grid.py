"""A heat map as a table: every figure in words of its cell, its shade besides."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from csv import writer
from io import StringIO

import msgspec

from warbook.probability.matrix import Cell, Failure, Matrix, Side
from warbook.web.army.asked import Figure

Bounds = tuple[float, ...]
PARTS: Bounds = (0.05, 0.2, 0.4, 0.6, 0.8)
"""Where a chance or a share takes the next shade."""
RATES: Bounds = (0.05, 0.15, 0.3, 0.5, 0.8)
"""Where points destroyed for a point do."""


class Shown(msgspec.Struct, frozen=True):
    """How a figure is shown: its name, what it means, a cell's value, its text, and where shades begin;
    without bounds they are parts of the largest."""

    title: str
    meaning: str
    value: Callable[[Cell], float | None]
    text: Callable[[float], str]
    bounds: Bounds | None = None


def _decimals(value: float) -> str:
    return f"{value:.1f}" if value < 100 else f"{value:.0f}"


def _percent(part: float) -> str:
    """A chance or a part, as coarse as a table bears; nothing is called certain that is not.

    >>> [_percent(part) for part in (0.0, 0.001, 0.415, 0.999, 1.0)]
    ['0%', '<1%', '42%', '>99%', '100%']
    """
    if 0 < part < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= part < 1 - 1e-9 else f"{part:.0%}"


FIGURES: Mapping[Figure, Shown] = {
    "points": Shown(
        "Points for points",
        "points of the target destroyed for each point of the attacker",
        lambda cell: cell.points_destroyed_per_point,
        lambda value: f"{value:.2f}",
        RATES,
    ),
    "share": Shown(
        "Share of its wounds",
        "mean part of the target's wounds that it loses",
        lambda cell: cell.share,
        _percent,
        PARTS,
    ),
    "chance": Shown(
        "Chance to destroy",
        "chance that the whole unit is destroyed",
        lambda cell: cell.p_destroyed,
        _percent,
        PARTS,
    ),
    "damage": Shown("Damage", "mean wounds lost", lambda cell: cell.damage_mean, _decimals),
    "models": Shown(
        "Models destroyed", "mean number of models", lambda cell: cell.models_destroyed_mean, _decimals
    ),
}


class Field(msgspec.Struct, frozen=True):
    """One cell: what is written in it, how dark it is (0 to 5), and the same in words for a reader."""

    text: str
    shade: int
    words: str
    place: str
    told: bool = False
    fight: bool = False


class Line(msgspec.Struct, frozen=True):
    """A row: the attacker, with what it costs and how many there are, and its cells."""

    name: str
    told: str
    fields: tuple[Field, ...]


class Grid(msgspec.Struct, frozen=True):
    """The whole table."""

    shown: Shown
    heads: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...]
    mixed: bool


def figures(made: Matrix) -> dict[Figure, str]:
    """The figures that can be told: points only where both sides have some."""
    priced = any(side.points for side in made.attackers) and any(side.points for side in made.targets)
    return {name: shown.title for name, shown in FIGURES.items() if priced or name != "points"}


def grid(made: Matrix, figure: Figure | None, working: bool) -> Grid:
    """The table of a figure, as far as it is worked out."""
    known = figures(made)
    shown = FIGURES[figure if figure in known else next(iter(known))]
    cells: dict[tuple[int, int], Cell | Failure] = {(each.row, each.column): each for each in made.failures}
    cells.update({(each.row, each.column): each for each in made.cells})
    bounds = shown.bounds or _bounds(shown, made.cells)
    lines = tuple(
        Line(side.name, _told(side), tuple(_fields(made, shown, bounds, cells, row, working)))
        for row, side in enumerate(made.attackers)
    )
    heads = tuple((side.name, _told(side)) for side in made.targets)
    return Grid(shown, heads, lines, len({cell.phase for cell in made.cells}) > 1)


def csv(told: Grid) -> str:
    """The table as comma-separated values; a name that a table program would take for a formula is marked."""
    out = StringIO()
    table = writer(out, lineterminator="\n")
    table.writerow([told.shown.title, *(_plain(f"{name} {points}".strip()) for name, points in told.heads)])
    for line in told.lines:
        name = _plain(f"{line.name} {line.told}".strip())
        table.writerow(
            [name, *(field.text + (" f" if told.mixed and field.fight else "") for field in line.fields)]
        )
    return out.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text[:1] in "=+-@\t\r" else text


def _bounds(shown: Shown, cells: tuple[Cell, ...]) -> Bounds:
    most = max((shown.value(cell) or 0.0 for cell in cells), default=0.0) or 1.0
    return tuple(part * most for part in PARTS)


def _fields(
    made: Matrix,
    shown: Shown,
    bounds: Bounds,
    cells: Mapping[tuple[int, int], Cell | Failure],
    row: int,
    working: bool,
) -> Iterator[Field]:
    for column in range(len(made.targets)):
        cell, place = cells.get((row, column)), f"{row}-{column}"
        if cell is None:
            yield Field("…" if working else "?", 0, "not yet worked out", place)
        elif isinstance(cell, Failure):
            words = f"{cell.attacker} at {cell.target} could not be worked out: {cell.why}"
            yield Field("?", 0, words, place, True)
        elif (value := shown.value(cell)) is None:
            yield Field("–", 0, "no points known", place, True)
        else:
            fight = cell.phase == "fight"
            names = f"{made.attackers[row].name} at {made.targets[column].name}"
            words = f"{names}: {shown.text(value)} {'in the fight' if fight else 'shooting'}"
            yield Field(shown.text(value), bisect_right(bounds, value), words, place, True, fight)


def _told(side: Side) -> str:
    several = f"{len(side.places)} units" if len(side.places) > 1 else ""
    points = f"{side.points} points" if side.points is not None else ""
    return " of ".join(part for part in (several, points) if part)
