"""What rules give players and take from them, and what stands alone."""

from __future__ import annotations

import msgspec

from warbook import effects as fx
from warbook.systems.wh40k10.effects.printed import PrintedRule
from warbook.systems.wh40k10.ruled import resources
from warbook.systems.wh40k10.ruled.performing import CAN, Carried, Doing, amount_of, carry_out, counted
from warbook.systems.wh40k10.ruled.rulebook import as_held
from warbook.systems.wh40k10.table import Column

CAN[fx.Gain] = lambda effect: (
    counted(effect.amount)
    and effect.who in ("you", "opponent")
    and (effect.what == "cp" or (effect.what in resources.KNOWN and not effect.up_to))
)


@carry_out.register
def _(effect: fx.Gain, doing: Doing) -> Carried:
    """Command points and what rules count by a name of their own, never below none."""
    side = doing.player if effect.who == "you" else 1 - doing.player
    number = yield from amount_of(effect.amount, doing)
    if effect.what != "cp":
        resources.change(doing.state, side, effect.what, -number if effect.lost else number)
        return True
    points = doing.table.cp(doing.state, side) + (-number if effect.lost else number)
    doing.state.sides[side, Column.CP] = max(0, points)
    return True


CAN[fx.Alone] = lambda _effect: True


@carry_out.register
def _(effect: fx.Alone, doing: Doing) -> Carried:
    """What the rule put in force last does not add up with others."""
    yield from ()
    *before, last = doing.state.effects or (None,)
    if last is None or last.held.rule.name != doing.rule.name or last.held.side != doing.player:
        return False
    rule = PrintedRule(doing.rule.name, (*last.held.rule.effects, effect), doing.rule.sheet)
    held = as_held(rule, last.held.side, last.held.unit)
    doing.state.effects = (*before, msgspec.structs.replace(last, held=held))
    return True
