"""Rules that act by their names, by programs of their own, whatever is understood of their texts."""

from __future__ import annotations

from typing import Literal

from warbook.names import same

Where = Literal["odds", "battles"]
CORE = "Core"
"""Whose the plays of the core rules are."""


def acting(whose: str, name: str) -> tuple[Where, ...]:
    """Where a rule of a unit, a detachment or the core rules acts by its name."""
    from warbook.systems.wh40k10 import effects, plays, sheets

    if any(same(each, name) for each in effects.BESPOKE):
        return ("battles",)
    if not same(whose, CORE):
        return ()
    typed = any(_of(each, name) for each in sheets.PLAYS)
    played = any(same(each.name, name) for each in plays.PLAYS)
    return (*(("odds",) if typed else ()), *(("battles",) if played else ()))


def _of(play: str, name: str) -> bool:
    """Whether a play of the odds is that card: its name, and what it is used for."""
    words, wanted = play.casefold().split(), name.casefold().split()
    return words[: len(wanted)] == wanted
