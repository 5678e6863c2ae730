"""Parts that stand around a noun: numbers, names, keywords, and whose it is.

Each gives what it sets of a selector and adds to it; ``with_parts`` puts them on it, so that "one friendly unit
within 6 inches" is built from inside outwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from warbook.effects.terms import (
    Amount,
    Condition,
    Has,
    Measured,
    Not,
    Selector,
    State,
    Term,
)
from warbook.parsing.chart import Rejected
from warbook.parsing.keywords import CORE_KEYWORDS
from warbook.parsing.tokens import NUMBERS

IT = Selector(ref="it")
THIS_MODEL = Selector("model", ref="this")
ATTACKER = Selector("model", ref="attacker")

_SEVERAL = 2


class Part(Term, frozen=True, tag="part"):
    """Something around a noun: fields that it sets, and conditions that it adds. ``near``: it belongs to the
    noun just before it."""

    fields: tuple[tuple[str, Any], ...] = ()
    where: tuple[Condition, ...] = ()
    near: bool = False


def part(*where: Condition, **fields: Any) -> Part:
    return Part(tuple(fields.items()), where)


def with_parts(base: Selector, parts: Sequence[Any]) -> Selector:
    """The selector with what stands around its noun. Raises Rejected where a part is given twice."""
    fields: dict[str, Any] = {}
    where = list(base.where)
    for each in parts:
        if isinstance(each, Part):
            clash = any(key in fields and fields[key] != value for key, value in each.fields)
            if clash:
                raise Rejected
            fields.update(each.fields)
            where += each.where
    return msgspec.structs.replace(base, **fields, where=tuple(where))


# --------------------------------------------------------------------- numbers and names


def number(text: str) -> int:
    return NUMBERS.get(text.lower()) or int(text)


def that_many() -> Measured:
    """As many as the amount told last came to."""
    return Measured("that many")


def dice(text: str) -> str:
    return text.upper().replace(" ", "")


def inches(text: str) -> int | str:
    plain = text.rstrip('"').strip()
    return int(plain) if plain.isdecimal() else dice(plain)


def roll_needed(text: str) -> int:
    return int(text.rstrip("+"))


def name(*texts: str) -> str:
    return " ".join(texts)


def keywords(*texts: str) -> Part:
    """Keywords of the core rules in the singular: "MONSTERS" are what has MONSTER."""
    return part(keywords=tuple(_singular(text) for text in texts))


def _singular(text: str) -> str:
    *before, last = text.split(" ")
    if last == "HEROES":
        return " ".join((*before, "HERO"))
    if last.endswith("S") and last not in CORE_KEYWORDS and last[:-1] in CORE_KEYWORDS:
        return " ".join((*before, last[:-1]))
    return text


def excluding(keywords: Part) -> Part:
    return part(without=dict(keywords.fields)["keywords"])


def excluding_that(condition: Condition) -> Part:
    """What it leaves out is named by keywords or told by what it did."""
    if isinstance(condition, Has) and condition.what == "keyword":
        return part(without=condition.names)
    return part(Not(condition))


def battle_shocked() -> Part:
    return part(State(IT, "battle-shocked"))


def titled_keywords(names: tuple[str, ...]) -> Part:
    return keywords(*(name.upper() for name in names))


def side(text: str) -> Part:
    return part(side=text.lower())


def one() -> Part:
    return part(count=1)


def every() -> Part:
    return part(count="all")


def all_of() -> Part:
    return part(count="all")


def any_of() -> Part:
    return part(count="any")


def so_many(count: Amount) -> Part:
    return part(count=count)


def up_to(count: Amount) -> Part:
    return part(count=count, up_to=True)


def so_many_or_more(count: int) -> Part:
    """Raises Rejected for one: "one or more" are any."""
    if count < _SEVERAL:
        raise Rejected
    return part(count=count, or_more=True)


def more_than(count: int) -> Part:
    return part(count=count + 1, or_more=True)


def another() -> Part:
    return part(count=1, other=True)


def up_to_other(count: Amount) -> Part:
    return part(count=count, up_to=True, other=True)


def others() -> Part:
    return part(count="all", other=True)
