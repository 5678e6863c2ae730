"""The table at any moment as a picture: one SVG document that refers to nothing outside itself.

Sides differ by colour (two that the colour-blind tell apart), by the letter in each model's code, and by the
ring of side B. The same state gives the same text.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

import msgspec

from warbook.battle.battle import Game
from warbook.battle.summary import ending
from warbook.board.bases import MM_PER_INCH
from warbook.board.scene import Company, Scene, Token
from warbook.board.terrain import Footprint, Obstacle, Piece, Ruin
from warbook.rules.state import State
from warbook.views.drawing import BOLD, SCALE, TITLE_SIZE, Paper, clean, shortened, tag, text, text_width
from warbook.views.labels import Box, Kept, Label, placed
from warbook.views.legend import legend
from warbook.views.signs import FILLS, GROUNDS, INKS, badge, cross, half_px, marker_sign, outline, wall

CONTROL_IN = 3.0
SMALLEST_CODE, LARGEST_CODE = 7.0, 13.0
NAME_SIZE = 10.0
RING_BOXES = 24


def svg(game: Game, state: State) -> str:
    """The picture of a state; of a battle that is over, with who won."""
    seen = game.scene(state)
    if game.step(state) is None:
        seen = msgspec.structs.replace(seen, moment=f"The end: {ending(game, state)}")
    return picture(seen)


def picture(scene: Scene) -> str:
    """The picture of a scene."""
    paper = Paper(scene.battlefield.width_in, scene.battlefield.depth_in)
    body = [
        *paper.head(_title(paper, scene), scene.moment),
        *_ground(paper, scene),
        *_units(paper, scene),
        *paper.scales(),
        *legend(paper, scene),
    ]
    whole = f"{scene.armies[0]} (A) {scene.score[0]} : {scene.score[1]} {scene.armies[1]} (B)"
    return paper.document(f"{whole} · {scene.moment}", body)


def _title(paper: Paper, scene: Scene) -> str:
    """Both armies and the score; of names too long for the paper, their beginnings."""
    score = f" (A) {scene.score[0]} : {scene.score[1]} "
    room = paper.room / BOLD - text_width(f"{score} (B)", TITLE_SIZE)
    widths = [text_width(name, TITLE_SIZE) for name in scene.armies]
    most = [max(room / 2, room - width) for width in reversed(widths)]
    first, second = (shortened(name, TITLE_SIZE, n) for name, n in zip(scene.armies, most, strict=True))
    return f"{first}{score}{second} (B)"


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
    title = f"<title>{clean(piece.name)}</title>"
    yield tag("polygon", title, points=paper.points(piece.footprint), **GROUNDS[type(piece)])
    for start, end in piece.walls if isinstance(piece, Ruin) else ():
        yield wall(paper.at(start), paper.at(end))
    if not isinstance(piece, Obstacle):
        x, y = paper.at(_middle(piece.footprint))
        yield text(piece.name, x, y + 4, NAME_SIZE, fill="#5b564c", anchor="middle", font_style="italic")


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
    yield from marker_sign(x, y, radius * SCALE, str(name))


def _units(paper: Paper, scene: Scene) -> Iterator[str]:
    codes = _codes(scene)
    for company in scene.companies:
        yield from (_fallen(paper, token, company.side) for token in company.tokens if not token.left)
    for company, code in zip(scene.companies, codes, strict=True):
        yield f'<g id="{code}">'
        for token in company.tokens:
            if token.left:
                yield from _model(paper, token, company.side, code)
        yield "</g>"
    wanted = [_label(paper, *pair) for pair in zip(scene.companies, codes, strict=True)]
    labels = placed([one for one in wanted if one is not None], [*_kept(paper, scene)], paper.frame())
    for label in labels:
        yield from _leader(label)
    for label in labels:
        yield from _named(label)


def _kept(paper: Paper, scene: Scene) -> Iterator[Kept]:
    """What labels are to leave in sight: models and badges, the fallen, markers with their rings, walls and
    the names of terrain."""
    for company in scene.companies:
        for token in company.tokens:
            x, y = _at(paper, token)
            yield Kept(_box(paper, token)) if token.left else Kept((x - 5, y - 5, x + 5, y + 5), 2.0)
            if 0 < token.left < token.wounds:
                low = y + half_px(token.base)[1]
                yield Kept((x - 14, low - 6, x + 14, low + 6), 2.0)
    for marker in scene.battlefield.objectives:
        yield Kept(paper.disc(marker.x_in, marker.y_in), 2.0)
        radius = (marker.diameter_mm / MM_PER_INCH / 2 + CONTROL_IN) * SCALE
        yield from (Kept(box, 0.8) for box in _ring(paper.at((marker.x_in, marker.y_in)), radius))
    for piece in scene.battlefield.terrain:
        yield from _kept_of(paper, piece)


def _ring(at: tuple[float, float], radius: float) -> Iterator[Box]:
    """A circle as small boxes along it."""
    for n in range(RING_BOXES):
        turn = 2 * pi * n / RING_BOXES
        x, y = at[0] + radius * cos(turn), at[1] + radius * sin(turn)
        yield x - 6, y - 6, x + 6, y + 6


def _kept_of(paper: Paper, piece: Piece) -> Iterator[Kept]:
    x, y = paper.at(_middle(piece.footprint))
    if isinstance(piece, Obstacle):
        yield Kept((x - 12, y - 12, x + 12, y + 12), 0.5)
        return
    half = text_width(piece.name, NAME_SIZE) / 2
    yield Kept((x - half, y - 7, x + half, y + 7), 1.5)
    for start, end in piece.walls if isinstance(piece, Ruin) else ():
        (ax, ay), (bx, by) = paper.at(start), paper.at(end)
        for n in range(9):
            px, py = ax + (bx - ax) * n / 8, ay + (by - ay) * n / 8
            yield Kept((px - 5, py - 5, px + 5, py + 5), 0.8)


def _codes(scene: Scene) -> list[str]:
    """A1, A2, … and B1, B2, … in the order of the units."""
    counts, codes = [0, 0], []
    for company in scene.companies:
        counts[company.side] += 1
        codes.append(f"{'AB'[company.side]}{counts[company.side]}")
    return codes


def _at(paper: Paper, token: Token) -> tuple[float, float]:
    return paper.at((token.x_mil / 1000, token.y_mil / 1000))


def _fallen(paper: Paper, token: Token, side: int) -> str:
    x, y = _at(paper, token)
    return cross(x, y, side)


def _model(paper: Paper, token: Token, side: int, code: str) -> Iterator[str]:
    x, y = _at(paper, token)
    yield outline(token.base, x, y, token.facing, 0, fill=FILLS[side], stroke="#000000",
                stroke_width=2.6 if token.leader else 1)  # fmt: skip
    half = half_px(token.base)[1]
    if side:
        yield outline(token.base, x, y, token.facing, -3, fill="none", stroke="#ffffff", stroke_width=1)
    size = min(LARGEST_CODE, max(SMALLEST_CODE, 1.7 * half / len(code)))
    yield text(code, x, y + size * 0.36, size, fill=INKS[side], anchor="middle", font_weight="bold")
    if token.left < token.wounds:
        yield from badge(f"{token.left}/{token.wounds}", x, y + half)


def _box(paper: Paper, token: Token) -> tuple[float, float, float, float]:
    (x, y), (across, along) = _at(paper, token), half_px(token.base)
    if token.facing % 180:
        across = along = max(across, along)
    return x - across, y - along, x + across, y + along


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
    whole = "".join((told, *(f" · {note}" for note in company.notes)))
    return Label(whole, company.side, around, parts=tuple(boxes))


def _leader(label: Label) -> Iterator[str]:
    """The line from a label to the unit, with a pale edge so that it is seen on anything."""
    if label.line is None:
        return
    (x1, y1), (x2, y2) = label.line
    for colour, wide in (("#ffffff", 3.4), ("#333333", 1.2)):
        yield tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=wide)


def _named(label: Label) -> Iterator[str]:
    left, top, right, bottom = label.box
    yield tag("rect", x=left, y=top, width=right - left, height=bottom - top, rx=3, fill="#ffffff",
              fill_opacity=0.92, stroke=FILLS[label.side], stroke_width=1.4)  # fmt: skip
    yield text(label.text, (left + right) / 2, bottom - 5, label.size, anchor="middle")
