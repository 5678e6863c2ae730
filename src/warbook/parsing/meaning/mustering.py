"""Mustering and deploying an army: who is attached, redeployed, held back and included."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Choose, Effect, If, Instead
from warbook.effects.attack import Grant
from warbook.effects.instructions import Attach, Permit
from warbook.effects.terms import Active, Condition, Contains, Has, Not, Selector, Window, Within
from warbook.effects.terms import Any as Either
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.clauses import then
from warbook.parsing.meaning.parts import IT, Part, part, with_parts


def can_attach_instead(who: Selector, to: Selector) -> Instead:
    """To this one rather than to those that it may be attached to."""
    return Instead(can_attach(who, to))


def can_attach(who: Selector, to: Selector) -> Attach:
    return Attach(who, to)


def named_can_attach(name: str, to: Selector) -> Attach:
    return Attach(Selector("model", name=name), to)


def can_join(who: Selector, to: Selector) -> Attach:
    """To be part of it for the battle."""
    return Attach(who, to, "join")


def can_join_alone(who: Selector, to: Selector, host: Selector, one: Selector) -> Effect:
    """No other of its kind joins the same unit."""
    return then(can_join(who, to), Permit("have more than one join", host, barred=True, to=one))


def included(*units: Selector) -> tuple[Selector, ...]:
    return units


def the_following(*parts: Any) -> tuple[Selector, ...]:
    """The entries of the list after the sentence."""
    return (following_unit(*parts),)


def not_of_that_faction(keywords: Part) -> Condition:
    return Not(Has(IT, "keyword", dict(keywords.fields)["keywords"]))


def not_of_your_faction() -> Condition:
    return Not(Has(IT, "keyword", ("army faction",)))


def _permits(what: str, units: tuple[Selector, ...], barred: bool = False, *where: Condition) -> Effect:
    """One of them where there are several."""
    found = tuple(Permit(what, each, barred=barred, where=where) for each in units)
    return found[0] if len(found) == 1 else Choose(found)


def may_include(units: tuple[Selector, ...], *where: Condition) -> Effect:
    return _permits("be included", units, False, *where)


def may_not_include(units: tuple[Selector, ...]) -> Effect:
    return _permits("be included", units, True)


def may_only_include(units: tuple[Selector, ...]) -> Effect:
    return _permits("be included, and no others", units)


def must_include(units: tuple[Selector, ...]) -> Effect:
    return _permits("be included, and must be", units)


def must_be_warlord(who: Selector) -> Grant:
    return Grant("keyword", ("WARLORD",), who)


def can_be_warlord(who: Selector) -> Permit:
    return Permit("be your WARLORD", who)


def cannot_be_warlord(who: Selector) -> Permit:
    return Permit("be your WARLORD", who, barred=True)


def none_is_warlord() -> Permit:
    return Permit("be your WARLORD", Selector("model", ref="those", count="any"), barred=True)


def no_enhancements(who: Selector) -> Permit:
    return Permit("be given Enhancements", who, barred=True)


def faction_words(keywords: Part) -> Selector:
    return with_parts(Selector("army", side="friendly"), (keywords,))


def may_be_faction(army: Selector) -> Permit:
    return Permit("be your Army Faction", army)


def cannot_be_faction(army: Selector) -> Permit:
    return Permit("be your Army Faction", army, barred=True)


def army_faction(keywords: Part) -> Condition:
    return Has(Selector("army", side="friendly"), "keyword", dict(keywords.fields)["keywords"])


def not_army_faction(keywords: Part) -> Condition:
    return Not(army_faction(keywords))


def army_includes(units: tuple[Selector, ...]) -> Condition:
    found = tuple(Contains(Selector("army", side="friendly"), each) for each in units)
    return found[0] if len(found) == 1 else Either(found)


def must_attach(who: Selector, to: Selector) -> Attach:
    return Attach(who, to, must=True)


def not_of_several(sort: str) -> Permit:
    """Units of more than one of such a sort in one army."""
    return Permit(f"be included from more than one {sort}", Selector(side="friendly", count="any"), barred=True)


def mustering_time(*_who: Selector) -> tuple[Window, ...]:
    return (Window("mustering"),)


def following_unit(*parts: Part) -> Selector:
    """Each of the list that follows the sentence."""
    return with_parts(Selector(name="the following", count="all"), parts)


def is_drawn_from(name: str) -> Condition:
    """Of a Chapter, which is a keyword of its units."""
    return Has(IT, "keyword", (name.removesuffix(" Chapter").upper(),))


def standing_in(area: Selector) -> Part:
    return part(Within(IT, "area", area))


def is_of_chapter(who: Selector, name: str, *_founders: str) -> Grant:
    """Raises Rejected for what is no Chapter."""
    if not name.endswith(" Chapter"):
        raise Rejected
    return Grant("keyword", (name.removesuffix(" Chapter").upper(),), who)


def not_beside(who: Selector, others: Selector) -> Effect:
    """Not in one army with any of these."""
    beside = Contains(Selector("army", side="friendly"), msgspec.structs.replace(others, count="any"))
    return If(beside, Permit("be included", who, barred=True))


def it_not_beside(others: Selector) -> Effect:
    return not_beside(Selector(ref="that"), others)


def army_lacks(units: tuple[Selector, ...]) -> Condition:
    return Not(army_includes(units))


def may_not_include_but(keywords: Part, units: tuple[Selector, ...]) -> Effect:
    """None of them but those of a name."""
    but = dict(keywords.fields)["keywords"]
    return may_not_include(tuple(msgspec.structs.replace(each, without=but) for each in units))


def detachment_name(*words: str) -> str:
    return " ".join(words)


def using_detachment(name: str) -> Condition:
    """Of a book where the name is that of a book."""
    return Active(f"{name} Detachment", Selector("army", side="friendly"))


def it_can_be_warlord() -> Permit:
    return can_be_warlord(Selector(ref="that"))


def none_such_is_warlord(keywords: Part, *_army: Part) -> Permit:
    return cannot_be_warlord(with_parts(Selector("model", side="friendly"), (keywords,)))


def of_one_chapter(own: tuple[Selector, ...], others: tuple[Selector, ...]) -> Effect:
    """Units of this Chapter, and of that faction none of another Chapter. Raises Rejected for several."""
    if len(own) != 1 or len(others) != 1:
        raise Rejected
    drawn = Active("drawn from another Chapter", IT)
    barred = msgspec.structs.replace(others[0], where=(*others[0].where, drawn))
    return then(may_include(own), may_not_include((barred,)))


def using_this_detachment() -> Condition:
    return Active("this Detachment", Selector("army", side="friendly"))
