"""Rules that are programs of their own: no words of the language of effects say what they do.

A sheet has one by the name of an ability, whatever is understood of its text. It is written as effects that
name it, at the times when it comes, so that it is told, limited and answered like every other rule.
"""

from __future__ import annotations

from collections.abc import Callable

from warbook import effects as fx
from warbook.effects import terms
from warbook.systems.wh40k10.army import Unit
from warbook.systems.wh40k10.ruled.performing import CAN, Carried, Doing, amount_of, carry_out, counted
from warbook.systems.wh40k10.ruled.returning import fallen, put_back, regain, wounded

REANIMATION = "Reanimation Protocols"

BESPOKE: dict[str, fx.Effects] = {
    REANIMATION: (
        fx.At(
            (terms.Window("command", whose="your", edge="end"),),
            fx.Named(REANIMATION, who=terms.Selector(side="friendly", count="all"), amount="D3"),
        ),
    ),
}
"""Each of these rules by its name, with when it comes."""

Program = Callable[[fx.Named, Doing], Carried]


def _reanimation(effect: fx.Named, doing: Doing) -> Carried:
    """Each unit that has it reanimates so many wounds, one after the other: a wounded model regains one, else a
    destroyed one returns with one wound."""
    done = False
    who = effect.who or terms.Selector(ref="this")
    for unit in doing.units(who):
        able = wounded(doing.state, unit) or fallen(doing.state, unit)
        if not (able and has(unit, REANIMATION)):
            continue
        for _ in range((yield from amount_of(effect.amount or "D3", doing.of(unit)))):
            healed = yield from regain(doing.table, doing.state, unit)
            done = healed or (yield from put_back(doing.table, doing.state, unit, 1)) or done
    return done


PROGRAMS: dict[str, Program] = {REANIMATION: _reanimation}


def has(unit: Unit, name: str) -> bool:
    """Whether a sheet of the unit has an ability of that name."""
    sheets = {kind.sheet.name: kind.sheet for kind in unit.kinds}.values()
    return any(ability.name.casefold() == name.casefold() for sheet in sheets for ability in sheet.abilities)


CAN[fx.Named] = lambda effect: effect.name in PROGRAMS and (effect.amount is None or counted(effect.amount))


@carry_out.register
def _(effect: fx.Named, doing: Doing) -> Carried:
    return (yield from PROGRAMS[effect.name](effect, doing))
