"""Sentences: their clauses, what follows of them, and what plays are used on and when."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import (
    Choose,
    Effect,
    If,
    Instead,
    May,
    OnRoll,
    Targets,
    Then,
    Until,
    When,
)
from warbook.effects.attack import Modifier
from warbook.effects.instructions import (
    Attach,
    MortalWounds,
    Permit,
    Select,
    SetUp,
    Test,
)
from warbook.effects.terms import (
    All,
    Condition,
    Did,
    During,
    Event,
    Has,
    Not,
    Selector,
    Window,
)
from warbook.effects.terms import Any as AnyOf
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.attack import add, subtract
from warbook.parsing.meaning.clauses import Trailing, all_clauses, decided, not_decided, then
from warbook.parsing.meaning.conditions import Scope, about
from warbook.parsing.meaning.elliptic import Amounted, owned_as_before, told_whole
from warbook.parsing.meaning.parts import IT, Part
from warbook.parsing.meaning.plays import USE
from warbook.parsing.meaning.scoping import Open, Tail, asks_of_test


def play_window(windows: tuple[Window, ...], *scope: Scope) -> Effect:
    """Raises Rejected for a condition of a window's event: that is the event's."""
    if not scope:
        return When(windows)
    if any(window.event for window in windows):
        raise Rejected
    return If(scope[0].condition, When(windows))


def when_sentence(effect: Effect) -> Effect:
    return effect


def play_target(*told: Any) -> Effect:
    """What a play is used on, where a condition holds."""
    what = tuple(each for each in told if isinstance(each, Selector))
    scopes = [each for each in told if isinstance(each, Scope)]
    asides = [each for each in told if not isinstance(each, Selector | Scope | str)]
    return then(If(scopes[0].condition, Targets(what)) if scopes else Targets(what), *asides)


def before_events(events: tuple[Event, ...]) -> Part:
    from warbook.parsing.meaning.parts import part

    return part(Did(msgspec.structs.replace(events[0], edge="before")))


def target_sentence(effect: Effect) -> Effect:
    return effect


def body(*told: Any) -> Any:
    if isinstance(told[-1], Tail):
        not_decided(told[-2])
        return Open(all_clauses(told[:-1]), told[-1])
    return all_clauses(told)


def body_tested(*told: Any) -> Open:
    """What a test or roll just taken leads to. Raises Rejected for others."""
    *clauses, tail = told
    if not asks_of_test(tail.effect) or not isinstance(_last(clauses[-1]), Test | OnRoll):
        raise Rejected
    return Open(all_clauses(tuple(clauses)), tail)


def body_announced(*told: Any) -> Effect | Open:
    """What those have for a time that were picked, or what a test or roll leads to. Raises Rejected for
    others."""
    *clauses, tail = told
    if isinstance(_last(clauses[-1]), Select) and isinstance(tail.effect, Until):
        return then(all_clauses(tuple(clauses)), tail.effect)
    return body_tested(*told)


def body_latter(*told: Any) -> Effect:
    """What follows where the one picked is in the latter of two states. Raises Rejected without two."""
    *clauses, aside = told
    before = all_clauses(tuple(clauses))
    picked = _last(before)
    where = picked.what.where if isinstance(picked, Select) else ()
    states = [each for each in where if isinstance(each, AnyOf)]
    if len(states) != 1:
        raise Rejected
    that = Selector(picked.what.kind, ref="that")
    return then(before, If(about(states[0].of[-1], that), aside))


def used_in(windows: tuple[Window, ...]) -> Condition:
    """A play is used at one of these times."""
    found = tuple(During(each) for each in windows)
    return found[0] if len(found) == 1 else AnyOf(found)


def holds_of(who: Selector, condition: Condition) -> Condition:
    """Must hold of the one that is picked. Raises Rejected for another."""
    if who.ref != "that":
        raise Rejected
    return condition


def body_limited(*told: Any) -> Effect:
    """What is picked, of which more must hold where the play is used at that time."""
    *clauses, time, condition = told
    before = all_clauses(tuple(clauses))
    if not isinstance(before, Select):
        raise Rejected
    where = (*before.what.where, AnyOf((Not(time), condition)))
    return Select(msgspec.structs.replace(before.what, where=where), before.by)


def adds_and_adds_if(*told: Any) -> Effect:
    """As of abilities: what stands behind the comma may alone have the condition."""
    step, *quantities, last, scope = told
    return then(add(step, *quantities), If(scope.condition, add(step, last)))


def subtracts_and_if(*told: Any) -> Effect:
    step, *quantities, last, scope = told
    return then(subtract(step, *quantities), If(scope.condition, subtract(step, last)))


def body_unselectable(*told: Any) -> Effect:
    """What is picked, and which of them may not be. Raises Rejected where nothing new is picked."""
    picked = all_clauses(tuple(each for each in told if not isinstance(each, Selector)))
    barred = [each for each in told if isinstance(each, Selector)]
    if not isinstance(picked, Select):
        raise Rejected
    where = (*picked.what.where, *(_none_such(each, picked.what) for each in barred))
    return Select(msgspec.structs.replace(picked.what, where=where), picked.by)


def _none_such(barred: Selector, picked: Selector) -> Condition:
    """That it is none of these. Raises Rejected where nothing is said of them."""
    has = (Has(IT, "keyword", barred.keywords),) if barred.keywords not in ((), picked.keywords) else ()
    told = (*has, *barred.where)
    if not told:
        raise Rejected
    return Not(told[0] if len(told) == 1 else All(told))


def _last(told: Any) -> Any:
    effect = told.effect if isinstance(told, Trailing) else told
    return effect.effects[-1] if isinstance(effect, Then) and effect.effects else effect


def body_apart(*told: Any) -> Open:
    *clauses, tail = told
    not_decided(clauses[-1])
    return Open(all_clauses(tuple(clauses)), Tail(tail.kind, tail.effect, apart=True))


def body_instead(*told: Any) -> Any:
    """Raises Rejected where dice decide: it is said of their last result."""
    not_decided(next((each for each in reversed(told) if not isinstance(each, Tail)), None))
    if any(decided(each) for each in told):
        raise Rejected
    if isinstance(told[-1], Tail):
        return Open(Instead(all_clauses(told[:-1])), told[-1])
    return Instead(all_clauses(told))


def body_aside(*told: Any) -> Effect:
    """Raises Rejected for whom one leads that takes another's place: that is told with it."""
    *clauses, aside = told
    before = all_clauses(tuple(clauses))
    if isinstance(aside, If) and isinstance(aside.then, Attach) and isinstance(_last(before), SetUp):
        raise Rejected
    if isinstance(_last(before), Select) and isinstance(aside, Permit) and aside.what == USE:
        raise Rejected  # it limits what is picked
    return then(before, aside)


def body_or(*told: Any) -> Effect:
    """Raises Rejected where the other case does not stand in place of the first."""
    *clauses, tail = told
    if not (isinstance(tail.effect, If) and isinstance(tail.effect.then, Instead)):
        raise Rejected
    return then(all_clauses(tuple(clauses)), tail.effect)


def body_or_other_deed(*told: Any) -> Effect:
    """One thing or, if the player likes, another in its place. Raises Rejected for what is no offer."""
    *clauses, other = told
    before = all_clauses(tuple(clauses))
    if not isinstance(other, May) or isinstance(before, Then | If):
        raise Rejected
    return Choose((before, other.then))


def body_or_if(*told: Any) -> Effect:
    *clauses, other, scope = told
    effect = other.effect if isinstance(other, Trailing) else other
    before = all_clauses(tuple(clauses))
    return then(before, If(scope.condition, Instead(told_whole(effect, (before,)))))


def body_or_other(*told: Any) -> Effect:
    """The one where its condition holds, the other in its place where that one's does. Raises Rejected
    without conditions on both."""
    *clauses, other, scope = told
    if isinstance(other, Amounted):
        return body_or_if(*told)
    if isinstance(other, Modifier | MortalWounds) and IT in (getattr(other, "of", 0), getattr(other, "on", 0)):
        return body_or_if(*told)
    if not isinstance(clauses[-1], Trailing) or isinstance(other, Trailing):
        raise Rejected
    before = clauses[-1].effect
    given = Instead(owned_as_before(other, (before.then,)))
    return then(*(all_clauses((each,)) for each in clauses), If(scope.condition, given))


def target_all(*told: Any) -> Effect:
    """Every one of several targets."""
    found = play_target(*told)
    if isinstance(found, If):
        return msgspec.structs.replace(found, then=msgspec.structs.replace(found.then, every=True))
    return msgspec.structs.replace(found, every=True)


def target_and(what: Selector, effect: Effect) -> Effect:
    """What a play is used on, and how it may be."""
    return then(Targets((what,)), effect)
