"""Sentences: scopes folded around what they scope, the outermost first."""

from __future__ import annotations

from typing import Any

from warbook.effects import At, Each, Effect, Heading, If, Limited, Targets, Then, Until, When
from warbook.effects.instructions import Restrict
from warbook.effects.terms import Duration, Event, Limit, Selector, Window
from warbook.grammar.meaning.conditions import Scope
from warbook.grammar.meaning.nouns import Part, with_parts


def sentence(*told: Any) -> Effect:
    *scopes, effect = told
    for scope in reversed(scopes):
        effect = _scoped(scope, effect)
    return effect  # type: ignore[no-any-return]


def _scoped(scope: Any, effect: Effect) -> Effect:
    match scope:
        case None:
            return effect
        case Duration():
            return Until(scope, effect)
        case Event():
            return Each(scope, effect)
        case Scope(condition):
            return If(condition, effect)
        case Limit():
            return Limited(scope, effect)
        case tuple() if all(isinstance(each, Window) for each in scope):
            return At(scope, effect)
    raise TypeError(f"not a scope: {scope!r}")


def play_window(windows: tuple[Window, ...]) -> When:
    return When(windows)


def play_target(*what: Selector) -> Targets:
    return Targets(what)


def body(*clauses: Effect) -> Effect:
    return clauses[0] if len(clauses) == 1 else Then(clauses)


def bare(effect: Effect) -> Effect:
    return effect


def bare_if(scope: Scope, effect: Effect) -> Effect:
    return If(scope.condition, effect)


def effect_if(effect: Effect, scope: Scope) -> Effect:
    return If(scope.condition, effect)


def effect_until(effect: Effect, duration: Duration) -> Effect:
    return Until(duration, effect)


def heading(name: str) -> Heading:
    return Heading(name)


def heading_keywords(keywords: Part) -> Heading:
    return Heading(" or ".join(dict(keywords.fields)["keywords"]))


def bearer_only(keywords: Part) -> Restrict:
    return Restrict(with_parts(Selector("model"), (keywords,)))
