"""Setting up, leaving the battlefield and coming back."""

from __future__ import annotations

from typing import Any

from warbook.effects.instructions import SetUp
from warbook.effects.terms import Amount, Condition, Event, Not, Selector, Within
from warbook.effects.terms import Did as Happened
from warbook.grammar.meaning.nouns import IT


def removes(who: Selector) -> SetUp:
    return SetUp(who, "reserves", removed=True)


def places_in_reserves(who: Selector) -> SetUp:
    return SetUp(who, "strategic reserves")


def place_beyond(condition: Condition) -> Condition:
    return condition


def place_not_within(condition: Within) -> Condition:
    return Not(condition)


def place_within(condition: Within) -> Condition:
    return condition


def where_it_died() -> Condition:
    """As close as it can be to where it was destroyed."""
    return Within(IT, 0, Selector("area", where=(Happened(Event("destroyed", to=IT)),)))


def full_wounds() -> Any:
    return "all"


def so_many_wounds(amount: Amount) -> Any:
    return amount


def places(*where: Any) -> tuple[Any, ...]:
    return where


def sets_up(who: Selector, *told: Any) -> SetUp:
    each = [one for places in told for one in places]
    wounds = [one for one in each if isinstance(one, int | str)]
    where = tuple(one for one in each if not isinstance(one, int | str))
    return SetUp(who, where=where, wounds=None if not wounds or wounds[0] == "all" else wounds[0])
