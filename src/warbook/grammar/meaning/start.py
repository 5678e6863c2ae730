"""Sentences: scopes folded around what they scope, the outermost first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import Any

import msgspec

from warbook.effects import (
    At,
    Choose,
    Each,
    Effect,
    ForEach,
    If,
    Instead,
    Limited,
    May,
    OnRoll,
    Targets,
    Then,
    Until,
    When,
)
from warbook.effects.attack import Grant, Modifier, Reroll
from warbook.effects.instructions import (
    Add,
    Attach,
    Gain,
    Heal,
    MortalWounds,
    Move,
    Permit,
    Select,
    SetUp,
    Test,
)
from warbook.effects.terms import (
    Amount,
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
from warbook.effects.terms import Any as AnyOf
from warbook.grammar.chart import Rejected
from warbook.grammar.meaning.conditions import Scope, about
from warbook.grammar.meaning.nouns import IT, Part
from warbook.grammar.meaning.pronouns import its_own, of_marker
from warbook.grammar.meaning.purposes import Purposes, purposeful
from warbook.grammar.meaning.times import Every


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


def then(*effects: Effect) -> Effect:
    """One after the other, rows within rows laid flat."""
    flat: list[Effect] = []
    for each in effects:
        flat += each.effects if isinstance(each, Then) else (each,)
    return flat[0] if len(flat) == 1 else Then(tuple(flat))


def sentence(*told: Any) -> Effect:
    """A tail stands beside the innermost scope of its own kind ("each time …, and each time …"), else within
    all of them."""
    *scopes, effect = told
    scopes = _first_of_all(_without_removal([scope for scope in scopes if scope is not None]))
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
    if isinstance(scope, Scope) and isinstance(scope.condition, Controls):
        return isinstance(later, tuple) and isinstance(later[0], Window)
    events = [each[0] for each in (scope, later) if isinstance(each, tuple) and isinstance(each[0], Event)]
    return len(events) == 2 and events[0].what == "disembarks" and events[1].edge == "after"


def tail(*told: Any) -> Tail:
    scopes = [scope for scope in told[:-1] if scope is not None]
    if not scopes:
        raise Rejected
    return Tail(type(scopes[0]).__name__, sentence(*told))


def _beside(scope: Any, tail: Tail) -> bool:
    """A tail about a test stands beside another about it, else with the test."""
    if _asks_of_test(tail.effect):
        return isinstance(scope, Scope) and _asks_of_test(If(scope.condition, Then(())))
    if isinstance(scope, Scope) and _alternative(scope.condition, tail.effect):
        return True
    kind = type(scope).__name__
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
    from warbook.grammar.meaning.nouns import part

    return part(Did(events[0]))


def all_clauses(told: tuple[Any, ...]) -> Effect:
    """Raises Rejected where a condition after the last of several clauses may be meant of all of them."""
    if any(_decided(each) for each in told[:-1]) or any(_parted(*pair) for pair in pairwise(told)):
        raise Rejected
    after = len(told) > 1 and isinstance(told[-1], Trailing) and not told[-1].own
    if after and not isinstance(told[-2], Trailing):
        raise Rejected
    if any(_changes_roll(*pair) for pair in pairwise(told)):
        raise Rejected
    plain: list[Effect] = []
    for each in told:
        effect = each.effect if isinstance(each, Trailing) else each
        effect = _completed(effect, plain)
        if plain and (whole := _off_and_on(plain[-1], effect)):
            plain[-1] = whole
        else:
            plain.append(effect)
    return _of_the_next(then(*plain))


def _of_the_next(effect: Effect) -> Effect:
    """Characteristics that are named before whose they are are of the one after them."""
    told = list(effect.effects) if isinstance(effect, Then) else []
    for place in reversed(range(len(told) - 1)):
        match told[place], told[place + 1]:
            case Modifier(of=None) as one, Modifier(of=Selector() as of) as other if _both_of_one(one, other):
                told[place] = msgspec.structs.replace(one, of=of)
    return Then(tuple(told)) if told else effect


def _both_of_one(one: Modifier, other: Modifier) -> bool:
    return not any(each.what.endswith(("roll", "test", "cost")) for each in (one, other))


def _changes_roll(one: Any, other: Any) -> bool:
    """Whether a change of a roll stands behind the roll: then it is part of it."""
    effect = other.effect if isinstance(other, Trailing) else other
    while isinstance(effect, If):
        effect = effect.then
    changes = isinstance(effect, Modifier) and effect.what == "roll"
    return changes and (_ends_in_change(one) or isinstance(one, OnRoll | Test))


def _off_and_on(before: Effect, after: Effect) -> Effect | None:
    """What is taken off and set up elsewhere at once is set up once; what may be new is set up only then.
    ``None`` where it is neither."""
    if isinstance(before, May) and isinstance(before.then, Add) and isinstance(after, SetUp):
        return May(Then((before.then, after)))
    off = before.then if isinstance(before, May) else before
    if not (isinstance(off, SetUp) and isinstance(after, SetUp)) or off != SetUp(
        off.who, "reserves", removed=True
    ):
        return None
    if after.who.ref not in ("that", "those"):
        return None
    whole = msgspec.structs.replace(after, who=off.who, removed=True)
    return May(whole) if isinstance(before, May) else whole


def _parted(one: Any, other: Any) -> bool:
    """Whether a re-roll is kept from those that it stands with."""
    return isinstance(one, Reroll) and isinstance(other, Trailing) and other.rerolls


def _decided(told: Any) -> bool:
    """Whether dice decide: all that follows belongs to their last result."""
    effect = told.effect if isinstance(told, Trailing) else told
    while isinstance(effect, Limited | May):
        effect = effect.then
    return isinstance(effect, OnRoll) and bool(effect.outcomes)


def _completed(effect: Effect, before: list[Effect]) -> Effect:
    """Abilities without an owner are given to the one of the abilities before. Raises Rejected for none."""
    if isinstance(effect, If) and isinstance(effect.then, Grant) and effect.then.to is None:
        return If(effect.condition, _owned(effect.then, before))
    return effect


def elliptic_wounds(amount: Amount) -> Effect:
    """Mortal wounds of the one who suffered them before."""
    return MortalWounds(amount, IT)


class Amounted(Term, frozen=True, tag="amounted"):
    """An amount in the place of the one told last."""

    amount: Any


def other_amount(*told: Any) -> Amounted:
    """Raises Rejected for a kind of move of its own beside it."""
    return Amounted(told[-1])


def other_most(count: int, pool: str) -> Amounted:
    """At most so many of a pool."""
    return Amounted((count, pool))


def _with_amount(effect: Effect, amount: Any) -> Effect:
    """The effect with another amount. Raises Rejected for one that has none."""
    match effect:
        case May(of):
            return May(_with_amount(of, amount))
        case Until(then=of):
            return msgspec.structs.replace(effect, then=_with_amount(of, amount))
        case Move() if not isinstance(amount, tuple):
            return msgspec.structs.replace(effect, inches=amount)
        case Modifier() if not isinstance(amount, tuple):
            return msgspec.structs.replace(effect, value=amount)
        case Heal() if not isinstance(amount, tuple):
            return msgspec.structs.replace(effect, amount=amount)
        case Gain(what) if isinstance(amount, tuple) and _of_one_pool(what, amount[1]):
            return msgspec.structs.replace(effect, amount=amount[0], up_to=True)
    raise Rejected


def _of_one_pool(one: str, other: str) -> bool:
    return one.removesuffix("s") == other.removesuffix("s")


def elliptic_step(amount: Amount) -> Effect:
    """So much more of what was changed before."""
    return Modifier("roll", "add", amount, IT)


def _told_whole(effect: Effect, before: Sequence[Effect]) -> Effect:
    """An effect that takes from those before what it leaves out. Raises Rejected where they do not have it."""
    rows = [one for each in before for one in (each.effects if isinstance(each, Then) else (each,))]
    match effect:
        case Amounted(amount):
            return _with_amount(rows[-1], amount)
        case MortalWounds(on=on) if on == IT:
            like = [each for each in rows if isinstance(each, MortalWounds)]
            wounds: MortalWounds = _only(like)
            return msgspec.structs.replace(wounds, amount=effect.amount)
        case Modifier(of=of) if of == IT:
            added = [each for each in rows if isinstance(each, Modifier) and each.op == "add"]
            more: Modifier = _only(added)
            return msgspec.structs.replace(more, value=effect.value)
    return _owned(effect, before)


def _only(found: Sequence[Any]) -> Any:
    """Raises Rejected unless there is one."""
    if len(found) != 1:
        raise Rejected
    return found[0]


def _owned(effect: Effect, before: Sequence[Effect]) -> Effect:
    if not isinstance(effect, Grant) or effect.to is not None:
        return effect
    owners = [each.to for each in before if isinstance(each, Grant)]
    if not owners:
        raise Rejected
    return msgspec.structs.replace(effect, to=owners[-1])


class Trailing(Term, frozen=True, tag="trailing"):
    """A clause whose condition stands behind it; ``own``: it is only of this clause; ``rerolls``: it is of
    all re-rolls before it."""

    effect: Any
    own: bool = False
    rerolls: bool = False


def target_sentence(effect: Effect) -> Effect:
    return effect


def body(*told: Any) -> Any:
    if isinstance(told[-1], Tail):
        _not_decided(told[-2])
        return Open(all_clauses(told[:-1]), told[-1])
    return all_clauses(told)


def body_tested(*told: Any) -> Open:
    """What a test or roll just taken leads to. Raises Rejected for others."""
    *clauses, tail = told
    if not _asks_of_test(tail.effect) or not isinstance(_last(clauses[-1]), Test | OnRoll):
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


def _last(told: Any) -> Any:
    effect = told.effect if isinstance(told, Trailing) else told
    return effect.effects[-1] if isinstance(effect, Then) else effect


def _asks_of_test(effect: Any) -> bool:
    """Whether it goes on with how a test or roll came out."""
    if isinstance(effect, Then):
        return all(_asks_of_test(each) for each in effect.effects)
    if not isinstance(effect, If):
        return False
    condition = effect.condition
    return isinstance(condition, Rolled) or (isinstance(condition, Done) and condition.result is not None)


def _not_decided(told: Any) -> None:
    """Raises Rejected where dice decided just before."""
    if _decided(told):
        raise Rejected


def body_apart(*told: Any) -> Open:
    *clauses, tail = told
    _not_decided(clauses[-1])
    return Open(all_clauses(tuple(clauses)), Tail(tail.kind, tail.effect, apart=True))


def body_instead(*told: Any) -> Any:
    _not_decided(next((each for each in reversed(told) if not isinstance(each, Tail)), None))
    """Raises Rejected where dice decide: it is said of their last result."""
    if any(_decided(each) for each in told):
        raise Rejected
    if isinstance(told[-1], Tail):
        return Open(Instead(all_clauses(told[:-1])), told[-1])
    return Instead(all_clauses(told))


def body_aside(*told: Any) -> Effect:
    *clauses, aside = told
    return then(all_clauses(tuple(clauses)), aside)


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
    return then(before, If(scope.condition, Instead(_told_whole(effect, (before,)))))


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
    given = Instead(_owned(other, (before.then,)))
    return then(*(all_clauses((each,)) for each in clauses), If(scope.condition, given))


def bare(effect: Effect) -> Effect:
    return effect


def effect_if(effect: Effect, scope: Scope) -> Trailing:
    """Raises Rejected where the condition is that of a change to a roll just before it."""
    if _ends_in_change(effect) or _decided(effect):
        raise Rejected
    return Trailing(If(scope.condition, effect))


def _ends_in_change(effect: Effect) -> bool:
    """Whether the words for it end in what is added to a roll."""
    match effect:
        case OnRoll(outcomes=(), plus=(*_, Modifier())):
            return True
        case Then((Modifier(what="roll"), *_, Test())):
            return True
    return False


def effect_too_if(effect: Effect, scope: Scope) -> Trailing:
    """Raises Rejected where "as well" may be meant of one of several effects."""
    if isinstance(effect, Then):
        raise Rejected
    return Trailing(If(scope.condition, effect), own=True)


def abilities_too_if(given: tuple[Effect, ...], scope: Scope) -> Trailing:
    return Trailing(If(scope.condition, elliptic_abilities(given)), own=True)


def elliptic_abilities(given: tuple[Effect, ...]) -> Effect:
    """Abilities whose owner is that of the abilities before. Raises Rejected for more than one sort."""
    if len(given) != 1:
        raise Rejected
    return given[0]


def effect_instead_if(effect: Effect, scope: Scope) -> Trailing:
    return Trailing(If(scope.condition, Instead(effect)))


def effect_until(effect: Effect, duration: Duration) -> Trailing:
    _not_decided(effect)
    return Trailing(Until(duration, effect))


def effect_in_next(effect: Effect, duration: Duration) -> Trailing:
    """What somebody may not or must do then. Raises Rejected for what happens once."""
    told = effect.effects if isinstance(effect, Then) else (effect,)
    if not all((isinstance(e, Permit) and e.barred) or (isinstance(e, Move) and e.must) for e in told):
        raise Rejected
    return effect_until(effect, duration)


def rerolls_while(*told: Any) -> Trailing:
    """All of several re-rolls, while attacks are resolved."""
    *rerolls, duration = told
    return Trailing(Until(duration, then(*rerolls)), own=True, rerolls=True)


def rerolls_or(*told: Any) -> Trailing:
    """One of several re-rolls."""
    rerolls = tuple(each for each in told if not isinstance(each, Duration))
    duration = [each for each in told if isinstance(each, Duration)]
    chosen = Choose(rerolls)
    return Trailing(Until(duration[0], chosen) if duration else chosen, own=True, rerolls=True)


def effect_after(effect: Effect, event: Event, *bounds: Any) -> Trailing:
    """Bounds that stand after the time are those of a healing. Raises Rejected for another."""
    if _decided(effect) or (bounds and not isinstance(effect, Heal)):
        raise Rejected
    if bounds:
        effect = msgspec.structs.replace(effect, most=bounds[0].most)
    if event.by == Selector(ref="that") and isinstance(effect, MortalWounds) and effect.on.ref == "attacker":
        event = msgspec.structs.replace(event, by=effect.on)  # "it" is the one who suffers
    return Trailing(Each(msgspec.structs.replace(event, edge="after"), effect))


def attacks_resolved() -> Event:
    """Of the attacking unit."""
    return Event("resolves attacks", by=Selector(ref="attacker"))


def target_all(*told: Any) -> Effect:
    """Every one of several targets."""
    found = play_target(*told)
    if isinstance(found, If):
        return msgspec.structs.replace(found, then=msgspec.structs.replace(found.then, every=True))
    return msgspec.structs.replace(found, every=True)


def target_and(what: Selector, effect: Effect) -> Effect:
    """What a play is used on, and how it may be."""
    return then(Targets((what,)), effect)
