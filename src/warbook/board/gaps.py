"""Distances between models, base edge to base edge, flat; and which of them are within a limit."""

from __future__ import annotations

import numpy as np

from warbook.board.convex import edges, near
from warbook.board.integers import Bools, Ints, cross, floor_root, squared, squares_between
from warbook.board.layout import Layout, alike

CONTACT_MIL = 5
"""Bases this close are in contact: positions are whole mil, so two discs hardly ever touch exactly."""


def gaps_within(a: Layout, b: Layout, reach_mil: int, vertical_mil: int | None = None) -> Bools:
    """Which models of ``a`` (rows) are within ``reach_mil`` of which models of ``b``; exactly the limit is
    within.

    With ``vertical_mil``, the heights of their bases must also differ by no more than that.
    """
    found = _flat_within(a, b, reach_mil)
    if vertical_mil is not None:
        found &= np.abs(a.z[:, None] - b.z[None]) <= vertical_mil
    return found


def _flat_within(a: Layout, b: Layout, reach_mil: int, strict: bool = False) -> Bools:
    """Radii that hold and are held by the bases settle most pairs; the others are measured."""
    distance = squares_between(a.xy, b.xy)
    reach = a.outer[:, None] + b.outer[None] + reach_mil
    found: Bools = distance <= reach * reach - strict
    if a.table.all_round and b.table.all_round:
        return found
    sure = a.table.inner[a.base][:, None] + b.table.inner[b.base][None] + reach_mil
    both = a.table.round[a.base][:, None] & b.table.round[b.base][None]
    rows, columns = np.nonzero(found & ~both & (distance > sure * sure - strict))
    if len(rows):
        found[rows, columns] = near_by_row(a.pick(rows), b.pick(columns), reach_mil, strict)
    return found


def near_by_row(a: Layout, b: Layout, reach_mil: int, strict: bool = False) -> Bools:
    """Is each model of ``a`` within reach of the model of ``b`` in the same row, measured outline to
    outline?"""
    found = np.zeros(a.size, np.bool_)
    limit = a.radius + b.radius + reach_mil
    for rows in alike(a, b):
        found[rows] = near(a.pick(rows).outlines(), b.pick(rows).outlines(), limit[rows], strict)
    return found


def overlaps(a: Layout, b: Layout) -> Bools:
    """Which models of ``a`` stand partly on which models of ``b``: same height, and more than touching."""
    found = _flat_within(a, b, 0, strict=True)
    found &= a.z[:, None] == b.z[None]
    return found


def gaps_mil(a: Layout, b: Layout) -> Ints:
    """The flat gap between each pair of models, rounded down to whole mil; 0 when they touch or overlap."""
    distance = floor_root(squares_between(a.xy, b.xy))
    flat: Ints = np.maximum(distance - a.outer[:, None] - b.outer[None], 0)
    if a.table.all_round and b.table.all_round:
        return flat
    rows, columns = np.nonzero(~(a.table.round[a.base][:, None] & b.table.round[b.base][None]))
    flat[rows, columns] = _pair_gaps(a.pick(rows), b.pick(columns))
    return flat


def gaps_by_row(a: Layout, b: Layout) -> Ints:
    """The gap between each model of ``a`` and the model of ``b`` in the same row, like :func:`gaps_mil`."""
    flat: Ints = np.maximum(floor_root(squared(a.xy - b.xy)) - a.outer - b.outer, 0)
    rows = np.flatnonzero(~(a.table.round[a.base] & b.table.round[b.base]))
    if len(rows):
        flat[rows] = _pair_gaps(a.pick(rows), b.pick(rows))
    return flat


def _pair_gaps(a: Layout, b: Layout) -> Ints:
    gaps = np.zeros(a.size, np.int64)
    for rows in alike(a, b):
        left, right = a.pick(rows).outlines(), b.pick(rows).outlines()
        squares = np.minimum(_corner_squares(left, right), _corner_squares(right, left))
        flat = np.maximum(floor_root(squares) - a.radius[rows] - b.radius[rows], 0)
        flat[near(left, right, np.zeros_like(flat))] = 0
        gaps[rows] = flat
    return gaps


def _corner_squares(points: Ints, outlines: Ints) -> Ints:
    """The squared distance from the points to the outlines, rounded down, each pair's least."""
    edge = edges(outlines)[:, None]
    away = points[:, :, None] - outlines[:, None]
    length = squared(edge)
    along = away[..., 0] * edge[..., 0] + away[..., 1] * edge[..., 1]
    across = cross(edge, away)
    beside = (along > 0) & (along < length)
    squares = np.where(beside, across * across // np.maximum(length, 1), squared(away))
    return np.asarray(squares.min(axis=(1, 2)))


def unit_gap_mil(a: Layout, b: Layout) -> int:
    """The gap between the closest living models of two units, rounded down to whole mil. Raises ``ValueError``
    when either has none."""
    living = gaps_mil(a.pick(a.alive), b.pick(b.alive))
    if not living.size:
        raise ValueError("a unit without living models has no distance")
    return int(living.min())
