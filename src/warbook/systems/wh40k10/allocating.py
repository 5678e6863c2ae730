"""What is used as a wound is allocated: between allocation and save, for all that is still to come (K-CLR-17).

The attacks run up to there, and then once more with what holds now: what was rolled stays.
"""

from __future__ import annotations

from typing import Any

from warbook.dice import Program, Roll
from warbook.rules.sequence import Standing

BEFORE = ("attacks", "hit", "sustained hits", "wound")
"""Rolls of attacks before a wound is allocated."""

Rolled = list[tuple[Roll, Any]]
"""Rolls with what came up."""


def to_allocation(attacks: Program[Standing], rolled: Rolled) -> Program[Standing | None]:
    """Attacks up to the first wound that is allocated, ``None`` there; what is rolled is written down. Where no
    wound needs a roll it is what they did."""
    try:
        asked = next(attacks)
        while asked.what in BEFORE:
            outcome = yield asked
            rolled.append((asked, outcome))
            asked = attacks.send(outcome)
    except StopIteration as stop:
        done: Standing = stop.value
        return done
    return None


def onwards(attacks: Program[Standing], rolled: Rolled) -> Program[Standing]:
    """The same attacks, with what was rolled before; what is new is rolled."""
    waiting = rolled[::-1]
    try:
        asked = next(attacks)
        while True:
            known = bool(waiting) and waiting[-1][0] == asked
            asked = attacks.send(waiting.pop()[1] if known else (yield asked))
    except StopIteration as stop:
        done: Standing = stop.value
        return done
