"""What is used as a wound is allocated: between allocation and save, for all that is still to come (K-CLR-17).

It is asked once a batch: for the attacks of each weapon of a unit on a target, and for the wounds that all of
them deferred. The attacks of a weapon run up to there, and then once more with what holds now: what was rolled
stays.
"""

from __future__ import annotations

from typing import Any, TypeVar

from warbook.dice import Program, Roll
from warbook.rules.sequence import Waiting
from warbook.rules.volley import Assault

T = TypeVar("T")

BEFORE = ("attacks", "hit", "sustained hits", "wound")
"""Rolls of attacks before a wound is allocated."""

Rolled = list[tuple[Roll, Any]]
"""Rolls with what came up."""


def to_allocation(attacks: Program[T], rolled: Rolled) -> Program[T | None]:
    """Attacks up to the first wound that is allocated, ``None`` there; what is rolled is written down. Where no
    wound needs a roll it is what they did."""
    try:
        asked = next(attacks)
        while asked.what in BEFORE:
            outcome = yield asked
            rolled.append((asked, outcome))
            asked = attacks.send(outcome)
    except StopIteration as stop:
        done: T = stop.value
        return done
    return None


def onwards(attacks: Program[T], rolled: Rolled) -> Program[T]:
    """The same attacks, with what was rolled before; what is new is rolled."""
    waiting = rolled[::-1]
    try:
        asked = next(attacks)
        while True:
            known = bool(waiting) and waiting[-1][0] == asked
            asked = attacks.send(waiting.pop()[1] if known else (yield asked))
    except StopIteration as stop:
        done: T = stop.value
        return done


def are_alike(one: Assault, other: Assault) -> bool:
    """Whether two assaults make the same attacks in the same parts, however they end."""
    first, second = ([(v.weapon, v.number, len(v.kinds)) for v in each.volleys] for each in (one, other))
    return first == second


def deferred_by(now: Assault, before: Assault, waiting: Waiting) -> Waiting:
    """Wounds that an assault deferred, as another one like it inflicts them."""
    places = {id(volley): place for place, volley in enumerate(before.volleys)}
    found = ((now.volleys[places[id(volley)]], volley.kinds.index(kind)) for volley, kind in waiting)
    return tuple((volley, volley.kinds[place]) for volley, place in found)
