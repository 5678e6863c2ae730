"""Conditions: predicates of "it", and the subject put in its place."""

from __future__ import annotations

from typing import Any as Told

import msgspec

from warbook.effects.terms import (
    Active,
    All,
    Amount,
    Any,
    Compares,
    Condition,
    Contains,
    Controls,
    Counted,
    Did,
    Done,
    Event,
    Has,
    Leads,
    Measured,
    Not,
    Sees,
    Selector,
    State,
    Term,
    Within,
)
from warbook.grammar.chart import Rejected
from warbook.grammar.meaning.nouns import ATTACKER, IT, Part, part, with_parts
from warbook.grammar.meaning.titles import is_state_name, titled_model

THAT_ATTACK = Selector("attack", ref="that")


class Scope(Term, frozen=True, tag="scope"):
    """A condition that holds for what follows it."""

    condition: Condition


def about(value: Told, subject: Selector) -> Told:
    """A value with ``subject`` in the place of "it", not looking into selectors that have an "it" of their
    own."""
    if value == IT:
        return subject
    if isinstance(value, Selector):
        of = about(value.of, subject) if value.of is not None else None
        return msgspec.structs.replace(value, of=of)
    if isinstance(value, tuple):
        return tuple(about(each, subject) for each in value)
    if isinstance(value, Term):
        changed = {f: about(getattr(value, f), subject) for f in value.__struct_fields__}
        return msgspec.structs.replace(value, **changed)
    return value


def condition_clause(*conditions: Condition) -> Scope:
    return Scope(conditions[0] if len(conditions) == 1 else All(conditions))


def unless_clause(*conditions: Condition) -> Scope:
    return Scope(Not(conditions[0] if len(conditions) == 1 else All(conditions)))


def holds(subject: Selector, predicate: Condition) -> Condition:
    found: Condition = about(predicate, subject)
    if isinstance(found, Within) and found.who == found.of == ATTACKER:
        return msgspec.structs.replace(found, of=Selector(ref="target"))
    return found


def either(one: Condition, other: Condition) -> Condition:
    return Any((one, other))


def while_targeting(unit: Selector) -> Scope:
    return Scope(attack_is_at(unit))


def on_critical(kind: str) -> Scope:
    return Scope(State(THAT_ATTACK, f"critical {kind}"))


def attack_is_at(unit: Selector) -> Condition:
    """The attack spoken of targets such a unit."""
    return Did(Event("targets", to=unit))


def attack_is_with(used: tuple[Condition, ...]) -> Condition:
    return used[0] if len(used) == 1 else All(used)


def attack_is_range(kind: Part) -> Condition:
    return State(THAT_ATTACK, dict(kind.fields)["attacks"])


def event_is_destroyed(who: Selector, *within: Within) -> Condition:
    return Did(Event("destroyed", to=who, where=within))


def test_is(result: str) -> Condition:
    return Done(result)


def attack_is_by(who: Selector) -> Condition:
    return Did(Event("attacks", by=who))


def there_are_no(what: Selector) -> Condition:
    return Compares(Counted(what), "=", 0)


def is_active(*told: Told) -> Condition:
    """A choice of the army's is active; of a unit's where it is told."""
    *words, last = told
    who = last if isinstance(last, Selector) else None
    name = " ".join(words) if who is not None else " ".join(told)
    return Active(name, who)


def it_does() -> Condition:
    return Done()


def control(what: Selector) -> Condition:
    return Controls("you", what)


def any_predicate(one: Condition, other: Condition) -> Condition:
    return any_predicates(one, other)


def any_predicates(*each: Condition) -> Condition:
    """A time that stands after the last deed is that of those before it too."""
    *before, last = each
    if isinstance(last, Did) and last.since is not None:
        timed = [one for one in before if isinstance(one, Did) and one.since is not None]
        if not timed:
            before = [_timed(one, last.since) for one in before]
    return Any((*before, last))


def _timed(condition: Condition, since: str) -> Condition:
    return msgspec.structs.replace(condition, since=since) if isinstance(condition, Did) else condition


def all_predicate(one: Condition, other: Condition) -> Condition:
    return All((one, other))


def in_state(state: str) -> Condition:
    return State(IT, state)


def not_in_state(state: str) -> Condition:
    return Not(State(IT, state))


def postmodifier_state(state: str) -> Part:
    return part(State(IT, state))


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
    return Has(IT, "keyword", names)


def has_ability(names: tuple[str, ...]) -> Condition:
    return Has(IT, "ability", names)


def contains(*parts: Part) -> Condition:
    """Raises Rejected for a number: that many and no more."""
    if any(
        isinstance(dict(each.fields).get("count"), int) and dict(each.fields)["count"] > 1 for each in parts
    ):
        raise Rejected
    return Contains(IT, with_parts(Selector("model"), parts))


def army_is(name: str) -> Condition:
    return Active(name, Selector("army", side="friendly"))


def test_was(names: tuple[str, ...], result: str) -> Condition:
    """The test spoken of ended so."""
    return Done(result)


def test_passed() -> str:
    return "passed"


def test_failed() -> str:
    return "failed"


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


def is_class_with(keywords: Part, what: str, right: Told) -> Condition:
    how, value = right
    return All((is_keyword(keywords), Compares(Measured(f"unmodified {what}", IT), how, value)))


def has_that_ability() -> Condition:
    """The ability spoken of."""
    return Has(IT, "ability", ("that",))


def named_tokens(*words: str) -> str:
    return " ".join(words)


def has_tokens(_number: Part, name: str) -> Condition:
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


def is_state_word(name: str) -> Condition:
    return Active(name, IT)


def same_unit(other: Selector) -> Condition:
    return Contains(Selector(of=IT), other)


def same_unit_named(name: str) -> Condition:
    return Contains(Selector(of=IT), Selector("model", name=name))


def starting_strength_is(right: Told) -> Condition:
    how, value = right
    return Compares(Measured("starting strength", IT), how, value)


def a_transport(keyword: str) -> Selector:
    """Raises Rejected for another keyword."""
    if keyword.upper() != "TRANSPORT":
        raise Rejected
    return Selector(keywords=("TRANSPORT",))


def this_transport(keyword: str) -> Selector:
    if keyword.upper() != "TRANSPORT":
        raise Rejected
    return Selector("model", ref="this", keywords=("TRANSPORT",))


def was_charged(*by: Selector) -> Event:
    return Event("moves", by=by[0] if by else None, to=IT, moves=("charge",))


def since_battle() -> str:
    return "battle"


def contains_what(condition: Condition) -> Condition:
    return condition


def contains_least(least: int, *parts: Part) -> Condition:
    if least == 1:
        raise Rejected  # "one or more" is a quantity
    return Contains(IT, with_parts(Selector("model"), parts), least)


def contains_most(most: int, *parts: Part) -> Condition:
    return Contains(IT, with_parts(Selector("model"), parts), 0, most)


def contains_just(number: int, *parts: Part) -> Condition:
    return Contains(IT, with_parts(Selector("model"), parts), number, number)


def fly(word: str) -> str:
    """Raises Rejected for another keyword."""
    if word.upper() != "FLY":
        raise Rejected
    return "FLY"


def remains_still() -> Condition:
    return Did(Event("remains stationary", by=IT))


def is_near_and_seen(distance: Amount, who: Selector) -> Condition:
    return All((Within(IT, distance, who), Sees(who, IT)))


def contains_others() -> Condition:
    return Contains(IT, Selector("model", count="any", other=True))


def can_fly(word: str) -> Condition:
    return Has(IT, "keyword", (word,))


def cannot_fly(word: str) -> Condition:
    return Not(Has(IT, "keyword", (word,)))


def wounds_remaining(least: str, most: str) -> Condition:
    """``most`` is written with the dash before it. Raises Rejected where the least is not 1."""
    if least != "1":
        raise Rejected
    return Compares(Measured("wounds remaining", IT), "<=", -int(most))


def has_lost_wounds() -> Condition:
    return State(IT, "wounded")


def in_cover(*_against: Told) -> Condition:
    return State(IT, "in cover")


def no_keyword(names: tuple[str, ...]) -> Condition:
    return Not(has_keyword(names))


def no_ability(names: tuple[str, ...]) -> Condition:
    return Not(has_ability(names))


_STATE_WORDS = (
    "suppressed blinded stunned scattered prosecuted blessed malevolent shaken pinned hunted disrupted dazed "
    "tagged snared weakened"
)


def is_named_state(name: str) -> Condition:
    """A state that a rule gave by its printed name. Raises Rejected for a keyword."""
    if not is_state_name(name) or name.lower() in _STATE_WORDS:
        raise Rejected
    return Active(name, IT)


def is_closest() -> Condition:
    return State(IT, "closest eligible target")


def leading(*whom: Selector) -> Condition:
    return Leads(IT, whom[0] if whom else None)


def seen_by(who: Selector) -> Condition:
    return Sees(who, IT)


def did(event: Event, *since: str) -> Condition:
    """Who has lost wounds, at no time that is told, is still without them."""
    if event == Event("loses wounds", to=IT) and not since:
        return has_lost_wounds()
    return Did(event, _since(event, since))


def _since(event: Event, told: tuple[str, ...]) -> str | None:
    """A time after a relative clause is of what both say. Raises Rejected where only the outer has it."""
    where = event.to.where if event.what == "disembarks" and event.to is not None else ()
    inner = [each for each in where if isinstance(each, Did)]
    if inner and told:
        raise Rejected
    return inner[0].since if inner else (told[0] if told else None)


def did_not(event: Event, *since: str) -> Condition:
    return Not(did(event, *since))


def since(span: str) -> str:
    return span


def since_previous(span: str) -> str:
    return f"previous {span}"


def since_start(span: str) -> str:
    return f"start of {span}"


def when_destroyed() -> str:
    return "destroyed"


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


# --------------------------------------------------------------------- what targets of plays say besides


def is_not_attached() -> Condition:
    return Not(State(IT, "attached"))


def is_not_named_state(name: str) -> Condition:
    return Not(is_named_state(name))


def is_in_named(name: str) -> Condition:
    """In a state that a rule names. Raises Rejected for reserves, which the core rules have."""
    if name.endswith("Reserves"):
        raise Rejected
    return Active(name, IT)


def is_not_in_named(name: str) -> Condition:
    return Not(is_in_named(name))


def was_targeted_with(who: Selector, names: tuple[str, ...]) -> Condition:
    return Did(Event("targeted with a play", to=who, acts=names))


def no_markers(name: str) -> Condition:
    """None of yours is on the battlefield."""
    return Compares(Counted(Selector("marker", side="friendly", count="any", name=name)), "=", 0)


def fast_rolling() -> Condition:
    """Several dice are rolled at once."""
    return Active("fast dice rolling")


def cannot_embark(within: Selector) -> Condition:
    return Not(Did(Event("eligible", by=IT, to=within, acts=("embark",))))


def has_channelled() -> Condition:
    return Did(Event("uses", by=IT, name="Channel the Warp"))


def has_wounds() -> Condition:
    return Compares(Measured("wounds remaining", IT), ">=", 1)


def has_embarked(*parts: Part) -> Condition:
    """Units that are embarked within it."""
    return Contains(IT, with_parts(Selector(where=(State(IT, "embarked"),)), parts))


def has_none_embarked() -> Condition:
    return Contains(IT, Selector("model", count="any", where=(State(IT, "embarked"),)), 0, 0)


def is_eligible_target(who: Selector) -> Condition:
    """May be chosen as the target of somebody's attacks."""
    return Did(Event("eligible", by=who, to=IT, name="target"))


def all_predicates(*each: Condition) -> Condition:
    return All(each)


def transport_that(keyword: str, deed: Event, *since: str) -> Selector:
    return msgspec.structs.replace(a_transport(keyword), where=(did(deed, *since),))


def did_while(event: Event, condition: Condition) -> Condition:
    return Did(msgspec.structs.replace(event, where=(*event.where, condition)))


def was_within(condition: Within, since: str) -> Condition:
    """Where it was then."""
    return Did(Event("stands", by=IT, where=(condition,)), since)


def was_not_within(condition: Within, since: str) -> Condition:
    return Not(was_within(condition, since))


def strategic() -> str:
    return "in strategic reserves"


def reserves() -> str:
    return "in reserves"


def is_in_reserves(state: str) -> Condition:
    return State(IT, state)


def is_not_in_reserves(state: str) -> Condition:
    return Not(State(IT, state))


def in_reserves(state: str) -> Part:
    return part(State(IT, state))


def arriving(*since: str) -> Part:
    return part(is_arriving(*since))


def arriving_by(names: str, *since: str) -> Part:
    return part(is_arriving_by(names, *since))


def is_arriving(*since: str) -> Condition:
    return is_arriving_by("reserves", *since)


def is_arriving_by(names: str, *since: str) -> Condition:
    """Arriving by one of the named abilities."""
    return Did(Event("arrives", by=IT, name=names), since[0] if since else None)


def is_eligible(acts: tuple[str, ...], *since: str) -> Condition:
    return Did(Event("eligible", to=IT, acts=acts), since[0] if since else None)


def is_eligible_against(acts: tuple[str, ...], whom: Selector) -> Condition:
    return Did(Event("eligible", by=IT, to=whom, acts=acts))


def would_be_eligible(acts: tuple[str, ...], *told: Told) -> Condition:
    """Eligible as if it were another phase."""
    whom = [each for each in told if isinstance(each, Selector)]
    return Did(Event("eligible", by=IT, to=whom[0] if whom else None, acts=acts, name="as if its phase"))


def is_embarked(within: Selector) -> Condition:
    return Within(IT, "area", within)


def is_attached() -> Condition:
    return State(IT, "attached")


def has_models(least: int) -> Condition:
    return Contains(IT, Selector("model"), least)
