"""Sentences that follow each other, as one row of effects.

A sentence goes on with the one before it where it says *instead*, asks whether something was done, speaks of an
attack that it did not introduce, or of *that unit* of before: then it belongs inside the scopes of that one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from warbook.effects import (
    Choose,
    Each,
    Effect,
    Heading,
    If,
    Instead,
    May,
    OnRoll,
    Then,
    Unparsed,
    Until,
    Use,
)
from warbook.effects.attack import Grant, Modifier, Reroll
from warbook.effects.instructions import Permit, Return, Select, SetUp
from warbook.effects.terms import (
    All,
    Did,
    Done,
    Duration,
    Event,
    Selector,
    State,
)
from warbook.parsing.continuing import at_other_targets, for_such, holds_as_long, of_its_sort, parted
from warbook.parsing.references import after_those_attacks, asks_of_deed, free_nouns, goes_on, of_attack
from warbook.parsing.retelling import (
    asks_of_roll,
    decided,
    retold_test,
    with_more_dice,
    with_what_was_picked,
)
from warbook.parsing.scopes import Scope, in_row, peeled, row, same_scope, walk, wrapped
from warbook.parsing.such import apart, like_before

OF_ATTACKS = ("attacks", "targets", "allocated", "hit", "wounded", "rolls")


_OF_CHARGES = ("declares a charge", "charge declared")


def joined(done: list[Effect], effect: Effect) -> None:
    """Put a sentence's effect after, or inside, those of the sentences before."""
    told = apart(effect)
    if told:
        for each in told:
            joined(done, each)
        return
    before = done[-1] if done else None
    if before is None or isinstance(before, Unparsed | Heading) or _tells_what_it_replaces(effect):
        done.append(effect)
        return
    of_such = like_before(before, effect)
    if of_such is not None:
        done[-1] = put(before, *of_such)
        return
    done[-1] = before = of_its_sort(before, effect)
    effect, besides = parted(effect)
    if besides is not None:
        joined(done, effect)
        done.append(besides)
        return
    effect = for_such(before, effect)
    at_others = at_other_targets(before, effect)
    if at_others is not None:
        done[-1] = at_others
        return
    if ownerless(effect):
        done[-1] = put(before, len(peeled(before)[0]), owned(effect, before))
        return
    results = tuple(takewhile(asks_of_roll, row(effect))) or row(effect)
    retold = decided(before, results) or retold_test(before, effect) or with_more_dice(before, effect)
    if retold is not None:
        done[-1] = retold
        more = row(effect)[len(results) :]
        if more:
            joined(done, in_row(*more))
        return
    back = _back_again(before, effect) or with_what_was_picked(before, effect)
    if back is not None:
        done[-1] = back
        return
    of_use = isinstance(peeled(effect)[1], Choose) or after_those_attacks(effect)
    if of_use and _ends_in_if_done(before):
        done[-1] = _chosen_if_done(before, effect)
        return
    if _in_place_of_a_roll(before, effect):
        done[-1] = put(before, len(peeled(before)[0]), wrapped(*_unreplaced(effect)))
        return
    inside = _depth(before, effect)
    if inside is not None:
        done[-1] = put(before, inside, effect)
    elif _of_last(before, effect):
        done[-1] = _in_last(before, effect)
    elif goes_on(effect, before) and (inside := _in_each_deed(before, effect) or in_deed(before)):
        done[-1] = put(before, inside, effect)
    elif is_instead(effect):
        done[-1] = put(before, len(peeled(before)[0]), effect)
    elif holds_as_long(before, effect):
        done[-1] = put(before, 1, effect)
    else:
        done.append(effect)


def _tells_what_it_replaces(effect: Effect) -> bool:
    """Whether it stands in place of what its own condition says: "if it can be attached there, it can be
    attached here instead"."""
    match effect:
        case If(Did(Event(what="eligible", acts=("attach",))), Instead(), None):
            return True
    return False


def _ends_in_if_done(before: Effect) -> bool:
    """Whether the last of several things is done only if the one before it was."""
    body = peeled(before)[1]
    last = row(body)[-1]
    return isinstance(body, Then) and isinstance(last, If) and last.condition == Done()


def _chosen_if_done(before: Effect, choice: Effect) -> Effect:
    scopes, body = peeled(before)
    *earlier, last = row(body)
    assert isinstance(last, If)
    done = msgspec.structs.replace(last, then=in_row(last.then, choice))
    return wrapped(scopes, in_row(*earlier, done))


def _in_place_of_a_roll(before: Effect, effect: Effect) -> bool:
    """Whether it happens in place of a roll that the sentence before does away with."""
    last = row(peeled(before)[1])[-1]
    no_roll = isinstance(last, Permit) and last.barred and last.what.startswith(("make ", "roll "))
    return no_roll and is_instead(effect)


def _unreplaced(effect: Effect) -> tuple[list[Scope], Effect]:
    scopes, body = peeled(effect)
    return scopes, body.then if isinstance(body, Instead) else body


def ownerless(effect: Effect) -> bool:
    """Whether it gives an ability under a condition and leaves open to whom."""
    scopes, body = peeled(effect)
    return bool(scopes) and isinstance(body, Grant) and body.to is None


def owned(effect: Effect, before: Effect) -> Effect:
    """An ability that leaves open to whom it is given, given to whom the sentence before gave one."""
    if not ownerless(effect):
        return effect
    scopes, body = peeled(effect)
    owners = [each.to for each in walk(before) if isinstance(each, Grant)]
    return wrapped(scopes, msgspec.structs.replace(body, to=owners[-1])) if owners else effect


def _back_again(before: Effect, effect: Effect) -> Effect | None:
    """The effect before with how that comes back which it took away last; ``None`` where it is not that."""
    body = peeled(effect)[1]
    if not isinstance(body, SetUp) or body.who.ref not in ("that", "those") or body.removed:
        return None
    return _last_deed(before, lambda deed: _returned(deed, effect))


def _returned(deed: Effect, effect: Effect) -> Effect | None:
    """Where the removal was left to the player, what comes back does so if it was removed."""
    if isinstance(deed, May) and _is_removal(deed.then):
        return in_row(deed, If(Done(), effect))
    return in_row(deed, effect) if _is_removal(deed) else None


def _is_removal(deed: Effect) -> bool:
    return isinstance(deed, SetUp) and deed.removed and deed.to == "reserves"


def _last_deed(before: Effect, change: Callable[[Effect], Effect | None]) -> Effect | None:
    """The effect with what is done last in it changed, ``None`` where that is not to be changed."""
    scopes, body = peeled(before)
    *earlier, last = row(body)
    if isinstance(last, If) and isinstance(last.condition, State):
        inner = _last_deed(last.then, change)  # only if it was there: what comes back comes back in any case
        more = () if inner is None else row(inner)[len(row(last.then)) :]
        return wrapped(scopes, in_row(*earlier, last, *more)) if more else None
    changed = _last_deed(last, change) if peeled(last)[0] else change(last)
    return None if changed is None else wrapped(scopes, in_row(*earlier, changed))


def _depth(before: Effect, effect: Effect) -> int | None:
    """So many scopes of the effect before are also those of one that speaks of its attack, or its charge."""
    if not of_attack(effect):
        return None
    charge = any(isinstance(each, Modifier | Reroll) and each.what == "charge roll" for each in walk(effect))
    return _in_trigger(before, _OF_CHARGES if charge else OF_ATTACKS)


def _nested(before: Effect) -> bool:
    """Whether the last of several things inside an effect has scopes of its own."""
    scopes, body = peeled(before)
    last = body.effects[-1:] if isinstance(body, Then) else ()
    return any(peeled(each)[0] if scopes else _in_attack(each) for each in last)


def _of_last(before: Effect, effect: Effect) -> bool:
    """Whether it goes on with the last of several things inside the effect before."""
    if (asks_of_deed(effect) or free_nouns(effect)) and _offers_in_last(before):
        return True
    return _nested(before) and (of_attack(effect) or is_instead(effect))


def _offers_in_last(before: Effect) -> bool:
    """Whether the last of several things inside an effect offers something at a time of its own."""
    body = peeled(before)[1]
    scopes, last = peeled(row(body)[-1])
    return isinstance(body, Then) and bool(scopes) and isinstance(row(last)[-1], Use | May | Select)


def _in_last(before: Effect, effect: Effect) -> Effect:
    scopes, body = peeled(before)
    parts = list(row(body))
    joined(parts, effect)
    return wrapped(scopes, in_row(*parts))


def is_instead(effect: Effect) -> bool:
    """Whether it stands in place of what was told before."""
    return isinstance(peeled(effect)[1], Instead)


def _in_attack(before: Effect) -> int | None:
    """So many scopes deep is the attack of an effect."""
    return _in_trigger(before, OF_ATTACKS)


def _in_trigger(before: Effect, triggers: tuple[str, ...]) -> int | None:
    """So many scopes deep is the innermost of these triggers."""
    scopes, _ = peeled(before)
    depths = [
        depth
        for depth, scope in enumerate(scopes, 1)
        if isinstance(scope, Each) and scope.event.what in triggers
    ]
    return depths[-1] if depths else None


def in_deed(before: Effect) -> int:
    """So many scopes deep something is done: not inside what lasts."""
    scopes, _ = peeled(before)
    lasting = (depth for depth, scope in enumerate(scopes) if isinstance(scope, Until))
    return next(lasting, len(scopes))


def _in_each_deed(before: Effect, effect: Effect) -> int:
    """So many scopes deep something is done each time that something happens, where that is asked for, or
    where the attacks are spoken of that are made then."""
    scopes, _ = peeled(before)
    of_it = asks_of_deed(effect) or (isinstance(effect, Until) and effect.duration == Duration("attacks"))
    return len(scopes) if of_it and any(isinstance(scope, Each) for scope in scopes) else 0


def put(before: Effect, depth: int, effect: Effect) -> Effect:
    """``effect`` at the end of what is ``depth`` scopes deep; scopes that both have are told once."""
    outer, inner = _cut(before, depth)
    scopes, body = peeled(effect)
    own = [scope for scope in scopes if not any(same_scope(scope, other) for other in outer)]
    if isinstance(body, Instead) and all(isinstance(scope, If) for scope in own) and not asks_of_deed(effect):
        replaced = _replaced(inner, own, body.then)
        if replaced is not None:
            return wrapped(outer, replaced)
    return wrapped(outer, in_row(inner, wrapped(own, body)))


def _cut(effect: Effect, depth: int) -> tuple[list[Scope], Effect]:
    scopes, body = peeled(effect)
    return scopes[:depth], wrapped(scopes[depth:], body)


def _replaced(inner: Effect, own: Sequence[Scope], better: Effect) -> Effect | None:
    """The effect of before, and in its place ``better`` where its conditions hold; ``None`` where it is not
    clear which of several is meant."""
    effects = list(row(inner))
    if len(effects) > 1 and [_sort(each) for each in effects] == [_sort(each) for each in row(better)]:
        effects = [inner]
    places = [place for place, each in enumerate(effects) if _alike(each, better)]
    if not own:
        return None
    rolled = [place for place, each in enumerate(effects) if isinstance(each, OnRoll)]
    if not places and len(rolled) == 1 and (dice := _in_outcome(effects[rolled[0]], own, better)) is not None:
        effects[rolled[0]] = dice
        return in_row(*effects)
    if len(effects) == 1:
        places = [0]
    if len(places) != 1:
        return None
    conditions = tuple(scope.condition for scope in own if isinstance(scope, If))
    condition = conditions[0] if len(conditions) == 1 else All(conditions)
    effects[places[0]] = If(condition, _of_the_same(better, effects[places[0]]), effects[places[0]])
    return in_row(*effects)


def _in_outcome(roll: Effect, own: Sequence[Scope], better: Effect) -> Effect | None:
    """Dice of which one result alone does something of that sort: the better comes about by the same result."""
    assert isinstance(roll, OnRoll)
    fitting = [outcome for outcome in roll.outcomes if any(_alike(each, better) for each in row(outcome.then))]
    if len(fitting) != 1:
        return None
    changed = _replaced(fitting[0].then, own, better)
    if changed is None:
        return None
    instead = msgspec.structs.replace(fitting[0], then=changed)
    outcomes = tuple(instead if each is fitting[0] else each for each in roll.outcomes)
    return msgspec.structs.replace(roll, outcomes=outcomes)


def _of_the_same(better: Effect, before: Effect) -> Effect:
    """A characteristic of nobody in particular is that of the one before, and "it" is who had what is
    replaced; other models return to the same unit, with as many wounds."""
    match better, peeled(before)[1]:
        case Modifier(of=None, what=what), Modifier(of=Selector() as of, what=same) if what == same:
            return msgspec.structs.replace(better, of=of)
        case Grant(to=to, what="weapon ability"), Grant(to=Selector() as owner) if to == Selector(ref="that"):
            return msgspec.structs.replace(better, to=owner)
        case Return(to=None, wounds=None), Return(to=unit, wounds=wounds):
            return msgspec.structs.replace(better, to=unit, wounds=wounds)
    return better


def _alike(effect: Effect, better: Effect) -> bool:
    _, body = peeled(effect)
    while isinstance(body, If):
        body = body.then
    return _sort(body) == _sort(peeled(better)[1])


def _sort(effect: Effect) -> tuple[type, Any]:
    return type(effect), getattr(effect, "what", None)
