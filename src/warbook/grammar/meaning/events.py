"""Events and what triggers on them."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects.terms import Condition, Event, Selector
from warbook.grammar.chart import Rejected
from warbook.grammar.meaning.conditions import about

Events = tuple[Event, ...]


def events(*found: Event) -> Events:
    return found


def each_time(found: Events) -> Events:
    return found


def each_time_while(event: Event, condition: Condition) -> Events:
    return (msgspec.structs.replace(event, where=(*event.where, condition)),)


def just_after(found: Events) -> Events:
    return tuple(msgspec.structs.replace(event, edge=_after(event)) for event in found)


def _after(event: Event) -> Any:
    return "after" if event.edge == "at" else event.edge


def just_before(found: Events) -> Events:
    return tuple(msgspec.structs.replace(event, edge="before") for event in found)


def first_time(event: Event, *since: str) -> Events:
    return (msgspec.structs.replace(event, first=True, name=event.name or (since[0] if since else None)),)


def happens(who: Selector, deed: Event) -> Event:
    return about(deed, who)  # type: ignore[no-any-return]


def happens_either(who: Selector, one: Event, other: Event) -> Event:
    """Two kinds of move are one event of either kind."""
    if one.what != "moves" or other.what != "moves" or one.edge != other.edge:
        raise Rejected
    return about(msgspec.structs.replace(one, moves=one.moves + other.moves), who)  # type: ignore[no-any-return]


def mortal_allocated(who: Selector) -> Event:
    return Event("mortal wound allocated", to=who)


def either_allocated(who: Selector) -> Event:
    return Event("attack or mortal wound allocated", to=who)


def save_failed(who: Selector) -> Event:
    return Event("save failed", by=who)


def made_rolls(*told: Any) -> Event:
    rolls = tuple(name for each in told if isinstance(each, tuple) for name in each)
    who = next((each for each in told if isinstance(each, Selector)), None)
    return Event("rolls", by=who, acts=rolls)


def rolls_made(event: Event) -> Event:
    return event


def test_taken(test: str, *who: Selector) -> Event:
    return Event("takes a test", by=who[0] if who else None, roll=test)


def play_used(*who: Selector) -> Event:
    return Event("uses", to=who[0] if who else None, name="stratagem")


def opponent_targets(who: Selector) -> Event:
    return Event("uses", to=who, name="stratagem", by=Selector("player", side="enemy"))


def chosen_target(name: str) -> str:
    return name


def chosen_destroyed(name: str) -> Event:
    return Event("destroyed", to=Selector(name=name, side="enemy"))


def warlord_destroyed() -> Event:
    return Event("destroyed", to=Selector("model", side="enemy", keywords=("WARLORD",)))
