"""Dice that decide."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Effect, If, May, Modifier, OnRoll, Outcome, Then
from warbook.effects.terms import Amount, Condition, Counted, Measured, Rolled, Selector
from warbook.grammar.chart import Rejected
from warbook.grammar.meaning.conditions import Scope


def on_needed(least: int) -> Scope:
    return Scope(Rolled(least))


def on_exactly(face: str) -> Scope:
    return Scope(Rolled(int(face), int(face)))


def on_from_to(least: str, most: str) -> Scope:
    """A result such as 2-5, read as a number and a signed one. Raises Rejected for 2+5."""
    if not most.startswith("-"):
        raise Rejected
    return Scope(Rolled(int(least), int(most[1:])))


def each_needed(least: int) -> Scope:
    return Scope(Rolled(least))


def each_exactly(face: str) -> Scope:
    return Scope(Rolled(int(face), int(face)))


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


def counted_things(what: Selector) -> Selector:
    return what


def rolling(dice: Dice, *each: Selector) -> Dice:
    return msgspec.structs.replace(dice, each=each[0]) if each else dice


def adding(amount: Amount, *when: Any) -> Effect:
    return _changed(Modifier("roll", "add", amount), when)


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


def result(on: Scope, *effects: Effect) -> Outcome:
    effect = effects[0] if len(effects) == 1 else Then(effects)
    rolled = on.condition
    assert isinstance(rolled, Rolled)
    return Outcome(rolled.least, effect, rolled.most)


def results(*found: Outcome) -> tuple[Outcome, ...]:
    return found


def rolled_for(dice: Dice, *told: Any) -> Effect:
    *changes, outcomes = told
    return OnRoll(outcomes, dice.count, dice.dice, dice.each, dice.total, tuple(changes))


def may_roll_for(dice: Dice, *told: Any) -> Effect:
    """The player may leave the dice, and what they do."""
    return May(rolled_for(dice, *told))


def may_roll(dice: Dice, *changes: Effect) -> Effect:
    return May(rolled(dice, *changes))


def rolled(dice: Dice, *changes: Effect) -> Effect:
    """What the result does is told in the sentences that follow."""
    return OnRoll((), dice.count, dice.dice, dice.each, dice.total, tuple(changes))
