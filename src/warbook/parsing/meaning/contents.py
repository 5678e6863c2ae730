"""What a unit contains and a transport carries."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects.terms import Compares, Condition, Contains, Counted, Event, Has, Not, Selector, State
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.parts import IT, Part, part, with_parts
from warbook.parsing.meaning.past import did


def contains(*parts: Part) -> Condition:
    """Raises Rejected for a number: that many and no more."""
    if any(
        isinstance(dict(each.fields).get("count"), int) and dict(each.fields)["count"] > 1 for each in parts
    ):
        raise Rejected
    return Contains(IT, with_parts(Selector("model"), parts))


def contains_one(whom: Selector) -> Condition:
    return Contains(IT, whom)


def a_transport(keyword: str) -> Selector:
    """Raises Rejected for another keyword."""
    if keyword.upper() != "TRANSPORT":
        raise Rejected
    return Selector(keywords=("TRANSPORT",))


def this_transport(keyword: str) -> Selector:
    if keyword.upper() != "TRANSPORT":
        raise Rejected
    return Selector("model", ref="this", keywords=("TRANSPORT",))


def contains_what(condition: Condition) -> Condition:
    return condition


def contains_least(least: int, *parts: Part) -> Condition:
    if least == 1:
        raise Rejected  # "one or more" is a quantity
    return Contains(IT, with_parts(Selector("model"), parts), least)


def contains_most(most: int, *parts: Part) -> Condition:
    return Contains(IT, with_parts(Selector("model"), parts), 0, most)


def contains_dice(dice: str) -> Condition:
    return Contains(IT, Selector("model", count=dice.upper()))


def contains_just(number: int, *parts: Part) -> Condition:
    return Contains(IT, with_parts(Selector("model"), parts), number, number)


def contains_others() -> Condition:
    return Contains(IT, Selector("model", count="any", other=True))


def has_embarked(*parts: Part) -> Condition:
    """Units that are embarked within it."""
    return Contains(IT, with_parts(Selector(where=(State(IT, "embarked"),)), parts))


def has_none_embarked() -> Condition:
    return Contains(IT, Selector("model", count="any", where=(State(IT, "embarked"),)), 0, 0)


def transport_that(keyword: str, deed: Event, *since: str) -> Selector:
    return msgspec.structs.replace(a_transport(keyword), where=(did(deed, *since),))


def counted_weapons(number: int, *parts: Part) -> tuple[int, Selector]:
    return number, with_parts(Selector("weapon", of=IT), parts)


def counted_named(number: int, name: str) -> tuple[int, Selector]:
    return number, Selector("weapon", of=IT, name=name)


def without_own(name: str) -> Condition:
    return Not(Has(IT, "weapon", (name,)))


def has_weapons(counted: tuple[int, Selector], *without: Condition) -> Condition:
    """So many weapons, another one not counted."""
    number, weapon = counted
    weapon = msgspec.structs.replace(weapon, count="all", where=(*weapon.where, *without))
    return Compares(Counted(weapon), "=", number)


def contains_such(*told: Any) -> Condition:
    """Models of which something holds."""
    *parts, condition = told
    return contains(*parts, part(condition))


def has_models(least: int) -> Condition:
    return Contains(IT, Selector("model"), least)
