"""What the natural face of a die makes of a hit or a wound, and rolls that keep it.

A Hit or Wound Test here does more than pass: its natural face may mark the result (Critical Hit, Rending,
Precision; Breaching, Shred). A :class:`Faces` is a test that gives such a result for each face.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import comb
from typing import Generic, TypeVar

from warbook.dice import Face, Value

R = TypeVar("R")


class Hit(Value, frozen=True):
    """One Hit Test's result. ``critical`` and ``rending`` hits wound by themselves, ``precise`` ones let
    the attacker pick the model."""

    scored: bool
    critical: bool = False
    rending: bool = False
    precise: bool = False

    @property
    def marked(self) -> bool:
        return self.critical or self.rending or self.precise


class Wound(Value, frozen=True):
    """One Wound or Armour Penetration Test's result: a ``breaching`` wound has AP 2, a ``shredding`` one
    a point of Damage more; a ``glancing`` hit is one that armour turned."""

    scored: bool
    breaching: bool = False
    shredding: bool = False
    glancing: bool = False


MISS = Hit(False)
FAILED = Wound(False)


class Faces(Value, Generic[R], frozen=True):
    """One D6 whose natural face gives the result; the faces in ``rerolls`` are rolled again once
    (H-DIC-01)."""

    faces: tuple[R, ...]
    rerolls: tuple[bool, ...] = (False,) * 6

    @classmethod
    def of(cls, result: Callable[[int], R]) -> Faces[R]:
        """By what each natural face gives."""
        return cls(tuple(result(face) for face in range(1, 7)))

    def rerolling(self, again: Callable[[int, R], bool]) -> Faces[R]:
        """The same test, re-rolling also the faces that ``again(face, result)`` picks."""
        picked = tuple(again(face, result) for face, result in enumerate(self.faces, 1))
        return Faces(self.faces, tuple(a or b for a, b in zip(self.rerolls, picked, strict=True)))

    @property
    def results(self) -> tuple[R, ...]:
        """The results there are, each once, from the lowest face."""
        return tuple(dict.fromkeys(self.faces))

    def outcomes(self) -> Mapping[R, float]:
        return _outcomes(self)

    def judge(self, face: Face) -> R:
        first = face(6)
        return self.faces[face(6) - 1] if self.rerolls[first - 1] else self.faces[first - 1]


@lru_cache(maxsize=4096)
def _outcomes(test: Faces[R]) -> Mapping[R, float]:
    again = sum(test.rerolls) / 6
    found: dict[R, float] = {}
    for result, rerolled in zip(test.faces, test.rerolls, strict=True):
        found[result] = found.get(result, 0.0) + ((0.0 if rerolled else 1.0) + again) / 6
    return found


class FacePool(Value, Generic[R], frozen=True):
    """``number`` dice against one such test; the outcome counts each of the test's ``results`` in order."""

    test: Faces[R]
    number: int

    def outcomes(self) -> Mapping[tuple[int, ...], float]:
        return _counts(tuple(self.test.outcomes()[result] for result in self.test.results), self.number)

    def judge(self, face: Face) -> tuple[int, ...]:
        rolled = [self.test.judge(face) for _ in range(self.number)]
        return tuple(rolled.count(result) for result in self.test.results)


@lru_cache(maxsize=4096)
def _counts(chances: tuple[float, ...], number: int) -> Mapping[tuple[int, ...], float]:
    """The multinomial distribution."""
    partial: dict[tuple[int, ...], tuple[float, int]] = {(): (1.0, number)}
    for p in chances[:-1]:
        partial = {
            (*counts, n): (q * comb(left, n) * p**n, left - n)
            for counts, (q, left) in partial.items()
            for n in range(left + 1)
        }
    return {(*counts, left): q * chances[-1] ** left for counts, (q, left) in partial.items()}
