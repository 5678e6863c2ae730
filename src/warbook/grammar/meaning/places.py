"""Markers that rules place, and who controlled what when."""

from __future__ import annotations

from typing import Any

from warbook.effects.terms import Did, Event, Selector
from warbook.grammar.meaning.nouns import IT, Part, part, with_parts


def some_marker(*told: Any) -> Selector:
    names = [each for each in told if isinstance(each, str)]
    return with_parts(Selector("marker", name=names[0]), told)


def your_marker(name: str) -> Selector:
    return Selector("marker", side="friendly", count="any", name=name)


def that_marker() -> Selector:
    return Selector("marker", ref="that")


def you_placed() -> Part:
    return part(side="friendly")


def previous() -> str:
    return "previous "


def you_controlled(edge: str, *told: str) -> Part:
    """Which you controlled then."""
    event = Event("controls", by=Selector("player", side="friendly"), to=IT)
    return part(Did(event, f"{edge} of {''.join(told)}"))
