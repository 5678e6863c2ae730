"""Ways around what bars the straight one: by one way-point, beside a model or past the end of a wall."""

from __future__ import annotations

import numpy as np

from warbook.board.integers import Ints, ceil_root, fan, squares_between, step
from warbook.board.layout import Layout
from warbook.board.passage import Passage

_WAYS = 24
_RING = fan(np.array([1_000, 0], np.int64), tuple(range(0, 360, 30)))
_CLEAR_MIL = 10
"""So far from what they go around, for whole numbers' sake."""
_TOO_LONG = 10**9
_WIDE = (104, 125)
"""Two rings, in per cent of the room that is kept: the nearer for a slight turn, the other for a sharp one."""


def way_points(passage: Passage, rows: Layout, foes: Layout, distance: Ints) -> Ints:
    """Some points that models may go by on their way to foes, those of the shortest ways first: around enemies
    that bar the straight way, and about the corners of walls."""
    points = np.concatenate((_around_models(passage, rows), _around_walls(passage, rows)))
    if not len(points):
        return points
    there, onward = ceil_root(squares_between(rows.xy, points)), squares_between(foes.xy, points).min(axis=0)
    ways = there + ceil_root(onward)
    within = distance + int(foes.outer.max() + rows.outer.max()) + passage.limits.engagement_mil
    ways[ways > within[:, None]] = _TOO_LONG
    shortest = ways.min(axis=0)
    order = np.argsort(shortest, kind="stable")
    order = order[shortest[order] < _TOO_LONG]
    return _reached(passage, rows, points[order])[:_WAYS]


def _reached(passage: Passage, rows: Layout, points: Ints) -> Ints:
    """The points that some model can go straight to."""
    if not len(points):
        return points
    index = np.repeat(np.arange(rows.size), len(points))
    ends = np.tile(points, (rows.size, 1))
    clear = passage.along(rows.pick(index), ends, rows.z.take(index)) == 0
    return points.compress(clear.reshape(rows.size, -1).any(axis=0), 0)


def _around_models(passage: Passage, rows: Layout) -> Ints:
    """Rings about the enemies that may not be passed: outside of their engagement range where that is closed,
    else about their bases."""
    barring = (passage.crossed | passage.barred).nonzero()[0]
    others = passage.others.pick(barring)
    limits = passage.limits
    closed = passage.crossed[barring] & (not limits.through_engagement)
    apart = closed * limits.engagement_mil
    return _rings(others.xy, others.outer + int(rows.outer.max()) + apart + _CLEAR_MIL)


def _around_walls(passage: Passage, rows: Layout) -> Ints:
    """Rings about the corners of what stops those who may not go through walls."""
    if passage.limits.through_walls or passage.limits.flies:
        return np.zeros((0, 2), np.int64)
    corners = np.unique(passage.ground.solids.outlines.reshape(-1, 2), axis=0)
    return _rings(corners, np.full(len(corners), int(rows.outer.max()) + _CLEAR_MIL, np.int64))


def _rings(centres: Ints, room: Ints) -> Ints:
    rooms = [np.repeat((room * wide // 100)[:, None], len(_RING), axis=1) for wide in _WIDE]
    return np.concatenate([(centres[:, None] + step(_RING, each)).reshape(-1, 2) for each in rooms])
