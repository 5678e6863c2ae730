"""Moves for bots and random play that keep a unit together: going somewhere, falling back, setting up.

Each returns a legal move or ``None``, always the same one for the same table.
"""

from __future__ import annotations

import numpy as np

from warbook.board.convex import holds
from warbook.board.ground import Ground
from warbook.board.integers import Ints, ceil_root, fan, squared, squares_between, step
from warbook.board.judging import judge, judge_set_up
from warbook.board.layout import Layout
from warbook.board.moves import Fault, Limits, Move
from warbook.board.packing import Packing
from warbook.board.passage import Passage

_AHEAD = (0, 15, -15, 30, -30, 50, -50, 75, -75)
_AROUND = (*_AHEAD, 100, -100, 130, -130, 180)
_PARTS = (100, 80, 60, 40, 20, 8)
_CHUNK = 12
_FINE_MIL = 250
"""Where room is scarce, places are tried so far apart."""
_TRIED, _STARTS, _APART_MIL, _ROOM_MIL = 300, 10, 1_500, 6_000
"""A unit gathers around the roomiest of so many places: at most so many of them, so far apart, by the room
within so far."""


def translate(
    ground: Ground, layout: Layout, unit: int, limits: Limits, toward: tuple[int, int], away: bool = False
) -> Move | None:
    """Move a whole unit toward a point (or away from it), as far as its limits let it, in formation.

    When the straight way is blocked it tries shorter ones and ones to the side, then model by model. ``None``
    when nothing was found that brings it forward.
    """
    models = layout.of_unit(unit)
    if not len(models):
        return None
    aim = _aim(layout, models, toward)
    reach = int(np.min(limits.distance_mil))
    length = reach if away else min(reach, int(ceil_root(squared(aim))))
    offsets = _offsets(-aim if away else aim, length, _AHEAD)
    found = _in_formation(ground, layout, models, limits, offsets)
    return found or _model_by_model(ground, layout, models, limits, offsets)


def fall_back(
    ground: Ground, layout: Layout, unit: int, limits: Limits, toward: tuple[int, int] | None = None
) -> Move | None:
    """Take a unit out of engagement, toward a point or straight away from the enemies nearby.

    Whether it may pass enemies and their engagement range is for ``limits`` to say.
    """
    models = layout.of_unit(unit)
    if not len(models):
        return None
    if toward is None:
        enemies = layout.xy[layout.alive & (layout.side != layout.side[models[0]])]
        threat = (
            _nearest(enemies, layout.xy[models]) if len(enemies) else (ground.width // 2, ground.depth // 2)
        )
        aim = -_aim(layout, models, threat)
    else:
        aim = _aim(layout, models, toward)
    offsets = _offsets(aim, int(np.min(limits.distance_mil)), _AROUND)
    found = _in_formation(ground, layout, models, limits, offsets)
    return found or _model_by_model(ground, layout, models, limits, offsets)


def _nearest(points: Ints, models: Ints) -> tuple[int, int]:
    """The point nearest to the middle of some models."""
    middle = models.sum(axis=0) // len(models)
    x, y = points[int(np.argmin(squared(points - middle)))].tolist()
    return x, y


def _aim(layout: Layout, models: Ints, point: tuple[int, int]) -> Ints:
    """From the middle of the unit to the point; along x when it stands on it."""
    aim = np.array(point, np.int64) - layout.xy[models].sum(axis=0) // len(models)
    return aim if aim.any() else np.array([1, 0], np.int64)


def _offsets(aim: Ints, length_mil: int, angles: tuple[int, ...]) -> Ints:
    """Ways to try, the one that brings most in the direction of ``aim`` first."""
    parts = np.array(_PARTS, np.int64) * length_mil // 100
    offsets = step(fan(aim, angles)[:, None], parts[None]).reshape(-1, 2)
    progress = offsets @ aim
    order = np.argsort(-progress, kind="stable")
    return offsets[order]


def _in_formation(ground: Ground, layout: Layout, models: Ints, limits: Limits, offsets: Ints) -> Move | None:
    """The first of these ways that the whole unit can go."""
    passage = Passage(ground, layout, models, limits)
    rows = layout.pick(models)
    first, start = 1, 0
    while start < len(offsets):
        tried = offsets[start : start + first]
        ends = (rows.xy[None] + tried[:, None]).reshape(-1, 2)
        faults = passage.faults(rows.pick(np.tile(np.arange(len(models)), len(tried))), ends)
        clear = np.flatnonzero((faults.reshape(len(tried), -1) == 0).all(axis=1))
        for place in clear.tolist():
            move = Move.straight(layout, models, rows.xy + tried[place])
            if judge(ground, layout, move, limits) == Fault(0):
                return move
        start, first = start + first, _CHUNK
    return None


def _model_by_model(ground: Ground, layout: Layout, models: Ints, limits: Limits, offsets: Ints) -> Move | None:
    """Each model as near as it gets to where the first way would take it, those in front first."""
    packing = Packing(ground, layout, models, limits)
    ways = np.concatenate((offsets, np.zeros((1, 2), np.int64)))
    scores = squared(ways - offsets[0])
    index = np.repeat(np.arange(len(models)), len(ways))
    legal = packing.legal(index, (packing.rows.xy[:, None] + ways).reshape(-1, 2)).reshape(-1, len(ways))
    for model in np.argsort(-(packing.rows.xy @ offsets[0]), kind="stable").tolist():
        clear = legal[model]
        packing.place(model, packing.rows.xy[model] + ways[clear], scores[clear])
    move = packing.move()
    return move if move is not None and (move.ends != packing.rows.xy).any() else None


def deploy(
    ground: Ground,
    layout: Layout,
    models: Ints,
    zone: Ints,
    limits: Limits,
    near: tuple[int, int] | None = None,
    spacing_mil: int = 200,
) -> Move | None:
    """Set models of one unit up in rows, wholly within a convex zone, as near to a point (else its middle) as
    there is room.

    They need not be on the table yet. ``limits.engagement_mil`` is the distance to keep from enemies.
    """
    rows = layout.pick(models)
    passage = Passage(ground, layout, models, limits)
    anchors = _anchors(zone, near, max(1_000, int(rows.outer.max())))
    for columns in _widths(len(models)):
        block = _block(rows.outer.tolist(), columns, spacing_mil)
        for start in range(0, len(anchors), _CHUNK):
            ends = anchors[start : start + _CHUNK, None] + block
            for place in _free(passage, rows, zone, ends).tolist():
                move = Move(models, np.stack((ends[place],) * 2, axis=1), rows.z, rows.facing)
                if judge_set_up(ground, layout, move, limits, zone) == Fault(0):
                    return move
    return None


def pack(ground: Ground, layout: Layout, models: Ints, zone: Ints, limits: Limits) -> Move | None:
    """Set models of one unit up wherever a convex zone has room left, the largest bases first: for a zone that
    has no room for rows. They gather around a few places that have most room about them; ``None`` where that
    leads to no set-up."""
    rows = layout.pick(models)
    passage = Passage(ground, layout, models, limits)
    order = np.argsort(-rows.outer, kind="stable").tolist()
    places: dict[int, Ints] = {}
    for model in order:
        base = int(rows.base[model])
        if base not in places:
            grid = _fine_grid(rows, model, zone)
            places[base] = grid[_free(passage, rows.pick(np.array([model])), zone, grid[:, None])]
        if not len(places[base]):
            return None
    for start in _roomy(places[int(rows.base[order[0]])], int(rows.outer.sum())):
        ends = _grown(ground, layout, models, limits, order, places, start)
        move = Move(models, np.stack((ends,) * 2, axis=1), rows.z, rows.facing)
        if judge_set_up(ground, layout, move, limits, zone) == Fault(0):
            return move
    return None


def _roomy(free: Ints, reach_mil: int) -> Ints:
    """Some places with the most free places within reach, none close to another."""
    tried = free[:: max(1, len(free) // _TRIED)]
    ways = squares_between(tried, free)
    left = tried[np.argsort(-(ways <= min(reach_mil, _ROOM_MIL) ** 2).sum(axis=1), kind="stable")]
    starts: list[Ints] = []
    while len(left) and len(starts) < _STARTS:
        starts.append(left[0])
        left = left[squared(left - left[0]) > _APART_MIL**2]
    return np.array(starts, np.int64).reshape(-1, 2)


def _grown(
    ground: Ground,
    layout: Layout,
    models: Ints,
    limits: Limits,
    order: list[int],
    places: dict[int, Ints],
    start: Ints,
) -> Ints:
    """Where the models stand when they gather around a start."""
    packing = Packing(ground, layout, models, limits)
    packing.xy -= 2 * (ground.width + ground.depth)  # nobody waits where another may stand
    for model in order:
        free = places[int(packing.rows.base[model])]
        packing.place(model, free, squared(free - start))
    return packing.xy


def _fine_grid(rows: Layout, model: int, zone: Ints) -> Ints:
    """Places for a model's middle all over a zone's box, flush with its edges."""
    inner, axes = int(rows.table.inner[rows.base[model]]), []
    for low, high in zip(zone.min(axis=0).tolist(), zone.max(axis=0).tolist(), strict=True):
        room = max(high - low - 2 * inner, 0)
        axes.append(np.linspace(low + inner, low + inner + room, 1 + room // _FINE_MIL))
    return np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2).astype(np.int64)


def _free(passage: Passage, rows: Layout, zone: Ints, ends: Ints) -> Ints:
    """Which of some blocks of places stand free inside the zone."""
    trials = rows.pick(np.tile(np.arange(rows.size), len(ends)))._replace(xy=ends.reshape(-1, 2))
    inside = holds(zone, trials.outlines(), trials.radius).reshape(len(ends), -1).all(axis=1)
    kept = np.flatnonzero(inside)
    if len(kept):
        chosen = np.repeat(inside, rows.size)
        clear = (passage.at(trials.pick(chosen)) == 0).reshape(len(kept), -1).all(axis=1)
        kept = kept[clear]
    return kept


def _anchors(zone: Ints, near: tuple[int, int] | None, grid_mil: int) -> Ints:
    """Points of a grid over the zone, the nearest to ``near`` first; ``near`` itself leads."""
    low, high = zone.min(axis=0), zone.max(axis=0)
    goal = np.array(near, np.int64) if near is not None else (low + high) // 2
    x, y = (np.arange(low[axis], high[axis] + 1, grid_mil) for axis in (0, 1))
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    order = np.argsort(squared(points - goal), kind="stable")
    return np.concatenate((goal[None], points[order]))


def _widths(models: int) -> list[int]:
    """Numbers of columns to try: two rows, three rows, a square, two columns."""
    widths = [-(-models // 2), -(-models // 3), -(-models // 4), min(models, 2)]
    return list(dict.fromkeys(widths))


def _block(radii: list[int], columns: int, spacing_mil: int) -> Ints:
    """Rows about their middle, the largest bases in the first, each row's bases flush on the side of the
    next."""
    order = sorted(range(len(radii)), key=lambda model: -radii[model])
    places = np.zeros((len(radii), 2), np.int64)
    north = 0
    for start in range(0, len(order), columns):
        row, east = order[start : start + columns], 0
        north += 2 * radii[row[0]] + spacing_mil
        for model in row:
            places[model] = east + radii[model], north - spacing_mil - radii[model]
            east += 2 * radii[model] + spacing_mil
    return np.asarray(places - (places.max(axis=0) + places.min(axis=0)) // 2)
