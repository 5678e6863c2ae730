"""What a sentence leaves open, and whether it goes on with the one before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warbook.effects import (
    At,
    Choose,
    Each,
    Effect,
    If,
    May,
    OnRoll,
    Unparsed,
    Until,
    Use,
)
from warbook.effects.attack import Critical, Grant, Modifier, Reroll, Result
from warbook.effects.instructions import Permit, Select, Test
from warbook.effects.terms import (
    Active,
    Condition,
    Did,
    Done,
    Event,
    Selector,
    Term,
    Window,
)
from warbook.parsing.scopes import peeled, row, walk

_MEN = ("unit", "model", "army", "player")
"""Sorts of nouns that stand for each other: the unit of a model, the models of a unit."""


_NO_MEN = ("ability", "weapon")
"""Sorts of what a choice may be among, and somebody then has."""


_BEFORE_BATTLE = ("declare battle formations", "deployment")


_DEEDS = (May, OnRoll, Select, Test, Use)
"""What may be done or not, or end in one way or another."""


_ATTACK_ROLLS = ("hit roll", "wound roll", "damage roll", "save roll")


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
    elif (noun.of is None or noun.kind == "weapon") and (own or noun.ref is None):
        known.append(noun)


def _may_mean(noun: Selector, other: Selector) -> bool:
    """Whether the one may be the other: not where they are on different sides, or of different sorts, nor
    where the one is the second of two that were picked."""
    if noun.other:
        return False
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
        case Permit(what="select new targets"):
            return True
        case Modifier(of=None) | Reroll(of=None) | Result(of=None):
            return value.what in _ATTACK_ROLLS
        case Critical(of=None):
            return True
    return False


def other_than_nobody(effect: Effect, earlier: Sequence[Effect]) -> bool:
    """Whether it speaks of other models of the unit with the rule, and no model was spoken of."""
    told = [each for one in (*earlier, effect) for each in walk(one) if isinstance(each, Selector)]
    models = [each for each in told if each.kind == "model"]
    others = any(each.of == Selector(ref="this") for each in models)
    return others and all(each.other for each in models)


def introduces(effects: Sequence[Effect]) -> bool:
    """Whether anything was spoken of that *that* may mean."""
    told = (each for effect in effects for each in walk(effect))
    return any(isinstance(each, Unparsed | Event | Selector) for each in told)


def of_earlier_attack(effect: Effect) -> bool:
    """Whether it happens each time that an attack does something of which a sentence before spoke."""
    events = [scope.event for scope in peeled(effect)[0] if isinstance(scope, Each)]
    return bool(events) and events[0].by == Selector("attack", ref="that")


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
    """Whether what lasts a while has what was chosen, or the ability that was picked, before."""
    given = (each for each in walk(effect) if isinstance(each, Grant))
    chosen = any(each.names in _CHOSEN or _is_selected(each) for each in given)
    return chosen and isinstance(effect, Until) and any(_is_choice(each) for each in walk(before))


_CHOSEN = (("selected",), ("that",), ("those",))


def _is_selected(given: Grant) -> bool:
    """Whether it is what was chosen, by the name of its sort: "the selected Plague"."""
    return given.names[0].startswith("the selected ")


def after_those_attacks(effect: Effect) -> bool:
    """Whether it comes after the attacks spoken of, whoever made them."""
    match effect:
        case Each(Event(what="resolves attacks", by=Selector(ref="attacker"), edge="after")):
            return True
    return False


def _is_choice(effect: Any) -> bool:
    return isinstance(effect, Choose) or (isinstance(effect, Select) and effect.what.kind in _NO_MEN)


def _beside(effect: Effect, before: Effect) -> bool:
    """Whether both are triggers, and the one before picked nobody."""
    return isinstance(effect, Each) and isinstance(before, Each) and not _has(before, Select)


def _after_it_all(effect: Effect, before: Effect) -> bool:
    """Whether what holds from then on follows what was picked before the battle."""
    times = [window for scope in peeled(before)[0] if isinstance(scope, At) for window in scope.windows]
    return isinstance(effect, If | At) and bool(times) and all(map(_before_all, times))


def _before_all(window: Window) -> bool:
    """Whether it is before the battle, or as it begins."""
    return window.phase in _BEFORE_BATTLE or (window.phase, window.edge) == ("battle", "start")


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
