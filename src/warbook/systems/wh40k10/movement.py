"""The Movement phase: one unit at a time (rules section 6)."""

from __future__ import annotations

from warbook.dice import Dice, Pool, Test
from warbook.rules.request import Activation, Place, ask
from warbook.rules.state import State
from warbook.systems.wh40k10.army import MIL_PER_INCH, Unit
from warbook.systems.wh40k10.plays import Event, window
from warbook.systems.wh40k10.rerolls import own_roll
from warbook.systems.wh40k10.table import Flag, Move, Table
from warbook.systems.wh40k10.wounding import demises

ESCAPES_ON = 3


def movement(table: Table, state: State) -> Activation[bool]:
    """Select a unit and move it; ``False`` when no more is to be moved. Units left over Remain Stationary
    (K-MOV-01)."""
    player = state.clock[1]
    waiting = [u for u in table.army(state, player) if table.flag(state, u, Flag.MOVE) == Move.WAITING]
    picked = (yield from ask(player, "unit to move", (None, *waiting))) if waiting else None
    if picked is None:
        for unit in waiting:
            table.mark(state, unit, Flag.MOVE, Move.STATIONARY)
        return False
    yield from _move(table, state, picked)
    return True


def _move(table: Table, state: State, unit: Unit) -> Activation[None]:
    engaged = bool(table.engaged(state, unit))
    kinds = (Move.STATIONARY, Move.FELL_BACK) if engaged else (Move.STATIONARY, Move.NORMAL, Move.ADVANCED)
    kind = yield from ask(unit.side, "kind of move", kinds, unit.index)
    reach = min(table.muster.models[index].move_mil for index in table.living(state, unit))
    moved = True
    if kind is Move.ADVANCED:
        reach += MIL_PER_INCH * (yield from own_roll(table, state, unit, "advance", Dice(1, 6)))
    if kind is Move.FELL_BACK:
        moved = yield from _fall_back(table, state, unit, reach)
    elif kind is not Move.STATIONARY:
        yield from placed(table, state, Place(unit.side, kind.name.lower(), unit.index, reach))
    table.mark(state, unit, Flag.MOVE, kind if moved else Move.STATIONARY)
    if kind is not Move.STATIONARY and moved and table.standing(state, unit):
        yield from overwatched(table, state, unit, "move")


def placed(table: Table, state: State, place: Place) -> Activation[bool]:
    """Ask for a placement and make it; whether anything moved."""
    answer: tuple[tuple[int, ...], ...] = yield place
    for index, *points in answer:
        state.at[index] = points[-2:]
    state.moved += bool(answer)
    return bool(answer)


def _fall_back(table: Table, state: State, unit: Unit, reach: int) -> Activation[bool]:
    """Out of Engagement Range; Desperate Escape tests for models that cross enemies, or for all of a
    Battle-shocked unit, before any model moves (K-MOV-04, K-MOV-05)."""
    place = Place(unit.side, "fell_back", unit.index, reach)
    answer: tuple[tuple[int, ...], ...] = yield place
    if not answer:
        return False
    crossing = table.ground.crossing(state, unit, answer)
    tested = len(table.living(state, unit)) if table.shocked(state, unit) else crossing
    if tested:
        yield from _escape(table, state, unit, tested)
    for index, *points in answer:
        if state.left[index] > 0:
            state.at[index] = points[-2:]
    state.moved += 1
    return True


def _escape(table: Table, state: State, unit: Unit, tested: int) -> Activation[None]:
    """Desperate Escape tests; for each failure the owner picks a model of the unit to be destroyed."""
    test = Pool(Test.needing(ESCAPES_ON), tested)
    escaped, _ = yield from own_roll(table, state, unit, "desperate escape", test)
    fallen: list[int] = []
    for _ in range(tested - escaped):
        left = tuple(table.living(state, unit).tolist())
        if left:
            fallen.append((yield from ask(unit.side, "model lost", left, unit.index)))
            state.left[fallen[-1]] = 0
    yield from demises(table, state, fallen)


def overwatched(table: Table, state: State, unit: Unit, event: str) -> Activation[None]:
    """Fire Overwatch at a unit in answer to what it did in its own turn (section 14)."""
    if unit.side != state.clock[1]:
        return
    from warbook.systems.wh40k10.shooting import shoot_at  # shooting needs the moves' flags

    for used in (yield from window(table, state, Event(event, unit.side, unit))):
        yield from shoot_at(table, state, used.unit, unit, overwatch=True)
