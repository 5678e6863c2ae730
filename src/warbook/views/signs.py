"""What things on a table look like, for the picture and for its legend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from warbook.board.bases import MM_PER_INCH, Base, Hull, Oval, Round
from warbook.board.terrain import Obstacle, Piece, Ruin, Woods
from warbook.views.drawing import SCALE, number, tag, text, text_width

FILLS = ("#E69F00", "#0072B2")
INKS = ("#1a1a1a", "#ffffff")
DARK = ("#8a5a00", "#004a75")
"""The sides' colours for thin lines."""

WOUND = "#B00020"

GROUNDS: Mapping[type[Piece], dict[str, object]] = {
    Ruin: {"fill": "#c9c5bb", "stroke": "#8d887c"},
    Obstacle: {"fill": "#a58a6f", "stroke": "#5f4b38"},
    Woods: {"fill": "#b9cfae", "stroke": "#5c7a50", "stroke_dasharray": "3 3"},
}

Point = tuple[float, float]


def wall(start: Point, end: Point) -> str:
    """A ruin's wall."""
    (x1, y1), (x2, y2) = start, end
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke="#57534a", stroke_width=4, stroke_linecap="square")


def cross(x: float, y: float, side: int) -> str:
    """Where a model of a side fell."""
    path = f"M{number(x - 4)} {number(y - 4)}l8 8m0 -8l-8 8"
    return tag("path", d=path, stroke=DARK[side], stroke_width=1.6, fill="none")


def badge(told: str, x: float, y: float) -> Iterator[str]:
    """Wounds left of how many."""
    width = text_width(told, 9.5) * 1.1 + 5
    yield tag("rect", x=x - width / 2, y=y - 6, width=width, height=12, rx=3, fill="#ffffff", stroke=WOUND)
    yield text(told, x, y + 3.6, 9.5, fill=WOUND, anchor="middle", font_weight="bold")


def marker_sign(x: float, y: float, radius: float, name: str) -> Iterator[str]:
    """An objective marker with its number."""
    yield tag("circle", cx=x, cy=y, r=radius, fill="#ffffff", stroke="#222222", stroke_width=1.6)
    yield text(name, x, y + 5, 14, anchor="middle", font_weight="bold")


def outline(base: Base, x: float, y: float, facing: int, grown: float, **style: object) -> str:
    """The outline of a base, larger by ``grown`` pixels all around."""
    across, along = half_px(base)
    if isinstance(base, Round):
        return tag("circle", cx=x, cy=y, r=along + grown, **style)
    turn = {"transform": f"rotate({-facing} {number(x)} {number(y)})"} if facing else {}
    if isinstance(base, Oval):
        return tag("ellipse", cx=x, cy=y, rx=across + grown, ry=along + grown, **turn, **style)
    size = {"width": 2 * (across + grown), "height": 2 * (along + grown)}
    return tag("rect", x=x - across - grown, y=y - along - grown, **size, **turn, **style)


def half_px(base: Base) -> tuple[float, float]:
    """Half the length and half the width, in pixels."""
    if isinstance(base, Hull):
        return base.length_in * SCALE / 2, base.width_in * SCALE / 2
    if isinstance(base, Oval):
        return base.length_mm / MM_PER_INCH * SCALE / 2, base.width_mm / MM_PER_INCH * SCALE / 2
    half = base.diameter_mm / MM_PER_INCH * SCALE / 2
    return half, half
