"""How plays may be used."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Effect, If, Limited, Then, Until
from warbook.effects.instructions import Permit
from warbook.effects.terms import Any as AnyOf
from warbook.effects.terms import (
    Condition,
    Did,
    Duration,
    Event,
    Has,
    InRound,
    Limit,
    Not,
    Selector,
    State,
    Within,
)
from warbook.parsing.meaning.conditions import about
from warbook.parsing.meaning.parts import IT, Part, with_parts

USE = "use this stratagem"
ONLY_ON = "use this stratagem only on"
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def use_on_destroyed() -> Permit:
    return Permit(USE, where=(Did(Event("destroyed", to=Selector(ref="your"))),))


def use_if(condition: Condition) -> Effect:
    return If(Not(condition), Permit(USE, barred=True))


def use_once(limit: Limit) -> Effect:
    return Limited(limit, Permit(USE))


def use_once_ever() -> Effect:
    return use_once(Limit("battle"))


def not_in_round(*ordinals: str) -> Effect:
    rounds = tuple(_ORDINALS.index(each) + 1 for each in ordinals)
    return If(InRound(rounds), Permit(USE, barred=True))


def not_again() -> Permit:
    return Permit(USE, barred=True)


def one_more_time() -> Permit:
    return Permit("use this stratagem one additional time")


def not_early() -> Permit:
    """It does not let a unit arrive in a battle round in which it could not."""
    return Permit("arrive in an earlier battle round", barred=True)


def fast_rolls() -> None:
    return None


def after_fast_rolls(_rolls: None) -> Permit:
    """Also after several dice were rolled at once."""
    return Permit("use this stratagem after fast dice rolling")


def only_on_all(number: int) -> Permit:
    return Permit(ONLY_ON, to=Selector("model", ref="your", count=number))


def each_noun(noun: str) -> str:
    return noun


def each_once(noun: str, limit: Limit) -> Effect:
    return Limited(Limit(limit.per, limit.times, noun), Permit(USE))


def the_same(*told: Any) -> Selector:
    """One and the same of a kind."""
    noun = next((each for each in told if isinstance(each, str)), None)
    return with_parts(Selector("model" if noun == "model" else "unit"), told)


def same_once(same: Selector, limit: Limit) -> Effect:
    """On each of a kind so often."""
    to = same if same.keywords else None
    return Limited(Limit(limit.per, limit.times, same.kind), Permit(USE, to=to))


def dead_unit(*parts: Part) -> Selector:
    return with_parts(Selector(where=(State(IT, "destroyed"),)), parts)


def dead_model(*parts: Part) -> Selector:
    return with_parts(Selector("model", where=(State(IT, "destroyed"),)), parts)


def not_to_return(dead: Selector, to: Selector) -> Permit:
    return Permit("be returned", dead, barred=True, to=to)


def not_returned(dead: Selector) -> Permit:
    return Permit("be returned", dead, barred=True)


def each_must_have(names: tuple[str, ...], where: Within) -> Permit:
    return Permit(ONLY_ON, to=Selector(ref="your", where=(Has(IT, "ability", names), Not(where))))


def all_must_fit(unit: Selector, where: Within) -> Permit:
    """Near enough to a transport all of them, which has room for them."""
    models = Selector("model", count="all", of=unit)
    fits = Did(Event("eligible", by=unit, to=where.of, acts=("embark",)))
    return Permit(ONLY_ON, to=msgspec.structs.replace(unit, where=(about(where, models), fits)))


def not_both_plays(one: str, other: str, span: str) -> Permit:
    """Not on a unit on which either of the two was used."""
    used = tuple(_used_on(name, span) for name in (one, other))
    return Permit(USE, to=Selector(where=(AnyOf(used),)), barred=True)


def _used_on(name: str, span: str) -> Did:
    return Did(Event("targets", by=Selector("play", name=name), to=IT), span)


def use_not_on(whom: Selector) -> Permit:
    return Permit(USE, to=whom, barred=True)


def use_not_on_named(name: str) -> Permit:
    return use_not_on(Selector(name=name))


def use_only_on(whom: Selector) -> Permit:
    """On these alone."""
    return Permit(ONLY_ON, to=whom)


def also_target(whom: Selector) -> Permit:
    return Permit(USE, to=whom)


def even_predicate(condition: Condition) -> Condition:
    return condition


def even_shocked() -> Condition:
    return State(IT, "battle-shocked")


def target_even(whom: Selector, condition: Condition) -> Permit:
    return Permit(USE, to=whom, where=(about(condition, whom),))


def not_both(*told: Any) -> Permit:
    """Not on a unit on which the other play was used."""
    name, span = told
    return Permit(USE, to=Selector(where=(_used_on(name, span),)), barred=True)


def unit_once(limit: Limit) -> Effect:
    return Limited(Limit(limit.per, limit.times, "unit"), Permit(USE))


def targeted_may_not(acts: tuple[str, ...], span: str) -> Effect:
    found = tuple(Permit(act, Selector(ref="your"), barred=True) for act in acts)
    return Until(Duration(span), found[0] if len(found) == 1 else Then(found))


def each_must(condition: Condition) -> Permit:
    return Permit(ONLY_ON, to=Selector(ref="your", where=(condition,)))
