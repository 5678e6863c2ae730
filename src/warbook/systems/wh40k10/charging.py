"""The Charge phase (rules section 12.1)."""

from __future__ import annotations

from warbook.dice import Dice
from warbook.rules.request import Activation, Place, ask
from warbook.rules.state import State
from warbook.systems.wh40k10.army import MIL_PER_INCH, Unit
from warbook.systems.wh40k10.movement import overwatched, placed, rerollable
from warbook.systems.wh40k10.plays import Event, window
from warbook.systems.wh40k10.table import Flag, Move, Table

CHARGE_WITHIN_IN = 12


def charging(table: Table, state: State) -> Activation[bool]:
    """Select a unit to charge; ``False`` when none is left or wanted (K-CHG-01)."""
    player = state.clock[1]
    ready = [unit for unit in table.army(state, player) if _ready(table, state, unit)]
    picked = (yield from ask(player, "unit to charge", (None, *ready))) if ready else None
    if picked is None:
        return False
    table.mark(state, picked, Flag.ELIGIBLE)
    targets = in_reach(table, state, picked)
    target = yield from ask(player, "target of the charge", targets, picked.index)
    yield from charge(table, state, picked, target, bonus=True)
    return True


def _ready(table: Table, state: State, unit: Unit) -> bool:
    """Did not Advance or Fall Back, has not tried this phase, is not engaged and has a target."""
    tried = table.flag(state, unit, Flag.ELIGIBLE)
    moved = table.flag(state, unit, Flag.MOVE) in (Move.ADVANCED, Move.FELL_BACK)
    return not tried and not moved and not table.engaged(state, unit) and bool(in_reach(table, state, unit))


def in_reach(table: Table, state: State, unit: Unit) -> tuple[Unit, ...]:
    """Enemy units that may be the target of a charge; one is declared at a time here (K-CHG-02)."""
    enemies = table.army(state, 1 - unit.side)
    return tuple(enemy for enemy in enemies if table.within(state, unit, enemy, CHARGE_WITHIN_IN))


def charge(table: Table, state: State, unit: Unit, target: Unit, bonus: bool) -> Activation[None]:
    """Declare, roll 2D6, and move into Engagement Range of the target and of no other, or not at all
    (K-CHG-03). ``bonus`` is Fights First until the end of the turn (K-CHG-05). Fire Overwatch answers the
    declaration, or the start or the end of the move (section 19 row 11)."""
    at_move = table.system.rules.overwatch_at_charge_move
    if not at_move:
        yield from overwatched(table, state, unit, "charge declared")
    if not table.standing(state, unit) or not table.standing(state, target):
        return
    rolled = yield from rerollable(table, state, unit, "charge", Dice(2, 6))
    if at_move and MIL_PER_INCH * (rolled + 1) >= table.ground.gap_mil(state, unit, target):
        yield from overwatched(table, state, unit, "charge moved")
        if not table.standing(state, unit):
            return
    place = Place(unit.side, "charge", unit.index, MIL_PER_INCH * rolled, (target.index,))
    if not (yield from placed(table, state, place)):
        return
    table.mark(state, unit, Flag.CHARGED, 1 if bonus else 2)
    if at_move:
        yield from overwatched(table, state, unit, "charge moved")
    if bonus and table.standing(state, unit):
        yield from _intervened(table, state, unit)


def _intervened(table: Table, state: State, unit: Unit) -> Activation[None]:
    """Heroic Intervention: a charge at that unit alone, without the bonus (section 14)."""
    for used in (yield from window(table, state, Event("charge ended", unit.side, unit))):
        yield from charge(table, state, used.unit, unit, bonus=False)
