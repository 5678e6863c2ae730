"""Effects that scope others: in one line, and as a tree."""

from __future__ import annotations

from typing import NamedTuple

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
from warbook.effects.english.conditions import clause
from warbook.effects.english.leaves import leaf
from warbook.effects.english.nouns import amount, noun
from warbook.effects.english.times import duration, each_time, limit, windows


class Branch(NamedTuple):
    """A line, what it scopes, and whether it was understood."""

    text: str
    beneath: tuple[Branch, ...] = ()
    understood: bool = True


def phrase(effect: Effect) -> str:
    """An effect in one line."""
    match effect:
        case If(condition, then, None):
            return f"if {clause(condition)}: {phrase(then)}"
        case If(condition, then, otherwise):
            return f"if {clause(condition)}: {phrase(then)}; otherwise: {phrase(otherwise)}"  # type: ignore[arg-type]
        case Until(lasting, then):
            return f"{phrase(then)}, {duration(lasting)}"
        case Then(effects):
            return "; then ".join(phrase(each) for each in effects) or "nothing"
        case Choose(options):
            return f"{_picked(effect)}: {' / '.join(phrase(each) for each in options) or 'of what follows'}"
        case OnRoll():
            does = "; ".join(_outcome(each) for each in effect.outcomes)
            return f"{_rolled(effect)}{f': {does}' if does else ''}{_plus(effect)}"
    scope = _scope(effect)
    if scope is None:
        return leaf(effect)  # type: ignore[arg-type]
    head, then = scope
    return f"{head}: {phrase(then)}"


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
            return "optional", then
        case ForEach(of, then):
            return f"for each {noun(of, one=True)}", then
        case Instead(then):
            return "instead", then
    return None


def _picked(told: Choose) -> str:
    of = f" of {told.name}" if told.name else ""
    owner = f" for {noun(told.to)}" if told.to is not None else ""
    return f"choose {'up to ' if told.up_to else ''}{told.count}{of}{owner}"


def _rolled(told: OnRoll) -> str:
    dice = f"{amount(told.count)} {told.dice}" if told.count != 1 else f"one {told.dice}"
    each = f" for each {noun(told.each, one=True)}" if told.each is not None else ""
    return f"roll {dice}{each}{' (sum)' if told.total else ''}"


def _plus(told: OnRoll) -> str:
    return f" (the roll: {'; '.join(phrase(each) for each in told.plus)})" if told.plus else ""


def _outcome(told: Outcome) -> str:
    return f"{_on(told)} {phrase(told.then)}"


def _on(told: Outcome) -> str:
    if told.most is None:
        return f"on {told.least}+"
    return f"on {told.least}" if told.most == told.least else f"on {told.least}-{told.most}"


def branch(effect: Effect) -> Branch:
    """An effect as a tree of lines: scopes above what they scope."""
    match effect:
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
