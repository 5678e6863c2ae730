"""The answer as files: a picture, and a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from textwrap import wrap

import msgspec

from warbook.queries import Question
from warbook.views.bars import Bar, percent, plain
from warbook.web.odds.shown import STEPS, Chart, Shown, answered
from warbook.web.rendering import render

WIDTH, MARGIN, ROW, LETTERS = 720, 24, 18, 64
"""The picture's measures in its own units, and letters of a line of its title."""
BARS = 400
_RISKY = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


class Line(msgspec.Struct, frozen=True):
    """A line of text of the picture: where it stands and how it looks."""

    y: int
    text: str
    kind: str = "plain"


class Row(msgspec.Struct, frozen=True):
    """A bar of the picture and its figures."""

    y: int
    bar: Bar
    width: float


class Picture(msgspec.Struct, frozen=True):
    """Where everything of the picture stands."""

    title: str
    height: int
    lines: tuple[Line, ...]
    rows: tuple[Row, ...]


def picture(question: Question) -> str:
    """The answer as an SVG. Raises InputError."""
    made = drawn(answered(question))
    return render("odds_picture.svg", made=made, width=WIDTH, margin=MARGIN, percent=percent)


def drawn(told: Shown) -> Picture:
    """Where everything of an answer stands."""
    title = f"{told.attacker} → {told.target}"
    y, lines, rows = MARGIN, list[Line](), list[Row]()
    for text in wrap(title, LETTERS):
        y += 22
        lines.append(Line(y, text, "title"))
    y += 22
    lines.append(Line(y, f"{told.phase} · {told.title} · rules of {told.revision}", "dim"))
    y += 30
    lines.append(Line(y, f"unit destroyed {percent(told.p_destroyed)}", "main"))
    for chart in told.charts:
        y = _chart(chart, y, lines, rows)
    for text in _small(told):
        y += ROW
        lines.append(Line(y, text, "dim"))
    return Picture(title, y + MARGIN, tuple(lines), tuple(rows))


def _chart(chart: Chart, y: int, lines: list[Line], rows: list[Row]) -> int:
    y += 34
    lines.append(Line(y, f"{chart.what}: mean {chart.mean:.2f} (exactly, at least)", "head"))
    for bar in chart.rows:
        y += ROW
        rows.append(Row(y, bar, BARS * bar.width / 100))
    return y


def _small(told: Shown) -> Iterator[str]:
    yield ""
    for text in told.assumed:
        yield from wrap(text, 100)
    for text in told.not_modelled:
        yield from wrap(f"not in the figures: {text}", 100)


def table(question: Question) -> str:
    """The answer as CSV. Raises InputError."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    for row in rows(answered(question)):
        writer.writerow([_plain(cell) for cell in row])
    return text.getvalue()


Cell = str | float | int


def rows(told: Shown) -> Iterator[tuple[Cell, ...]]:
    """Rows of what, number, exactly, at least; figures in twelve digits."""
    yield "attacker", told.attacker
    yield "target", told.target
    yield "phase", told.phase
    yield "rules", told.system, told.revision
    yield "unit destroyed", plain(told.p_destroyed)
    for name, mean in told.means:
        yield f"mean {name}", plain(mean)
    for what, pmf in told.pmfs:
        yield what, "exactly", "at least"
        yield from ((k, plain(p), plain(sum(pmf[k:]))) for k, p in enumerate(pmf))
    yield from _of_weapons(told)
    for text in told.assumed:
        yield "assumed", text
    for text in told.not_modelled:
        yield "not in the figures", text


def _of_weapons(told: Shown) -> Iterator[tuple[Cell, ...]]:
    """What each weapon does, in the order in which they are resolved."""
    if told.funnel:
        yield "unit", "weapon", *STEPS
    for line in told.funnel:
        yield line.unit or "", line.name or "kept until the end", *(getattr(line, step) for step in STEPS)


def _plain(cell: Cell) -> Cell:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_RISKY) else cell
