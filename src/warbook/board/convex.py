"""Convex outlines on whole numbers: how near two of them come, whether one holds another, what one sweeps.

An outline is a row of corners, counter-clockwise, padded by repeating the last one; two corners make a line,
one a point. Every test compares squares, so a distance of exactly the limit is within it. Coordinates reach
100,000 mil; a distance times the length of an edge must stay below 3 × 10⁹ (33 inches along the longest table
edge).
"""

from __future__ import annotations

import numpy as np

from warbook.board.integers import Bools, Ints, ceil_root, cross, every, some, squared

_LARGE = 3_037_000_499
"""Squares of whole numbers up to this one fit in 64 bits; a cross product beyond it is out of reach anyway."""


def edges(outlines: Ints) -> Ints:
    """The vector from each corner to the next, the last one back to the first."""
    return np.concatenate((outlines[..., 1:, :], outlines[..., :1, :]), axis=-2) - outlines


def near(a: Ints, b: Ints, reach: Ints, strict: bool = False) -> Bools:
    """For each pair of outlines (k × V × 2 and k × W × 2): do they come within ``reach`` (k) of each other?

    ``strict`` asks for nearer than ``reach``; outlines that only touch then do not count at a reach of 0.
    """
    found = _corner_near(a, b, reach, strict) | _corner_near(b, a, reach, strict)
    if a.shape[-2] == b.shape[-2] == 1:
        return found
    return found | ~apart(a, b)


def _corner_near(points: Ints, outlines: Ints, reach: Ints, strict: bool) -> Bools:
    edge = edges(outlines)[:, None]
    away = points[:, :, None] - outlines[:, None]
    limit = (reach * reach)[:, None, None]
    length = squared(edge)
    along = away[..., 0] * edge[..., 0] + away[..., 1] * edge[..., 1]
    across = np.minimum(np.abs(cross(edge, away)), _LARGE)
    beside = (along > 0) & (along < length)
    hit = (squared(away) <= limit - strict) | (beside & (across * across <= limit * length - strict))
    return some(hit, 1, 2)


def apart(a: Ints, b: Ints) -> Bools:
    """Is there an edge of either outline with all of the other on its outer side, or on it?"""
    points = ~(some(edges(a) != 0, -1, -2) | some(edges(b) != 0, -1, -2))
    return _has_separating_edge(a, b) | _has_separating_edge(b, a) | points


def _has_separating_edge(a: Ints, b: Ints) -> Bools:
    edge = edges(a)[..., :, None, :]
    outside = cross(edge, b[..., None, :, :] - a[..., :, None, :]) <= 0
    real = some(edge != 0, -1, -2)
    return some(every(outside, -1) & real, -1)


def line_near(start: Ints, end: Ints, centres: Ints, reach: Ints, strict: bool = False) -> Bools:
    """Which straight lines (m × 2 to m × 2) pass within ``reach`` (m × n) of which centres (n × 2)?

    ``strict`` asks for nearer than ``reach``.
    """
    line = (end - start)[:, None]
    away = centres[None] - start[:, None]
    limit = reach * reach - strict
    length = squared(line)
    along = away[..., 0] * line[..., 0] + away[..., 1] * line[..., 1]
    across = np.minimum(np.abs(cross(line, away)), _LARGE)
    beside = (along > 0) & (along < length)
    ends = np.minimum(squared(away), squared(centres[None] - end[:, None])) <= limit
    found: Bools = ends | (beside & (across * across <= reach * reach * length - strict))
    return found


def swept(outlines: Ints, path: Ints) -> Ints:
    """What each outline (k × V × 2) covers on its straight way along a vector (k × 2): k × (V + 2) × 2.

    Corners that lead are taken at the end of the way, those that trail at its start, and the two at the sides
    twice.
    """
    k, corners = outlines.shape[:2]
    aside = cross(path[:, None], outlines)
    right, left = aside.argmin(axis=1)[:, None], aside.argmax(axis=1)[:, None]
    leading = (left - right) % corners + 1
    step = np.arange(corners + 2)
    ahead = (step >= 1) & (step <= leading)
    corner = (right + step - (step > 0) - (step > leading)) % corners
    points: Ints = outlines[np.arange(k)[:, None], corner]
    return points + np.where(ahead[..., None], path[:, None], 0)


def holds(outline: Ints, corners: Ints, radius: Ints) -> Bools:
    """Which bases (corners n × V × 2, grown by ``radius`` n) stand wholly within an outline (W × 2)?"""
    edge = edges(outline)
    inward = cross(edge, corners[:, :, None] - outline)
    needed = ceil_root((radius * radius)[:, None] * squared(edge))
    return every(inward >= needed[:, None], 1, 2)


def hull(points: Ints) -> Ints:
    """The convex outline of some points, counter-clockwise."""
    ordered = sorted({(int(x), int(y)) for x, y in points.reshape(-1, 2)})
    if len(ordered) < 3:
        return np.array(ordered, np.int64)
    return np.array(_chain(ordered)[:-1] + _chain(ordered[::-1])[:-1], np.int64)


def _chain(ordered: list[tuple[int, int]]) -> list[tuple[int, int]]:
    chain: list[tuple[int, int]] = []
    for point in ordered:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain


def _turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def padded(outlines: list[Ints]) -> Ints:
    """Outlines of any lengths as one array, padded by repeating last corners."""
    corners = max((len(outline) for outline in outlines), default=1)
    filled = [np.concatenate((o, np.repeat(o[-1:], corners - len(o), axis=0))) for o in outlines]
    return np.array(filled, np.int64).reshape(-1, corners, 2)
