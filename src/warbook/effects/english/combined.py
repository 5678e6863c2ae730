"""Effects that scope others: in one line, and as a tree."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

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
    Outcome,
    Then,
    Unparsed,
    Until,
)
from warbook.effects.attack import Critical, Grant, Modifier, Reroll, Save
from warbook.effects.english.conditions import clause
from warbook.effects.english.leaves import leaf
from warbook.effects.english.nouns import amount, noun
from warbook.effects.english.times import duration, each_time, limit, windows
from warbook.effects.instructions import Permit
from warbook.effects.terms import Condition, Measured, Selector


class Branch(NamedTuple):
    """A line, what it scopes, and whether it was understood."""

    text: str
    beneath: tuple[Branch, ...] = ()
    understood: bool = True


def phrase(effect: Effect) -> str:
    """An effect in one line."""
    match effect:
        case If(condition, Permit("use this stratagem only on", barred=False, to=Selector() as to), None):
            return _only(condition, to)
        case Limited(often, Permit() as then) if then.what.startswith("use this"):
            return f"{phrase(then)} {limit(often)}"
        case If(condition, then, None):
            return f"if {clause(condition)}: {phrase(then)}"
        case If(condition, then, otherwise):
            return f"if {clause(condition)}: {phrase(then)}; otherwise: {phrase(otherwise)}"  # type: ignore[arg-type]
        case Until(lasting, Then(effects)) if len(effects) > 1:
            return f"{duration(lasting)}: {phrase(effect.then)}"
        case Until(lasting, then):
            return f"{phrase(then)}, {duration(lasting)}"
        case Then(effects):
            return "; then ".join(_in_turn(effects)) or "nothing"
        case Choose(options):
            return f"{_picked(effect)}: {' / '.join(phrase(each) for each in options) or 'of what follows'}"
        case OnRoll():
            which = "for each" if effect.count != 1 and not effect.total else "on"
            does = "; ".join(f"{which} {_faces(each)} {phrase(each.then)}" for each in effect.outcomes)
            return f"{_rolled(effect)}{f': {does}' if does else ''}{_plus(effect)}"
    scope = _scope(effect)
    if scope is None:
        return leaf(effect)  # type: ignore[arg-type]
    head, then = scope
    return f"{head}: {phrase(then)}"


_STANDING = (Modifier, Reroll, Grant, Save, Critical, Permit)
"""What holds at the same time, and not one after the other."""


def _in_turn(effects: tuple[Effect, ...]) -> Iterator[str]:
    """One after the other, those that hold at the same time as one."""
    for standing, some in groupby(effects, lambda each: isinstance(each, _STANDING)):
        if standing:
            yield _together(tuple(some))
        else:
            yield from map(phrase, some)


def _together(effects: tuple[Effect, ...]) -> str:
    """What holds at the same time; who it is of is said once."""
    told = list[str]()
    for place, each in enumerate(effects):
        who = _subject(each)
        again = place and who is not None and who == _subject(effects[place - 1])
        told.append(phrase(each).removeprefix(f"{noun(who)} ") if again and who is not None else phrase(each))
    return " and ".join(told)


def _subject(effect: Effect) -> Selector | None:
    match effect:
        case Grant(to=who) | Permit(who=who):
            return who
    return None


def _only(condition: Condition, to: Selector) -> str:
    """On whom alone a play may be used: "on a VEHICLE unit only if it has WALKER"."""
    who = getattr(condition, "who", None)
    if isinstance(who, Selector) and who.ref in ("that", "your"):
        condition = msgspec.structs.replace(condition, who=Selector(ref="it"))
    return f"you may use this Stratagem on {noun(to)} only if {clause(condition)}"


def _scope(effect: Effect) -> tuple[str, Effect] | None:
    """What stands before that which an effect scopes, and that."""
    match effect:
        case If(condition, then, None):
            return f"if {clause(condition)}", then
        case Each(happening, then):
            return each_time(happening), then
        case Until(lasting, then):
            return duration(lasting), then
        case At(times, then):
            return windows(times), then
        case Limited(often, then):
            return limit(often), then
        case May(then):
            return "if you wish", then
        case ForEach(of, then):
            return f"for each {_one_of(of)}", then
        case Instead(then):
            return "instead", then
    return None


def _one_of(of: Selector) -> str:
    """One of those that were spoken of, or of all that there are."""
    if of.ref not in ("that", "those"):
        return noun(of, one=True)
    return f"of {noun(msgspec.structs.replace(of, ref='those', count=2)).removeprefix('2 of ')}"


def _picked(told: Choose) -> str:
    of = f" of {told.name}" if told.name else ""
    owner = f" for {noun(told.to)}" if told.to is not None else ""
    return f"choose {'up to ' if told.up_to else ''}{told.count}{of}{owner}"


def _rolled(told: OnRoll) -> str:
    dice = f"{amount(told.count)} {told.dice}" if told.count != 1 else f"one {told.dice}"
    if isinstance(told.count, Measured) and told.count.what != "that many":
        dice = f"as many {told.dice} as {amount(told.count)}"
    each = f" for each {noun(told.each, one=True)}" if told.each is not None else ""
    return f"roll {dice}{each}{' (sum)' if told.total else ''}"


def _plus(told: OnRoll) -> str:
    return f" (the roll: {'; '.join(phrase(each) for each in told.plus)})" if told.plus else ""


def _on(told: Outcome) -> str:
    return f"on {_faces(told)}"


def _faces(told: Outcome) -> str:
    if told.most is None:
        return f"{told.least}+"
    return str(told.least) if told.most == told.least else f"{told.least}-{told.most}"


def branch(effect: Effect) -> Branch:
    """An effect as a tree of lines: scopes above what they scope."""
    match effect:
        case If(_, Permit("use this stratagem only on"), None) | Limited(_, Permit()):
            return Branch(phrase(effect))
        case If(condition, then, otherwise) if otherwise is not None:
            beneath = (branch(then), Branch("otherwise", (branch(otherwise),)))
            return Branch(f"if {clause(condition)}", beneath)
        case Then(effects):
            return Branch("in this order" if len(effects) != 1 else "this", tuple(map(branch, effects)))
        case Choose(options):
            return Branch(_picked(effect), tuple(map(branch, options)))
        case OnRoll():
            outcomes = tuple(Branch(_on(each), (branch(each.then),)) for each in effect.outcomes)
            return Branch(f"{_rolled(effect)}{_plus(effect)}", outcomes)
        case Unparsed():
            return Branch(phrase(effect), understood=False)
    scope = _scope(effect)
    if scope is None:
        return Branch(phrase(effect))
    return Branch(scope[0], (branch(scope[1]),))
