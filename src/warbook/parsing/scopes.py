"""Effects as scopes around what they scope, and as rows of what happens one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from warbook.effects import (
    At,
    Each,
    Effect,
    Heading,
    If,
    Limited,
    Then,
    Until,
)
from warbook.effects.terms import (
    Term,
)

Scope = If | Each | Until | At | Limited


SCOPES = (If, Each, Until, At, Limited)


def walk(value: Any) -> Iterator[Any]:
    """A value and all that is in it, in the order of its fields."""
    yield value
    if isinstance(value, Term):
        for field in value.__struct_fields__:
            yield from walk(getattr(value, field))
    elif isinstance(value, tuple):
        for each in value:
            yield from walk(each)


def peeled(effect: Effect) -> tuple[list[Scope], Effect]:
    """The scopes around an effect, the outermost first, and what they scope."""
    scopes: list[Scope] = []
    while isinstance(effect, SCOPES) and getattr(effect, "otherwise", None) is None:
        scopes.append(effect)
        effect = effect.then
    return scopes, effect


def wrapped(scopes: Sequence[Scope], effect: Effect) -> Effect:
    """An effect with scopes around it again."""
    for scope in reversed(scopes):
        effect = msgspec.structs.replace(scope, then=effect)
    return effect


def row(effect: Effect) -> tuple[Effect, ...]:
    """What happens one after the other, never none: what gives nothing is one thing."""
    return (effect.effects if isinstance(effect, Then) else ()) or (effect,)


def same_scope(one: Scope, other: Scope) -> bool:
    """Whether two scopes are one, whatever they scope."""
    blank = Heading("")
    return msgspec.structs.replace(one, then=blank) == msgspec.structs.replace(other, then=blank)


def in_row(*effects: Effect) -> Effect:
    """One after the other, laid flat, without what gives nothing."""
    flat = tuple(each for effect in effects for each in row(effect) if each != Then(()))
    return flat[0] if len(flat) == 1 else Then(flat)
