"""What a record tells: every input with the states before and after it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from warbook.battle.battle import Battle, Input
from warbook.rules.request import Request
from warbook.rules.state import State


class Moment(NamedTuple):
    """One input of a record, ``number`` in order from 0; ``over`` where the battle ends with it."""

    number: int
    before: State
    request: Request
    answer: Input
    after: State
    over: bool


class Tale(NamedTuple):
    """A battle as a row of moments, with the game that it was played in."""

    game: Any
    moments: tuple[Moment, ...]


def told(start: Battle, inputs: Iterable[Input]) -> Tale:
    """Play inputs again from a battle, and keep what they led through. Raises IllegalInput where one does not
    fit."""
    battle = start.copy()
    moments: list[Moment] = []
    before = battle.state.copy()
    for number, answer in enumerate(inputs):
        request = battle.request
        battle.send(answer)
        assert request is not None
        after = battle.state.copy()
        moments.append(Moment(number, before, request, answer, after, battle.request is None))
        before = after
    return Tale(battle.game, tuple(moments))
