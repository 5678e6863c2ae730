"""What rules do to units: mortal wounds, tests, markers kept."""

from __future__ import annotations

from warbook import effects as fx
from warbook.effects.terms import Duration, Selector
from warbook.rules.request import Activation
from warbook.systems.wh40k10.army import Trooper, Unit
from warbook.systems.wh40k10.command import leads, test
from warbook.systems.wh40k10.effects.printed import PrintedRule
from warbook.systems.wh40k10.effects.scene import spells
from warbook.systems.wh40k10.ruled.answerable import selectable
from warbook.systems.wh40k10.ruled.lasting import put
from warbook.systems.wh40k10.ruled.performing import (
    CAN,
    Carried,
    Doing,
    amount_of,
    carry_out,
    counted,
    modified,
    selectable_all,
)
from warbook.systems.wh40k10.ruled.rulebook import as_held
from warbook.systems.wh40k10.ruled.voice import words
from warbook.systems.wh40k10.table import Flag
from warbook.systems.wh40k10.wounding import destroyed, hurt, mortal_wounds


def told(who: Selector) -> bool:
    """Whether units are spoken of already, or all of a kind are meant: nobody has to choose."""
    known = who.ref is not None or (who.of is not None and who.of.ref is not None)
    return (known and selectable(who)) or selectable_all(who)


def _can_harm(effect: fx.MortalWounds) -> bool:
    known = effect.on.kind == "unit" and told(effect.on)
    lone = effect.on.kind == "model" and effect.on.ref is None and effect.on.of is None and effect.on.keywords
    return counted(effect.amount) and (known or (bool(lone) and selectable(effect.on)))


CAN[fx.MortalWounds] = _can_harm


@carry_out.register
def _(effect: fx.MortalWounds, doing: Doing) -> Carried:
    """Each unit suffers them; what is destroyed so was destroyed by the unit that has the rule."""
    for unit in (found := doing.units(effect.on)):
        wounds = yield from amount_of(effect.amount, doing)
        before = doing.inflicted.get(id(effect), 0)
        wounds = wounds if effect.most is None else min(wounds, effect.most - before)
        doing.inflicted[id(effect)] = before + wounds
        fallen = yield from _suffer(effect, doing, unit, wounds)
        yield from destroyed(doing.table, doing.state, unit, doing.seen.unit, fallen)
    return bool(found)


def _suffer(effect: fx.MortalWounds, doing: Doing, unit: Unit, wounds: int) -> Activation[list[int]]:
    """Mortal wounds on a unit; those on a model of it alone are lost when it dies. Gives who was destroyed."""
    if effect.on.kind == "unit":
        return (yield from mortal_wounds(doing.table, doing.state, unit, wounds))
    model = next((one for one in unit.models if _is_meant(one, unit, effect.on, doing)), None)
    if model is None:
        return []
    yield from hurt(doing.table, doing.state, unit, model, wounds)
    return [] if doing.state.left[model.index] > 0 else [model.index]


def _is_meant(model: Trooper, unit: Unit, who: Selector, doing: Doing) -> bool:
    known = {*words(unit.kinds[model.kind].sheet), *(("WARLORD",) if unit.warlord else ())}
    alive = doing.state.left[model.index] > 0
    return bool(alive) and any(spells(run, known) for run in who.keywords)


CAN[fx.Test] = lambda effect: (
    effect.what in ("battle-shock", "leadership")
    and effect.outcome != "passed"
    and (effect.outcome is None or effect.what == "battle-shock")
    and effect.who.kind in ("unit", "model")
    and told(effect.who)
)


@carry_out.register
def _(effect: fx.Test, doing: Doing) -> Carried:
    """Battle-shock and Leadership tests, with what modifies them; done where one failed."""
    failed, doing.tested = False, tuple(doing.units(effect.who))
    for unit in doing.tested:
        plus = modified(doing, doing.seen.about(unit))
        if effect.outcome == "failed":
            doing.table.mark(doing.state, unit, Flag.SHOCKED)
            passed = False
        elif effect.what == "leadership":
            passed = yield from leads(doing.table, doing.state, unit, plus)
        else:
            passed = yield from test(doing.table, doing.state, unit, plus)
        doing.result = "passed" if passed else "failed"
        failed = failed or not passed
    return failed


CAN[fx.Keep] = lambda effect: (
    effect.what.kind == "objective" and effect.what.ref in ("that", "those") and effect.until is not None
)


@carry_out.register
def _(effect: fx.Keep, doing: Doing) -> Carried:
    """Markers that the unit is in range of and its side controls stay under control (K-OBJ-04)."""
    yield from ()
    table, state, unit, side = doing.table, doing.state, doing.seen.unit, doing.player
    kept = [
        marker
        for marker in range(table.ground.markers)
        if unit is not None
        and table.ground.near_marker(state, marker, unit)
        and table.controller(state, marker) == side
    ]
    for marker in kept:
        held = as_held(PrintedRule(doing.rule.name, (effect,), doing.rule.sheet), side, None)
        put(state, held, marker, Duration("battle"))
    return bool(kept)
