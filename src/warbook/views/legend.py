"""The legend under a picture: every sign that may stand on a table, with what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from warbook.board.bases import Round
from warbook.board.scene import Scene
from warbook.board.terrain import Obstacle, Piece, Ruin, Woods
from warbook.views.drawing import Paper, shortened, tag, text, text_width
from warbook.views.signs import FILLS, GROUNDS, INKS, badge, cross, marker_sign, outline, wall

SIZE = 11.0
FIRST_ROW, ROW = 42.0, 25.0
SIGN, GAP = 28.0, 16.0

Sign = Callable[[float, float], Iterator[str]]
"""Draws a sign around a point."""


def legend(paper: Paper, scene: Scene) -> Iterator[str]:
    """Signs with words, row by row."""
    x, y = paper.left, paper.below(FIRST_ROW)
    for words, sign in _items(paper, scene):
        width = SIGN + text_width(words, SIZE) + GAP
        if x > paper.left and x + width - GAP > paper.left + paper.room:
            x, y = paper.left, y + ROW
        yield from sign(x + SIGN / 2 - 3, y - 4)
        yield text(words, x + SIGN, y, SIZE, fill="#333333")
        x += width


def _items(paper: Paper, scene: Scene) -> Sequence[tuple[str, Sign]]:
    names = [shortened(army, SIZE, paper.room / 2 - 2 * SIGN) for army in scene.armies]
    kinds = {type(piece) for piece in scene.battlefield.terrain}
    told: tuple[tuple[type[Piece], str], ...] = (
        (Ruin, "ruin, with its walls"), (Obstacle, "barricade or other obstacle"), (Woods, "woods"),
    )  # fmt: skip
    return (
        (names[0], lambda x, y: _model(x, y, 0)),
        (names[1], lambda x, y: _model(x, y, 1)),
        ("deployment zone", _zone),
        ("leader", lambda x, y: _model(x, y, 0, wide=2.6)),
        ("wounds left", lambda x, y: badge("1/3", x, y)),
        ("fell here (A, B)", _crosses),
        ("objective", lambda x, y: marker_sign(x, y, 9, "1")),
        ("its reach, by holder", lambda x, y: _ring(x, y, True)),
        ("held by nobody", lambda x, y: _ring(x, y, False)),
        *((words, _ground(kind)) for kind, words in told if kind in kinds),
    )


def _model(x: float, y: float, side: int, wide: float = 1) -> Iterator[str]:
    base = Round(25)
    yield outline(base, x, y, 0, 0, fill=FILLS[side], stroke="#000000", stroke_width=wide)
    if side:
        yield outline(base, x, y, 0, -3, fill="none", stroke="#ffffff")
    yield text("AB"[side], x, y + 4, SIZE, fill=INKS[side], anchor="middle", font_weight="bold")


def _zone(x: float, y: float) -> Iterator[str]:
    for side, left in ((0, x - 12), (1, x)):
        yield tag("rect", x=left, y=y - 7, width=12, height=14, fill=FILLS[side], fill_opacity=0.15,
                  stroke=FILLS[side], stroke_dasharray="4 3")  # fmt: skip


def _crosses(x: float, y: float) -> Iterator[str]:
    yield cross(x - 6, y, 0)
    yield cross(x + 6, y, 1)


def _ring(x: float, y: float, held: bool) -> Iterator[str]:
    if not held:
        yield tag("circle", cx=x, cy=y, r=9, fill="none", stroke="#6b6b6b", stroke_width=1.4,
                  stroke_dasharray="2 5")  # fmt: skip
        return
    for side, sweep in ((0, 0), (1, 1)):
        path = f"M{x} {y - 9}A9 9 0 0 {sweep} {x} {y + 9}"
        yield tag("path", d=path, fill="none", stroke=FILLS[side], stroke_width=2.4)


def _ground(kind: type[Piece]) -> Sign:
    def sign(x: float, y: float) -> Iterator[str]:
        yield tag("rect", x=x - 10, y=y - 7, width=20, height=14, **GROUNDS[kind])
        if kind is Ruin:
            yield wall((x - 8, y - 5), (x + 8, y - 5))

    return sign
