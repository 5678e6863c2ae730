"""What a rule that is used brings later, as something happens: once, before the phase is over."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook import effects as fx
from warbook.effects.terms import Duration, Selector, Term
from warbook.systems.wh40k10.effects.printed import PrintedRule
from warbook.systems.wh40k10.effects.scene import NotModelled
from warbook.systems.wh40k10.ruled.lasting import ONCE, put
from warbook.systems.wh40k10.ruled.occasions import is_offered, occasion
from warbook.systems.wh40k10.ruled.performing import CAN, Carried, Doing, carry_out
from warbook.systems.wh40k10.ruled.rulebook import as_held


def waits(effect: fx.Effect) -> bool:
    """Whether an effect comes on an occasion that battles have."""
    found = occasion(effect)
    return found is not None and bool(found.names) and is_offered(found)


CAN[fx.Each] = CAN[fx.At] = waits


@carry_out.register(fx.Each)
@carry_out.register(fx.At)
def _(effect: fx.Each | fx.At, doing: Doing) -> Carried:
    """It is put in force, to come once. Who attacks now is meant by then, too."""
    yield from ()
    seen = doing.seen
    rule = PrintedRule(doing.rule.name, (_bound(effect, seen.attacker is seen.that),), doing.rule.sheet)
    held = as_held(rule, seen.side, seen.unit.index if seen.unit else None)
    put(doing.state, held, seen.that.index if seen.that else None, Duration(ONCE))
    return True


def _bound(told: Any, is_that: bool) -> Any:
    """Effects that speak of the attacker as of the one that is remembered. Raises NotModelled where that is
    another."""
    if isinstance(told, tuple):
        return tuple(_bound(each, is_that) for each in told)
    if not isinstance(told, Term):
        return told
    if isinstance(told, Selector) and told.ref == "attacker":
        if not is_that:
            raise NotModelled("who attacks")
        return msgspec.structs.replace(told, ref="that")
    made = {name: _bound(getattr(told, name), is_that) for name in told.__struct_fields__}
    return msgspec.structs.replace(told, **made)
