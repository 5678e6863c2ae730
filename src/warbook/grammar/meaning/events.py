"""Events and what triggers on them."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects.terms import Event, Selector
from warbook.grammar.meaning.nouns import Part, with_parts

ATTACK = Event("attacks")


def each_time(event: Event) -> Event:
    return event


def just_after(event: Event) -> Event:
    return msgspec.structs.replace(event, edge="after")


def just_before(event: Event) -> Event:
    return msgspec.structs.replace(event, edge="before")


def attack_phrase(*parts: Part) -> Event:
    """An attack, with what is said of it."""
    told = with_parts(Selector("attack"), [p for p in parts if isinstance(p, Part)])
    event = msgspec.structs.replace(ATTACK, attacks=told.attacks)
    for change in parts:
        if not isinstance(change, Part):
            event = msgspec.structs.replace(event, **{change[0]: change[1]})
    return event


def that_targets(unit: Selector) -> Any:
    return ("to", unit)


def made_by(who: Selector) -> Any:
    return ("by", who)


def makes_attack(who: Selector, attack: Event) -> Event:
    return msgspec.structs.replace(attack, by=who)


def attack_targets(attack: Event, unit: Selector) -> Event:
    return msgspec.structs.replace(attack, what="targets", to=unit)


def attack_allocated(attack: Event, model: Selector) -> Event:
    return msgspec.structs.replace(attack, what="allocated", to=model)


def is_selected(who: Selector, act: str) -> Event:
    return Event(f"selected to {act}", by=who)


def is_target(who: Selector, attack: Event) -> Event:
    return msgspec.structs.replace(attack, what="targets", to=who)


def is_destroyed(who: Selector) -> Event:
    return Event("destroyed", to=who)


def makes_move(who: Selector, move: Event) -> Event:
    return msgspec.structs.replace(move, by=who)


def shoots(who: Selector) -> Event:
    return Event("shoots", by=who)


def fights(who: Selector) -> Event:
    return Event("fights", by=who)


def has_shot(who: Selector) -> Event:
    return Event("shoots", by=who, edge="after")


def has_fought(who: Selector) -> Event:
    return Event("fights", by=who, edge="after")


def move_phrase(*kinds: str) -> tuple[str, ...]:
    return kinds


def ends_move(kinds: tuple[str, ...]) -> Event:
    return Event("moves", edge="end", moves=kinds)


def starts_move(kinds: tuple[str, ...]) -> Event:
    return Event("moves", edge="start", moves=kinds)


def does_move(kinds: tuple[str, ...]) -> Event:
    return Event("moves", moves=kinds)


def falls_back() -> Event:
    return Event("moves", moves=("fall back",))


def advances() -> Event:
    return Event("moves", moves=("advance",))


def declares_charge() -> Event:
    return Event("declares a charge")


def stays() -> Event:
    return Event("remains stationary")
