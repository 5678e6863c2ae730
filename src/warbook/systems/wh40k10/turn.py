"""A whole battle as a table of steps (rules section 5), and the game that a :class:`Battle` plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from typing import Any

import numpy as np

from warbook.board.scene import Scene
from warbook.rules.request import Activation, Ask, Place, Request, ask
from warbook.rules.state import State
from warbook.rules.system import System
from warbook.systems.wh40k10 import telling
from warbook.systems.wh40k10.army import Muster, Unit
from warbook.systems.wh40k10.charging import charging
from warbook.systems.wh40k10.command import battle_shock, command
from warbook.systems.wh40k10.decisions import Decision, Placement
from warbook.systems.wh40k10.field import Field
from warbook.systems.wh40k10.fighting import fighting
from warbook.systems.wh40k10.force import Force
from warbook.systems.wh40k10.movement import movement, placed
from warbook.systems.wh40k10.phases import begins, ends, turn_ends
from warbook.systems.wh40k10.plays import Event, window
from warbook.systems.wh40k10.proposals import proposed
from warbook.systems.wh40k10.reserves import held_back
from warbook.systems.wh40k10.ruled import lasting
from warbook.systems.wh40k10.ruled.times import TURN_ENDS
from warbook.systems.wh40k10.scene import scene
from warbook.systems.wh40k10.shooting import shooting
from warbook.systems.wh40k10.table import ROUNDS, WORDS, Column, Flag, Table
from warbook.systems.wh40k10.waiting import held, no_room, without_room

Step = Callable[[Table, State], Activation[Any]]
"""One activation of a step; where it gives ``True`` the step goes on."""

STEPS: tuple[tuple[str, Step], ...] = (
    ("command", command),
    ("battle-shock", battle_shock),
    ("movement", movement),
    ("shooting", shooting),
    ("charge", charging),
    ("fights first", lambda table, state: fighting(table, state, True)),
    ("remaining combats", lambda table, state: fighting(table, state, False)),
    ("end of turn", lambda table, state: _end_of_turn(table, state)),
)
PHASE_STARTS = frozenset(("command", "movement", "shooting", "charge", "fights first"))
PHASE_ENDS = frozenset(("battle-shock", "movement", "shooting", "charge", "remaining combats"))


class OnlyWar:
    """The mission Only War between two musters; the game that a battle plays.

    ``clock`` is round (0: deployment), side whose turn it is, step, and a counter of the step's own. ``steps``,
    ``words`` and ``columns`` name the steps, the flags of units and the numbers of sides in a position's text.
    """

    mission = "Only War"
    steps = tuple(name for name, _ in STEPS)
    words = WORDS
    columns = tuple(column.name for column in Column)

    def __init__(self, system: System, muster: Muster, ground: Field) -> None:
        self.system, self.muster, self.ground = system, muster, ground
        self.table = Table(system, muster, ground)
        self._names = telling.labels(muster)

    def start(self) -> State:
        models, units = len(self.muster.models), len(self.muster.units)
        left = np.array([model.wounds for model in self.muster.models], np.int64)
        flags = np.zeros((units, len(Flag)), np.int64)
        return State(np.full((models, 2), -1, np.int64), left, flags, np.zeros((2, 2), np.int64), (0, 0, 0, 0))

    def step(self, state: State) -> Activation[None] | None:
        """The next activation, ``None`` when the battle is over."""
        if self.table.over(state):
            return None
        if state.clock[0] == 0:
            return self._deploy(state)
        return self._take(state)

    def _take(self, state: State) -> Activation[None]:
        round_, side, step, _ = state.clock
        name, take = STEPS[step]
        if name in PHASE_STARTS:
            yield from begins(self.table, state)
        goes_on = yield from take(self.table, state)
        if goes_on:
            return
        if name in PHASE_ENDS:
            yield from ends(self.table, state)
        if step + 1 < len(STEPS):
            state.clock = (round_, side, step + 1, 0)
            return
        yield from turn_ends(self.table, state)
        state.clock = (round_, 1, 0, 0) if side == 0 else (round_ + 1, 0, 0, 0)

    def _deploy(self, state: State) -> Generator[Request, Any, None]:
        """Sides deploy a unit each in turn, the first player first (rules section 18)."""
        side = state.clock[1]
        waiting = self._undeployed(state, side)
        if not waiting:
            other = self._undeployed(state, 1 - side)
            state.clock = (0, 1 - side, 0, 0) if other else (1, 0, 0, 0)
            return
        unit = waiting[0]
        if not (yield from held_back(self.table, state, unit)):
            if (
                yield from placed(
                    self.table, state, Place(side, Placement.DEPLOY, unit.index, 0, optional=False)
                )
            ):
                self.table.mark(state, unit, Flag.DEPLOYED)
            else:
                no_room(state, unit)
        state.clock = (0, 1 - side, 0, 0)

    def _undeployed(self, state: State, side: int) -> list[Unit]:
        own = (unit for unit in self.muster.of(side) if not self.table.flag(state, unit, Flag.DEPLOYED))
        return [unit for unit in own if held(state, unit) is None]

    def faults(self, state: State, place: Place, answer: tuple[Any, ...]) -> tuple[str, ...]:
        return self.ground.faults(self.table, state, place, answer)

    def lasting(self, state: State) -> tuple[str, ...]:
        """The rules in force for a time, a line each."""
        return tuple(map(lasting.written, state.effects))

    def in_force(self, text: str) -> object:
        """The rule in force that such a line tells of. Raises ValueError, or msgspec's errors."""
        found = lasting.read(text)
        most = max(len(self.muster.units), self.ground.markers)
        if any(number is not None and not 0 <= number < most for number in (found.held.unit, found.that)):
            raise ValueError("no such unit")
        if found.held.side not in (0, 1) or (found.held.unit or 0) >= len(self.muster.units):
            raise ValueError("no such unit or side")
        return found

    @property
    def size_mil(self) -> tuple[int, int]:
        """Width and depth of the table."""
        return self.ground.ground.width, self.ground.ground.depth

    def unit_names(self) -> tuple[str, ...]:
        """A name for each unit, different within a side."""
        return self._names

    def headings(self, state: State) -> tuple[str, str]:
        """Where the battle stands: round and turn, and the phase."""
        step = None if self.table.over(state) else STEPS[state.clock[2]][0]
        return telling.headings(self.table, state, step)

    def standing(self, state: State) -> str:
        """The score in words."""
        return telling.standing(state)

    def decision(self, state: State, asked: Ask | Place, answer: object) -> str:
        """A decision in words; empty where there is nothing to tell."""
        return telling.decision(self.table, self._names, state, asked, answer)

    def changes(self, before: State, after: State) -> tuple[str, ...]:
        """Which rules acted between two states, and what units lost, in words."""
        new = dict.fromkeys(telling.acted(self.muster, self._names, after.acted[len(before.acted) :]))
        told = (f"{each} (rule)" for each in new)
        return (*told, *telling.changes(self.table, self._names, before, after))

    def acted(self, state: State) -> tuple[str, ...]:
        """The rules that acted, each with whose it is and, where it did more than once, how often."""
        counts = Counter(telling.acted(self.muster, self._names, state.acted))
        return tuple(rule if n == 1 else f"{rule} ({n} times)" for rule, n in counts.items())

    def unanswered(self) -> tuple[str, ...]:
        """Rules that could not act at some moment, and what the position did not tell of them."""
        form = tuple(msg for msg in self.table.rules.told if msg.count(": ") > 1)
        return tuple(f"{each}: not told, so it did not act" for each in form)

    def forces(self) -> tuple[Force, Force]:
        """Both armies with all that documents tell of them, for a record."""
        return self.muster.forces()

    def not_deployed(self, state: State) -> tuple[str, ...]:
        """The units that found no room in their deployment zone, and what became of them."""
        return tuple(
            f"{'AB'[unit.side]} {self._names[unit.index]}: {telling.no_room(unit)}"
            for unit in without_room(state, self.muster.units)
        )

    def scored(self, before: State, after: State) -> tuple[str, ...]:
        """Points gained between two states, in words."""
        return telling.scored(before, after)

    def scene(self, state: State) -> Scene:
        """What there is to draw."""
        return scene(self.table, self._names, state, self.headings(state))

    def survivors(self, state: State) -> tuple[tuple[telling.Survivor, ...], ...]:
        """For each side, its units that have models left, with how many of how many."""
        return telling.survivors(self.muster, self._names, state)

    def proposed(
        self, state: State, place: Place, toward: tuple[int, int] | None
    ) -> tuple[tuple[int, ...], ...]:
        """A legal answer to a placement, toward a point; empty when there is none."""
        return proposed(self.table, state, place, toward)

    def result(self, state: State) -> tuple[int | None, tuple[int, int], int]:
        """Winner, score and rounds: the survivor wins, else who has more points (K-OBJ-06)."""
        score = (int(state.sides[0, Column.VP]), int(state.sides[1, Column.VP]))
        alive = [bool(self.table.army(state, side)) for side in (0, 1)]
        rounds = min(state.clock[0], ROUNDS)
        if alive[0] != alive[1]:
            return (0 if alive[0] else 1), score, rounds
        return (None if score[0] == score[1] else int(score[1] > score[0])), score, rounds


def _end_of_turn(table: Table, state: State) -> Activation[None]:
    """Each player removes models from own units until these are coherent again (K-POS-06)."""
    active = state.clock[1]
    yield from window(table, state, Event(TURN_ENDS, active))
    for player in (active, 1 - active):
        for unit in table.army(state, player):
            while far := table.ground.stragglers(state, unit):
                others = [model for model in table.living(state, unit).tolist() if model != far[0]]
                lost = yield from ask(player, Decision.OUT_OF_COHERENCY, (far[0], *others), unit.index)
                state.left[lost] = 0
