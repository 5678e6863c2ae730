"""What a record tells: every input with the states before and after it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from warbook.battle.battle import Battle, Input
from warbook.battle.record import Record, replay
from warbook.rules.request import Request
from warbook.rules.state import State


class Moment(NamedTuple):
    """One input of a record, ``number`` in order from 0; ``over`` where the battle ends with it. ``ended`` is
    the state when the step of the input was over, before anything that happens by itself."""

    number: int
    before: State
    request: Request
    answer: Any
    after: State
    over: bool
    ended: State


class Tale(NamedTuple):
    """A battle as a row of moments, with the game that it was played in."""

    game: Any
    moments: tuple[Moment, ...]


class _Scribe:
    """Notes each input before it acts."""

    def __init__(self) -> None:
        self.noted: list[tuple[State, Request, Input]] = []
        self.passed: list[tuple[State, ...]] = []
        """The states at which steps began before each input."""

    def __call__(self, battle: Battle, request: Request, answer: Input) -> None:
        self.passed.append(battle.passed)
        self.noted.append((battle.state.copy(), request, answer))

    def tale(self, end: Battle) -> Tale:
        states = [*(state for state, _, _ in self.noted[1:]), end.state.copy()][: len(self.noted)]
        passed = [*self.passed[1:], end.passed][: len(self.noted)]
        last = len(states) - 1
        rows = enumerate(zip(self.noted, states, strict=True))
        moments = (
            Moment(
                number,
                before,
                request,
                answer,
                after,
                number == last and end.request is None,
                passed[number][0].copy() if passed[number] else after,
            )
            for number, ((before, request, answer), after) in rows
        )
        return Tale(end.game, tuple(moments))


def told(start: Battle, inputs: Iterable[Input]) -> Tale:
    """Play inputs on from a battle, and keep what they led through. Raises IllegalInput where one does not
    fit."""
    battle, scribe = start.copy(), _Scribe()
    for answer in inputs:
        battle.send(answer, scribe)
    return scribe.tale(battle)


def read(record: Record) -> Tale:
    """Play a record again, and keep what it led through. Raises like :func:`~warbook.battle.record.replay`."""
    scribe = _Scribe()
    return scribe.tale(replay(record, scribe))
