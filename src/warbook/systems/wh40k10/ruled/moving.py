"""What rules let units do out of turn: move, shoot, fight, charge."""

from __future__ import annotations

from warbook import effects as fx
from warbook.rules.request import Activation, Place
from warbook.systems.wh40k10.army import MIL_PER_INCH, Unit
from warbook.systems.wh40k10.charging import charge, may_charge, named_targets
from warbook.systems.wh40k10.decisions import Placement
from warbook.systems.wh40k10.effects.scene import NotModelled
from warbook.systems.wh40k10.fighting import fight
from warbook.systems.wh40k10.movement import placed
from warbook.systems.wh40k10.ruled.harming import told
from warbook.systems.wh40k10.ruled.performing import CAN, Carried, Doing, amount_of, carry_out, counted
from warbook.systems.wh40k10.ruled.times import OUT_OF_TURN
from warbook.systems.wh40k10.shooting import shoot

"""A Normal move that a rule lets a unit make, in whosever turn."""


def _can_move(effect: fx.Move) -> bool:
    plain = effect.kind == "normal" and not effect.where and effect.instead_of is None and effect.as_if is None
    return plain and (effect.inches is None or counted(effect.inches)) and told(effect.who)


CAN[fx.Move] = _can_move


@carry_out.register
def _(effect: fx.Move, doing: Doing) -> Carried:
    """A Normal move, of units that are not engaged (K-MOV-02)."""
    moved = False
    for unit in doing.units(effect.who):
        if unit.side == doing.player and not doing.table.engaged(doing.state, unit):
            place = yield from _place(effect, doing, unit)
            moved = (yield from placed(doing.table, doing.state, place)) or moved
    return moved


def _place(effect: fx.Move, doing: Doing, unit: Unit) -> Activation[Place]:
    living = doing.table.living(doing.state, unit).tolist()
    reaches = tuple(doing.table.move_mil(doing.state, unit, model) for model in living)
    if effect.inches is not None:
        inches = yield from amount_of(effect.inches, doing)
        reaches = (MIL_PER_INCH * inches,) * len(living)
    varied = reaches if len(set(reaches)) > 1 else ()
    return Place(unit.side, Placement.GRANTED, unit.index, min(reaches), optional=True, reaches=varied)


def _can_act(effect: fx.Act) -> bool:
    plain = not effect.where and not effect.after_death and effect.weapon is None and told(effect.who)
    return plain and effect.what in ("shoot", "fight", "charge")


CAN[fx.Act] = _can_act


@carry_out.register
def _(effect: fx.Act, doing: Doing) -> Carried:
    """A unit shoots, fights or charges at once, if it could in its phase (K-CLR-07)."""
    table, state, done = doing.table, doing.state, False
    for unit in doing.units(effect.who):
        if unit.side != doing.player:
            raise NotModelled("what an enemy unit does")
        state.used |= {OUT_OF_TURN}
        if effect.what == "shoot":
            yield from shoot(table, state, unit, effect.as_if is None, doing.only)
        elif effect.what == "fight" and table.engaged(state, unit):
            yield from fight(table, state, unit)
        elif effect.what == "charge" and may_charge(table, state, unit):
            yield from charge(table, state, unit, (yield from named_targets(table, state, unit)), bonus=True)
        done = True
    return done
