"""Where phases and turns begin and end: what rules do there, and what is over by then."""

from __future__ import annotations

from warbook.rules.request import Activation
from warbook.rules.state import State
from warbook.systems.wh40k10.command import score
from warbook.systems.wh40k10.plays import Event, forget, window
from warbook.systems.wh40k10.ruled.lasting import ended, lost
from warbook.systems.wh40k10.ruled.memory import fight_over, turn_over
from warbook.systems.wh40k10.ruled.objectives import outweighing
from warbook.systems.wh40k10.ruled.times import ENDS, ROUND_ENDS, STARTS, phase_of
from warbook.systems.wh40k10.table import ROUNDS, Table
from warbook.systems.wh40k10.waiting import lost_in_reserves

BEGUN = "phase begun"


def begins(table: Table, state: State) -> Activation[None]:
    """The start of a phase, once: what lasted until then ends, and rules answer it (K-SEQ-02). Those of the
    Command phase do so after the command points (K-CMD-01)."""
    if table.rules.silent or BEGUN in state.used:
        return
    state.used |= {BEGUN}
    opening = phase_of(state) == "command"
    if opening:
        lost(state, "opponent controls", lambda marker: outweighing(table, state, marker))
        ended(state, "turn", "start")
        if state.clock[1] == 0:
            ended(state, "battle round", "start")
    ended(state, "phase", "start")
    if not opening:
        yield from window(table, state, Event(STARTS, state.clock[1]))


def ends(table: Table, state: State) -> Activation[None]:
    """The end of a phase: rules answer it, and markers kept are lost, before the mission is scored
    (K-OBJ-05)."""
    yield from window(table, state, Event(ENDS, state.clock[1]))
    lost(state, "opponent outweighs", lambda marker: outweighing(table, state, marker))
    if phase_of(state) == "command":
        score(table, state)
    ended(state, "phase")
    if phase_of(state) == "fight":
        fight_over(table, state)
    forget(state, "phase")


def turn_ends(table: Table, state: State) -> Activation[None]:
    """The end of a turn, and of the battle round after the second player's."""
    lost(state, "opponent controls", lambda marker: outweighing(table, state, marker))
    ended(state, "turn")
    turn_over(table, state)
    forget(state, "turn")
    if state.clock[:2] == (ROUNDS, 1):
        lost_in_reserves(state, table.units)
    if state.clock[1] == 1:
        yield from window(table, state, Event(ROUND_ENDS, 1))
        ended(state, "battle round")
        forget(state, "battle round")
