"""Dice that decide."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import At, Each, Effect, If, Limited, May, Modifier, OnRoll, Outcome, Then
from warbook.effects.terms import (
    Amount,
    Condition,
    Counted,
    Did,
    Event,
    Has,
    Limit,
    Measured,
    Rolled,
    Selector,
    Window,
    Within,
)
from warbook.effects.terms import Any as AnyOf
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.conditions import Scope
from warbook.parsing.meaning.parts import IT, Part


def on_needed(least: int) -> Scope:
    return Scope(Rolled(least))


def on_exactly(face: str) -> Scope:
    return Scope(Rolled(int(face), int(face)))


def on_from_to(least: str, most: str) -> Scope:
    """A result such as 2-5, read as a number and a signed one. Raises Rejected for 2+5."""
    if not most.startswith("-"):
        raise Rejected
    return Scope(Rolled(int(least), int(most[1:])))


class EachDie(Scope, frozen=True, tag="each die"):
    """What each of several dice may show."""


def each_needed(least: int) -> Scope:
    return EachDie(Rolled(least))


def each_exactly(face: str) -> Scope:
    return EachDie(Rolled(int(face), int(face)))


class Dice(msgspec.Struct, frozen=True):
    """Dice before they are rolled."""

    count: Amount = 1
    dice: str = "D6"
    total: bool = False
    each: Selector | None = None


def dice_of(count: int, die: str) -> Dice:
    return Dice(count, die.upper())


def one_die(die: str) -> Dice:
    return Dice(1, die.upper())


def dice_as_many(die: str, value: Measured) -> Dice:
    return Dice(value, die.upper())


def dice_sum(text: str) -> Dice:
    """Several dice added up; a single one needs no sum."""
    return Dice(dice=text.upper(), total=True)


def target_and_near(*told: Any) -> Selector:
    """The target and those near it: all that are within so many inches of it, as it is itself."""
    *parts, inches = told
    fields = {key: value for each in parts if isinstance(each, Part) for key, value in each.fields}
    near = Within(IT, inches, Selector(ref="target"))
    classes = fields.get("keywords", ())
    others = (AnyOf((Has(IT, "keyword", classes), Did(Event("targets", to=IT)))),) if classes else ()
    return Selector(side=fields.get("side"), count="all", where=(near, *others))


def counted_things(what: Selector) -> Selector:
    return what


def rolling(dice: Dice, *each: Selector) -> Dice:
    return msgspec.structs.replace(dice, each=each[0]) if each else dice


def adding(amount: Amount, *when: Any) -> Effect:
    return _changed(Modifier("roll", "add", amount), when)


def more_dice(count: int, _die: str) -> Effect:
    """More of the dice of the roll spoken of."""
    return Modifier("dice", "add", count)


def subtracting(amount: Amount, *when: Any) -> Effect:
    return _changed(Modifier("roll", "subtract", amount), when)


def _changed(effect: Modifier, when: tuple[Any, ...]) -> Effect:
    for each in when:
        if isinstance(each, Selector):
            counted = msgspec.structs.replace(each, count="all")
            return msgspec.structs.replace(effect, value=Counted(counted, _whole(effect.value)))
        return If(each, effect)
    return effect


def _whole(amount: Amount) -> int:
    if not isinstance(amount, int):
        raise Rejected
    return amount


def change_when(condition: Condition) -> Condition:
    return condition


def change_each(what: Selector) -> Selector:
    return what


class Results(msgspec.Struct, frozen=True):
    """What results give; ``once``: the words are of one die."""

    outcomes: tuple[Outcome, ...]
    once: bool


def result(on: Scope, effect: Effect) -> Results:
    rolled = on.condition
    assert isinstance(rolled, Rolled)
    return Results((Outcome(rolled.least, effect, rolled.most),), not isinstance(on, EachDie))


def results(*found: Results) -> Results:
    """Raises Rejected where one result is of one die and another of each."""
    if len({each.once for each in found}) > 1:
        raise Rejected
    return Results(tuple(each.outcomes[0] for each in found), found[0].once)


def rolled_for(dice: Dice, *told: Any) -> Effect:
    """Raises Rejected for a result of one die where several are rolled at once."""
    *changes, found = told
    if found.once and dice.count != 1 and not dice.total:
        raise Rejected
    return OnRoll(found.outcomes, dice.count, dice.dice, dice.each, dice.total, tuple(changes))


def other_dice(dice: Dice, when: Scope) -> tuple[Scope, Dice]:
    return when, dice


def rolled_or(dice: Dice, *told: Any) -> Effect:
    """Other dice with the same results where a condition holds, the first of several that does."""
    *others, found = told
    effect = rolled_for(dice, found)
    for when, other in reversed(others):
        effect = If(when.condition, rolled_for(other, found), effect)
    return effect


def rolled_at_most(dice: Dice, most: int, _die: str, whom: str, found: Results) -> Effect:
    """So many dice at most for each of those whom the dice are rolled against."""
    return Limited(Limit(whom, most), rolled_for(dice, found))


def may_roll_for(dice: Dice, *told: Any) -> Effect:
    """The player may leave the dice, and what they do."""
    return May(rolled_for(dice, *told))


def may_roll(dice: Dice, *changes: Effect) -> Effect:
    return May(rolled(dice, *changes))


def rolled(dice: Dice, *changes: Effect) -> Effect:
    """What the result does is told in the sentences that follow."""
    return OnRoll((), dice.count, dice.dice, dice.each, dice.total, tuple(changes))


def told_results(*found: Results) -> Effect:
    """What the roll of the sentence before does."""
    outcomes = results(*found).outcomes
    return Then(tuple(If(Rolled(each.least, each.most), each.then) for each in outcomes))


def rolled_each_time(dice: Dice, events: tuple[Event, ...], found: Results) -> Effect:
    effect = rolled_for(dice, found)
    each = tuple(Each(event, effect) for event in events)
    return each[0] if len(each) == 1 else Then(each)


def rolled_at_end(dice: Dice, *found: Results) -> Effect:
    """When the phase ends."""
    return At((Window("any", edge="end"),), rolled_for(dice, *found) if found else rolled(dice))


def dice_as_wounds(die: str, who: Selector) -> Dice:
    return Dice(Measured("wounds remaining", who), die.upper())


def dice_as_lost(die: str, who: Selector) -> Dice:
    return Dice(Measured("wounds lost", who), die.upper())


def on_at_most(most: int) -> Scope:
    return Scope(Rolled(1, most))
