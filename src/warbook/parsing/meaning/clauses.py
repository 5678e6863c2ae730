"""Clauses that stand beside each other, and what stands behind one of them: its condition, its time."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec

from warbook.effects import (
    Choose,
    Each,
    Effect,
    If,
    Instead,
    Limited,
    May,
    OnRoll,
    Then,
    Until,
)
from warbook.effects.attack import Grant, Modifier, Reroll, Save
from warbook.effects.instructions import (
    Add,
    Heal,
    MortalWounds,
    Move,
    Permit,
    SetUp,
    Test,
)
from warbook.effects.terms import (
    Condition,
    Duration,
    Event,
    Not,
    Selector,
    State,
    Term,
    Within,
)
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.conditions import Scope
from warbook.parsing.meaning.elliptic import elliptic_abilities, owned_as_before
from warbook.parsing.meaning.parts import IT

THOSE = Selector(ref="those")
""" "They", whoever it is."""


def then(*effects: Effect) -> Effect:
    """One after the other, rows within rows laid flat."""
    flat: list[Effect] = []
    for each in effects:
        flat += each.effects if isinstance(each, Then) else (each,)
    return flat[0] if len(flat) == 1 else Then(tuple(flat))


def all_clauses(told: tuple[Any, ...]) -> Effect:
    """Raises Rejected where a condition after the last of several clauses may be meant of all of them."""
    if any(decided(each) for each in told[:-1]) or any(_parted(*pair) for pair in pairwise(told)):
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
    return changes and (ends_in_change(one) or isinstance(one, OnRoll | Test))


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


def decided(told: Any) -> bool:
    """Whether dice decide: all that follows belongs to their last result."""
    effect = told.effect if isinstance(told, Trailing) else told
    while isinstance(effect, Limited | May):
        effect = effect.then
    return isinstance(effect, OnRoll) and bool(effect.outcomes)


def _completed(effect: Effect, before: list[Effect]) -> Effect:
    """Abilities without an owner are given to the one of the abilities before, and "they" after what weapons
    are given are those weapons. Raises Rejected for abilities of nobody."""
    if isinstance(effect, Permit) and effect.who == THOSE and before and _of_weapons(before[-1]):
        return msgspec.structs.replace(effect, who=Selector("weapon", ref="those"))
    if isinstance(effect, If) and isinstance(effect.then, Grant) and effect.then.to is None:
        return If(effect.condition, owned_as_before(effect.then, before))
    return effect


def _of_weapons(effect: Effect) -> bool:
    match effect:
        case Grant(to=Selector(kind="weapon")) | Modifier(of=Selector(kind="weapon")):
            return True
    return False


class Trailing(Term, frozen=True, tag="trailing"):
    """A clause whose condition stands behind it; ``own``: it is only of this clause; ``rerolls``: it is of
    all re-rolls before it."""

    effect: Any
    own: bool = False
    rerolls: bool = False


def not_decided(told: Any) -> None:
    """Raises Rejected where dice decided just before."""
    if decided(told):
        raise Rejected


def bare(effect: Effect) -> Effect:
    return effect


def effect_if(effect: Effect, scope: Scope) -> Trailing:
    """Raises Rejected where the condition is that of a change to a roll just before it."""
    if ends_in_change(effect) or decided(effect):
        raise Rejected
    limited = _barred_while(effect, scope.condition) or _those_while(effect, scope.condition)
    return Trailing(If(scope.condition, effect) if limited is None else limited)


def _those_while(effect: Effect, condition: Condition) -> Effect | None:
    """What any have while *they*, which are those, are so; ``None`` where it is not that."""
    field = "of" if isinstance(effect, Modifier) else "to" if isinstance(effect, Grant | Save) else None
    owner = getattr(effect, field) if field else None
    if owner is None or owner.ref is not None or owner.kind not in ("unit", "model"):
        return None
    it = about_those(condition)
    if it == condition:
        return None
    return msgspec.structs.replace(
        effect, **{str(field): msgspec.structs.replace(owner, where=(*owner.where, it))}
    )


def about_those(condition: Any) -> Any:
    """What is said of "them" as said of each of them."""
    match condition:
        case Not(of):
            return Not(about_those(of))
        case State(who) | Within(who) if who == THOSE:
            return msgspec.structs.replace(condition, who=IT)
    return condition


def _barred_while(effect: Effect, condition: Condition) -> Permit | None:
    """What any one may not do while *it*, which is that one, is so; ``None`` where it is not that."""
    match effect, condition:
        case Permit(barred=True, who=Selector(ref=None) as who), State(who=Selector(ref="that")):
            state = msgspec.structs.replace(condition, who=Selector(ref="it"))
            return msgspec.structs.replace(effect, who=msgspec.structs.replace(who, where=(*who.where, state)))
    return None


def ends_in_change(effect: Effect) -> bool:
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


def effect_instead_if(effect: Effect, scope: Scope) -> Trailing:
    return Trailing(If(scope.condition, Instead(effect)))


def effect_until(effect: Effect, duration: Duration) -> Trailing:
    not_decided(effect)
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
    if decided(effect) or (bounds and not isinstance(effect, Heal)):
        raise Rejected
    if bounds:
        effect = msgspec.structs.replace(effect, most=bounds[0].most)
    if event.by == Selector(ref="that") and isinstance(effect, MortalWounds) and effect.on.ref == "attacker":
        event = msgspec.structs.replace(event, by=effect.on)  # "it" is the one who suffers
    return Trailing(Each(msgspec.structs.replace(event, edge="after"), effect))


def attacks_resolved() -> Event:
    """Of the attacking unit."""
    return Event("resolves attacks", by=Selector(ref="attacker"))
