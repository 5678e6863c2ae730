"""The Command phase: command points, Battle-shock, and the mission's score (rules section 5.1, 16)."""

from __future__ import annotations

from warbook.dice import Dice, Roll
from warbook.rules.request import Activation
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Unit
from warbook.systems.wh40k10.plays import Event, again, window
from warbook.systems.wh40k10.ruled.bearing import roll_modifier
from warbook.systems.wh40k10.ruled.memory import turn_begins
from warbook.systems.wh40k10.ruled.times import ROUND_STARTS, SHOCK_STEP, STARTS, TURN_STARTS
from warbook.systems.wh40k10.table import Column, Flag, Move, Table

FIRST_SCORING_ROUND = 2
MOST_SCORED_A_TURN = 3
TESTED = "phase tested"
"""What is remembered of a unit that took a Battle-shock test in the step for it: it takes no other there."""
SHOCK = 1
"""The step of the Battle-shock tests."""


def command(table: Table, state: State) -> Activation[None]:
    """Both players gain a command point; what units did last turn is forgotten (K-CMD-01, K-CLR-13). Then come
    the rules of the start of the turn and of the phase."""
    state.sides[:, Column.CP] += 1
    for unit in table.units:
        if unit.side == state.clock[1]:
            table.mark(state, unit, Flag.SHOCKED, 0)
        table.mark(state, unit, Flag.MOVE, Move.WAITING)
        for flag in (Flag.CHARGED, Flag.SHOT, Flag.FOUGHT, Flag.ELIGIBLE):
            table.mark(state, unit, flag, 0)
    turn_begins(table, state)
    first = (ROUND_STARTS,) if state.clock[1] == 0 else ()
    for start in (*first, TURN_STARTS, STARTS):
        yield from window(table, state, Event(start, state.clock[1]))


def battle_shock(table: Table, state: State) -> Activation[None]:
    """What rules bring at the start of the step; then a test for each own unit Below Half-strength that was not
    forced to take one (K-CMD-03)."""
    yield from window(table, state, Event(SHOCK_STEP, state.clock[1]))
    for unit in table.army(state, state.clock[1]):
        if table.below_half(state, unit) and f"{TESTED} {unit.index}" not in state.used:
            yield from test(table, state, unit, 0)


def test(table: Table, state: State, unit: Unit, plus: int) -> Activation[bool]:
    """2D6 ``plus`` modifiers of at least the best Leadership, or the unit is Battle-shocked; Insane Bravery
    passes it, before the dice or after a failure by revision (section 19 row 8). Whether it passed."""
    before = table.system.rules.bravery_before_test
    if state.clock[2] == SHOCK:
        state.used |= {f"{TESTED} {unit.index}"}
    if before and (yield from window(table, state, Event("before battle-shock", unit.side, unit))):
        return True
    if (yield from _rolled(table, state, unit, "battle-shock", plus)):
        return True
    if not before and (yield from window(table, state, Event("failed battle-shock", unit.side, unit))):
        return True
    table.mark(state, unit, Flag.SHOCKED)
    return False


def leads(table: Table, state: State, unit: Unit, plus: int) -> Activation[bool]:
    """A Leadership test of a unit: whether it passed (K-CMD-06)."""
    return (yield from _rolled(table, state, unit, "leadership", plus))


def _rolled(table: Table, state: State, unit: Unit, what: str, plus: int) -> Activation[bool]:
    """2D6 with what modifies a test of that name, of at least the best Leadership."""
    needed = table.leadership(state, unit) - plus - roll_modifier(table, state, unit, f"{what} test")
    made = Roll(what, Dice(2, 6), player=unit.side, unit=unit.index, least=needed)
    rolled: int = yield made
    if rolled < needed and (yield from again(table, state, unit, f"{what} test", made, rolled)):
        rolled = yield made
    return rolled >= needed


def control(table: Table, state: State, side: int) -> int:
    """How many markers a side controls."""
    return sum(table.controller(state, marker) == side for marker in range(table.ground.markers))


def score(table: Table, state: State) -> None:
    """Only War: a point for each marker controlled, at most three a turn, from round 2 (K-OBJ-06)."""
    if state.clock[0] >= FIRST_SCORING_ROUND:
        side = state.clock[1]
        state.sides[side, Column.VP] += min(MOST_SCORED_A_TURN, control(table, state, side))
