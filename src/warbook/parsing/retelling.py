"""What a sentence tells more of the dice or the test that the one before it ends in."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from warbook.effects import (
    Effect,
    If,
    May,
    OnRoll,
    Outcome,
)
from warbook.effects.attack import Modifier
from warbook.effects.instructions import Act, Permit, Select, Test
from warbook.effects.terms import (
    Done,
    Rolled,
    Selector,
)
from warbook.parsing.references import of_picked
from warbook.parsing.scopes import in_row, peeled, row, wrapped

STAYS = Permit("stay until it has fought", Selector("model", ref="that"))
"""A destroyed model is not removed yet."""


def asks_of_roll(effect: Effect) -> bool:
    """Whether it tells what a roll of the sentence before does."""
    return all(isinstance(each, If) and isinstance(each.condition, Rolled) for each in row(effect))


def decided(before: Effect, told: Sequence[Effect]) -> Effect | None:
    """The dice rolled last, with what their results do; ``None`` where that is not what is told."""
    if asks_of_roll(in_row(*told)):
        outcomes = tuple(_outcome(each) for each in told)
        return _last_roll(before, lambda roll: msgspec.structs.replace(roll, outcomes=roll.outcomes + outcomes))
    if all(isinstance(each, Act) and each.after_death for each in told):
        kept = _last_roll(before, lambda roll: _fighting_on(roll, told))
        return kept if kept is not None else _staying(before, told)
    return None


def _staying(before: Effect, told: Sequence[Effect]) -> Effect | None:
    """What is not removed without any roll, and then fights."""
    scopes, body = peeled(before)
    if row(body)[-1] == STAYS:
        return wrapped(scopes, in_row(body, *told))
    return None


def _last_roll(before: Effect, change: Callable[[OnRoll], Effect | None]) -> Effect | None:
    """The effect with its last dice changed; ``None`` where something else came last."""
    return _last(before, lambda last: change(last) if isinstance(last, OnRoll) else None)


def _last(before: Effect, change: Callable[[Effect], Effect | None]) -> Effect | None:
    """The effect with what it does last changed; ``None`` where that cannot be."""
    scopes, body = peeled(before)
    *earlier, last = row(body)
    if earlier or scopes:
        inner = _last(last, change)
        return None if inner is None else wrapped(scopes, in_row(*earlier, inner))
    if isinstance(last, May):
        inner = _last(last.then, change)
        return None if inner is None else May(inner)
    return change(last)


def retold_test(before: Effect, effect: Effect) -> Effect | None:
    """A change to the roll of the test before stands before that test; ``None`` where none is told."""
    scopes, body = peeled(effect)
    if not isinstance(body, Modifier) or (body.what, body.of) != ("roll", None):
        return None
    own = [scope for scope in scopes if scope != If(Done(), scope.then)]
    if not all(isinstance(scope, If) for scope in own):
        return None
    changed = wrapped(own, body)
    return _last(before, lambda last: in_row(changed, last) if isinstance(last, Test) else None)


def with_more_dice(before: Effect, effect: Effect) -> Effect | None:
    """The dice rolled last, and more of them where that is told; ``None`` where it is not."""
    scopes, body = peeled(effect)
    if not (isinstance(body, Modifier) and body.what == "dice") or not all(isinstance(s, If) for s in scopes):
        return None
    return _last_roll(before, lambda roll: msgspec.structs.replace(roll, plus=(*roll.plus, effect)))


def with_what_was_picked(before: Effect, effect: Effect) -> Effect | None:
    """What is said of the one that a result let the player pick is said for that result; ``None`` where none
    did."""
    if not of_picked(effect, before):
        return None
    return _last_roll(before, lambda roll: _of_picked(roll, effect))


def _of_picked(roll: OnRoll, effect: Effect) -> OnRoll | None:
    *others, last = roll.outcomes or (None,)
    if last is None or not isinstance(row(last.then)[-1], Select):
        return None
    more = msgspec.structs.replace(last, then=in_row(last.then, effect))
    return msgspec.structs.replace(roll, outcomes=(*others, more))


def _fighting_on(roll: OnRoll, told: Sequence[Effect]) -> Effect | None:
    """What is not removed where the roll comes up so, and then fights, fights in that case alone."""
    *others, last = roll.outcomes or (None,)
    if last is None or row(last.then)[-1] != STAYS:
        return None
    kept = msgspec.structs.replace(last, then=in_row(last.then, *told))
    return msgspec.structs.replace(roll, outcomes=(*others, kept))


def _outcome(told: Effect) -> Outcome:
    assert isinstance(told, If)
    assert isinstance(told.condition, Rolled)
    return Outcome(told.condition.least, told.then, told.condition.most)
