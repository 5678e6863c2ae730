"""How plays may be used."""

from __future__ import annotations

from typing import Any

from warbook.effects import Effect, If, Limited, Then, Until
from warbook.effects.instructions import Permit
from warbook.effects.terms import Condition, Did, Duration, Event, InRound, Limit, Not, Selector, State
from warbook.grammar.meaning.conditions import about
from warbook.grammar.meaning.nouns import IT

USE = "use this stratagem"
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def use_on_destroyed() -> Permit:
    return Permit(USE, where=(Did(Event("destroyed", to=Selector(ref="your"))),))


def use_if(condition: Condition) -> Effect:
    return If(Not(condition), Permit(USE, barred=True))


def use_once(limit: Limit) -> Effect:
    return Limited(limit, Permit(USE))


def not_in_round(ordinal: str) -> Effect:
    return If(InRound((_ORDINALS.index(ordinal) + 1,)), Permit(USE, barred=True))


def use_not_on(whom: Selector) -> Permit:
    return Permit(USE, to=whom, barred=True)


def use_only_on(whom: Selector) -> Permit:
    """On these alone."""
    return Permit("use this stratagem only on", to=whom)


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
    used = Did(Event("targets", by=Selector("play", name=name), to=IT), span)
    return Permit(USE, to=Selector(where=(used,)), barred=True)


def unit_once(limit: Limit) -> Effect:
    return Limited(Limit(limit.per, limit.times, "unit"), Permit(USE))


def targeted_may_not(acts: tuple[str, ...], span: str) -> Effect:
    found = tuple(Permit(act, Selector(ref="your"), barred=True) for act in acts)
    return Until(Duration(span), found[0] if len(found) == 1 else Then(found))


def each_must(condition: Condition) -> Permit:
    return Permit("use this stratagem only on", to=Selector(ref="your", where=(condition,)))
