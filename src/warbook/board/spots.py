"""Places around other models: in contact with them, or so far from their edges."""

from __future__ import annotations

import numpy as np

from warbook.board.convex import near
from warbook.board.integers import Ints, fan, step
from warbook.board.layout import Layout, alike

ROUND = (0, 20, -20, 40, -40, 60, -60, 90, -90, 120, -120, 150, -150, 180)
"""Directions to try, in degrees, from the way that a model comes."""


def around(
    rows: Layout, model: Ints, others: Layout, other: Ints, gap_mil: int, angles: tuple[int, ...]
) -> tuple[Ints, Ints]:
    """Places for models around others, pair by pair, so far from their edges (in contact for 0), beginning on
    the side that the model is on: which model, and where to."""
    index = np.repeat(model, len(angles))
    ways = fan(rows.xy.take(model, 0) - others.xy.take(other, 0), angles)
    room = rows.outer[model] + others.outer[other] + (gap_mil or 2)
    places = others.xy.take(other, 0)[:, None] + step(ways, np.repeat(room[:, None], len(angles), axis=1))
    own, near_by = rows.pick(model), others.pick(other)
    shaped = np.flatnonzero(~(own.table.round[own.base] & near_by.table.round[near_by.base]))
    for group in alike(own.pick(shaped), near_by.pick(shaped)):
        chosen = shaped[group]
        places[chosen] = _fitted(own.pick(chosen), near_by.pick(chosen), ways[chosen], gap_mil)
    return index, places.reshape(-1, 2)


def _fitted(rows: Layout, others: Layout, ways: Ints, gap_mil: int) -> Ints:
    """Where models stand in each direction from others, row by row, when one of the two is an oval or a hull:
    the distance is halved until it fits to a few mil."""
    pair = np.repeat(np.arange(rows.size), ways.shape[1])
    own, shapes = (rows.outlines() - rows.xy[:, None])[pair], others.outlines()[pair]
    reach = (rows.radius + others.radius)[pair] + gap_mil
    high = (rows.outer + others.outer)[pair] + gap_mil + 3
    low = (rows.table.inner[rows.base] + others.table.inner[others.base])[pair] + gap_mil - 3
    centres, way = others.xy[pair], ways.reshape(-1, 2)
    while (high - low > 3).any():
        middle = (low + high) // 2
        inside = near(own + (centres + step(way, middle))[:, None], shapes, reach, strict=not gap_mil)
        low, high = np.where(inside, middle, low), np.where(inside, high, middle)
    return np.asarray((centres + step(way, low if gap_mil else high)).reshape(ways.shape))
