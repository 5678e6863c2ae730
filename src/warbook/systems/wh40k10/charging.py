"""The Charge phase (rules section 12.1)."""

from __future__ import annotations

from warbook.dice import Dice
from warbook.rules.request import Activation, Place, ask
from warbook.rules.state import State
from warbook.systems.wh40k10.army import MIL_PER_INCH, Unit
from warbook.systems.wh40k10.glance import ENGAGED_MIL
from warbook.systems.wh40k10.movement import overwatched, placed
from warbook.systems.wh40k10.plays import Event, window
from warbook.systems.wh40k10.rerolls import own_roll
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
    targets = yield from _targets(table, state, picked)
    yield from charge(table, state, picked, targets, bonus=True)
    return True


def _targets(table: Table, state: State, unit: Unit) -> Activation[tuple[Unit, ...]]:
    """One enemy unit, and more of those in reach until the player has named all (K-CHG-02)."""
    left = list(in_reach(table, state, unit))
    named = [(yield from ask(unit.side, "target of the charge", tuple(left), unit.index))]
    left.remove(named[0])
    while left:
        more = yield from ask(unit.side, "another target of the charge", (None, *left), unit.index)
        if more is None:
            break
        named.append(more)
        left.remove(more)
    return tuple(named)


def _ready(table: Table, state: State, unit: Unit) -> bool:
    """Did not Advance or Fall Back, has not tried this phase, is not engaged and has a target."""
    tried = table.flag(state, unit, Flag.ELIGIBLE)
    moved = table.flag(state, unit, Flag.MOVE) in (Move.ADVANCED, Move.FELL_BACK)
    return not tried and not moved and not table.engaged(state, unit) and bool(in_reach(table, state, unit))


def in_reach(table: Table, state: State, unit: Unit) -> tuple[Unit, ...]:
    """Enemy units that may be the target of a charge (K-CHG-02)."""
    enemies = table.army(state, 1 - unit.side)
    return tuple(enemy for enemy in enemies if table.within(state, unit, enemy, CHARGE_WITHIN_IN))


def charge(table: Table, state: State, unit: Unit, targets: tuple[Unit, ...], bonus: bool) -> Activation[None]:
    """Declare, roll 2D6, and move into Engagement Range of every target and of no other, or not at all
    (K-CHG-03). ``bonus`` is Fights First until the end of the turn (K-CHG-05). Fire Overwatch answers the
    declaration, or the start or the end of the move (section 19 row 11)."""
    at_move = table.system.rules.overwatch_at_charge_move
    if not at_move:
        yield from overwatched(table, state, unit, "charge declared")
    targets = _left(table, state, unit, targets)
    if not targets:
        return
    least = _needed_in(table, state, unit, targets)
    rolled = yield from own_roll(table, state, unit, "charge", Dice(2, 6), least)
    if at_move and rolled >= least:
        yield from overwatched(table, state, unit, "charge moved")
        targets = _left(table, state, unit, targets)
        if not targets:
            return
    aimed = tuple(target.index for target in targets)
    place = Place(unit.side, "charge", unit.index, MIL_PER_INCH * rolled, aimed)
    if not (yield from placed(table, state, place)):
        return
    table.mark(state, unit, Flag.CHARGED, 1 if bonus else 2)
    if at_move:
        yield from overwatched(table, state, unit, "charge moved")
    if bonus and table.standing(state, unit):
        yield from _intervened(table, state, unit)


def _left(table: Table, state: State, unit: Unit, targets: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """The targets that are still there; none when the unit itself is gone (K-SEQ-10)."""
    return tuple(target for target in targets if table.standing(state, target) and table.standing(state, unit))


def _needed_in(table: Table, state: State, unit: Unit, targets: tuple[Unit, ...]) -> int:
    """The least that brings a model into Engagement Range of each target, if nothing stands in its way."""
    farthest = max(table.ground.gap_mil(state, unit, target) for target in targets)
    return max(2, -(-(farthest - ENGAGED_MIL) // MIL_PER_INCH))


def _intervened(table: Table, state: State, unit: Unit) -> Activation[None]:
    """Heroic Intervention: a charge at that unit alone, without the bonus (section 14)."""
    for used in (yield from window(table, state, Event("charge ended", unit.side, unit))):
        yield from charge(table, state, used.unit, (unit,), bonus=False)
