"""What rules make happen in a battle: instructions carried out, effects put in force, dice rolled for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import Any

import msgspec

from warbook import effects as fx
from warbook.dice import Dice, Roll
from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.rules.request import Activation, Ask
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Trooper, Unit
from warbook.systems.wh40k10.decisions import Decision
from warbook.systems.wh40k10.effects.printed import PrintedRule
from warbook.systems.wh40k10.effects.scene import NotModelled, spells
from warbook.systems.wh40k10.ruled import resources
from warbook.systems.wh40k10.ruled.answerable import answerable, selectable
from warbook.systems.wh40k10.ruled.bears import state_of
from warbook.systems.wh40k10.ruled.lasting import lasts, put
from warbook.systems.wh40k10.ruled.moment import Moment
from warbook.systems.wh40k10.ruled.rulebook import as_held
from warbook.systems.wh40k10.ruled.standing import stands
from warbook.systems.wh40k10.ruled.voice import OWN, words
from warbook.systems.wh40k10.sheets import model_spec
from warbook.systems.wh40k10.table import Table


class Doing:
    """A rule that is being carried out: by name, as ``seen``; ``done`` tells whether the last thing was,
    ``result`` how the last test ended, ``model`` which one was picked, ``inflicted`` how many mortal wounds
    each effect that has a most inflicted, ``tested`` who took the last test, ``only`` whom
    alone attacks may target."""

    def __init__(self, table: Table, state: State, rule: PrintedRule, seen: Moment) -> None:
        self.table, self.state, self.rule, self.seen = table, state, rule, seen
        self.done = True
        self.plus: tuple[fx.Effect, ...] = ()
        self.result: str | None = None
        self.model: Trooper | None = None
        self.inflicted: dict[int, int] = {}
        self.tested: tuple[Unit, ...] = ()
        self.only: Unit | None = None

    def of(self, unit: Unit) -> Doing:
        """The same, done by or for another unit."""
        return Doing(self.table, self.state, self.rule, msgspec.structs.replace(self.seen, unit=unit))

    @property
    def player(self) -> int:
        return self.seen.side

    def asked(self, what: Decision, options: tuple[Any, ...]) -> Activation[Any]:
        """The player picks one of several things, or takes the only one."""
        if len(options) == 1:
            return options[0]
        about = self.seen.unit.index if self.seen.unit else None
        picked: int = yield Ask(self.player, what, options, about, subject=self.rule.name)
        return options[picked]

    def rolled(self, dice: Dice) -> Activation[int]:
        """Dice of the rule."""
        unit = self.seen.unit.index if self.seen.unit else None
        total: int = yield Roll(f"rule: {self.rule.name}", dice, player=self.player, unit=unit)
        return total

    def units(self, who: Selector) -> list[Unit]:
        return self.seen.units(self.table, self.state, who)


Carried = Activation[bool]


def perform(effects: fx.Effects, doing: Doing) -> Activation[bool]:
    """Carries out the sentences of a rule in order; whether it was. A rule did not act where no condition of
    its sentences held. What the position leaves open, though it was looked at beforehand, takes back all that
    was done, and that is told."""
    before, acted = doing.state.copy(), False
    try:
        for effect in effects:
            doing.done = yield from carry_out(effect, doing)
            acted |= doing.done or not isinstance(effect, fx.If | fx.May | fx.Heading)
    except NothingThere:
        return True
    except NotModelled as beyond:
        doing.state.restore(before)
        doing.table.rules.tell(doing.rule, beyond)
        return False
    if acted:
        doing.state.acted += (
            (doing.player, doing.seen.unit.index if doing.seen.unit else None, doing.rule.name),
        )
    return True


@singledispatch
def carry_out(effect: object, doing: Doing) -> Carried:
    """Carries out one effect; whether it was done. Raises NotModelled."""
    raise NotModelled(type(effect).__name__)


CAN: dict[type, Callable[[Any], bool]] = {}
"""For each sort of effect that is carried out, which of the sort."""


def can(effect: fx.Effect) -> bool:
    """Whether battles carry out an effect."""
    known = CAN.get(type(effect))
    return known is not None and known(effect)


CAN[fx.Heading] = CAN[fx.Use] = lambda _effect: True


@carry_out.register(fx.Heading)
@carry_out.register(fx.Use)
def _(_effect: object, _doing: Doing) -> Carried:
    """Names of parts do nothing; a rule that is carried out is used."""
    yield from ()
    return True


def is_of_roll(effect: fx.Effect) -> bool:
    """Whether an effect modifies the roll or test that comes next."""
    if isinstance(effect, fx.If):
        return effect.otherwise is None and answerable(effect.condition) and is_of_roll(effect.then)
    plain = isinstance(effect, fx.Modifier) and effect.what == "roll" and effect.op in ("add", "subtract")
    return plain and isinstance(effect, fx.Modifier) and isinstance(effect.value, int)


def _can_in_turn(effect: fx.Then) -> bool:
    if not effect.effects:  # a note
        return False
    *before, last = effect.effects
    return can(last) and all(can(each) or is_of_roll(each) for each in before)


CAN[fx.Then] = _can_in_turn


@carry_out.register
def _(effect: fx.Then, doing: Doing) -> Carried:
    for each in effect.effects:
        if isinstance(each, fx.Permit) and each.what == "target others" and each.to is not None:
            doing.only = next(iter(doing.units(each.to)), None)
    for each in effect.effects:
        if is_of_roll(each):
            doing.plus += (each,)
        else:
            doing.done = yield from carry_out(each, doing)
            doing.plus = ()
    return doing.done


def modified(doing: Doing, seen: Moment) -> int:
    """What modifies the roll that comes next, for the unit that is spoken of."""
    return sum(_of_roll(each, doing, seen) for each in doing.plus)


def _of_roll(effect: fx.Effect, doing: Doing, seen: Moment) -> int:
    if isinstance(effect, fx.If):
        held = seen.holds(doing.table, doing.state, effect.condition)
        return _of_roll(effect.then, doing, seen) if held else 0
    if not isinstance(effect, fx.Modifier) or not isinstance(effect.value, int):
        raise NotModelled("what modifies the roll")
    return effect.value if effect.op == "add" else -effect.value


def _can_last(effect: fx.Until) -> bool:
    from warbook.systems.wh40k10.ruled.delaying import waits  # what comes later is carried out too

    known = stands(effect.then) or state_of(effect.then) is not None or waits(effect.then)
    return lasts(effect.duration) and known


CAN[fx.Until] = _can_last


@carry_out.register
def _(effect: fx.Until, doing: Doing) -> Carried:
    """The effect is put in force, on the unit that has the rule or that it is used on."""
    yield from ()
    seen = doing.seen
    rule = PrintedRule(doing.rule.name, (effect.then,), doing.rule.sheet)
    held = as_held(rule, seen.side, seen.unit.index if seen.unit else None)
    put(doing.state, held, seen.that.index if seen.that else None, effect.duration)
    return True


def _can_if(effect: fx.If) -> bool:
    done, rest = parted(effect.condition)
    known = done is None or done.result in (None, "passed", "failed")
    known = known and all(map(answerable, rest))
    return known and can(effect.then) and (effect.otherwise is None or can(effect.otherwise))


def parted(condition: terms.Condition) -> tuple[terms.Done | None, tuple[terms.Condition, ...]]:
    """Whether it is asked if something was done before, and what else is."""
    every = condition.of if isinstance(condition, terms.All) else (condition,)
    done = next((each for each in every if isinstance(each, terms.Done)), None)
    return done, (condition,) if done is None else tuple(each for each in every if each is not done)


CAN[fx.If] = _can_if


@carry_out.register
def _(effect: fx.If, doing: Doing) -> Carried:
    condition = effect.condition
    if speaks_of_hit(condition):
        return (yield from _of_hit(effect, doing))
    done, rest = parted(condition)
    held = done is None or (doing.done if done.result is None else doing.result == done.result)
    held = held and (not rest or doing.seen.holds(doing.table, doing.state, *rest))
    then = effect.then if held else effect.otherwise
    return False if then is None else (yield from carry_out(then, doing))


def speaks_of_hit(condition: terms.Condition) -> bool:
    """Whether a condition brings up whom the attacks just made hit: what follows is done to each of them."""
    to = condition.event.to if isinstance(condition, terms.Did) and condition.event.what == "hit" else None
    return to is not None and to.ref is None and to.side == "enemy"


def _of_hit(effect: fx.If, doing: Doing) -> Carried:
    done, before = False, doing.seen
    for seen in those_hit(effect, doing.table, doing.state, before):
        doing.seen = seen
        done = (yield from carry_out(effect.then, doing)) or done
    doing.seen = before
    return done


def those_hit(effect: fx.If, table: Table, state: State, seen: Moment) -> list[Moment]:
    """The moment with "that" for each unit that was hit as the condition says. Raises NotModelled."""
    did = effect.condition
    if not isinstance(did, terms.Did) or did.event.to is None or effect.otherwise is not None:
        raise NotModelled("who was hit")
    one = msgspec.structs.replace(did.event, to=Selector(ref="that"))
    known = msgspec.structs.replace(did, event=one)
    about = [seen.about(unit) for unit in seen.units(table, state, did.event.to)]
    return [each for each in about if each.holds(table, state, known)]


CAN[fx.May] = lambda effect: can(effect.then)


@carry_out.register
def _(effect: fx.May, doing: Doing) -> Carried:
    if (yield from doing.asked(Decision.USE, (None, doing.rule))) is None:
        return False
    return (yield from carry_out(effect.then, doing))


def _can_select(effect: fx.Select) -> bool:
    who = effect.what
    own = who.kind == "model" and who.of is not None and who.of.ref in OWN and _near_alone(who)
    return effect.by == "you" and ((who.kind == "unit" and selectable(who)) or own)


def _near_alone(who: Selector) -> bool:
    """Whether of a model nothing is asked but that it is engaged."""
    near = [each for each in who.where if isinstance(each, terms.Within) and each.inches == "engagement range"]
    return len(near) == len(who.where) <= 1 and who.count == 1


CAN[fx.Select] = _can_select


@carry_out.register
def _(effect: fx.Select, doing: Doing) -> Carried:
    """The player picks a unit: "that" from now on. With none to pick nothing follows."""
    if effect.what.kind == "model":
        return (yield from _pick_model(effect.what, doing))
    found = doing.units(effect.what)
    if not found:
        raise NothingThere
    doing.seen = doing.seen.about((yield from doing.asked(Decision.UNIT, tuple(found))))
    return True


def _pick_model(who: Selector, doing: Doing) -> Carried:
    """The player picks one of his models, alike ones once."""
    unit, near = doing.seen.unit, doing.seen.that
    able = [] if unit is None else [m for m in unit.models if _is_such(m, unit, who, near, doing)]
    if not able:
        raise NothingThere
    kinds = list({model.kind: model for model in reversed(able)}.values())
    picked = yield from doing.asked(Decision.MODEL, tuple(model.index for model in kinds))
    doing.model = doing.table.muster.models[picked]
    return True


def _is_such(model: Trooper, unit: Unit, who: Selector, near: Unit | None, doing: Doing) -> bool:
    """Whether a model lives, has the keywords, and is engaged with the unit spoken of where it has to be."""
    known = words(unit.kinds[model.kind].sheet)
    if doing.state.left[model.index] <= 0 or not all(spells(run, known) for run in who.keywords[:1]):
        return False
    engaged = near is not None and doing.table.ground.near_model(doing.state, model.index, near, 1)
    return engaged or not who.where


class NothingThere(Exception):
    """A rule has nobody to be used on: what would follow does not happen."""


def _can_roll(effect: fx.OnRoll) -> bool:
    plain = counted(effect.count) and not effect.total and all(map(is_of_roll, effect.plus))
    each = effect.each is None or (selectable_all(effect.each) and effect.count == 1)
    return plain and each and all(can(outcome.then) for outcome in effect.outcomes)


def selectable_all(who: Selector) -> bool:
    """Whether every one of a kind is meant, and positions can tell which."""
    return selectable(msgspec.structs.replace(who, count=1)) and who.count in ("all", "any")


CAN[fx.OnRoll] = _can_roll


@carry_out.register
def _(effect: fx.OnRoll, doing: Doing) -> Carried:
    done, before = False, doing.seen
    doing.plus += effect.plus
    doing.inflicted = {}
    for about in (yield from _rolled_for(effect, doing)):
        doing.seen = before if about is None else before.about(about)
        rolled = (yield from doing.rolled(Dice.parse(effect.dice))) + modified(doing, doing.seen)
        for outcome in effect.outcomes:
            if outcome.least <= rolled <= (rolled if outcome.most is None else outcome.most):
                done = (yield from carry_out(outcome.then, doing)) or done
    doing.seen = before
    return done


def _rolled_for(effect: fx.OnRoll, doing: Doing) -> Activation[list[Unit | None]]:
    """For what dice are rolled: each of several units, which is "that" then, or each model, or so many
    times."""
    each = effect.each
    if each is None:
        return [None] * (yield from amount_of(effect.count, doing))
    units = doing.units(each)
    if each.kind == "unit":
        return list(units)
    return [None] * sum(len(doing.table.living(doing.state, unit)) for unit in units)


def counted(amount: object) -> bool:
    """Whether an amount is a number or dice, or one that battles look up."""
    return isinstance(amount, int | str) or (isinstance(amount, terms.Measured) and _is_told(amount))


def _is_told(amount: terms.Measured) -> bool:
    """Whether it is the Toughness of a model that was picked, or so much of what a player has."""
    if amount.of is None or amount.times != 1 or amount.plus:
        return False
    if amount.what == "toughness":
        return amount.of.kind == "model" and amount.of.ref in ("that", "those")
    return amount.of.kind == "player" and amount.of.side == "friendly"


def amount_of(amount: object, doing: Doing) -> Activation[int]:
    """A number, rolled where it is dice. Raises NotModelled for what is counted."""
    if isinstance(amount, int):
        return amount
    if isinstance(amount, terms.Measured) and _is_told(amount):
        return (yield from _looked_up(amount, doing))
    if not isinstance(amount, str):
        raise NotModelled("an amount that is counted")
    return (yield from doing.rolled(Dice.parse(amount)))


def _looked_up(amount: terms.Measured, doing: Doing) -> Activation[int]:
    """A number that a model or a player has; one that a player chooses is asked."""
    if amount.what == "toughness":
        if doing.model is None:
            raise NotModelled("whose Toughness")
        sheet = doing.table.owner(doing.model.index).kinds[doing.model.kind]
        return model_spec(sheet.sheet, sheet.group, sheet.leader, 0).toughness
    if amount.what == CHOSEN:
        most = len(doing.table.army(doing.state, 1 - doing.player))
        picked: int = yield from doing.asked(Decision.NUMBER, tuple(range(1, max(1, most) + 1)))
        return picked
    return resources.count(doing.state, doing.player, amount.what)


CHOSEN = "number chosen"
