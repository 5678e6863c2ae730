"""Durations, windows and limits."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects.terms import Duration, Event, Limit, Window


def _whose(text: str) -> Any:
    return "opponent" if "opponent" in text else "your"


def until(edge: str, period: Duration) -> Duration:
    return msgspec.structs.replace(period, edge=edge)


def this_period(unit: str) -> Duration:
    return Duration(unit)


def next_period(whose: str, unit: str) -> Duration:
    return Duration(unit, whose=_whose(whose), next=True)


def the_next(unit: str) -> Duration:
    return Duration(unit, next=True)


def until_attack() -> Duration:
    return Duration("attack")


def until_play() -> Duration:
    """While the play that was used is resolved."""
    return Duration("play")


def until_attacks() -> Duration:
    return Duration("attacks")


def windows(*found: Window) -> tuple[Window, ...]:
    return found


def phase_of(whose: str, phase: str, *event: Event) -> Window:
    return Window(phase, whose=_whose(whose), event=event[0] if event else None)


def fight_phase(*event: Event) -> Window:
    return Window("fight", event=event[0] if event else None)


def any_phase(*event: Event) -> Window:
    return Window("any", event=event[0] if event else None)


def edge_of_phase(edge: Any, whose: str, phase: str) -> Window:
    return Window(phase, whose=_whose(whose), edge=edge)


def edge_of_fight(edge: Any) -> Window:
    return Window("fight", edge=edge)


def window_event(edge: Any, event: Event) -> Event:
    return msgspec.structs.replace(event, edge=edge)


def after() -> str:
    return "after"


def before() -> str:
    return "before"


def at() -> str:
    return "at"


def once_per(span: str) -> Limit:
    return Limit(span)


def nothing() -> None:
    return None
