"""Whether positions can answer conditions at all, as far as their form tells."""

from __future__ import annotations

from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.systems.wh40k10.ruled import hits
from warbook.systems.wh40k10.ruled.deeds import (
    DEEDS,
    SINCE,
    is_memory,
    is_of_any_enemy,
    is_of_losses,
    is_of_spot,
    last_of,
    named,
)
from warbook.systems.wh40k10.ruled.facts import STATES
from warbook.systems.wh40k10.ruled.nearness import is_of_edge


def answerable(condition: terms.Condition, states: frozenset[str] = frozenset()) -> bool:
    """Whether positions can answer a condition at all, as far as its form tells; ``states`` are those that the
    rule itself gives by name."""
    match condition:
        case terms.All() | terms.Any():
            return all(answerable(each, states) for each in condition.of)
        case terms.Not():
            return answerable(condition.of, states)
        case terms.Done() | terms.Rolled():
            return False
        case terms.Active():
            return (
                condition.name in states
                and condition.who is not None
                and condition.who.kind in ("unit", "model")
            )
        case terms.During():
            return condition.window.event is None and condition.window.edge == "during"
        case terms.State():
            return condition.state in ("ranged", "melee", "attached") or (
                condition.state in STATES and condition.by is None
            )
        case terms.Controls():
            return _told_marker(condition.what)
        case terms.Within():
            return _measured(condition)
        case terms.Did():
            return _remembered(condition)
        case terms.Has():
            return condition.what in ("keyword", "ability") or condition.who.kind in ("attack", "weapon")
        case terms.Sees():
            return selectable(condition.who) and selectable(condition.whom)
        case terms.Contains():
            return not condition.whom.where
    return True


def _told_marker(what: Selector) -> bool:
    return what.kind == "objective" and not (what.ref or what.where or what.name or what.of)


def _measured(condition: terms.Within) -> bool:
    if condition.inches == "half range":
        return True
    if is_of_edge(condition):
        return selectable(condition.who)
    of_units = condition.of.kind in ("unit", "model")
    if not selectable(condition.who) or (condition.wholly and not of_units):
        return False
    if condition.of.kind == "objective":
        return condition.inches == "range" and _told_marker(condition.of)
    engaged = condition.inches == "engagement range" and not condition.wholly
    return (engaged or isinstance(condition.inches, int)) and of_units and selectable(condition.of)


def _remembered(condition: terms.Did) -> bool:
    event = condition.event
    if event.what == "targets" and condition.since is None:
        return event.to is not None and selectable(event.to)
    if event.what == "stands":
        return is_of_spot(condition)
    if is_of_losses(condition):
        return True
    if last_of(condition) is not None:
        return event.by is not None and selectable(event.by)
    if event.what == "destroyed":
        return is_of_any_enemy(condition)
    if event.what == "hit":
        return hits.is_known(condition) and (event.to is None or selectable(event.to))
    if is_memory(condition):
        return True
    known = all(each in DEEDS for each in named(event)) and not event.where
    told = event.edge in ("at", "after") and condition.since in SINCE
    return known and told and (event.by or event.to) is not None


def selectable(who: Selector) -> bool:
    """Whether positions can tell which units a selector means."""
    if who.kind not in ("unit", "model") or who.ref in ("other",):
        return False
    several = not isinstance(who.count, int | str) or (isinstance(who.count, int) and who.count > 1)
    whole = who.of is None or selectable(who.of)
    return not several and whole and all(map(answerable, who.where))
