"""A battle as text that a player can follow: rounds, turns and phases, what was decided, the dice and what they
came to, and what was lost."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from warbook.battle import Battle
from warbook.battle.battle import Game, Input
from warbook.battle.summary import ending
from warbook.dice import Roll
from warbook.rules.request import Ask, Request
from warbook.rules.state import State
from warbook.views.dice import Cast, told_of

SIDES = "AB"
REROLL = "rolled"
"""The window in which the last roll may be made again."""


class Log:
    """Watches a battle and writes it, line by line. ``end`` writes what is still to be told.

    >>> from random import Random
    >>> from warbook.sheets import roster
    >>> from warbook.battle import Header, begin, play
    >>> from warbook.bots import pair
    >>> armies = (roster.find("Necrons"), roster.find("Necrons"))
    >>> battle, lines = begin(Header("wh40k10", "2025-06", "Only War", "crossways", armies)), []
    >>> log = Log(lines.append)
    >>> battle = play(battle, pair(("greedy", "random")), Random(0), log.watch)
    >>> log.end(battle)
    >>> lines[0]
    '━━ Deployment ━━'
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._turn = self._phase = self._told = ""
        self._before: State | None = None
        self._left: State | None = None
        self._casts: list[Cast] = []
        self._again = ""

    @property
    def turn(self) -> str:
        """The turn that is being told."""
        return self._turn

    @property
    def phase(self) -> str:
        """The phase that is being told; empty outside any."""
        return self._phase

    @property
    def left(self) -> State | None:
        """The state in which the phase of the last line was left; ``None`` while that phase goes on."""
        return self._left

    def watch(self, battle: Battle, request: Request, answer: Input) -> None:
        """Told of each request with its answer, before it is sent."""
        self._catch_up(battle)
        if isinstance(request, Roll):
            assert isinstance(answer, tuple)
            self._cast(request, answer)
            return
        told = battle.game.decision(battle.state, request, answer)
        if told and isinstance(request, Ask) and request.subject == REROLL:
            self._again = told
        elif told:
            self._dice(battle.game)
            self._tell(f"  {told}")

    def end(self, battle: Battle) -> None:
        """The last rolls and losses, and how it ended."""
        self._catch_up(battle)
        self._dice(battle.game)
        self._write(battle.game.standing(battle.state))
        if battle.request is None:
            self._write(f"\n━━ The end: {ending(battle.game, battle.state)} ━━")

    def _cast(self, request: Roll, faces: tuple[int, ...]) -> None:
        """Note a roll; a re-roll belongs to the roll before it."""
        if self._again and self._casts and self._casts[-1].roll.what == request.what:
            self._casts[-1] = self._casts[-1]._replace(again=faces, play=self._again)
        else:
            self._casts.append(Cast(request, faces))
        self._again = ""

    def _catch_up(self, battle: Battle) -> None:
        """What the last answer led to, step by step, and where the battle now stands."""
        if self._before is None:
            self._before = battle.state.copy()
            self._stand(battle.game, self._before)
            return
        states = [self._before, *battle.passed, battle.state]
        for before, after in pairwise(states):
            if _differ(before, after):
                self._between(battle.game, before, after)
        if _differ(self._before, battle.state):
            self._before = battle.state.copy()

    def _between(self, game: Game, before: State, after: State) -> None:
        told = game.changes(before, after)
        if told or before.clock != after.clock:
            self._dice(game)
        for line in told:
            self._tell(f"      {line}")
        for line in scored(game, before, after):
            self._tell(f"  {line}")
        self._stand(game, after, before)

    def _stand(self, game: Game, state: State, before: State | None = None) -> None:
        """Where the battle stands; a new turn begins with the score of those before."""
        turn, phase = game.headings(state)
        if phase or not self._turn:
            if self._left is None and self._turn and (turn, phase) != (self._turn, self._phase):
                self._left = state.copy()
            if turn != self._turn:
                if before is not None and game.result(before)[2]:
                    self._write(game.standing(before))
                self._write(f"\n━━ {turn} ━━" if self._turn else f"━━ {turn} ━━")
                self._turn, self._told = turn, ""
            self._phase = phase

    def _tell(self, line: str) -> None:
        """A line under the heading of its phase, which is written when there is something to tell of it."""
        if self._phase and self._phase != self._told:
            self._write(self._phase)
            self._told = self._phase
        self._write(line)
        self._left = None

    def _dice(self, game: Game) -> None:
        for line in told_of(self._casts, game.unit_names()):
            self._tell(f"      {line}")
        if self._again:  # what it rolls again is told by itself
            self._tell(f"  {self._again}")
        self._casts, self._again = [], ""


def _differ(before: State, after: State) -> bool:
    if before.clock != after.clock or before.acted != after.acted:
        return True
    return any((getattr(before, one) != getattr(after, one)).any() for one in ("left", "units", "sides"))


def scored(game: Game, before: State, after: State) -> list[str]:
    """Points gained between two states, with the objectives that the side then held."""
    lines = game.scored(before, after)
    if not lines:
        return []
    was, now, holders = game.result(before)[1], game.result(after)[1], game.scene(after).holders
    gained = [side for side in (0, 1) if now[side] > was[side]]
    return [
        line + _holding([place + 1 for place, holder in enumerate(holders) if holder == side])
        for side, line in zip(gained, lines, strict=True)
    ]


def _holding(objectives: list[int]) -> str:
    if not objectives:
        return ""
    return f" (holds objective{'s' if len(objectives) > 1 else ''} {', '.join(map(str, objectives))})"
