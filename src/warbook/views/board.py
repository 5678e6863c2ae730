"""The table at any moment as a picture: one SVG document that refers to nothing outside itself.

Sides differ by colour (two that the colour-blind tell apart), by the letter in each model's code, and by the
ring of side B. The same state gives the same text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from warbook.board.bases import MM_PER_INCH, Base, Hull, Oval, Round
from warbook.board.scene import Company, Scene, Token
from warbook.board.terrain import Footprint, Obstacle, Piece, Ruin
from warbook.rules.state import State
from warbook.views.drawing import SCALE, Paper, clean, number, tag, text
from warbook.views.labels import Label, placed

FILLS = ("#E69F00", "#0072B2")
INKS = ("#1a1a1a", "#ffffff")
WOUND = "#B00020"
CONTROL_IN = 3.0
SMALLEST_CODE, LARGEST_CODE = 7.0, 13.0


class Drawn(Protocol):
    """A game that can be drawn."""

    def scene(self, state: State) -> Scene: ...


def svg(game: Drawn, state: State) -> str:
    """The picture of a state."""
    return picture(game.scene(state))


def picture(scene: Scene) -> str:
    """The picture of a scene."""
    paper = Paper(scene.battlefield.width_in, scene.battlefield.depth_in)
    title = f"{scene.armies[0]} (A) {scene.score[0]} : {scene.score[1]} {scene.armies[1]} (B)"
    body = [
        *paper.head(title, scene.moment),
        *_ground(paper, scene),
        *_units(paper, scene),
        *paper.scales(),
        *_legend(paper, scene),
    ]
    return paper.document(f"{title} · {scene.moment}", body)


def _ground(paper: Paper, scene: Scene) -> Iterator[str]:
    field = scene.battlefield
    yield tag("rect", x=paper.x(0), y=paper.y(field.depth_in), width=field.width_in * SCALE,
              height=field.depth_in * SCALE, fill="#f6f4ee")  # fmt: skip
    for side, zone in enumerate(field.zones[:2]):
        yield tag("polygon", points=paper.points(zone), fill=FILLS[side], fill_opacity=0.09,
                  stroke=FILLS[side], stroke_dasharray="8 6", stroke_width=1.2)  # fmt: skip
    for piece in field.terrain:
        yield from _piece(paper, piece)
    for place, marker in enumerate(field.objectives):
        holder = scene.holders[place] if place < len(scene.holders) else None
        yield from _objective(paper, place + 1, (marker.x_in, marker.y_in), marker.diameter_mm, holder)


def _piece(paper: Paper, piece: Piece) -> Iterator[str]:
    points, title = paper.points(piece.footprint), f"<title>{clean(piece.name)}</title>"
    if isinstance(piece, Ruin):
        yield tag("polygon", title, points=points, fill="#c9c5bb", stroke="#8d887c")
        for start, end in piece.walls:
            line = dict(zip(("x1", "y1", "x2", "y2"), (*paper.at(start), *paper.at(end)), strict=True))
            yield tag("line", **line, stroke="#57534a", stroke_width=4, stroke_linecap="square")
    elif isinstance(piece, Obstacle):
        yield tag("polygon", title, points=points, fill="#a58a6f", stroke="#5f4b38")
        return
    else:
        yield tag("polygon", title, points=points, fill="#b9cfae", stroke="#5c7a50", stroke_dasharray="3 3")
    x, y = _middle(piece.footprint)
    yield text(piece.name, paper.x(x), paper.y(y) + 4, 10, fill="#5b564c", anchor="middle", font_style="italic")


def _middle(footprint: Footprint) -> tuple[float, float]:
    return sum(x for x, _ in footprint) / len(footprint), sum(y for _, y in footprint) / len(footprint)


def _objective(
    paper: Paper, name: int, at: tuple[float, float], diameter_mm: float, holder: int | None
) -> Iterator[str]:
    """The marker, numbered, with the reach of its control: dashed while nobody holds it."""
    x, y, radius = paper.x(at[0]), paper.y(at[1]), diameter_mm / MM_PER_INCH / 2
    held = "#6b6b6b" if holder is None else FILLS[holder]
    dashes = {"stroke_dasharray": "2 5"} if holder is None else {}
    yield tag("circle", cx=x, cy=y, r=(radius + CONTROL_IN) * SCALE, fill="none", stroke=held,
              stroke_width=1.4 if holder is None else 2.4, **dashes)  # fmt: skip
    yield tag("circle", cx=x, cy=y, r=radius * SCALE, fill="#ffffff", stroke="#222222", stroke_width=1.6)
    yield text(str(name), x, y + 5, 14, anchor="middle", font_weight="bold")


def _units(paper: Paper, scene: Scene) -> Iterator[str]:
    codes = _codes(scene)
    for company in scene.companies:
        yield from (_fallen(paper, token) for token in company.tokens if not token.left)
    for company, code in zip(scene.companies, codes, strict=True):
        yield f'<g id="{code}">'
        for token in company.tokens:
            if token.left:
                yield from _model(paper, token, company.side, code)
        yield "</g>"
    kept = [_box(paper, token) for company in scene.companies for token in company.tokens if token.left]
    kept += [paper.disc(marker.x_in, marker.y_in) for marker in scene.battlefield.objectives]
    wanted = [_label(paper, *pair) for pair in zip(scene.companies, codes, strict=True)]
    for label in placed([one for one in wanted if one is not None], kept, paper.frame()):
        yield from _named(label)


def _codes(scene: Scene) -> list[str]:
    """A1, A2, … and B1, B2, … in the order of the units."""
    counts, codes = [0, 0], []
    for company in scene.companies:
        counts[company.side] += 1
        codes.append(f"{'AB'[company.side]}{counts[company.side]}")
    return codes


def _at(paper: Paper, token: Token) -> tuple[float, float]:
    return paper.at((token.x_mil / 1000, token.y_mil / 1000))


def _fallen(paper: Paper, token: Token) -> str:
    x, y = _at(paper, token)
    path = f"M{number(x - 4)} {number(y - 4)}l8 8m0 -8l-8 8"
    return tag("path", d=path, stroke="#8a8a8a", stroke_width=1.2, fill="none")


def _model(paper: Paper, token: Token, side: int, code: str) -> Iterator[str]:
    x, y = _at(paper, token)
    yield _base(token.base, x, y, token.facing, 0, fill=FILLS[side], stroke="#000000",
                stroke_width=2.6 if token.leader else 1)  # fmt: skip
    half = _half_px(token.base)[1]
    if side:
        yield _base(token.base, x, y, token.facing, -3, fill="none", stroke="#ffffff", stroke_width=1)
    size = min(LARGEST_CODE, max(SMALLEST_CODE, 1.7 * half / len(code)))
    yield text(code, x, y + size * 0.36, size, fill=INKS[side], anchor="middle", font_weight="bold")
    if token.left < token.wounds:
        yield from _wounded(token, x, y + half)


def _wounded(token: Token, x: float, y: float) -> Iterator[str]:
    """A badge with the wounds left of how many."""
    told = f"{token.left}/{token.wounds}"
    width = 6.2 * len(told) + 5
    yield tag("rect", x=x - width / 2, y=y - 6, width=width, height=12, rx=3, fill="#ffffff", stroke=WOUND)
    yield text(told, x, y + 3.6, 9.5, fill=WOUND, anchor="middle", font_weight="bold")


def _base(base: Base, x: float, y: float, facing: int, grown: float, **style: object) -> str:
    """The outline of a base, larger by ``grown`` pixels all around."""
    across, along = _half_px(base)
    if isinstance(base, Round):
        return tag("circle", cx=x, cy=y, r=along + grown, **style)
    turn = {"transform": f"rotate({-facing} {number(x)} {number(y)})"} if facing else {}
    if isinstance(base, Oval):
        return tag("ellipse", cx=x, cy=y, rx=across + grown, ry=along + grown, **turn, **style)
    size = {"width": 2 * (across + grown), "height": 2 * (along + grown)}
    return tag("rect", x=x - across - grown, y=y - along - grown, **size, **turn, **style)


def _half_px(base: Base) -> tuple[float, float]:
    """Half the length and half the width."""
    if isinstance(base, Hull):
        return base.length_in * SCALE / 2, base.width_in * SCALE / 2
    if isinstance(base, Oval):
        return base.length_mm / MM_PER_INCH * SCALE / 2, base.width_mm / MM_PER_INCH * SCALE / 2
    half = base.diameter_mm / MM_PER_INCH * SCALE / 2
    return half, half


def _box(paper: Paper, token: Token) -> tuple[float, float, float, float]:
    (x, y), half = _at(paper, token), max(_half_px(token.base))
    return x - half, y - half, x + half, y + half


def _label(paper: Paper, company: Company, code: str) -> Label | None:
    living = [token for token in company.tokens if token.left]
    if not living:
        return None
    boxes = [_box(paper, token) for token in living]
    around = (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
    told = f"{code} {company.name} · {len(living)}/{len(company.tokens)}"
    return Label("".join((told, *(f" · {note}" for note in company.notes))), company.side, around)


def _named(label: Label) -> Iterator[str]:
    left, top, right, bottom = label.box
    yield tag("rect", x=left, y=top, width=right - left, height=bottom - top, rx=3, fill="#ffffff",
              fill_opacity=0.88, stroke=FILLS[label.side], stroke_width=1.4)  # fmt: skip
    yield text(label.text, left + 5, bottom - 5, label.size)


def _legend(paper: Paper, scene: Scene) -> Iterator[str]:
    x, y = paper.left, paper.below(40)
    samples = [(scene.armies[0], 0), (scene.armies[1], 1)]
    for army, side in samples:
        token = Token(0, 0, 0, Round(25), 1, 1)
        yield _base(token.base, x + 10, y - 4, 0, 0, fill=FILLS[side], stroke="#000000")
        if side:
            yield _base(token.base, x + 10, y - 4, 0, -3, fill="none", stroke="#ffffff")
        yield text("AB"[side], x + 10, y, 11, fill=INKS[side], anchor="middle", font_weight="bold")
        yield text(army, x + 26, y, 12)
        x += 56 + 7 * len(army)
    rest = "thick edge: leader · red badge: wounds left · × fell here · ring: reach of an objective, by holder"
    yield text(rest, paper.left, paper.below(62), 11, fill="#444444")
