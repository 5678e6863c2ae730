"""The Movement phase: one unit at a time (rules section 6)."""

from __future__ import annotations

from warbook.dice import Dice, Pool, Test
from warbook.rules.request import Activation, Place, ask
from warbook.rules.state import State
from warbook.systems.wh40k10.army import MIL_PER_INCH, Unit
from warbook.systems.wh40k10.decisions import Decision, Placement
from warbook.systems.wh40k10.declaring import Attacks
from warbook.systems.wh40k10.plays import Event, goes_on, window
from warbook.systems.wh40k10.rerolls import own_roll
from warbook.systems.wh40k10.ruled.bearing import passed_through, passing, roll_modifier
from warbook.systems.wh40k10.ruled.times import REMAINED
from warbook.systems.wh40k10.table import Flag, Move, Table
from warbook.systems.wh40k10.wounding import demises, self_inflicted

ESCAPES_ON = 3
MOVES = {
    Move.STATIONARY: "",
    Move.NORMAL: "normal",
    Move.ADVANCED: "advance",
    Move.FELL_BACK: "fall back",
}
"""What rules call the kinds of move."""


def movement(table: Table, state: State) -> Activation[bool]:
    """Select a unit and move it; ``False`` when no more is to be moved. Units left over Remain Stationary
    (K-MOV-01)."""
    player = state.clock[1]
    yield from goes_on(table, state)
    waiting = [u for u in table.army(state, player) if table.flag(state, u, Flag.MOVE) == Move.WAITING]
    picked = (yield from ask(player, Decision.UNIT_TO_MOVE, (None, *waiting))) if waiting else None
    if picked is None:
        for unit in waiting:
            yield from _remain(table, state, unit)
        yield from _reinforced(table, state)
        return False
    yield from _move(table, state, picked)
    return True


def _reinforced(table: Table, state: State) -> Activation[None]:
    from warbook.systems.wh40k10.reserves import reinforcements  # who arrives is answered like who moves

    yield from reinforcements(table, state)


def _move(table: Table, state: State, unit: Unit) -> Activation[None]:
    yield from window(table, state, Event("selected to move", unit.side, unit))
    engaged = bool(table.engaged(state, unit))
    kinds = (Move.STATIONARY, Move.FELL_BACK) if engaged else (Move.STATIONARY, Move.NORMAL, Move.ADVANCED)
    kind = yield from ask(unit.side, Decision.KIND_OF_MOVE, kinds, unit.index)
    further, moved = 0, True
    if kind is Move.ADVANCED:
        rolled = yield from own_roll(table, state, unit, "advance", Dice(1, 6))
        further = MIL_PER_INCH * max(1, rolled + roll_modifier(table, state, unit, "advance roll"))
    if kind is not Move.STATIONARY:
        yield from overwatched(table, state, unit, "move begins", MOVES[kind])
        if not table.standing(state, unit):
            return
        place = _place(table, state, unit, kind, further)
        fall = kind is Move.FELL_BACK
        moved = (yield from (_fall_back if fall else placed)(table, state, place)) or not fall
    if kind is Move.STATIONARY or not moved:
        yield from _remain(table, state, unit)
        return
    table.mark(state, unit, Flag.MOVE, kind)
    if table.standing(state, unit):
        yield from overwatched(table, state, unit, "move")
        yield from window(table, state, Event("moved", unit.side, unit, kind=MOVES[kind]))


def _remain(table: Table, state: State, unit: Unit) -> Activation[None]:
    """A unit Remains Stationary."""
    table.mark(state, unit, Flag.MOVE, Move.STATIONARY)
    yield from window(table, state, Event(REMAINED, unit.side, unit))


def _place(table: Table, state: State, unit: Unit, kind: Move, further: int) -> Place:
    """Each model goes as far as its own Move lets it, and what the unit Advanced (K-MOV-02, K-MOV-03)."""
    reaches = tuple(table.move_mil(state, unit, m) + further for m in table.living(state, unit).tolist())
    varied = reaches if len(set(reaches)) > 1 else ()
    past = passed_through(table, state, unit, MOVES[kind])
    return Place(unit.side, Placement[kind.name], unit.index, min(reaches), reaches=varied, past=past)


def placed(table: Table, state: State, place: Place) -> Activation[bool]:
    """Ask for a placement and make it; whether anything moved."""
    answer: tuple[tuple[int, ...], ...] = yield place
    for index, *points in answer:
        state.at[index] = points[-2:]
    state.moved += bool(answer)
    return bool(answer)


def _fall_back(table: Table, state: State, place: Place) -> Activation[bool]:
    """Out of Engagement Range; Desperate Escape tests for models that cross enemies, or for all of a
    Battle-shocked unit, before any model moves, unless a rule passes them (K-MOV-04, K-MOV-05)."""
    unit = table.units[place.unit]
    answer: tuple[tuple[int, ...], ...] = yield place
    if not answer:
        return False
    crossing = table.ground.crossing(state, unit, answer)
    tested = len(table.living(state, unit)) if table.shocked(state, unit) else crossing
    spared = passing(table, state, unit, MOVES[Move.FELL_BACK])
    if tested and not (spared and spared.passes):
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
            fallen.append((yield from ask(unit.side, Decision.MODEL_LOST, left, unit.index)))
            state.left[fallen[-1]] = 0
    yield from demises(table, state, fallen)


def overwatched(table: Table, state: State, unit: Unit, event: str, kind: str = "") -> Activation[None]:
    """Fire Overwatch at a unit in answer to what it did in its own turn (section 14)."""
    for shooter, shots in (yield from shot_at(table, state, unit, event, kind)):
        yield from self_inflicted(table, state, shooter, shots)


def shot_at(
    table: Table, state: State, unit: Unit, event: str, kind: str = ""
) -> Activation[list[tuple[Unit, Attacks]]]:
    """The same, with what the shooters do to themselves still to come: who shot, and with what."""
    if unit.side != state.clock[1]:
        return []
    from warbook.systems.wh40k10.shooting import overwatch  # shooting needs the moves' flags

    made: list[tuple[Unit, Attacks]] = []
    for used in (yield from window(table, state, Event(event, unit.side, unit, kind=kind))):
        made.append((used.unit, (yield from overwatch(table, state, used.unit, unit))))
    return made
