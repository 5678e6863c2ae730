"""What stands after a noun: each holds of "it"."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects.terms import (
    Active,
    All,
    Amount,
    Condition,
    Did,
    Event,
    Has,
    Not,
    Sees,
    Selector,
    State,
    Within,
)
from warbook.effects.terms import Any as Either
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.conditions import about
from warbook.parsing.meaning.parts import ATTACKER, IT, Part, part
from warbook.parsing.meaning.past import is_arriving, is_arriving_by
from warbook.parsing.meaning.predicates import has_keyword, no_keyword
from warbook.parsing.meaning.weapons import one_in_brackets


def postmodifier_state(state: str) -> Part:
    return part(State(IT, state))


def in_reserves(state: str) -> Part:
    return part(State(IT, state))


def arriving(*since: str) -> Part:
    return part(is_arriving(*since))


def arriving_by(names: str, *since: str) -> Part:
    return part(is_arriving_by(names, *since))


def within_named(distance: str, of: Selector) -> Within:
    return Within(IT, distance, of)


def within_area(*told: Any) -> Within:
    return Within(IT, "area", told[-1], wholly=len(told) > 1)


def with_this(*word: str) -> Part:
    """Has this ability (or an upgrade that gives it). Raises Rejected for a play, which nobody has."""
    if word == ("Stratagem",):
        raise Rejected
    return part(Has(IT, "ability", ("this",)))


def affected_by_this() -> Part:
    return Part(where=(Active("this", IT),), near=True)


def with_selected_keyword() -> Part:
    return part(Has(IT, "keyword", ("selected",)))


def with_tokens(name: str) -> Part:
    return part(Has(IT, "token", (name,)))


def selected_for(name: str, *_since: str) -> Part:
    return part(Active(name, IT))


def attached_to(unit: Selector) -> Part:
    return part(State(IT, "attached"), of=unit)


def within(*told: Any) -> Within:
    """``wholly`` may stand first."""
    *wholly, distance, place = told
    return Within(IT, distance, place, wholly=bool(wholly))


def within_reach(*told: Any) -> Within:
    """Of the attacking model."""
    return Within(IT, told[-1], ATTACKER, wholly=len(told) > 1)


def within_half() -> Within:
    return Within(IT, "half range", ATTACKER)


def beyond_reach(*told: Any) -> Condition:
    return Not(Within(IT, told[-1], ATTACKER))


def engagement_range() -> str:
    return "engagement range"


def in_range() -> str:
    return "range"


def half_range() -> str:
    return "half range"


def relative(condition: Condition) -> Part:
    return Part(where=(condition,), near=True)


def relative_any(*conditions: Condition) -> Part:
    return Part(where=(Either(conditions),), near=True)


def relative_within(condition: Condition, where: Within) -> Part:
    return part(condition, where)


def also_relative(condition: Condition) -> Part:
    return part(condition)


def standing(condition: Condition) -> Part:
    return part(condition)


def visible_to(who: Selector) -> Part:
    return part(Sees(who, IT))


def standing_visible(condition: Condition, who: Selector) -> Part:
    return part(condition, Sees(who, IT))


def within_and_visible(distance: Amount, who: Selector) -> Part:
    return part(Within(IT, distance, who), Sees(who, IT))


def with_ability(names: tuple[str, ...]) -> Part:
    """Raises Rejected for what only weapons have."""
    if names[0].startswith("["):
        raise Rejected
    return part(Has(IT, "ability", names))


def with_keyword(names: tuple[str, ...]) -> Part:
    """Any of the keywords."""
    return part(has_keyword(names))


def with_it(told: Part) -> Part:
    return told


def visible_to_both(one: Selector, other: Selector) -> Part:
    return part(Sees(one, IT), Sees(other, IT))


def standing_visible_both(condition: Condition, one: Selector, other: Selector) -> Part:
    return part(condition, Sees(one, IT), Sees(other, IT))


def hit_by_such(of: Event, bracket: str) -> Part:
    """By those of the attacks that had an ability."""
    had = Has(Selector("attack", ref="that"), "ability", (one_in_brackets(bracket),))
    return hit_by_those(msgspec.structs.replace(of, where=(*of.where, had)))


def you_picked() -> Part:
    """Selected as the rule just told."""
    return part(Did(Event("selected", to=IT)))


def blow(*words: str) -> str:
    if words[0] in ("a", "an", "the"):
        raise Rejected
    return " ".join(words)


def struck_by(blow: str, *since: str) -> Part:
    """Struck by what a rule names."""
    name = f"struck by {blow}"
    return part(Did(Event("becomes", to=IT, name=name), since[0]) if since else Active(name, IT))


def excluding_with(having: Part, *more: Condition) -> Part:
    """All of it must be said of what is left out."""
    found = _flat((*having.where, *more))
    return part(Not(found[0] if len(found) == 1 else All(found)))


def _flat(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    inner = (each.of if isinstance(each, All) else (each,) for each in conditions)
    return tuple(one for each in inner for one in each)


def in_coined_state(name: str) -> Part:
    return part(Active(name, IT))


def without_keyword(names: tuple[str, ...]) -> Part:
    return part(no_keyword(names))


def without_ability(names: tuple[str, ...]) -> Part:
    return part(Not(Has(IT, "ability", names)))


def moved_over_since(since: str) -> Part:
    """What the one spoken of went over."""
    return part(Did(Event("moves", by=Selector(ref="that"), to=IT), since))


def model_moved_over(since: str) -> Part:
    return part(Did(Event("moves", by=Selector("model", ref="that"), to=IT), since))


def whose_unit(condition: Condition) -> Part:
    return part(about(condition, Selector(of=IT)))


def with_weapon(name: str) -> Part:
    return part(Has(IT, "weapon", (name,)))


def may_hold_it() -> Part:
    """A TRANSPORT with room for the one spoken of before."""
    return part(Did(Event("eligible", by=Selector(ref="that"), to=IT, acts=("embark",))))


def horizontally() -> bool:
    return True


def beyond(distance: Amount, *told: Any) -> Condition:
    *flat, place = told
    return Not(Within(IT, distance, place, horizontally=bool(flat)))


def excluding_state(state: str) -> Part:
    return part(Not(State(IT, state)))


def hit_by_those(of: Event, *since: str) -> Part:
    return part(Did(msgspec.structs.replace(of, what="hit", to=IT), since[0] if since else None))


def hit_by_one(who: Selector, *since: str) -> Part:
    return part(Did(Event("hit", by=who, to=IT), since[0] if since else None))


def it_hit(*since: str) -> Part:
    """Hit by the one spoken of."""
    return hit_by_one(Selector(ref="that"), *since)


def moved_over() -> Part:
    """What the unit went over in the move spoken of."""
    return part(Did(Event("moves", by=Selector(ref="that"), to=IT, moves=("that",))))


def unit_moved_over(unit: Selector) -> Part:
    if unit.ref == "that":
        raise Rejected  # "it moved over" says so
    return part(Did(Event("moves", by=unit, to=IT, moves=("that",))))


def using_this() -> Selector:
    """Who used the rule, whichever of those that may."""
    return Selector(where=(Did(Event("uses", by=IT, name="this")),))


def in_named(name: str) -> Part:
    """In a state that a rule names. Raises Rejected for reserves, which the core rules have."""
    if name.endswith("Reserves"):
        raise Rejected
    return part(Active(name, IT))


def embarked_in(transport: Selector) -> Part:
    return part(Within(IT, "area", transport))


def whose_attacks(*since: str) -> Part:
    return part(Did(Event("resolves attacks", by=IT), since[0] if since else None))


def class_only_if(keywords: Part, condition: Condition) -> Part:
    """One of a class only where something holds of it."""
    having = Has(IT, "keyword", dict(keywords.fields)["keywords"])
    return part(Either((Not(having), condition)))


def within_flat(*told: Any) -> Within:
    *wholly, distance, _flat, place = told
    return Within(IT, distance, place, wholly=bool(wholly), horizontally=True)
