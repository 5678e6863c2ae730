"""What counts as holding though it may not."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import At, Effect, If, Then
from warbook.effects.instructions import Considered
from warbook.effects.terms import (
    Compares,
    Condition,
    Contains,
    Done,
    Event,
    Has,
    Measured,
    Not,
    Selector,
    State,
    Window,
    Within,
)
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.clauses import then
from warbook.parsing.meaning.conditions import about
from warbook.parsing.meaning.parts import IT, Part
from warbook.parsing.meaning.past import did
from warbook.parsing.meaning.permissions import not_eligible
from warbook.parsing.meaning.purposes import Purposes

_RANGES = ("engagement range", "half range")


def considered(who: Selector, holds: Condition, *purposes: Purposes) -> Considered:
    return Considered(about(holds, who), purposes[0].names if purposes else ())


def not_considered(who: Selector, holds: Condition, *purposes: Purposes) -> Considered:
    return considered(who, Not(holds), *purposes)


def considered_barred(who: Selector, holds: Condition, *told: Any) -> Effect:
    """What it counts as, and what it may not do for it."""
    return then(considered(who, holds), not_eligible(who, *told))


def doers_considered(who: Selector, holds: Condition, *told: Any) -> Effect:
    """Those that did what was offered before."""
    return If(Done(), considered_barred(who, holds, *told))


def acts_otherwise() -> Effect:
    """Nothing else is changed."""
    return Then(())


def taken_within(condition: Condition) -> Condition:
    """Raises Rejected for an area that an army rule names, which is told elsewhere."""
    if isinstance(condition, Within) and (condition.of.kind == "area" or _is_named(condition.inches)):
        raise Rejected
    return condition


def _is_named(distance: Any) -> bool:
    """Whether an army rule has this range."""
    return isinstance(distance, str) and distance.endswith(" range") and distance not in _RANGES


def taken_state(state: str) -> Condition:
    return State(IT, state)


def taken_near(ability: Selector) -> Condition:
    return Within(IT, "range", ability)


def grows_for_it(*_unit: Selector) -> Effect:
    """What is part of a unit is counted in its Starting Strength."""
    return Then(())


def taken_part(unit: Selector) -> Condition:
    return Contains(msgspec.structs.replace(unit, kind="unit"), IT)


def taken_half(weapon: Selector) -> Condition:
    return Within(IT, "half range", weapon)


def abilities_of(sort: str, who: Selector) -> Selector:
    """All of somebody's abilities of a sort."""
    return Selector("ability", name=sort, count="all", of=who)


def taken_done(event: Event, *since: str) -> Condition:
    return did(event, *since)


def taken_class(keywords: Part) -> Condition:
    return Has(IT, "keyword", dict(keywords.fields)["keywords"])


def taken_wounds(number: int) -> Condition:
    return Compares(Measured("wounds remaining", IT), "=", number)


def taken_destroyed() -> Condition:
    return State(IT, "destroyed")


def considered_then(who: Selector, span: str, holds: Condition) -> Effect:
    """At the end of a time."""
    return At((Window(span, edge="end"),), considered(who, holds))
