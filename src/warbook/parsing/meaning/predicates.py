"""Predicates of "it": what it is, has, and where it stands."""

from __future__ import annotations

from typing import Any as Told

import msgspec

from warbook.effects.terms import (
    Active,
    All,
    Amount,
    Any,
    Condition,
    Contains,
    Controls,
    Did,
    Event,
    Has,
    Leads,
    Not,
    Sees,
    Selector,
    State,
    Within,
)
from warbook.parsing.chart import Rejected
from warbook.parsing.keywords import CORE_KEYWORDS
from warbook.parsing.meaning.parts import ATTACKER, IT, Part
from warbook.parsing.meaning.titles import is_state_name, titled_model


def any_predicate(one: Condition, other: Condition) -> Condition:
    return any_predicates(one, other)


def any_predicates(*each: Condition) -> Condition:
    """A time that stands after the last deed is that of those before it too."""
    *before, last = each
    if isinstance(last, Did) and any(isinstance(one, Not) and isinstance(one.of, Did) for one in before):
        raise Rejected  # "has not shot or fought" is neither
    if isinstance(last, Did) and last.since is not None:
        timed = [one for one in before if isinstance(one, Did) and one.since is not None]
        if not timed:
            before = [_timed(one, last.since) for one in before]
    return Any((*before, last))


def _timed(condition: Condition, since: str) -> Condition:
    return msgspec.structs.replace(condition, since=since) if isinstance(condition, Did) else condition


def all_predicate(one: Condition, other: Condition) -> Condition:
    """Both of them; what is several already is not told as one of two."""
    return All(tuple(part for each in (one, other) for part in (each.of if isinstance(each, All) else (each,))))


def in_state(state: str) -> Condition:
    return State(IT, state)


def not_in_state(state: str) -> Condition:
    return Not(State(IT, state))


def shocked_otherwise() -> Condition:
    """By another rule than the one that asks."""
    return State(IT, "battle-shocked by other means")


def engaged_only(whom: Selector) -> Condition:
    """Within Engagement Range of such units, and of none that are not such. Raises Rejected where these are
    not told by keywords alone."""
    if whom.kind != "unit" or not whom.keywords or whom.where or whom.ref is not None:
        raise Rejected
    others = msgspec.structs.replace(whom, keywords=(), without=whom.keywords)
    return All((Within(IT, "engagement range", whom), Not(Within(IT, "engagement range", others))))


def below_starting() -> str:
    return "below starting strength"


def full_strength() -> str:
    return "full strength"


def predicate_within(condition: Within) -> Condition:
    return condition


def predicate_not_within(condition: Within) -> Condition:
    return Not(condition)


def is_keyword(keywords: Part) -> Condition:
    return Has(IT, "keyword", dict(keywords.fields)["keywords"])


def has_keyword(names: tuple[str, ...]) -> Condition:
    """Keywords stand in capitals, however they are printed."""
    return Has(IT, "keyword", tuple(one.upper() for name in names for one in name.split(" or ")))


def has_ability(names: tuple[str, ...]) -> Condition:
    return Has(IT, "ability", names)


def wholly_within(*told: Told) -> Condition:
    return Within(IT, told[-2], told[-1], wholly=True)


def is_not_keyword(keywords: Part) -> Condition:
    return Not(is_keyword(keywords))


def is_not_leading() -> Condition:
    return Not(Leads(IT))


def titled_bare(names: tuple[str, ...]) -> Part:
    """Keywords that are not printed in capitals. Raises Rejected for other words."""
    found = titled_model(names)
    if not dict(found.fields).get("keywords"):
        raise Rejected
    return found


def is_titled(titled: Part) -> Condition:
    """Has the keywords, or is in the state of that name."""
    fields = dict(titled.fields)
    return Has(IT, "keyword", fields["keywords"]) if "keywords" in fields else titled.where[0]


def is_not_titled(titled: Part) -> Condition:
    return Not(is_titled(titled))


def is_such_unit(*told: Part) -> Condition:
    """Only what stands after "an enemy unit" says something: a target is an enemy's."""
    side, said = told
    if dict(side.fields)["side"] != "enemy" or said.fields or len(said.where) != 1:
        raise Rejected
    return said.where[0]


def has_that_ability() -> Condition:
    """The ability spoken of."""
    return Has(IT, "ability", ("that",))


def named_tokens(*words: str) -> str:
    return " ".join(words)


def has_tokens(number: Part, name: str) -> Condition:
    """Raises Rejected where one is not enough: how many there are is not told of tokens."""
    told = dict(number.fields)
    if told.get("count", 1) not in (1, "any") or told.get("or_more"):
        raise Rejected
    return Has(IT, "token", (name,))


def hidden_by(whose: Selector, by: Selector) -> Condition:
    """Not fully visible to every model of the attacking unit. Raises Rejected for other observers."""
    if whose.ref != "attacker":
        raise Rejected
    return State(IT, "not fully visible", by=by)


def affecting_name(name: str) -> str:
    return name


def this_ability() -> str:
    return "this ability"


def is_affected(name: str) -> Condition:
    return Active(name, IT)


_DEED_WORDS = (
    "healed returned revived resurrected removed moved placed replaced added redeployed discarded activated "
    "revealed resolved allocated measured counted considered treated ignored performed completed issued "
    "included inflicted reduced increased improved assigned spent given taken chosen broken driven"
)
_DEEDS = frozenset(_DEED_WORDS.split())
"""What is done to a unit or a rule: no states that rules give by name."""


def state_word(*words: str) -> str:
    return " ".join(words).lower()


def caught_state(*words: str) -> str:
    return " ".join(("caught in", *words))


def coined_state(word: str) -> str:
    """A state that a rule names with a word of its own. Raises Rejected for what is done to somebody."""
    if word in _DEEDS:
        raise Rejected
    return word


def coined_with(word: str, what: str) -> str:
    return f"{coined_state(word)} with {what}"


def is_state_word(name: str) -> Condition:
    return Active(name, IT)


def same_unit(other: Selector) -> Condition:
    return Contains(Selector(of=IT), other)


def same_unit_named(name: str) -> Condition:
    return Contains(Selector(of=IT), Selector("model", name=name))


def fly(word: str) -> str:
    """Raises Rejected for another keyword."""
    if word.upper() != "FLY":
        raise Rejected
    return "FLY"


def is_near_and_seen(distance: Amount, who: Selector) -> Condition:
    return All((Within(IT, distance, who), Sees(who, IT)))


def can_fly(word: str) -> Condition:
    return Has(IT, "keyword", (word,))


def cannot_fly(word: str) -> Condition:
    return Not(Has(IT, "keyword", (word,)))


def has_lost_wounds() -> Condition:
    return State(IT, "wounded")


def in_cover(*_against: Told) -> Condition:
    return State(IT, "in cover")


def in_cover_of(*by: Selector) -> Condition:
    return State(IT, "in cover", by=by[0] if by else Selector("model", ref="this"))


def no_keyword(names: tuple[str, ...]) -> Condition:
    return Not(has_keyword(names))


def no_ability(names: tuple[str, ...]) -> Condition:
    return Not(has_ability(names))


_STATE_WORDS = (
    "suppressed blinded stunned scattered prosecuted blessed malevolent shaken pinned hunted disrupted dazed "
    "tagged snared weakened"
)
"""States that are words of the grammar: told in small letters however they are printed."""


def is_named_state(name: str) -> Condition:
    """A state that a rule gave by its printed name, or a keyword of the core rules. Raises Rejected for
    another."""
    if name.upper() in CORE_KEYWORDS:
        return Has(IT, "keyword", (name.upper(),))
    if not is_state_name(name) or name.lower() in _STATE_WORDS:
        raise Rejected
    return Active(name, IT)


def is_closest() -> Condition:
    return State(IT, "closest eligible target")


def is_warlord() -> Condition:
    """Of the army that it belongs to."""
    return Has(IT, "keyword", ("WARLORD",))


def leading(*whom: Selector) -> Condition:
    return Leads(IT, whom[0] if whom else None)


def led_by(who: Selector) -> Condition:
    """By a model, whatever it is called."""
    return Leads(msgspec.structs.replace(who, kind="model"), IT)


def seen_by(who: Selector) -> Condition:
    return Sees(who, IT)


def is_not_attached() -> Condition:
    return Not(State(IT, "attached"))


def is_not_named_state(name: str) -> Condition:
    return Not(is_named_state(name))


def is_in_named(name: str) -> Condition:
    """In a state that a rule names. Raises Rejected for reserves, which the core rules have."""
    if name.endswith("Reserves"):
        raise Rejected
    return Active(name, IT)


def is_not_destroyed() -> Condition:
    return Not(State(IT, "destroyed"))


def is_no_target() -> Condition:
    """May not be targeted from where the attacker is."""
    return Not(State(IT, "eligible target"))


def is_performing(name: str) -> Condition:
    return Active(name, IT)


def is_not_in_named(name: str) -> Condition:
    return Not(is_in_named(name))


def all_predicates(*each: Condition) -> Condition:
    return All(each)


def strategic() -> str:
    return "in strategic reserves"


def reserves() -> str:
    return "in reserves"


def is_in_reserves(state: str) -> Condition:
    return State(IT, state)


def is_either_waiting(waiting: str, state: str) -> Condition:
    """Not there yet, or in another state."""
    return Any((State(IT, waiting), State(IT, state)))


def starts_waiting(state: str) -> Condition:
    return Did(Event("starts battle", by=IT, where=(State(IT, state),)))


def is_not_in_reserves(state: str) -> Condition:
    return Not(State(IT, state))


def is_armys(name: str) -> Condition:
    """Has a part by the name that an army rule gives it."""
    return Active(name, IT)


def is_not_armys(name: str) -> Condition:
    return Not(Active(name, IT))


def is_far(inches: Amount) -> Condition:
    """From the attacking model."""
    return Not(Within(IT, inches, ATTACKER))


def under_control() -> Condition:
    return Controls("you", IT)


def is_not_embarked(within: Selector) -> Condition:
    return Not(is_embarked(within))


def part_of(*told: Told) -> Selector:
    """A part of a piece of terrain or of the model that has the rule, by the words for it."""
    of = next((each for each in told if isinstance(each, Selector)), Selector("model", ref="this"))
    return Selector("area", name=" ".join(each for each in told if isinstance(each, str)), of=of)


def is_on_part(area: Selector) -> Condition:
    return Within(IT, "area", area)


def is_embarked(within: Selector) -> Condition:
    return Within(IT, "area", within)


def is_attached() -> Condition:
    return State(IT, "attached")
