"""What the umpire says of base contact: nobody who moves into a fight stops short of it for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin
from typing import Any

from warbook.battle.umpire.verdict import Case
from warbook.battle.umpire.wh40k10.book import Book
from warbook.battle.umpire.wh40k10.measure import SLACK, Disc, Shape, from_line, gap
from warbook.battle.umpire.wh40k10.moves import Placing, placings, rolled_before
from warbook.battle.umpire.wh40k10.scene import ENGAGED, INCH

CONTACT = 5.0
DIRECTIONS = 8
PILE_IN_IN = 3


def contact(book: Book) -> Iterator[Case]:
    """A model that makes a Charge move or piles in ends in base contact where it can (K-CHG-04, K-FGT-03).
    Judged of round bases, straight ways, and places beyond doubt: eight around each enemy, clear of terrain."""
    for made in placings(book, "charge", "pile in"):
        foes = _foes(book, made)
        rolled = rolled_before(book, made.number, "charge") or 0
        reach = INCH * (rolled if made.place.kind == "charge" else PILE_IN_IN) - SLACK
        for model in made.ends:
            here = book.scene.disc(made.after, model)
            if min(gap(here, foe) for foe in foes) > CONTACT:
                start = book.scene.disc(made.page.moment.before, model)
                spots = [spot for foe in _aimed(made, start, foes) for spot in _around(foe, start.shape)]
                near = [s for s in spots if hypot(s.x - start.x, s.y - start.y) <= reach]
                missed = any(_open(book, made, model, start, spot) for spot in near)
                yield made.case(not missed, f"model {model} could have come into base contact")


def _foes(book: Book, made: Placing) -> list[Disc]:
    state, scene = made.page.moment.before, book.scene
    units = [scene.units[n] for n in made.place.targets] or scene.army(state, 1 - made.unit.side)
    return [disc for unit in units for disc in scene.discs(state, unit)]


def _aimed(made: Placing, start: Disc, foes: list[Disc]) -> list[Disc]:
    """Targets of a charge; else the enemy that a model must come closer to."""
    if made.place.kind == "charge":
        return foes
    return [min(foes, key=lambda foe: gap(start, foe))]


def _outer(shape: Shape) -> float:
    return max(hypot(x, y) for x, y in shape.corners) + shape.radius


def _around(foe: Disc, own: Any) -> list[Disc]:
    if len(foe.shape.corners) > 1 or len(own.corners) > 1:
        return []
    room = foe.shape.radius + own.radius + 1
    turns = [2 * pi * n / DIRECTIONS for n in range(DIRECTIONS)]
    return [Disc(foe.x + room * cos(turn), foe.y + room * sin(turn), own) for turn in turns]


def _open(book: Book, made: Placing, model: int, start: Disc, spot: Disc) -> bool:
    """Whether a model could surely go straight there, and the unit be as legal as it is."""
    scene, state = book.scene, made.after
    state.at[model] = round(spot.x), round(spot.y)
    others = [n for m in scene.models if (n := m.index) != model and scene.there(state, n)]
    clear = all(gap(spot, scene.disc(state, n)) > 0 for n in others) and not _at_terrain(book, start, spot)
    free = clear and _on_table(book, spot) and _passes(book, made, start, spot)
    return bool(free and scene.surely_coherent(state, made.unit)) and _engages(book, made, state)


def _passes(book: Book, made: Placing, start: Disc, spot: Disc) -> bool:
    """Whether the straight way goes over no enemy, and in a charge through Engagement Range of no other than
    targets; of a MONSTER or VEHICLE over no friend that is one (K-PTH-03)."""
    scene, state = book.scene, made.page.moment.before
    for enemy in scene.army(state, 1 - made.unit.side):
        apart = made.place.kind == "charge" and enemy.index not in made.place.targets
        for disc in scene.discs(state, enemy):
            away = from_line((disc.x, disc.y), (start.x, start.y), (spot.x, spot.y)) - _outer(disc.shape)
            if away <= _outer(spot.shape) + (ENGAGED + SLACK if apart else -0.5):
                return False
    return all(
        from_line((disc.x, disc.y), (start.x, start.y), (spot.x, spot.y))
        > _outer(disc.shape) + _outer(spot.shape)
        for disc in scene.solid_friends(state, made.unit)
    )


def _at_terrain(book: Book, start: Disc, spot: Disc) -> bool:
    """Whether the way comes near a piece of terrain or a marker."""
    margin = spot.shape.radius + SLACK
    x, y = sorted((start.x, spot.x)), sorted((start.y, spot.y))
    for piece in book.tale.game.ground.battlefield.terrain:
        xs, ys = [INCH * p[0] for p in piece.footprint], [INCH * p[1] for p in piece.footprint]
        beside = x[1] + margin < min(xs) or x[0] - margin > max(xs)
        if not (beside or y[1] + margin < min(ys) or y[0] - margin > max(ys)):
            return True
    return any(gap(spot, marker) <= SLACK for marker in book.scene.markers)


def _on_table(book: Book, spot: Disc) -> bool:
    edge = spot.shape.radius + SLACK
    return bool(edge < spot.x < book.scene.width - edge and edge < spot.y < book.scene.depth - edge)


def _engages(book: Book, made: Placing, state: Any) -> bool:
    """A charge still engages every target and no other enemy; a pile-in still somebody."""
    scene = book.scene
    sure = {enemy.index for enemy in scene.engaged(state, made.unit, -SLACK)}
    if made.place.kind != "charge":
        return bool(sure)
    wanted = set(made.place.targets)
    return wanted <= sure and {enemy.index for enemy in scene.engaged(state, made.unit, SLACK)} <= wanted
