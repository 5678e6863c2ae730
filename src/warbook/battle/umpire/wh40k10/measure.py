"""The umpire's own tape measure: distances between bases in floating point, and what stands in a line of sight.

Places are whole thousandths of an inch. ``SLACK`` is what the board's rounding to whole mil may differ by.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import NamedTuple

Point = tuple[float, float]
Ring = tuple[Point, ...]

SLACK = 4.0
MM_PER_INCH = 25.4
OVAL_POINTS = 24


class Shape(NamedTuple):
    """A base: ``corners`` around its middle, grown by ``radius``; a round base is one corner. ``inner`` is a
    radius that lies wholly on it, ``rim`` the points that see and are seen."""

    corners: Ring
    radius: float
    inner: float
    rim: Ring


@lru_cache
def shape(base_mm: int | str, hull: bool) -> Shape:
    """The shape of a base by its printed size in millimetres; a hull is a rectangle."""
    if isinstance(base_mm, int):
        radius = base_mm * 500 / MM_PER_INCH
        return Shape(((0.0, 0.0),), radius, radius, ((0.0, 0.0), *_ellipse(radius, radius, 8)))
    length, width = (float(part) for part in base_mm.split("x"))
    if hull:
        x, y = length * 500 / MM_PER_INCH, width * 500 / MM_PER_INCH
        corners: Ring = ((x, y), (-x, y), (-x, -y), (x, -y))
        middles: Ring = ((x, 0), (0, y), (-x, 0), (0, -y))
        return Shape(corners, 0.0, min(x, y), ((0.0, 0.0), *corners, *middles))
    x, y = length * 500 / MM_PER_INCH, width * 500 / MM_PER_INCH
    ring = _ellipse(x, y, OVAL_POINTS)
    return Shape(ring, 0.0, min(x, y) * cos(pi / OVAL_POINTS), ((0.0, 0.0), *ring[::3]))


def _ellipse(x: float, y: float, points: int) -> Ring:
    turns = [2 * pi * n / points for n in range(points)]
    return tuple((x * cos(turn), y * sin(turn)) for turn in turns)


class Disc(NamedTuple):
    """A shape somewhere on the table."""

    x: float
    y: float
    shape: Shape

    @property
    def corners(self) -> Ring:
        return tuple((self.x + x, self.y + y) for x, y in self.shape.corners)

    @property
    def points(self) -> Ring:
        return tuple((self.x + x, self.y + y) for x, y in self.shape.rim)


def gap(a: Disc, b: Disc) -> float:
    """Between the edges of two bases; below zero where they overlap."""
    if len(a.shape.corners) == 1 and len(b.shape.corners) == 1:
        return hypot(a.x - b.x, a.y - b.y) - a.shape.radius - b.shape.radius
    return apart(a.corners, b.corners) - a.shape.radius - b.shape.radius


def apart(a: Ring, b: Ring) -> float:
    """Between two convex outlines; 0 where they overlap, less by how deep their middles are for what
    matters."""
    if inside(a[0], b) or inside(b[0], a) or _cross(a, b):
        return 0.0
    return min(
        *(from_line(p, *edge) for p in a for edge in edges(b)),
        *(from_line(p, *edge) for p in b for edge in edges(a)),
    )


def edges(ring: Ring) -> list[tuple[Point, Point]]:
    return list(zip(ring, ring[1:] + ring[:1], strict=True))


def from_line(p: Point, a: Point, b: Point) -> float:
    """From a point to a straight line between two others."""
    (x, y), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    squared = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((p[0] - x) * dx + (p[1] - y) * dy) / squared)) if squared else 0.0
    return hypot(p[0] - x - t * dx, p[1] - y - t * dy)


def turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def inside(p: Point, ring: Ring) -> bool:
    """Whether a point lies inside a convex outline, its edge included."""
    if len(ring) < 3:
        return False
    turns = [turn(a, b, p) for a, b in edges(ring)]
    return all(t >= 0 for t in turns) or all(t <= 0 for t in turns)


def _cross(a: Ring, b: Ring) -> bool:
    return any(_meet(*one, *other) for one in edges(a) for other in edges(b) if len(a) > 1 and len(b) > 1)


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def enters(a: Point, b: Point, ring: Ring) -> bool:
    """Whether a straight line goes through the inside of a convex outline."""
    near, far = 0.0, 1.0
    area = sum(p[0] * q[1] - q[0] * p[1] for p, q in edges(ring))
    for p, q in edges(ring):
        start, end = turn(p, q, a), turn(p, q, b)
        if area < 0:
            start, end = -start, -end
        if start <= 0 and end <= 0:
            return False
        if start < 0:
            near = max(near, start / (start - end))
        elif end < 0:
            far = min(far, start / (start - end))
    return near < far


def grown(ring: Ring, by: float) -> Ring:
    """An outline with its corners moved away from its middle, or toward it."""
    x, y = sum(p[0] for p in ring) / len(ring), sum(p[1] for p in ring) / len(ring)
    return tuple((px + by * _sign(px - x), py + by * _sign(py - y)) for px, py in ring)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def sees(a: Disc, b: Disc, shut: tuple[Ring, ...], open_: tuple[Ring, ...]) -> bool:
    """Whether any line from one of nine points of ``a`` to one of nine of ``b`` is clear: no ruin that holds
    neither of them wholly is entered on it, unless the line ends inside it. Lines are stopped by the outlines
    of ``shut``; what is held is judged by those of ``open_``, of the same ruins."""
    near = [
        (ring, wide)
        for ring, wide in zip(shut, open_, strict=True)
        if _between(a, b, ring) and not holds(wide, a) and not holds(wide, b)
    ]
    ends = [(end, [ring for ring, wide in near if not inside(end, wide)]) for end in b.points]
    return any(not any(enters(start, end, r) for r in rings) for end, rings in ends for start in a.points)


def _between(a: Disc, b: Disc, ring: Ring) -> bool:
    reach = max(max(abs(x), abs(y)) for x, y in (*a.shape.rim, *b.shape.rim))
    xs, ys = [p[0] for p in ring], [p[1] for p in ring]
    clear = max(a.x, b.x) + reach < min(xs) or min(a.x, b.x) - reach > max(xs)
    return not (clear or max(a.y, b.y) + reach < min(ys) or min(a.y, b.y) - reach > max(ys))


def holds(ring: Ring, disc: Disc) -> bool:
    """Whether a base stands wholly within a convex outline."""
    whole = all(inside(corner, ring) for corner in disc.corners)
    return whole and all(from_line(c, *e) >= disc.shape.radius for c in disc.corners for e in edges(ring))
