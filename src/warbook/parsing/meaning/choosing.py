"""Choosing among options that follow, how often each may be chosen, and what the battle size sets."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Choose, Effect, Limited, Until
from warbook.effects.instructions import BySize, Listing, Permit
from warbook.effects.terms import Duration, Limit, Selector
from warbook.parsing.chart import Rejected
from warbook.parsing.keywords import CORE_KEYWORDS
from warbook.parsing.meaning.parts import Part, with_parts
from warbook.parsing.meaning.parts import number as amount_of


def at_most_options(count: int) -> tuple[int, bool]:
    return count, True


def options(count: Any, *told: Any) -> Choose:
    """Announced options; ``name`` is what the rule calls them."""
    names = [each for each in told if isinstance(each, str)]
    least, up_to = count if isinstance(count, tuple) else (count, False)
    return Choose((), least, up_to, names[0] if names else None)


def options_named(count: Any, name: str) -> Choose:
    """Raises Rejected for a keyword, which is a unit to be selected."""
    if name.upper() in CORE_KEYWORDS or name.split()[-1].upper() in CORE_KEYWORDS:
        raise Rejected
    return options(count, name)


def chooses(choice: Choose, *owner: Selector) -> Choose:
    """Who has what was chosen is the choice's."""
    return msgspec.structs.replace(choice, to=owner[0]) if owner else choice


def chooses_for_a_time(choice: Choose, owner: Selector, duration: Duration) -> Until:
    """What was chosen lasts so long."""
    return Until(duration, chooses(choice, owner))


def chooses_while(choice: Choose, duration: Duration) -> Until:
    return Until(duration, choice)


def chooses_one(*_who: Selector) -> Choose:
    return Choose(())


def each_named(name: str) -> Selector:
    return Selector("ability", name=name, count="all")


def each_only_so_often(*told: Any) -> Effect:
    """Each of the options of a name apart."""
    what = next(each for each in told if isinstance(each, Selector))
    limit = next(each for each in told if isinstance(each, Limit))
    return Limited(msgspec.structs.replace(limit, each="option"), Permit("be used", what))


def this_only_so_often(limit: Limit) -> Effect:
    return Limited(limit, Permit("be used", Selector("ability", ref="this")))


def sized_selected(noun: str) -> str:
    return f"{noun} that may be selected"


def sized_included(unit: Selector) -> Selector:
    return unit


def most_by_size(what: Any) -> BySize:
    return BySize(what, up_to=True)


def points_by_size(*what: Selector) -> BySize:
    """Raises Rejected for "such units", which are told by these words."""
    if what == (Selector(ref="those"),):
        raise Rejected
    return BySize(what[0] if what else "points of such units", points=True)


def incursion() -> str:
    return "Incursion"


def strike_force() -> str:
    return "Strike Force"


def onslaught() -> str:
    return "Onslaught"


def size_in_capitals(text: str) -> str:
    """Raises Rejected for what is no size of a battle."""
    if text.title() not in ("Incursion", "Strike Force", "Onslaught"):
        raise Rejected
    return text.title()


def row_noun(noun: str) -> str:
    """What a row counts, in the singular."""
    plain = noun.lower().removesuffix("s")
    return {"pt": "point"}.get(plain, plain if noun.islower() or noun.isupper() else noun)


def size_row(*told: Any) -> BySize:
    """Its size may stand in a heading before it."""
    *before, amount, noun = told
    up_to = "up to" in before
    size = next((each for each in before if each != "up to"), None)
    if noun == "point":
        return BySize("points", size, amount, points=True, up_to=up_to)
    return BySize(noun, size, amount, up_to=up_to)


def listing(keywords: Part, *parts: Part) -> Listing:
    return Listing((with_parts(Selector(), (keywords, *parts)),))


def listing_some(*told: Any) -> Listing:
    """So many of a kind, or any number of it."""
    *number, keywords = told
    count: Any = amount_of(number[0]) if number else "any"
    return Listing((with_parts(Selector(count=count), (keywords,)),))


def listing_apart(*names: str) -> Listing:
    return Listing(tuple(Selector(keywords=(name,)) for name in names))


def listing_elsewhere(keywords: Part, _book: str) -> Listing:
    """Units whose rules another publication has."""
    return listing(keywords)


def listing_roll(rolls: tuple[str, ...]) -> Listing:
    """A sort of roll among those that a rule speaks of."""
    return Listing(tuple(Selector("roll", name=name) for name in rolls))


def each_of_these() -> Selector:
    return Selector("ability", ref="those", count="all")
