"""What stands in place of an effect and takes from it what it leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from warbook.effects import (
    Effect,
    May,
    Then,
    Until,
)
from warbook.effects.attack import Grant, Modifier
from warbook.effects.instructions import (
    Gain,
    Heal,
    MortalWounds,
    Move,
)
from warbook.effects.terms import (
    Amount,
    Term,
)
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.parts import IT


def elliptic_wounds(amount: Amount) -> Effect:
    """Mortal wounds of the one who suffered them before."""
    return MortalWounds(amount, IT)


class Amounted(Term, frozen=True, tag="amounted"):
    """An amount in the place of the one told last."""

    amount: Any
    lost: bool = False


def other_amount(*told: Any) -> Amounted:
    """Raises Rejected for a kind of move of its own beside it."""
    return Amounted(told[-1])


def other_loss(amount: Amount) -> Amounted:
    """So much in place of what is taken away."""
    return Amounted(amount, lost=True)


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


def told_whole(effect: Effect, before: Sequence[Effect]) -> Effect:
    """An effect that takes from those before what it leaves out. Raises Rejected where they do not have it."""
    rows = [one for each in before for one in (each.effects if isinstance(each, Then) else (each,))]
    match effect:
        case Amounted(amount, lost):
            if lost and getattr(rows[-1], "op", None) != "subtract":
                raise Rejected
            return _with_amount(rows[-1], amount)
        case MortalWounds(on=on) if on == IT:
            like = [each for each in rows if isinstance(each, MortalWounds)]
            wounds: MortalWounds = _only(like)
            return msgspec.structs.replace(wounds, amount=effect.amount)
        case Modifier(of=of) if of == IT:
            added = [each for each in rows if isinstance(each, Modifier) and each.op == "add"]
            more: Modifier = _only(added)
            return msgspec.structs.replace(more, value=effect.value)
    return owned_as_before(effect, before)


def _only(found: Sequence[Any]) -> Any:
    """Raises Rejected unless there is one."""
    if len(found) != 1:
        raise Rejected
    return found[0]


def owned_as_before(effect: Effect, before: Sequence[Effect]) -> Effect:
    if not isinstance(effect, Grant) or effect.to is not None:
        return effect
    owners = [each.to for each in before if isinstance(each, Grant)]
    if not owners:
        raise Rejected
    return msgspec.structs.replace(effect, to=owners[-1])


def elliptic_abilities(given: tuple[Effect, ...]) -> Effect:
    """Abilities whose owner is that of the abilities before. Raises Rejected for more than one sort."""
    if len(given) != 1:
        raise Rejected
    return given[0]
