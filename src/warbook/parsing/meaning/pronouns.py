"""Who "it" is where an enemy does something and the one who has the rule may move or attack."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import At, Each, Effect, If, Limited, May, Then
from warbook.effects.instructions import Act, Move
from warbook.effects.terms import All, Condition, Event, Not, Selector, Term, Within
from warbook.effects.terms import Any as AnyOf

_IT = Selector(ref="that")
_OWN = ("this", "your", "bearer")


def its_own(effect: Effect) -> Effect:
    """The effect with "it", which may move or attack when an enemy does something, as the one who has the rule:
    "when an enemy unit ends a move near this model, it can make a move"."""
    match effect:
        case Each(event, then) if _enemys(event):
            return msgspec.structs.replace(effect, then=_owned(then, _own_in(event.where) or _own(event.to)))
        case At() | Limited() | If(otherwise=None):
            return msgspec.structs.replace(effect, then=its_own(effect.then))
    return effect


def of_marker(effect: Any) -> Any:
    """The effect with "it" as the objective marker spoken of."""
    return meant(effect, Selector("objective", ref="that"))


def meant(effect: Any, whom: Selector) -> Any:
    """The effect with "it" as somebody of whom it is known what they are."""
    if effect == _IT:
        return whom
    if isinstance(effect, tuple):
        return tuple(meant(each, whom) for each in effect)
    if isinstance(effect, Term) and not isinstance(effect, Selector):
        return type(effect)(*(meant(getattr(effect, field), whom) for field in effect.__struct_fields__))
    return effect


def _enemys(event: Event) -> bool:
    return event.by is not None and event.by.side == "enemy"


def _owned(effect: Effect, who: Selector | None) -> Effect:
    """``who`` is the own one spoken of last, or the one of whom a condition was told."""
    match effect:
        case If(condition, then, None):
            return msgspec.structs.replace(effect, then=_owned(then, _own_in((condition,)) or who))
        case May(Move(who=one) | Act(who=one) as deed) if one == _IT and who is not None:
            return May(msgspec.structs.replace(deed, who=who))
        case Then((first, *rest)):
            return Then((_owned(first, who), *rest))
    return effect


def _own_in(conditions: tuple[Condition, ...]) -> Selector | None:
    for each in conditions:
        for one in _spoken_of(each):
            if (found := _own(one)) is not None:
                return found
    return None


def _spoken_of(condition: Any) -> tuple[Any, ...]:
    """Of whom a condition tells something, then what it compares them with."""
    match condition:
        case Not(of):
            return _spoken_of(of)
        case All(of) | AnyOf(of):
            return tuple(one for each in of for one in _spoken_of(each))
        case Within(who, _, of):
            return who, of
    return (getattr(condition, "who", None),)


def _own(who: Any) -> Selector | None:
    """The unit or model, where it is the own one or a part of it."""
    root = who
    while isinstance(root, Selector) and root.of is not None:
        root = root.of
    own = isinstance(root, Selector) and root.ref in _OWN
    return who if own and who.kind in ("unit", "model") else None
