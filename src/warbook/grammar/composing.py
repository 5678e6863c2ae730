"""Sentences that follow each other, as one row of effects.

A sentence goes on with the one before it where it says *instead*, asks whether something was done, speaks of an
attack that it did not introduce, or of *that unit* of before: then it belongs inside the scopes of that one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any

import msgspec

from warbook.effects import (
    At,
    Choose,
    Each,
    Effect,
    Heading,
    If,
    Instead,
    Limited,
    May,
    OnRoll,
    Outcome,
    Then,
    Unparsed,
    Until,
    Use,
)
from warbook.effects.attack import Critical, Grant, Modifier, Reroll, Result
from warbook.effects.instructions import Act, Permit, Select, SetUp, Test
from warbook.effects.terms import (
    Active,
    All,
    Condition,
    Did,
    Done,
    Duration,
    Event,
    Rolled,
    Selector,
    State,
    Term,
)

Scope = If | Each | Until | At | Limited
SCOPES = (If, Each, Until, At, Limited)
OF_ATTACKS = ("attacks", "targets", "allocated", "hit", "wounded", "rolls")
STAYS = Permit("stay until it has fought", Selector("model", ref="that"))
"""A destroyed model is not removed yet."""
_MEN = ("unit", "model", "army", "player")
"""Sorts of nouns that stand for each other: the unit of a model, the models of a unit."""
_BEFORE_BATTLE = ("declare battle formations", "deployment")
_DEEDS = (May, OnRoll, Select, Test, Use)
"""What may be done or not, or end in one way or another."""
_OF_CHARGES = ("declares a charge", "charge declared")
_ATTACK_ROLLS = ("hit roll", "wound roll", "damage roll", "save roll")


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


def in_row(*effects: Effect) -> Effect:
    """One after the other, laid flat, without what gives nothing."""
    flat = tuple(each for effect in effects for each in row(effect) if each != Then(()))
    return flat[0] if len(flat) == 1 else Then(flat)


# --------------------------------------------------------------------- what a sentence leaves open


def asks_of_deed(effect: Effect) -> bool:
    """Whether it asks how that went which the sentence before offered or rolled: before it tells of a deed of
    its own."""
    for each in walk(effect):
        if isinstance(each, Done):
            return True
        if isinstance(each, _DEEDS) or (isinstance(each, Event) and each.what == "takes a test"):
            return False
    return False


def free_nouns(effect: Effect, own: bool = True) -> list[Selector]:
    """The *that* and *those* of a sentence before which it introduced nothing that they may mean; where
    ``own``, the one who has the rule may be meant by them as soon as it was spoken of."""
    found: list[Selector] = []
    _find_free(effect, own, [], found)
    return found


def _find_free(value: Any, own: bool, known: list[Selector], found: list[Selector]) -> None:
    """Add to ``found`` what is free, and to ``known`` what is introduced. Neither of the two sides of an event
    is meant by a word for the other."""
    if isinstance(value, Event):
        before = list(known)
        _find_free(value.by, own, known, found)
        _find_free(value.to, own, before, found)
        known += [each for each in before if each not in known]
        _find_free((value.weapon, value.where), own, known, found)
        return
    if isinstance(value, Selector) and value.ref != "it":
        _find_noun(value, own, known, found)
    if isinstance(value, OnRoll):
        _find_free(value.each, own, known, found)  # what dice are rolled for is told before what they do
    parts = value if isinstance(value, tuple) else ()
    if isinstance(value, Term):
        parts = tuple(getattr(value, field) for field in value.__struct_fields__)
    for each in parts:
        _find_free(each, own, known, found)


def _find_noun(noun: Selector, own: bool, known: list[Selector], found: list[Selector]) -> None:
    if noun.ref in ("that", "those"):
        if noun.kind != "attack" and not any(_may_mean(noun, each) for each in known):
            found.append(noun)
    elif noun.of is None and (own or noun.ref is None):
        known.append(noun)


def _may_mean(noun: Selector, other: Selector) -> bool:
    """Whether the one may be the other: not where they are on different sides, or of different sorts."""
    sorts = [_MEN if each.kind in _MEN else (each.kind,) for each in (noun, other)]
    if sorts[0] != sorts[1]:
        return False
    side = "friendly" if other.ref in ("this", "your", "bearer") else other.side
    return noun.side is None or side is None or noun.side == side


def of_attack(effect: Effect) -> bool:
    """Whether it speaks of an attack and does not say of which."""
    scopes, body = peeled(effect)
    if any(isinstance(scope, Each) for scope in scopes):
        return False
    parts = [scope.condition for scope in scopes if isinstance(scope, If)]
    told = [each for part in parts if not _of_all_attacks(part) for each in walk(part)]
    inner = [each for each in row(body) if not isinstance(each, Each)]
    told += [each for part in inner for each in walk(part)]
    return any(_of_attack(each) for each in told)


def _of_all_attacks(condition: Condition) -> bool:
    """Whether it asks what attacks did together, when they are done."""
    match condition:
        case Did(Event(what="destroyed", by=Selector(kind="unit", ref="attacker"), to=Selector(count="any"))):
            return True
    return False


def _of_attack(value: Any) -> bool:
    match value:
        case Selector(ref="target" | "attacker") | Selector(kind="attack", ref="that"):
            return True
        case Modifier(of=None) | Reroll(of=None) | Result(of=None):
            return value.what in _ATTACK_ROLLS
        case Critical(of=None):
            return True
    return False


def introduces(effects: Sequence[Effect]) -> bool:
    """Whether anything was spoken of that *that* may mean."""
    told = (each for effect in effects for each in walk(effect))
    return any(isinstance(each, Unparsed | Event | Selector) for each in told)


def goes_on(effect: Effect, before: Effect) -> bool:
    """Whether a sentence says more of what was done, chosen or picked before."""
    if asks_of_deed(effect) or _of_choice(effect, before):
        return True
    if _of_more(effect, before) or _beside(effect, before) or _other_choice(effect, before):
        return False
    if _after_it_all(effect, before) or _of_those_weapons(effect, before):
        return False
    if free_nouns(effect):
        return True
    return bool(free_nouns(effect, own=False)) and _has(before, Select)


def of_picked(effect: Effect, before: Effect) -> bool:
    """Whether it speaks of what was picked before."""
    return _has(before, Select) and bool(free_nouns(effect, own=False))


def _has(effect: Effect, *kinds: type) -> bool:
    return any(isinstance(each, kinds) for each in walk(effect))


def _of_choice(effect: Effect, before: Effect) -> bool:
    """Whether what lasts a while has what was chosen before."""
    given = (each for each in walk(effect) if isinstance(each, Grant))
    chosen = any(each.names in (("selected",), ("that",)) for each in given)
    return chosen and isinstance(effect, Until) and _has(before, Choose)


def _beside(effect: Effect, before: Effect) -> bool:
    """Whether both are triggers, and the one before picked nobody."""
    return isinstance(effect, Each) and isinstance(before, Each) and not _has(before, Select)


def _after_it_all(effect: Effect, before: Effect) -> bool:
    """Whether what holds from then on follows what was picked before the battle."""
    times = [window for scope in peeled(before)[0] if isinstance(scope, At) for window in scope.windows]
    return isinstance(effect, If | At) and bool(times) and all(each.phase in _BEFORE_BATTLE for each in times)


def _other_choice(effect: Effect, before: Effect) -> bool:
    """Whether each is for another choice that is active."""
    conditions = [each.condition for each in (effect, before) if isinstance(each, If)]
    return len(conditions) == 2 and all(isinstance(each, Active) for each in conditions)


def _of_more(effect: Effect, before: Effect) -> bool:
    """Whether several are spoken of where one more was picked under a condition: the others are meant without
    it."""
    scopes, body = peeled(before)
    conditional = bool(scopes) and all(isinstance(scope, If) for scope in scopes) and not asks_of_deed(before)
    one = isinstance(body, Select) and body.what.count == 1
    return conditional and one and any(each.ref == "those" for each in free_nouns(effect, own=False))


def _of_those_weapons(effect: Effect, before: Effect) -> bool:
    """Whether weapons are meant that were spoken of before a condition, under another condition."""
    own, _ = peeled(effect)
    scopes, body = peeled(before)
    conditions = bool(scopes) and all(isinstance(scope, If) for scope in scopes)
    lasting = all(isinstance(each, Grant | Modifier) for each in row(body))
    weapons = all(each.kind == "weapon" for each in free_nouns(effect))
    return conditions and lasting and weapons and any(isinstance(scope, If) for scope in own)


# --------------------------------------------------------------------- putting it in its place


def joined(done: list[Effect], effect: Effect) -> None:
    """Put a sentence's effect after, or inside, those of the sentences before."""
    before = done[-1] if done else None
    if before is None or isinstance(before, Unparsed | Heading) or _tells_what_it_replaces(effect):
        done.append(effect)
        return
    if ownerless(effect):
        done[-1] = put(before, len(peeled(before)[0]), owned(effect, before))
        return
    results = tuple(takewhile(asks_of_roll, row(effect))) or row(effect)
    decided = _decided(before, results) or _retold_test(before, effect) or _with_more_dice(before, effect)
    if decided is not None:
        done[-1] = decided
        more = row(effect)[len(results) :]
        if more:
            joined(done, in_row(*more))
        return
    back = _back_again(before, effect)
    if back is not None:
        done[-1] = back
        return
    if isinstance(peeled(effect)[1], Choose) and _ends_in_if_done(before):
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
    elif _is_instead(effect):
        done[-1] = put(before, len(peeled(before)[0]), effect)
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
    return no_roll and _is_instead(effect)


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


def asks_of_roll(effect: Effect) -> bool:
    """Whether it tells what a roll of the sentence before does."""
    return all(isinstance(each, If) and isinstance(each.condition, Rolled) for each in row(effect))


def _decided(before: Effect, told: Sequence[Effect]) -> Effect | None:
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


def _retold_test(before: Effect, effect: Effect) -> Effect | None:
    """A change to the roll of the test before stands before that test; ``None`` where none is told."""
    scopes, body = peeled(effect)
    if not isinstance(body, Modifier) or (body.what, body.of) != ("roll", None):
        return None
    own = [scope for scope in scopes if scope != If(Done(), scope.then)]
    if not all(isinstance(scope, If) for scope in own):
        return None
    changed = wrapped(own, body)
    return _last(before, lambda last: in_row(changed, last) if isinstance(last, Test) else None)


def _with_more_dice(before: Effect, effect: Effect) -> Effect | None:
    """The dice rolled last, and more of them where that is told; ``None`` where it is not."""
    scopes, body = peeled(effect)
    if not (isinstance(body, Modifier) and body.what == "dice") or not all(isinstance(s, If) for s in scopes):
        return None
    return _last_roll(before, lambda roll: msgspec.structs.replace(roll, plus=(*roll.plus, effect)))


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


# --------------------------------------------------------------------- off and on again


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
    return _nested(before) and (of_attack(effect) or _is_instead(effect))


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


def _is_instead(effect: Effect) -> bool:
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
    own = [scope for scope in scopes if not any(_same(scope, other) for other in outer)]
    if isinstance(body, Instead) and all(isinstance(scope, If) for scope in own) and not asks_of_deed(effect):
        replaced = _replaced(inner, own, body.then)
        if replaced is not None:
            return wrapped(outer, replaced)
    return wrapped(outer, in_row(inner, wrapped(own, body)))


def _cut(effect: Effect, depth: int) -> tuple[list[Scope], Effect]:
    scopes, body = peeled(effect)
    return scopes[:depth], wrapped(scopes[depth:], body)


def _same(one: Scope, other: Scope) -> bool:
    blank = Heading("")
    return msgspec.structs.replace(one, then=blank) == msgspec.structs.replace(other, then=blank)


def _replaced(inner: Effect, own: Sequence[Scope], better: Effect) -> Effect | None:
    """The effect of before, and in its place ``better`` where its conditions hold; ``None`` where it is not
    clear which of several is meant."""
    effects = list(row(inner))
    if len(effects) > 1 and [_sort(each) for each in effects] == [_sort(each) for each in row(better)]:
        effects = [inner]
    places = [place for place, each in enumerate(effects) if _alike(each, better)]
    if len(effects) == 1:
        places = [0]
    if len(places) != 1 or not own:
        return None
    conditions = tuple(scope.condition for scope in own if isinstance(scope, If))
    condition = conditions[0] if len(conditions) == 1 else All(conditions)
    effects[places[0]] = If(condition, _of_the_same(better, effects[places[0]]), effects[places[0]])
    return in_row(*effects)


def _of_the_same(better: Effect, before: Effect) -> Effect:
    """A characteristic of nobody in particular is that of the one before."""
    match better, peeled(before)[1]:
        case Modifier(of=None, what=what), Modifier(of=Selector() as of, what=same) if what == same:
            return msgspec.structs.replace(better, of=of)
    return better


def _alike(effect: Effect, better: Effect) -> bool:
    _, body = peeled(effect)
    while isinstance(body, If):
        body = body.then
    return _sort(body) == _sort(peeled(better)[1])


def _sort(effect: Effect) -> tuple[type, Any]:
    return type(effect), getattr(effect, "what", None)
