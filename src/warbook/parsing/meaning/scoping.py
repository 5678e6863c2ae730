"""Scopes folded around what they scope, the outermost first, and the clauses that stand beside them."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import Any

import msgspec

from warbook.effects import (
    At,
    Each,
    Effect,
    ForEach,
    If,
    Instead,
    Limited,
    OnRoll,
    Then,
    Until,
)
from warbook.effects.attack import Modifier, Reroll
from warbook.effects.instructions import (
    Attach,
)
from warbook.effects.terms import (
    Condition,
    Controls,
    Counted,
    Did,
    Done,
    Duration,
    During,
    Event,
    Has,
    Limit,
    Rolled,
    Selector,
    Term,
    Window,
)
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.clauses import then
from warbook.parsing.meaning.conditions import Scope
from warbook.parsing.meaning.events import Lasting
from warbook.parsing.meaning.pronouns import its_own, of_marker
from warbook.parsing.meaning.purposes import Purposes, purposeful
from warbook.parsing.meaning.times import Every


class Tail(Term, frozen=True, tag="tail"):
    """Clauses with scopes of their own, at the end of a sentence; ``kind`` is that of their first scope.
    ``apart``: a condition among them stands beside the one before, not within it."""

    kind: str
    effect: Any
    apart: bool = False


class Open(Term, frozen=True, tag="open"):
    """Clauses whose tail still looks for its place among the scopes around them."""

    effect: Any
    tail: Tail


def sentence(*told: Any) -> Effect:
    """A tail stands beside the innermost scope of its own kind ("each time …, and each time …"), else within
    all of them."""
    *scopes, effect = told
    scopes = _in_any_case([scope for scope in scopes if scope is not None])
    scopes = _first_of_all(_without_removal(scopes))
    if any(_still_of_it(one, other) for one, other in pairwise(scopes)):
        raise Rejected
    if any(scope == (Window("battle"),) for scope in scopes[1:]):
        raise Rejected  # since when something was done
    if any(isinstance(one, Limit) and isinstance(other, Every) for one, other in pairwise(scopes)):
        raise Rejected  # "once per battle for each of these" is one scope
    tail = effect.tail if isinstance(effect, Open) else None
    if tail is not None:
        effect = effect.effect
        if not any(_beside(scope, tail) for scope in scopes):
            effect, tail = then(effect, tail.effect), None
    for scope in reversed(scopes):
        effect = _scoped(scope, effect)
        if tail is not None and _beside(scope, tail):
            effect, tail = then(effect, tail.effect), None
    return its_own(effect)


class EitherCase(Term, frozen=True, tag="either case"):
    """What follows is so whichever of two things was done."""


def in_either_case() -> EitherCase:
    return EitherCase()


def _in_any_case(scopes: list[Any]) -> list[Any]:
    """Raises Rejected where it is asked besides whether it was done: then both are meant, not the last one."""
    for scope, later in pairwise(scopes):
        if isinstance(scope, EitherCase) and later == Scope(Done()):
            raise Rejected
    return [scope for scope in scopes if not isinstance(scope, EitherCase)]


class Gone(Term, frozen=True, tag="gone"):
    """What was destroyed is removed, as it is in any case."""


def off_for_good(*_who: Any) -> Gone:
    return Gone()


def _without_removal(scopes: list[Any]) -> list[Any]:
    """Raises Rejected for a removal of what was not destroyed just before."""
    for place, scope in enumerate(scopes):
        if isinstance(scope, Gone) and not (place and _destroys(scopes[place - 1])):
            raise Rejected
    return [scope for scope in scopes if not isinstance(scope, Gone)]


def _destroys(scope: Any) -> bool:
    events = scope if isinstance(scope, tuple) else ()
    return bool(events) and all(isinstance(each, Event) and each.what == "destroyed" for each in events)


def _first_of_all(scopes: list[Any]) -> list[Any]:
    """ "The first time" something happens in a phase, while something holds, is the first time of all that."""
    for place, (scope, later) in enumerate(pairwise(scopes)):
        if _is_first(scope) and _is_span(later):
            rest = scopes[place + 2 :]
            held = list(takewhile(lambda each: isinstance(each, Scope), rest))
            where = (During(later[0]), *(each.condition for each in held))
            event = msgspec.structs.replace(scope[0], where=scope[0].where + where)
            return [*scopes[:place], (event,), *rest[len(held) :]]
    return scopes


def _is_first(scope: Any) -> bool:
    return isinstance(scope, tuple) and len(scope) == 1 and isinstance(scope[0], Event) and scope[0].first


def _is_span(scope: Any) -> bool:
    """Whether it is one window, and no edge of it."""
    return (
        isinstance(scope, tuple)
        and len(scope) == 1
        and isinstance(scope[0], Window)
        and scope[0].edge == "during"
    )


def sentence_instead(*told: Any) -> Effect:
    """All of it is in place of what was said before, within the scopes that stand first."""
    *scopes, effect = told
    body = then(effect.effect, effect.tail.effect) if isinstance(effect, Open) else effect
    return sentence(*scopes, Instead(body))


def _still_of_it(scope: Any, later: Any) -> bool:
    """Whether what follows a disembarking, or who controls something, tells when it is."""
    if isinstance(scope, Scope) and (isinstance(scope.condition, Controls) or _destroys_now(scope.condition)):
        return isinstance(later, tuple) and isinstance(later[0], Window)
    events = [each[0] for each in (scope, later) if isinstance(each, tuple) and isinstance(each[0], Event)]
    return len(events) == 2 and events[0].what == "disembarks" and events[1].edge == "after"


def _destroys_now(condition: Condition) -> bool:
    return isinstance(condition, Did) and condition.event.what == "destroyed" and condition.event.by is not None


def tail(*told: Any) -> Tail:
    scopes = [scope for scope in told[:-1] if scope is not None]
    if not scopes:
        raise Rejected
    return Tail(_kind(scopes[0]), sentence(*told))


def _kind(scope: Any) -> str:
    """Its sort; while an attack or a move is resolved is no time like a phase."""
    passing = isinstance(scope, Duration) and scope.of in ("attack", "attacks", "move", "play")
    return "passing" if passing else type(scope).__name__


def _beside(scope: Any, tail: Tail) -> bool:
    """A tail about a test stands beside another about it, else with the test."""
    if asks_of_test(tail.effect):
        return isinstance(scope, Scope) and asks_of_test(If(scope.condition, Then(())))
    if isinstance(scope, Scope) and _alternative(scope.condition, tail.effect):
        return True
    kind = _kind(scope)
    if tail.apart and isinstance(scope, Scope) and isinstance(scope.condition, Rolled):
        return True
    return kind == tail.kind and (tail.apart or not isinstance(scope, Scope))


def _alternative(condition: Condition, effect: Effect) -> bool:
    """Whether an effect's condition asks of the same one which keyword it has: the two exclude each other."""
    other = effect.condition if isinstance(effect, If) else None
    if not (isinstance(condition, Has) and isinstance(other, Has)):
        return False
    return (condition.who, condition.what) == (other.who, other.what) and condition != other


def _in_whom(scope: Any, effect: Effect) -> bool:
    """Whether it is not clear within whom somebody is embarked: what an enemy does comes between."""
    events = scope if isinstance(scope, tuple) else ()
    enemy = any(
        isinstance(e, Event) and "enemy" in (getattr(e.by, "side", 0), getattr(e.to, "side", 0)) for e in events
    )
    return enemy and isinstance(effect, Attach) and effect.to == Selector(ref="that")


def _scoped(scope: Any, effect: Effect) -> Effect:
    if _in_whom(scope, effect):
        raise Rejected
    match scope:
        case Duration("control"):
            return Until(scope, of_marker(effect))
        case Duration():
            return Until(scope, effect)
        case Event():
            return Each(scope, effect)
        case Lasting(duration, events):
            return Until(duration, _scoped(events, effect))
        case tuple() if all(isinstance(each, Event) for each in scope):
            return Each(scope[0], effect) if len(scope) == 1 else Then(tuple(Each(e, effect) for e in scope))
        case Scope(condition):
            return If(_of_charge(condition) if _about_charge(effect) else condition, effect)
        case Limit():
            return Limited(scope, effect)
        case Purposes(names):
            return purposeful(effect, names)
        case Every(of, often):
            return _for_every(of, effect if often is None else Limited(often, effect))
        case tuple() if all(isinstance(each, Window) for each in scope):
            return At(scope, effect)
    raise TypeError(f"not a scope: {scope!r}")


def _for_every(of: Selector, effect: Effect) -> Effect:
    """An amount counted, dice rolled, or all of it, for each of these."""
    match effect:
        case Modifier(value=int(times), least=None, most=most):
            counted = Counted(of, times, most=most)
            return msgspec.structs.replace(effect, value=counted, most=None)
        case OnRoll(count=1, each=None, total=False):
            return msgspec.structs.replace(effect, each=of)
    return ForEach(of, effect)


def _about_charge(effect: Effect) -> bool:
    return isinstance(effect, Modifier | Reroll) and effect.what == "charge roll"


def _of_charge(condition: Condition) -> Condition:
    """What "it targets" is, where it is a charge."""
    match condition:
        case Did(Event("targets", None, Selector() as unit), None):
            return Did(Event("charge declared", to=unit))
    return condition


def asks_of_test(effect: Any) -> bool:
    """Whether it goes on with how a test or roll came out."""
    if isinstance(effect, Then):
        return all(asks_of_test(each) for each in effect.effects)
    if not isinstance(effect, If):
        return False
    condition = effect.condition
    return isinstance(condition, Rolled) or (isinstance(condition, Done) and condition.result is not None)
