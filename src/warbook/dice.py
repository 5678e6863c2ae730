"""Dice, tests and pools; the programs that roll them; and the three ways to run a program.

A *chance program* is a generator that yields only :class:`Roll` and returns a result. It never draws a
random number itself: :func:`exact` follows all its branches, :func:`sampled` rolls, :func:`replayed`
takes the faces that were rolled before. One definition of a rule so serves odds, battles and records.

>>> Dice.parse("2D6+1").mean
8.0
>>> def two_sixes() -> Program[int]:
...     return (yield from roll("first", Dice(1, 6))) + (yield from roll("second", Dice(1, 6)))
>>> round(exact(two_sixes)[7], 6)
0.166667
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from enum import IntEnum
from functools import cache, lru_cache
from itertools import product
from math import comb
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec

T = TypeVar("T")

Face = Callable[[int], int]
"""Rolls one die of so many sides and tells the face, from 1."""


class Chance(Protocol[T]):
    """Anything with a finite distribution that dice can settle."""

    def outcomes(self) -> Mapping[T, float]:
        """Each possible outcome with its probability."""
        ...

    def judge(self, face: Face) -> T:
        """The outcome that these dice give."""
        ...


class Value(msgspec.Struct, frozen=True):
    """Base of the frozen values in this module; hashable, equal by content."""


MAX_DICE = 100
MAX_SIDES = 1_000
MAX_BONUS = 1_000_000
_EXPRESSION = re.compile(r"(?:(\d*)D(\d+))?\s*(?:([+-]?)\s*(\d+))?", re.IGNORECASE | re.ASCII)


class Dice(Value, frozen=True):
    """``number`` dice of ``sides`` sides plus ``bonus``: ``2D6+1``. No dice make a constant.

    A D3 is a three-sided die: half a D6, rounded up, has the same faces (K-DIC-01, H-DIC-01).
    """

    number: int
    sides: int
    bonus: int = 0

    @classmethod
    def parse(cls, text: str | int) -> Dice:
        """Read ``4``, ``D6``, ``2D3+1``. Raises ``ValueError`` saying what was expected."""
        if isinstance(text, int):
            return cls.parse(str(text))
        found = _EXPRESSION.fullmatch(text.strip()) if len(text) <= 40 else None
        if not text.strip() or found is None:
            raise ValueError(f"{text[:40]!r} is not a dice expression such as 2, D6 or 2D3+1")
        number, sides, sign, bonus = found.groups()
        if (sides is None and sign == "-") or (sides is not None and bonus is not None and not sign):
            raise ValueError(f"{text[:40]!r} is not a dice expression such as 2, D6 or 2D3+1")
        dice = cls(int(number or 1) if sides else 0, int(sides or 0), int(f"{sign}{bonus}") if bonus else 0)
        if dice.number > MAX_DICE or dice.sides > MAX_SIDES or abs(dice.bonus) > MAX_BONUS or sides == "0":
            raise ValueError(
                f"{text[:40]!r} is beyond the limit of {MAX_DICE} dice, {MAX_SIDES} sides and {MAX_BONUS}"
            )
        return dice

    def __str__(self) -> str:
        if not self.number:
            return str(self.bonus)
        many = str(self.number) if self.number > 1 else ""
        return f"{many}D{self.sides}" + (f"{self.bonus:+d}" if self.bonus else "")

    def __add__(self, more: int) -> Dice:
        return Dice(self.number, self.sides, self.bonus + more)

    @property
    def mean(self) -> float:
        return self.number * (self.sides + 1) / 2 + self.bonus

    @property
    def maximum(self) -> int:
        return self.number * self.sides + self.bonus

    def outcomes(self) -> Mapping[int, float]:
        return _sums(self)

    def judge(self, face: Face) -> int:
        return sum(face(self.sides) for _ in range(self.number)) + self.bonus


@cache
def _sums(dice: Dice) -> Mapping[int, float]:
    totals = {dice.bonus: 1.0}
    for _ in range(dice.number):
        grown: dict[int, float] = {}
        for total, p in totals.items():
            for face in range(1, dice.sides + 1):
                grown[total + face] = grown.get(total + face, 0.0) + p / dice.sides
        totals = grown
    return totals


class Sum(Value, frozen=True):
    """Several dice expressions added up, never less than ``least``."""

    parts: tuple[Dice, ...]
    least: int = 0

    def __str__(self) -> str:
        return "+".join(map(str, self.parts))

    @property
    def random(self) -> bool:
        return any(dice.number for dice in self.parts)

    @property
    def mean(self) -> float:
        return sum(total * p for total, p in self.outcomes().items())

    @property
    def maximum(self) -> int:
        return max(self.least, sum(dice.maximum for dice in self.parts))

    def outcomes(self) -> Mapping[int, float]:
        return _totals(self)

    def judge(self, face: Face) -> int:
        return max(self.least, sum(dice.judge(face) for dice in self.parts))


@lru_cache(maxsize=4096)
def _totals(several: Sum) -> Mapping[int, float]:
    totals = {0: 1.0}
    for dice in several.parts:
        grown: dict[int, float] = {}
        for (total, p), (more, q) in product(totals.items(), dice.outcomes().items()):
            grown[total + more] = grown.get(total + more, 0.0) + p * q
        totals = grown
    floored: dict[int, float] = {}
    for total, p in totals.items():
        floored[max(several.least, total)] = floored.get(max(several.least, total), 0.0) + p
    return floored


class RerolledBelow(Value, frozen=True):
    """``dice``, rolled again whole and once when the total is below ``least`` (K-DIC-02)."""

    dice: Sum
    least: float

    def outcomes(self) -> Mapping[int, float]:
        first = self.dice.outcomes()
        again = sum(p for total, p in first.items() if total < self.least)
        return {n: p * again + (p if n >= self.least else 0.0) for n, p in first.items()}

    def judge(self, face: Face) -> int:
        total = self.dice.judge(face)
        return total if total >= self.least else self.dice.judge(face)


class Outcome(IntEnum):
    """What one die did against its test. ``FAILED_AGAIN`` failed after a re-roll."""

    FAIL = 0
    FAILED_AGAIN = 1
    PASS = 2
    CRITICAL = 3

    @property
    def passed(self) -> bool:
        return self >= Outcome.PASS


class Test(Value, frozen=True):
    """One D6 against a test: the outcome of each face, and the faces that are re-rolled once."""

    __test__ = False

    faces: tuple[Outcome, ...]
    rerolls: tuple[bool, ...] = (False,) * 6

    @classmethod
    def needing(cls, least: int, critical: int = 7, fails_to: int = 1) -> Test:
        """Passes on ``least`` or more; faces from ``critical`` are critical and always pass; faces up to
        ``fails_to`` always fail (K-ATK: an unmodified 1; H-DIC-02)."""
        return cls(tuple(_outcome(face, least, critical, fails_to) for face in range(1, 7)))

    def rerolling(self, faces: Callable[[int, Outcome], bool]) -> Test:
        """The same test, re-rolling also the faces that ``faces(face, outcome)`` picks."""
        pairs = enumerate(self.faces, start=1)
        picked = tuple(faces(face, outcome) for face, outcome in pairs)
        return Test(self.faces, tuple(a or b for a, b in zip(self.rerolls, picked, strict=True)))

    @property
    def once(self) -> Test:
        """The same test without its re-rolls."""
        return Test(self.faces)

    @property
    def possible(self) -> bool:
        return any(outcome.passed for outcome in self.faces)

    @property
    def needed(self) -> int | None:
        """The lowest face that passes, ``None`` when none does."""
        return next((face for face, outcome in enumerate(self.faces, 1) if outcome.passed), None)

    @property
    def chance(self) -> float:
        """Probability to pass, re-rolls included."""
        return sum(p for outcome, p in self.outcomes().items() if outcome.passed)

    def outcomes(self) -> Mapping[Outcome, float]:
        return _test_outcomes(self)

    def judge(self, face: Face) -> Outcome:
        first = face(6)
        if not self.rerolls[first - 1]:
            return self.faces[first - 1]
        second = self.faces[face(6) - 1]
        return Outcome.FAILED_AGAIN if second is Outcome.FAIL else second


def _outcome(face: int, least: int, critical: int, fails_to: int) -> Outcome:
    if face <= fails_to:
        return Outcome.FAIL
    if face >= critical:
        return Outcome.CRITICAL
    return Outcome.PASS if face >= least else Outcome.FAIL


@lru_cache(maxsize=4096)
def _test_outcomes(test: Test) -> Mapping[Outcome, float]:
    found: dict[Outcome, float] = {}
    for pair in product(range(1, 7), repeat=2):
        faces = iter(pair)
        outcome = test.judge(lambda _sides, faces=faces: next(faces))  # type: ignore[misc]
        found[outcome] = found.get(outcome, 0.0) + 1 / 36
    return found


class Pool(Value, frozen=True):
    """``number`` dice against one test; the outcome is how many passed uncritically and how many critically."""

    test: Test
    number: int

    def outcomes(self) -> Mapping[tuple[int, int], float]:
        return _pool_outcomes(self)

    def judge(self, face: Face) -> tuple[int, int]:
        rolled = [self.test.judge(face) for _ in range(self.number)]
        return rolled.count(Outcome.PASS), rolled.count(Outcome.CRITICAL)


@lru_cache(maxsize=16384)
def _pool_outcomes(pool: Pool) -> Mapping[tuple[int, int], float]:
    single = pool.test.outcomes()
    plain, critical = single.get(Outcome.PASS, 0.0), single.get(Outcome.CRITICAL, 0.0)
    fail, n = max(0.0, 1.0 - plain - critical), pool.number
    return {
        (a, b): comb(n, a) * comb(n - a, b) * plain**a * critical**b * fail ** (n - a - b)
        for a in range(n + 1 if plain else 1)
        for b in range(n - a + 1 if critical else 1)
        if fail or a + b == n
    }


class Roll(Value, frozen=True):
    """A program's request to settle ``chance``; ``what`` names the roll ("hit", "save") for logs and plays.

    The rest decides nothing: it is there for whoever tells of the roll. ``weapon`` is whose attack it belongs
    to, ``player`` whose dice they are (of a save the target's), ``unit`` whose doing it is, ``target`` the unit
    attacked (units by their place in the battle), ``least`` the total that a test of several dice needs,
    ``model`` the kind of model whose save it is, where its unit has a Leader.
    """

    what: str
    chance: Chance[Any]
    weapon: str = ""
    player: int | None = None
    unit: int | None = None
    target: int | None = None
    least: int | None = None
    model: str = ""


Program = Generator[Roll, Any, T]


def roll(what: str, chance: Chance[T], weapon: str = "", model: str = "") -> Program[T]:
    """Ask for one roll; typed, for ``x = yield from roll(…)``."""
    outcome: T = yield Roll(what, chance, weapon, model=model)
    return outcome


def exact(program: Callable[..., Program[T]], *args: Any) -> dict[T, float]:
    """The distribution of a program's results, by following all branches.

    Branches are re-executed from the start, so a program must be pure. Probabilities sum to 1.
    """
    totals: dict[T, float] = {}
    branches: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    while branches:
        answers, p = branches.pop()
        result, p = _follow(program(*args), answers, p, branches)
        totals[result] = totals.get(result, 0.0) + p
    return totals


def _follow(
    running: Program[T], answers: tuple[Any, ...], p: float, branches: list[tuple[tuple[Any, ...], float]]
) -> tuple[T, float]:
    """Run one path to its end: the given answers, then first outcomes; the other outcomes become branches."""
    try:
        asked = next(running)
        for answer in answers:
            asked = running.send(answer)
        while True:
            (first, q), *others = [(o, q) for o, q in asked.chance.outcomes().items() if q]
            branches.extend(((*answers, other), p * r) for other, r in others)
            answers, p = (*answers, first), p * q
            asked = running.send(first)
    except StopIteration as stop:
        result: T = stop.value
        return result, p


def run(running: Program[T], answer: Callable[[Roll], Any]) -> T:
    """Drive one program to its end, answering each request."""
    try:
        asked = next(running)
        while True:
            asked = running.send(answer(asked))
    except StopIteration as stop:
        result: T = stop.value
        return result


def sampled(running: Program[T], random: Random) -> T:
    """Run a program with dice from ``random``."""
    return run(running, lambda asked: asked.chance.judge(lambda sides: random.randint(1, sides)))


def replayed(running: Program[T], faces: Iterable[int]) -> T:
    """Run a program with given faces, in the order rolled. Raises ``ValueError`` when they do not fit."""
    rest = iter(faces)
    result = run(running, lambda asked: asked.chance.judge(lambda sides: _next_face(rest, sides, asked.what)))
    if next(rest, None) is not None:
        raise ValueError("more faces than the program rolled")
    return result


def _next_face(faces: Iterator[int], sides: int, what: str) -> int:
    face = next(faces, None)
    if face is None or not 1 <= face <= sides:
        raise ValueError(f"{what}: expected a face from 1 to {sides}, got {face}")
    return face
