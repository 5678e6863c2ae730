"""Bases and hulls: what a model stands on, as a disc or a convex outline in mil.

A round base is a disc; an oval is the convex outline through 24 points of its ellipse, 15 degrees apart; a hull
is a rectangle. Length lies along the facing; a facing of 0 looks along +x and grows counter-clockwise.

>>> Round(32).radius_mil, Oval(60, 35).outer_mil
(630, 1181)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from warbook.board.integers import Bools, Ints, floor_root, mil, sine, squared, turned
from warbook.dice import Value

MM_PER_INCH = 25.4
OVAL_POINTS = 24
RIM_POINTS = 8
_MAX_MIL = 10_000


def _half(length_mm: float) -> int:
    """Half of a length in millimetres, in mil, rounded once."""
    return round(length_mm * 500 / MM_PER_INCH)


def _checked(half_mil: int) -> int:
    if not 0 < half_mil <= _MAX_MIL:
        raise ValueError(
            f"a base or hull measures more than nothing and at most 20 inches, not {half_mil / 500}"
        )
    return half_mil


class Round(Value, frozen=True, tag="round", forbid_unknown_fields=True):
    """A round base of a diameter in millimetres."""

    diameter_mm: float

    def __post_init__(self) -> None:
        _checked(self.radius_mil)

    @property
    def radius_mil(self) -> int:
        return _half(self.diameter_mm)

    outer_mil = radius_mil

    def outline(self) -> Ints:
        """A disc is its centre, grown by its radius."""
        return np.zeros((1, 2), np.int64)

    def rim(self) -> Ints:
        """Eight points of the rim, 45 degrees apart."""
        return _ellipse(self.radius_mil, self.radius_mil, RIM_POINTS)


class Oval(Value, frozen=True, tag="oval", forbid_unknown_fields=True):
    """An oval base, its axes in millimetres."""

    length_mm: float
    width_mm: float

    def __post_init__(self) -> None:
        _checked(_half(self.length_mm)), _checked(_half(self.width_mm))

    @property
    def radius_mil(self) -> int:
        return 0

    @property
    def outer_mil(self) -> int:
        return max(_half(self.length_mm), _half(self.width_mm))

    def outline(self) -> Ints:
        """The corners, counter-clockwise, for a facing of 0."""
        return _ellipse(_half(self.length_mm), _half(self.width_mm), OVAL_POINTS)

    def rim(self) -> Ints:
        """Eight of the corners, every third."""
        return self.outline()[:: OVAL_POINTS // RIM_POINTS]


class Hull(Value, frozen=True, tag="hull", forbid_unknown_fields=True):
    """A model without a base: the rectangle of its hull, in inches."""

    length_in: float
    width_in: float

    def __post_init__(self) -> None:
        _checked(mil(self.length_in / 2)), _checked(mil(self.width_in / 2))

    @property
    def radius_mil(self) -> int:
        return 0

    @property
    def outer_mil(self) -> int:
        return int(floor_root(squared(self.outline()[0]))) + 1

    def outline(self) -> Ints:
        """The corners, counter-clockwise, for a facing of 0."""
        x, y = mil(self.length_in / 2), mil(self.width_in / 2)
        return np.array([[x, y], [-x, y], [-x, -y], [x, -y]], np.int64)

    def rim(self) -> Ints:
        """The corners and the middles of the sides."""
        x, y = mil(self.length_in / 2), mil(self.width_in / 2)
        ring = [[x, 0], [x, y], [0, y], [-x, y], [-x, 0], [-x, -y], [0, -y], [x, -y]]
        return np.array(ring, np.int64)


Base = Round | Oval | Hull


def _ellipse(a_mil: int, b_mil: int, points: int) -> Ints:
    turns = [360 * i // points for i in range(points)]
    scale = 10**12
    ring = [(2 * a_mil * sine(t + 90) + scale, 2 * b_mil * sine(t) + scale) for t in turns]
    return np.array([(x // (2 * scale), y // (2 * scale)) for x, y in ring], np.int64)


class BaseTable:
    """The bases in play, looked up by index, with their outlines for each facing made once.

    ``corners`` counts those of the outline, ``radius`` grows it (0 for ovals and hulls), ``outer`` holds all
    of the base and ``inner`` is held by it, in mil; one of each for every base. Use :func:`base_table`, which
    keeps one table for equal bases.
    """

    __slots__ = ("_outlines", "_samples", "all_round", "bases", "corners", "inner", "outer", "radius", "round")

    def __init__(self, bases: Iterable[Base]) -> None:
        self.bases = tuple(bases)
        outlines = [base.outline() for base in self.bases]
        self.corners: Ints = np.array([len(outline) for outline in outlines], np.int64)
        self.radius: Ints = np.array([base.radius_mil for base in self.bases], np.int64)
        self.outer: Ints = np.array([base.outer_mil for base in self.bases], np.int64)
        self.inner: Ints = np.array([_inner(base) for base in self.bases], np.int64)
        self.round: Bools = self.radius > 0
        self.all_round = bool(self.round.all())
        self._outlines: dict[tuple[int, int], Ints] = {}
        self._samples: dict[tuple[int, int], Ints] = {}

    def __repr__(self) -> str:
        return f"base_table({self.bases!r})"

    def __reduce__(self) -> tuple[object, tuple[tuple[Base, ...]]]:
        return base_table, (self.bases,)

    def outline(self, base: int, facing: int) -> Ints:
        """Corners about the centre."""
        key = (base, 0 if self.round[base] else facing % 360)
        if key not in self._outlines:
            self._outlines[key] = turned(self.bases[base].outline(), key[1])
        return self._outlines[key]

    def samples(self, base: int, facing: int) -> Ints:
        """The centre and eight points of the rim, about the centre: the ends of sight lines."""
        key = (base, 0 if self.round[base] else facing % 360)
        if key not in self._samples:
            points = np.concatenate((np.zeros((1, 2), np.int64), self.bases[base].rim()))
            self._samples[key] = turned(points, key[1])
        return self._samples[key]


def _inner(base: Base) -> int:
    """A radius that fits inside the base whatever its facing; rounding of turned corners is allowed for."""
    match base:
        case Round():
            return base.radius_mil
        case Oval():
            return max(0, min(_half(base.length_mm), _half(base.width_mm)) * 99 // 100 - 3)
        case Hull():
            return max(0, min(mil(base.length_in / 2), mil(base.width_in / 2)) - 3)


@lru_cache(maxsize=256)
def base_table(bases: tuple[Base, ...]) -> BaseTable:
    """The table of these bases; equal bases share one."""
    return BaseTable(bases)
