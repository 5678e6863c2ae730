"""The Charge phase (rules section 12.1)."""

from __future__ import annotations

from warbook.dice import Dice
from warbook.rules.request import Activation, Place, ask
from warbook.rules.state import State
from warbook.systems.wh40k10.army import MIL_PER_INCH, Unit
from warbook.systems.wh40k10.decisions import Decision, Placement
from warbook.systems.wh40k10.declaring import Attacks
from warbook.systems.wh40k10.glance import ENGAGED_MIL
from warbook.systems.wh40k10.movement import overwatched, placed, shot_at
from warbook.systems.wh40k10.plays import Event, goes_on, window
from warbook.systems.wh40k10.rerolls import own_roll
from warbook.systems.wh40k10.ruled import memory
from warbook.systems.wh40k10.ruled.bearing import barred, permitted, roll_modifier, spared
from warbook.systems.wh40k10.table import Flag, Move, Table
from warbook.systems.wh40k10.wounding import self_inflicted

CHARGE_WITHIN_IN = 12
NEAR = "phase charger"
Shot = list[tuple[Unit, Attacks]]


def charging(table: Table, state: State) -> Activation[bool]:
    """Select a unit to charge; ``False`` when none is left or wanted (K-CHG-01)."""
    player = state.clock[1]
    if not state.clock[3]:
        _note_chargers(table, state, player)
    yield from goes_on(table, state)
    ready = [unit for unit in table.army(state, player) if _ready(table, state, unit)]
    picked = (yield from ask(player, Decision.UNIT_TO_CHARGE, (None, *ready))) if ready else None
    if picked is None:
        return False
    table.mark(state, picked, Flag.ELIGIBLE)
    yield from window(table, state, Event("selected to charge", player, picked))
    targets = yield from named_targets(table, state, picked)
    yield from charge(table, state, picked, targets, bonus=True)
    return True


def _note_chargers(table: Table, state: State, player: int) -> None:
    """Who has an enemy within 12" is settled at the start of the phase (K-CHG-01)."""
    near = [unit for unit in table.army(state, player) if in_reach(table, state, unit)]
    state.used |= {f"{NEAR} {unit.index}" for unit in near}
    state.clock = (*state.clock[:3], 1)


def _ready(table: Table, state: State, unit: Unit) -> bool:
    """Was near an enemy when the phase began and is, did not Advance or Fall Back, has not tried this phase,
    and is not engaged."""
    if table.flag(state, unit, Flag.ELIGIBLE) or f"{NEAR} {unit.index}" not in state.used:
        return False
    return may_charge(table, state, unit)


def may_charge(table: Table, state: State, unit: Unit) -> bool:
    """Whether a unit may declare a charge now: nothing that it did this turn and no rule keeps it from it."""
    if barred(table, state, unit, "charge") or _moved_too_far(table, state, unit):
        return False
    return not table.engaged(state, unit) and bool(in_reach(table, state, unit))


def _moved_too_far(table: Table, state: State, unit: Unit) -> bool:
    """Advanced or Fell Back, and no rule lets it charge all the same."""
    after = {Move.ADVANCED: "charge after advance", Move.FELL_BACK: "charge after fall back"}
    what = after.get(Move(table.flag(state, unit, Flag.MOVE)))
    return what is not None and not permitted(table, state, unit, what)


def named_targets(table: Table, state: State, unit: Unit) -> Activation[tuple[Unit, ...]]:
    """One enemy unit, and more of those in reach until the player has named all (K-CHG-02)."""
    left = list(in_reach(table, state, unit))
    named = [(yield from ask(unit.side, Decision.CHARGE_TARGET, tuple(left), unit.index))]
    left.remove(named[0])
    while left:
        more = yield from ask(unit.side, Decision.ANOTHER_CHARGE_TARGET, (None, *left), unit.index)
        if more is None:
            break
        named.append(more)
        left.remove(more)
    return tuple(named)


def in_reach(table: Table, state: State, unit: Unit) -> tuple[Unit, ...]:
    """Enemy units that may be the target of a charge (K-CHG-02)."""
    enemies = table.army(state, 1 - unit.side)
    near = (enemy for enemy in enemies if table.within(state, unit, enemy, CHARGE_WITHIN_IN))
    return tuple(enemy for enemy in near if not spared(table, state, unit, enemy, "charge"))


def charge(table: Table, state: State, unit: Unit, targets: tuple[Unit, ...], bonus: bool) -> Activation[None]:
    """Declare, roll 2D6, and move into Engagement Range of every target and of no other, or not at all
    (K-CHG-03). ``bonus`` is Fights First until the end of the turn (K-CHG-05). Fire Overwatch answers the
    declaration, or the start or the end of the move (section 19 row 11)."""
    at_move = table.system.rules.overwatch_at_charge_move
    shot: Shot = []
    for target in targets:
        memory.note(table, state, memory.DECLARED, unit, target)
    yield from window(table, state, Event("charge announced", unit.side, unit))
    if not at_move:
        shot += yield from _answered(table, state, unit, "charge declared")
    charged = yield from _charge(table, state, unit, _left(table, state, unit, targets), shot)
    if charged:
        table.mark(state, unit, Flag.CHARGED, 1 if bonus else 2)
    for shooter, attacks in shot:
        yield from self_inflicted(table, state, shooter, attacks)
    if charged and at_move:
        yield from overwatched(table, state, unit, "charge moved")
    if charged and table.standing(state, unit):
        yield from window(table, state, Event("moved", unit.side, unit, kind="charge"))
    if charged and bonus and table.standing(state, unit):
        yield from _intervened(table, state, unit)


def _charge(table: Table, state: State, unit: Unit, targets: tuple[Unit, ...], shot: Shot) -> Activation[bool]:
    """The roll and the move; whether the unit moved. ``shot`` takes up who answers the move."""
    if not targets:
        return False
    plus = roll_modifier(table, state, unit, "charge roll")
    least = _needed_in(table, state, unit, targets)
    rolled = plus + (yield from own_roll(table, state, unit, "charge", Dice(2, 6), max(2, least - plus)))
    if table.system.rules.overwatch_at_charge_move and rolled >= least:
        shot += yield from _answered(table, state, unit, "charge moved")
        targets = _left(table, state, unit, targets)
        if not targets:
            return False
    aimed = tuple(target.index for target in targets)
    return (
        yield from placed(
            table, state, Place(unit.side, Placement.CHARGE, unit.index, MIL_PER_INCH * max(1, rolled), aimed)
        )
    )


def _answered(table: Table, state: State, unit: Unit, event: str) -> Activation[Shot]:
    """Fire Overwatch at a charge. What Hazardous does to those who shoot waits for the end of the Charge move,
    from 2024-06 (section 19 row 5)."""
    if table.system.rules.hazardous_destroys:
        yield from overwatched(table, state, unit, event)
        return []
    return (yield from shot_at(table, state, unit, event))


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
