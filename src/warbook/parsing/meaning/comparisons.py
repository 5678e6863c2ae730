"""Values and what they are compared with."""

from __future__ import annotations

from typing import Any as Told

from warbook.effects.terms import All, Compares, Condition, Measured, Selector
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.parts import IT, Part
from warbook.parsing.meaning.predicates import is_keyword


def is_class_with(keywords: Part, what: str, right: Told) -> Condition:
    how, value = right
    return All((is_keyword(keywords), Compares(Measured(f"unmodified {what}", IT), how, value)))


def starting_strength_is(right: Told) -> Condition:
    how, value = right
    return Compares(Measured("starting strength", IT), how, value)


def starting_strength_of(value: int) -> Condition:
    return starting_strength_is(("=", value))


def wounds_remaining(least: str, most: str) -> Condition:
    """``most`` is written with the dash before it. Raises Rejected where the least is not 1."""
    if least != "1":
        raise Rejected
    return Compares(Measured("wounds remaining", IT), "<=", -int(most))


def value_of(what: str, who: Selector) -> Measured:
    return Measured(what, who)


def that_attack() -> Selector:
    return Selector("attack", ref="that")


def own_value(who: Selector, what: str) -> Measured:
    return Measured(what, who)


def less(value: Measured) -> Told:
    return ("<", value)


def less_equal(value: Measured) -> Told:
    return ("<=", value)


def compared(left: Measured, right: Told) -> Condition:
    how, value = right
    return Compares(left, how, value)


def greater(value: Measured) -> Told:
    return (">", value)


def greater_equal(value: Measured) -> Told:
    return (">=", value)


def or_less(value: int) -> Told:
    return ("<=", value)


def or_more(value: int) -> Told:
    return (">=", value)


def has_wounds() -> Condition:
    return Compares(Measured("wounds remaining", IT), ">=", 1)
