"""Whole numbers in place of fractions: lengths in mil, roots of squares, turns by whole degrees.

A *mil* is a thousandth of an inch. Every number here is exact, so a table looks the same on every platform.

>>> mil(1.5), turned(np.array([[1000, 0]]), 90).tolist()
(1500, [[0, 1000]])
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

MIL_PER_INCH = 1000
_SCALE = 10**12
_FINE = 10**27
_PI = 3_141592653589793238462643383


def mil(inches: float) -> int:
    """Inches as the nearest whole number of mil."""
    return round(inches * MIL_PER_INCH)


def floor_root(squares: Ints) -> Ints:
    """The whole part of each square root; exact from 0 up to 9 × 10¹⁸."""
    root = np.sqrt(squares).astype(np.int64)
    root -= root * root > squares
    root += (root + 1) * (root + 1) <= squares
    return root


def ceil_root(squares: Ints) -> Ints:
    """The smallest whole number whose square is not below each number."""
    root = floor_root(squares)
    return root + (root * root < squares)


def some(flags: Bools, *axes: int) -> Bools:
    """Whether any is set along these axes."""
    return np.asarray(np.logical_or.reduce(flags, axis=axes))


def every(flags: Bools, *axes: int) -> Bools:
    """Whether all are set along these axes."""
    return np.asarray(np.logical_and.reduce(flags, axis=axes))


def squared(vectors: Ints) -> Ints:
    """The squared length of vectors held in the last axis."""
    x, y = vectors[..., 0], vectors[..., 1]
    return x * x + y * y


def squares_between(a: Ints, b: Ints) -> Ints:
    """The squared distance from each point of one row (rows) to each of another (columns)."""
    x, y = np.subtract.outer(a[:, 0], b[:, 0]), np.subtract.outer(a[:, 1], b[:, 1])
    x *= x
    y *= y
    x += y
    return np.asarray(x)


def cross(a: Ints, b: Ints) -> Ints:
    """The cross product of plane vectors: positive when ``b`` points to the left of ``a``."""
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


@cache
def sine(degrees: int) -> int:
    """The sine of whole degrees times 10¹², rounded; a power series in whole numbers, the same everywhere."""
    degrees %= 360
    if degrees >= 180:
        return -sine(degrees - 180)
    x = _PI * min(degrees, 180 - degrees) // 180
    term = total = x
    for n in range(2, 60, 2):
        term = -term * x // _FINE * x // _FINE // (n * (n + 1))
        total += term
    return (2 * total * _SCALE + _FINE) // (2 * _FINE)


def turned(points: Ints, degrees: int) -> Ints:
    """Points turned counter-clockwise about the origin, rounded to whole mil."""
    c, s = sine(degrees + 90), sine(degrees)
    x, y = points[..., 0], points[..., 1]
    turned_xy = np.stack((x * c - y * s, x * s + y * c), axis=-1)
    rounded: Ints = (2 * turned_xy + _SCALE) // (2 * _SCALE)
    return rounded


def fan(vectors: Ints, degrees: tuple[int, ...]) -> Ints:
    """Each vector turned by each of these angles: a new axis before the last."""
    cosines, sines = _turns(degrees)
    x, y = vectors[..., None, 0], vectors[..., None, 1]
    points = np.stack((x * cosines - y * sines, x * sines + y * cosines), axis=-1)
    rounded: Ints = (2 * points + _SCALE) // (2 * _SCALE)
    return rounded


@cache
def _turns(degrees: tuple[int, ...]) -> tuple[Ints, Ints]:
    return np.array([sine(d + 90) for d in degrees], np.int64), np.array([sine(d) for d in degrees], np.int64)


def step(vectors: Ints, length_mil: Ints | int) -> Ints:
    """Vectors of these lengths in the directions given, cut to whole mil, so never longer; none stays none."""
    long = np.maximum(ceil_root(squared(vectors)), 1)
    scaled = vectors * np.asarray(length_mil)[..., None]
    cut: Ints = np.sign(scaled) * (np.abs(scaled) // long[..., None])
    return cut
