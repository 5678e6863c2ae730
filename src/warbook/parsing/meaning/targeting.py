"""Who may be targeted by whom, from where, and what holds of those that target all the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from warbook.effects import Each, Effect, If
from warbook.effects.instructions import Permit
from warbook.effects.terms import All, Did, Event, Has, Not, Selector, Within
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.clauses import then
from warbook.parsing.meaning.conditions import about
from warbook.parsing.meaning.parts import ATTACKER, IT, Part

THOSE_MODELS = Selector("model", ref="those")


def only_target(who: Selector, whom: Selector) -> Permit:
    """May target nothing else."""
    return Permit("target others", who, barred=True, to=whom)


def cannot_target(who: Selector, whom: Selector) -> Permit:
    return Permit("target", who, barred=True, to=whom)


def attacks_of(who: Selector) -> Selector:
    return Selector("attack", count="all", of=who)


def attacks_at(whom: Selector) -> Selector:
    return Selector("attack", count="any", where=(Did(Event("targets", by=IT, to=whom)),))


def retargets(who: Selector, attacks: Selector) -> Permit:
    """Other targets for attacks whose targets were selected already."""
    return Permit("select new targets", who, to=attacks)


def select_only_near(attackers: Selector, target: Selector, *told: Any) -> Permit:
    """Attackers of this sort may target it from near alone."""
    *kind, near = told
    sort = tuple(about(each, ATTACKER) for each in attackers.where)
    if attackers.keywords:
        sort = (Has(ATTACKER, "keyword", attackers.keywords), *sort)
    far = Not(msgspec.structs.replace(near, who=ATTACKER, of=target))
    return Permit(_targeted(kind), target, barred=True, where=(*sort, far))


def only_targeted_if(who: Selector, *told: Any) -> Permit:
    """Barred where the condition does not hold."""
    *kind, scope = told
    return Permit(_targeted(kind), who, barred=True, where=(Not(scope.condition),))


def not_targeted(who: Selector, *told: Any) -> Permit:
    *kind, scope = told
    return Permit(_targeted(kind), who, barred=True, where=(scope.condition,))


def _targeted(kind: Sequence[Part]) -> str:
    ranges = [f"{value} " for each in kind for key, value in each.fields if key == "attacks"]
    return f"be targeted by {''.join(ranges)}attacks"


def still_targeted(who: Selector, kind: Part, effect: Effect) -> Effect:
    """It may be targeted all the same, and attacks that do are changed."""
    attacks = dict(kind.fields)["attacks"]
    allowed = Permit(_targeted((kind,)), who)
    return then(allowed, Each(Event("targets", to=who, attacks=attacks), effect))


def targeted_if_or(who: Selector, *told: Any) -> Effect:
    """One limit, or another where something holds."""
    *kind, usual, holding, other = told
    strict = only_targeted_if(who, *kind, other)
    return If(holding.condition, strict, only_targeted_if(who, *kind, usual))


def can_target(who: Selector, whom: Selector) -> Permit:
    """May target what could not be otherwise. Raises Rejected where nothing is said of it."""
    if not whom.where:
        raise Rejected
    return Permit("target", who, to=_from_them(whom) if who == THOSE_MODELS else whom)


def _from_them(whom: Any) -> Any:
    """Whom models may target, where "them" are these models."""
    match whom:
        case Within(who, inches, of) if of == Selector(ref="those"):
            return Within(who, inches, THOSE_MODELS, whom.wholly, whom.horizontally)
        case All(of):
            return All(tuple(map(_from_them, of)))
        case Selector():
            return msgspec.structs.replace(whom, where=tuple(map(_from_them, whom.where)))
    return whom
