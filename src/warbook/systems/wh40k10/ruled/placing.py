"""What rules do with where units stand: into Reserves and out of them, off the table and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warbook import effects as fx
from warbook.effects import terms
from warbook.effects.terms import Condition
from warbook.rules.request import Activation, Place, Site
from warbook.systems.wh40k10.army import MIL_PER_INCH, Trooper, Unit
from warbook.systems.wh40k10.decisions import Placement
from warbook.systems.wh40k10.effects.scene import NotModelled
from warbook.systems.wh40k10.movement import placed
from warbook.systems.wh40k10.reserves import arrive, settled, site
from warbook.systems.wh40k10.ruled.performing import CAN, Carried, Doing, carry_out
from warbook.systems.wh40k10.ruled.permitting import BY_STRIKE
from warbook.systems.wh40k10.waiting import REPOSITIONED, held, hold

"""A unit, or a model, is set up again where a rule says."""

OWN = ("your", "this", "that", "bearer")
HALF = "half starting wounds"


def _can_set_up(effect: fx.SetUp) -> bool:
    who = effect.who
    if who.ref not in OWN or who.where:
        return False
    if effect.to != "battlefield":
        return who.kind == "unit" and effect.removed and not effect.where
    if who.kind == "model":
        wounds = effect.wounds in (None, "full") or getattr(effect.wounds, "what", None) == HALF
        return wounds and not effect.when and known(effect.where)
    return who.kind == "unit" and effect.wounds is None and (bool(effect.when) or known(effect.where))


CAN[fx.SetUp] = _can_set_up


@carry_out.register
def _(effect: fx.SetUp, doing: Doing) -> Carried:
    table, state, unit = doing.table, doing.state, doing.seen.used(effect.who)
    if effect.who.kind == "model":
        return (yield from _revived(effect, doing, unit))
    if effect.to != "battlefield":
        if table.standing(state, unit):
            hold(state, unit, f"{REPOSITIONED} by {doing.rule.name}")
        return True
    if held(state, unit) is not None:
        return (yield from arrive(table, state, unit, _arrival(effect, doing, unit)))
    return (yield from _set_up(effect, doing, unit))


def _arrival(effect: fx.SetUp, doing: Doing, unit: Unit) -> Site | None:
    """Where a unit in Reserves may arrive by a rule, which does not let it come before its time."""
    usual = site(doing.table, doing.state, unit)
    if usual is None or not effect.when:
        return usual and _site(effect.where, doing)
    deep = any(isinstance(leaf, fx.Permit) and leaf.what == BY_STRIKE for leaf in _leaves(doing.rule.effects))
    return site(doing.table, doing.state, unit, deep and doing.table.system.rules.ingress_by_strike)


def _leaves(effects: Sequence[fx.Effect]) -> Iterator[fx.Effect]:
    from warbook.systems.wh40k10.effects import leaves

    for effect in effects:
        yield from leaves(effect)


def _set_up(effect: fx.SetUp, doing: Doing, unit: Unit) -> Activation[bool]:
    """A unit is taken off the table and set up again (K-RES-08); where it finds no place it stays."""
    where = _site(effect.where, doing)
    if where is None or not doing.table.standing(doing.state, unit):
        return False
    done = yield from placed(
        doing.table, doing.state, Place(unit.side, Placement.SET_UP, unit.index, 0, site=where)
    )
    if done:
        settled(doing.table, doing.state, unit)
    return done


def _revived(effect: fx.SetUp, doing: Doing, unit: Unit) -> Activation[bool]:
    """A destroyed model is set up again, with some of its wounds."""
    model = _fallen(doing, unit)
    if model is None:
        return False
    x, y = doing.state.at[model.index].tolist()
    where = _site(effect.where, doing, (x, y))
    place = Place(unit.side, Placement.SET_UP, unit.index, 0, models=(model.index,), site=where)
    if not (yield from placed(doing.table, doing.state, place)):
        return False
    doing.state.left[model.index] = model.wounds if effect.wounds in (None, "full") else -(-model.wounds // 2)
    doing.state.moved += 1
    return True


def _fallen(doing: Doing, unit: Unit) -> Trooper | None:
    """The destroyed model of the sheet that the rule is used on."""
    models = (model for model in unit.models if unit.kinds[model.kind].sheet.name == doing.rule.sheet)
    return next((model for model in models if doing.state.left[model.index] <= 0), None)


def known(where: Sequence[Condition]) -> bool:
    """Whether battles know the places that conditions speak of."""
    return all(_is_known(each) for each in _parts(where))


def _parts(where: Sequence[Condition]) -> Iterator[Condition]:
    for each in where:
        yield from _parts(each.of) if isinstance(each, terms.All) else (each,)


def _is_known(condition: Condition) -> bool:
    near = condition if isinstance(condition, terms.Within) else None
    spot = near is not None and near.inches == 0 and near.of.kind == "area"
    beside = near is not None and isinstance(near.inches, int) and near.wholly and near.of.ref in OWN
    return spot or beside or _away(condition) is not None


def _away(condition: Condition) -> int | None:
    """How far from enemies, in thousandths of an inch."""
    near = condition.of if isinstance(condition, terms.Not) else None
    if not isinstance(near, terms.Within) or near.of.side != "enemy" or near.of.keywords or near.of.where:
        return None
    if near.inches == "engagement range":
        return MIL_PER_INCH
    return MIL_PER_INCH * near.inches if isinstance(near.inches, int) else None


def _site(where: Sequence[Condition], doing: Doing, spot: tuple[int, int] | None = None) -> Site | None:
    """The places that conditions mean now; ``None`` where what they are near is not on the table."""
    parts = list(_parts(where))
    apart = max((away for each in parts if (away := _away(each)) is not None), default=MIL_PER_INCH)
    beside = next((each for each in parts if isinstance(each, terms.Within) and each.wholly), None)
    if beside is None:
        return Site(apart, spot=spot)
    unit = doing.seen.used(beside.of)
    if not isinstance(beside.inches, int):
        raise NotModelled("how near")
    there = doing.table.standing(doing.state, unit)
    return Site(apart, near=unit.index, near_mil=MIL_PER_INCH * beside.inches) if there else None
