"""What rules give back: lost wounds regained, destroyed models returned."""

from __future__ import annotations

from warbook import effects as fx
from warbook.effects.terms import Selector
from warbook.systems.wh40k10.army import Trooper, Unit
from warbook.systems.wh40k10.ruled.harming import told
from warbook.systems.wh40k10.ruled.performing import CAN, Carried, Doing, amount_of, carry_out, counted
from warbook.systems.wh40k10.ruled.returning import put_back


def _can_heal(effect: fx.Heal) -> bool:
    amount = effect.amount == "all" or counted(effect.amount)
    return amount and effect.most is None and told(effect.who) and effect.who.kind in ("unit", "model")


CAN[fx.Heal] = _can_heal


@carry_out.register
def _(effect: fx.Heal, doing: Doing) -> Carried:
    """A wounded model of the unit regains wounds: at most one is ever wounded (K-ATK-03)."""
    healed = False
    for unit in doing.units(effect.who):
        model = _wounded(doing, unit, effect.who)
        if model is not None:
            lost = model.wounds - int(doing.state.left[model.index])
            gained = lost if effect.amount == "all" else (yield from amount_of(effect.amount, doing))
            doing.state.left[model.index] += min(lost, gained)
            healed = True
    return healed


def _wounded(doing: Doing, unit: Unit, who: Selector) -> Trooper | None:
    """The model that has lost wounds, of those that are meant."""
    here = doing.seen.position(doing.table, doing.state)
    living = doing.table.living(doing.state, unit).tolist()
    meant = [living[place] for place in here.models(who, unit, doing.seen.voice())]
    models = (unit.models[index - unit.members.start] for index in meant)
    return next((model for model in models if doing.state.left[model.index] < model.wounds), None)


def _can_return(effect: fx.Return) -> bool:
    plain = not (effect.models.keywords or effect.models.where or effect.models.of)
    wounds = effect.wounds in (None, "full") or counted(effect.wounds)
    return plain and wounds and counted(effect.models.count) and told(effect.to or OWN)


OWN = Selector(ref="this")
"""Whose models return where it is not told."""

CAN[fx.Return] = _can_return


@carry_out.register
def _(effect: fx.Return, doing: Doing) -> Carried:
    """So many destroyed models return to their unit, as many as there are and find room, with all their wounds
    where it is not told (K-CLR-01)."""
    done = False
    for unit in doing.units(effect.to or OWN):
        for _ in range((yield from amount_of(effect.models.count, doing))):
            wounds = effect.wounds if isinstance(effect.wounds, int) else None
            if not (yield from put_back(doing.table, doing.state, unit, wounds)):
                break
            done = True
    return done
