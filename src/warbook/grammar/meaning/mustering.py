"""Mustering and deploying an army: who is attached, redeployed, held back and included."""

from __future__ import annotations

from typing import Any

from warbook.effects import Effect, May
from warbook.effects.attack import Grant
from warbook.effects.instructions import Attach, Permit, SetUp
from warbook.effects.terms import Any as Either
from warbook.effects.terms import Condition, Contains, Did, Event, Has, Not, Selector, State, Window
from warbook.grammar.chart import Rejected
from warbook.grammar.meaning.nouns import IT, Part, with_parts
from warbook.grammar.meaning.start import then

THOSE = Selector(ref="those")
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def can_attach(who: Selector, to: Selector) -> Attach:
    return Attach(who, to)


def redeploys() -> SetUp:
    """Taken off the battlefield and set up anew."""
    return SetUp(THOSE, removed=True)


def redeploys_that() -> SetUp:
    return SetUp(Selector(ref="that"), removed=True)


def may_hold_back(who: Selector, reserves: str) -> Effect:
    """Though as many units are there as may be."""
    beyond = Permit("exceed the limit of reserves", who)
    return then(May(SetUp(who, _reserves(reserves))), beyond)


def may_hold_back_first(who: Selector, reserves: str) -> Effect:
    return May(SetUp(who, _reserves(reserves)))


def _reserves(told: str) -> Any:
    return "strategic reserves" if "strategic" in told else "reserves"


def must_start_in(who: Selector, reserves: str) -> SetUp:
    return SetUp(who, _reserves(reserves), when=(Window("declare battle formations"),))


def early_phases(whose: str, *told: str) -> tuple[Window, ...]:
    """The first so many phases of a kind."""
    *ordinals, phase = told
    rounds = tuple(_ORDINALS.index(each) + 1 for each in ordinals)
    owner: Any = "opponent" if "opponent" in whose else "your"
    return (Window(phase, whose=owner, step="reinforcements", rounds=rounds),)


def may_arrive(who: Selector, ability: tuple[str, ...], *when: tuple[Window, ...]) -> Effect:
    """By an ability, in these phases whatever the mission says."""
    by = Did(Event("arrives", by=IT, name=" or ".join(ability)))
    return May(SetUp(who, where=(by,), when=when[0] if when else ()))


def a_round_later(who: Selector) -> Permit:
    """It is set up as if it were the next battle round. Raises Rejected where the place is taken for its
    own."""
    if any(isinstance(each, State) for each in who.where):
        raise Rejected
    return Permit("be set up as if in the next battle round", who)


def included(*units: Selector) -> tuple[Selector, ...]:
    return units


def the_following(*parts: Any) -> tuple[Selector, ...]:
    """The entries of the list after the sentence."""
    return (with_parts(Selector(name="the following"), parts),)


def not_of_that_faction(keywords: Part) -> Condition:
    return Not(Has(IT, "keyword", dict(keywords.fields)["keywords"]))


def not_of_your_faction() -> Condition:
    return Not(Has(IT, "keyword", ("army faction",)))


def _permits(what: str, units: tuple[Selector, ...], barred: bool = False, *where: Condition) -> Effect:
    return then(*(Permit(what, each, barred=barred, where=where) for each in units))


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
    return Permit("be your Warlord", who)


def cannot_be_warlord(who: Selector) -> Permit:
    return Permit("be your Warlord", who, barred=True)


def none_is_warlord() -> Permit:
    return Permit("be your Warlord", Selector("model", ref="those", count="any"), barred=True)


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
