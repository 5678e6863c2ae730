"""Objective markers and areas, markers that rules place, and who controlled what when."""

from __future__ import annotations

from typing import Any

from warbook.effects.terms import Active, Controls, Did, Event, Not, Selector, State, Within
from warbook.parsing.meaning.parts import IT, Part, part, with_parts


def some_marker(*told: Any) -> Selector:
    names = [each for each in told if isinstance(each, str)]
    return with_parts(Selector("marker", name=names[0]), told)


def your_marker(name: str) -> Selector:
    return Selector("marker", side="friendly", count="any", name=name)


def that_marker(*name: str) -> Selector:
    return Selector("marker", ref="that", name=name[0] if name else None)


def those_markers(*name: str) -> Selector:
    return Selector("marker", ref="those", name=name[0] if name else None)


def you_placed() -> Part:
    return part(side="friendly")


def previous() -> str:
    return "previous "


def near_whom(*told: Any) -> Part:
    """Within whose reach it is."""
    who, *wholly, distance = told
    return part(Within(who, distance, IT, wholly=bool(wholly)))


def both_parts(one: Part, other: Part) -> Part:
    return Part((*one.fields, *other.fields), one.where + other.where)


def you_controlled(edge: str, *told: str) -> Part:
    """Which you controlled then."""
    event = Event("controls", by=Selector("player", side="friendly"), to=IT)
    return part(Did(event, f"{edge} of {''.join(told)}"))


def objective(*parts: Part) -> Selector:
    return with_parts(Selector("objective"), parts)


def closest_objective() -> Selector:
    return Selector("objective", where=(State(IT, "closest"),))


def one_of_those_objectives() -> Selector:
    return Selector("objective", ref="those")


def that_objective() -> Selector:
    return Selector("objective", ref="that")


def you_control() -> Part:
    return part(side="friendly")


def you_do_not_control() -> Part:
    return part(Not(Controls("you", IT)))


def opponent_controls() -> Part:
    return part(side="enemy")


def chosen_objective(word: str) -> Selector:
    """The marker, or any of those, that a rule by this name has chosen."""
    return Selector("objective", where=(Active(word, IT),))


def yours() -> str:
    return "friendly"


def opponents() -> str:
    return "enemy"


def whose_area(side: str) -> str:
    return side


def deployment_zone(side: Any) -> Selector:
    return Selector("area", side=side, name="deployment zone")


def reach_of_this() -> Selector:
    return Selector("ability", ref="this")


def terrain_feature(*parts: Part) -> Selector:
    return with_parts(Selector("terrain"), parts)


def that_terrain(*parts: Part) -> Selector:
    return with_parts(Selector("terrain", ref="that"), parts)


def centre() -> Selector:
    return Selector("area", name="centre")


def army_area(name: str) -> Selector:
    """An area that an army rule names."""
    return Selector("area", side="friendly", name=name)


def named_area(name: str) -> Selector:
    return Selector("area", name=name)


def named_range(word: str) -> str:
    """A range that an army rule names."""
    return f"{word.lower()} range"


def of_army() -> Selector:
    return Selector("army", side="friendly")


def battlefield_edge(*count: Part) -> Selector:
    return with_parts(Selector("area", name="battlefield edge"), count)


def excluding_objective(name: str) -> Part:
    return part(without=(name,))


def named_objective(quantity: Part, word: str, *parts: Part) -> Selector:
    """A marker in the state of that name."""
    return with_parts(Selector("objective"), (quantity, part(Active(word, IT)), *parts))
