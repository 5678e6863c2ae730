"""What a battle came to, as one document: the answer of ``warbook play`` and ``warbook replay``."""

from __future__ import annotations

from time import perf_counter
from typing import Literal

import msgspec

from warbook.battle.battle import Battle, Game, Input
from warbook.battle.record import Header
from warbook.dice import Roll
from warbook.rules.request import Request
from warbook.rules.state import State

Winner = Literal["A", "B", "draw"]


class Sides(msgspec.Struct, frozen=True):
    """A number for each side."""

    A: int
    B: int


class Names(msgspec.Struct, frozen=True):
    """A name for each side."""

    A: str
    B: str


DecidedBy = Literal["score", "destruction"]


class Survivor(msgspec.Struct, frozen=True):
    """A unit that is left: how many models of how many."""

    side: Literal["A", "B"]
    name: str
    models: int
    of: int


class Fault(msgspec.Struct, frozen=True):
    """Where a rule was broken: the input's number, from 0, and what was seen."""

    input: int
    seen: str


class Ruling(msgspec.Struct, frozen=True):
    """The umpire's verdict on a rule: its id, what it is about, what was found, and in how many cases."""

    rule: str
    title: str
    says: Literal["held", "broken", "never exercised"]
    met: int
    faults: tuple[Fault, ...] = ()


class Summary(msgspec.Struct, frozen=True):
    """How a battle went. ``winner`` is ``None`` while it goes on; ``decided_by`` tells whether the score
    decided or the other army was destroyed, ``None`` for a draw; ``score_by_round`` is the score after each
    round begun; ``decisions`` counts choices and placements, ``dice`` the dice rolled, ``inputs`` all answers;
    ``state_hash`` is the same wherever the same record is played."""

    system: str
    revision: str
    mission: str
    battlefield: str
    armies: Names
    rounds: int
    winner: Winner | None
    score: Sides
    score_by_round: tuple[Sides, ...]
    units_left: Sides
    models_left: Sides
    survivors: tuple[Survivor, ...]
    decisions: int
    dice: int
    inputs: int
    state_hash: str
    seconds: float
    bots: Names | None = None
    seed: int | None = None
    decided_by: DecidedBy | None = None
    taken: tuple[str, ...] = ()
    """What units were taken as where their list does not say: sizes and wargear."""
    notes: tuple[str, ...] = ()
    """What is against the rules for armies, or not played as it is printed."""
    acted: tuple[str, ...] = ()
    """The rules of sheets and armies that acted, with whose they are and how often."""
    unanswered: tuple[str, ...] = ()
    """Rules that could not act at some moment, with what the position did not tell."""
    not_deployed: tuple[str, ...] = ()
    """Units that their deployment zone had no room for, and what became of them."""
    umpire: tuple[Ruling, ...] | None = None
    """The umpire's verdicts, where they were asked for."""
    problem: str | None = None
    """Why a battle of many stopped before its end."""
    verified: bool | None = None
    """Of a replay: whether the state at the end is the recorded one; ``None`` where that was not looked at."""


class Tally:
    """Watches a battle and counts."""

    def __init__(self) -> None:
        self.decisions = self.dice = self.inputs = 0
        self._rounds: dict[int, Sides] = {}
        self._clock: tuple[int, ...] | None = None
        self._began = perf_counter()

    def watch(self, battle: Battle, request: Request, answer: Input) -> None:
        """Told of each request with its answer, before it is sent."""
        self.inputs += 1
        if isinstance(request, Roll):
            self.dice += len(answer) if isinstance(answer, tuple) else 0
        else:
            self.decisions += 1
        if battle.state.clock != self._clock:
            self._note(battle)

    def _note(self, battle: Battle) -> None:
        self._clock = battle.state.clock
        _, score, rounds = battle.game.result(battle.state)
        if rounds:
            self._rounds[rounds] = Sides(*score)

    def summary(self, header: Header, battle: Battle) -> Summary:
        """The summary of the battle as it stands."""
        seconds = perf_counter() - self._began
        self._note(battle)
        state, outcome = battle.state, battle.outcome()
        _, score, rounds = battle.game.result(state)
        left = battle.game.survivors(state)
        return Summary(
            system=header.system,
            revision=header.revision,
            mission=header.mission,
            battlefield=header.battlefield,
            armies=Names(*(army.name for army in header.armies)),
            rounds=rounds,
            winner=None if outcome is None else _winner(outcome.winner),
            decided_by=None if outcome is None else decided_by(battle.game, state),
            score=Sides(*score),
            score_by_round=tuple(self._rounds.values()),
            units_left=Sides(*map(len, left)),
            models_left=Sides(*(sum(models for _, models, _ in side) for side in left)),
            survivors=(
                *(Survivor("A", *unit) for unit in left[0]),
                *(Survivor("B", *unit) for unit in left[1]),
            ),
            decisions=self.decisions,
            dice=self.dice,
            inputs=self.inputs,
            state_hash=state.digest(),
            seconds=round(seconds, 3),
            acted=battle.game.acted(state),
            unanswered=battle.game.unanswered(),
            not_deployed=battle.game.not_deployed(state),
        )


def decided_by(game: Game, state: State) -> DecidedBy | None:
    """What decided a battle that somebody has won: for a state at its end."""
    winner = game.result(state)[0]
    if winner is None:
        return None
    return "score" if game.survivors(state)[1 - winner] else "destruction"


def ending(game: Game, state: State) -> str:
    """Who won, why, and in which round, for a state at the end of a battle."""
    winner, (a, b), rounds = game.result(state)
    if winner is None:
        return f"a draw, {a} : {b}, after round {rounds}"
    who = f"{'AB'[winner]} {game.scene(state).armies[winner]} win"
    if decided_by(game, state) == "destruction":
        return f"{who} in round {rounds}: {'BA'[winner]} has no models left (score {a} : {b})"
    return f"{who} on points, {a} : {b}, after round {rounds}"


def _winner(winner: int | None) -> Winner:
    if winner is None:
        return "draw"
    return "B" if winner else "A"
