"""A battle as text that a player can follow: rounds, turns and phases, what was decided, the dice and what they
came to, and what was lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from warbook.battle import Battle
from warbook.battle.battle import Input, judged
from warbook.dice import Outcome, Pool, Roll, Test
from warbook.rules.request import Request
from warbook.rules.state import State

Rolled = tuple[Roll, tuple[int, ...]]

SINGLE = frozenset(("attacks", "damage", "melta", "sustained hits", "deadly demise wounds"))
"""Rolls whose results are listed one beside the other."""

SAVED = {"save": "saved", "feel no pain": "ignored", "desperate escape": "escaped"}
WIDTH = 16


class Log:
    """Watches a battle and writes it, line by line. ``end`` writes what is still to be told."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._turn = self._phase = self._told = ""
        self._before: State | None = None
        self._rolls: list[Rolled] = []

    def watch(self, battle: Battle, request: Request, answer: Input) -> None:
        """Told of each request with its answer, before it is sent."""
        if self._changed(battle.state):
            self._catch_up(battle)
        if isinstance(request, Roll):
            assert isinstance(answer, tuple)
            self._rolls.append((request, answer))
            return
        told = battle.game.decision(battle.state, request, answer)
        if told:
            self._dice()
            self._tell(f"  {told}")

    def end(self, battle: Battle) -> None:
        """The last rolls and losses, and the score."""
        self._catch_up(battle, over=True)
        self._dice()
        self._write(battle.game.standing(battle.state))

    def _changed(self, state: State) -> bool:
        before = self._before
        if before is None or before.clock != state.clock:
            return True
        return bool((before.left != state.left).any() or (before.units != state.units).any())

    def _catch_up(self, battle: Battle, over: bool = False) -> None:
        """What the last answers led to, and where the battle now stands."""
        game, state = battle.game, battle.state
        before = self._before if self._before is not None else state
        told = game.changes(before, state)
        if told or before.clock != state.clock:
            self._dice()
        for line in told:
            self._tell(f"      {line}")
        turn, phase = ("", "") if over else game.headings(state)
        if turn and turn != self._turn:
            self._begin(turn, game.standing(before))
        for line in game.scored(before, state):
            self._write(f"  {line}")
        self._phase = phase
        self._before = state.copy()

    def _begin(self, turn: str, score: str) -> None:
        if self._turn:
            self._write(f"{score}\n")
        self._write(f"━━ {turn} ━━")
        self._turn, self._told = turn, ""

    def _tell(self, line: str) -> None:
        """A line under the heading of its phase, which is written when there is something to tell of it."""
        if self._phase and self._phase != self._told:
            self._write(self._phase)
            self._told = self._phase
        self._write(line)

    def _dice(self) -> None:
        for line in rolls(self._rolls):
            self._tell(f"      {line}")
        self._rolls = []


def rolls(rolled: list[Rolled]) -> Iterator[str]:
    """A line for each kind of roll, in the order in which they first came."""
    kinds = list(dict.fromkeys(roll.what for roll, _ in rolled))
    for what in kinds:
        told = _kind(what, [(roll, faces) for roll, faces in rolled if roll.what == what])
        if told:
            yield f"{what:<{WIDTH}}{told}"


def _kind(what: str, rolled: list[Rolled]) -> str:
    tested = [(roll.chance, faces) for roll, faces in rolled if isinstance(roll.chance, Test | Pool)]
    if len(tested) == len(rolled):
        return _tests(what, tested)
    results = [(faces, judged(roll, faces)) for roll, faces in rolled]
    if what in SINGLE and not any(faces for faces, _ in results):
        return ", ".join(f"{n} × {result}" for result, n in _runs([result for _, result in results]))
    return ", ".join(_result(faces, result) for faces, result in results)


def _runs(results: list[object]) -> list[tuple[object, int]]:
    return [(result, len(list(same))) for result, same in groupby(results)]


def _result(faces: tuple[int, ...], result: object) -> str:
    """A total with its dice, where they say more than the total."""
    return str(result) if not faces or faces == (result,) else f"{result} [{' '.join(map(str, faces))}]"


def _tests(what: str, tested: list[tuple[Test | Pool, tuple[int, ...]]]) -> str:
    """All dice of one kind of test, those re-rolled as ``1→5``, and how many passed."""
    dice: list[str] = []
    outcomes: list[Outcome] = []
    for chance, faces in tested:
        test = chance.test if isinstance(chance, Pool) else chance
        rest = iter(faces)
        for face in rest:
            again = next(rest) if test.rerolls[face - 1] else None
            dice.append(str(face) if again is None else f"{face}→{again}")
            outcomes.append(test.faces[(again or face) - 1])
    if not dice:
        return ""
    passed, critical = sum(o.passed for o in outcomes), outcomes.count(Outcome.CRITICAL)
    more = f", {critical} critical" if critical else ""
    return f"{' '.join(dice)}   {passed} of {len(dice)} {SAVED.get(what, 'passed')}{more}"
