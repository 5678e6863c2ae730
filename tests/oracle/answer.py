"""The contract's answer from the chances of every final state."""

from __future__ import annotations

from typing import Any

from oracle.reading import Fight

Chances = dict[tuple[int, ...], Any]
"""Wounds left of every model, and how likely that is."""


def pmf(chances: dict[int, Any], highest: int) -> dict[str, Any]:
    """Mean and chances of 0 ... ``highest``."""
    return {
        "mean": sum(value * chance for value, chance in chances.items()),
        "pmf": [chances.get(value, 0) for value in range(highest + 1)],
    }


def tallied(finals: Chances, of: Any) -> dict[int, Any]:
    """The chances of ``of(final)``."""
    found: dict[int, Any] = {}
    for final, chance in finals.items():
        value = of(final)
        found[value] = found.get(value, 0) + chance
    return found


def lost(start: tuple[int, ...], final: tuple[int, ...]) -> int:
    return sum(start) - sum(final)


def dead(final: tuple[int, ...]) -> int:
    return sum(left == 0 for left in final)


def answer(fight: Fight, finals: Chances) -> dict[str, Any]:
    """Everything that follows from the final states of the target."""
    start = fight.start
    return {
        "damage": pmf(tallied(finals, lambda final: lost(start, final)), sum(start)),
        "models_destroyed": pmf(tallied(finals, dead), len(start)),
        "p_destroyed": sum(chance for final, chance in finals.items() if not any(final)),
        "models": [part(fight, finals, entry) for entry in range(len(fight.entries))],
    }


def part(fight: Fight, finals: Chances, entry: int) -> dict[str, Any]:
    """One entry of the target's list of models."""
    here = [index for index, model in enumerate(fight.models) if model.entry == entry]
    start = tuple(fight.start[index] for index in here)
    parts = tallied(finals, lambda final: tuple(final[index] for index in here))
    return {
        "name": fight.entries[entry],
        "destroyed_mean": sum(dead(final) * chance for final, chance in parts.items()),
        "p_all_destroyed": sum(chance for final, chance in parts.items() if not any(final)),
        "wounds_lost_mean": sum(lost(start, final) * chance for final, chance in parts.items()),
    }


def convolved(one: dict[int, Any], other: dict[int, Any]) -> dict[int, Any]:
    """The chances of the sum of two independent counts."""
    found: dict[int, Any] = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, 0) + p * q
    return found


def self_damage(units: list[tuple[tuple[int, ...], Chances]]) -> dict[str, Any]:
    """What Hazardous did: for each unit its start and its final states."""
    damage, killed = {0: 1}, {0: 1}
    for start, finals in units:
        damage = convolved(damage, tallied(finals, lambda final, start=start: lost(start, final)))
        killed = convolved(killed, tallied(finals, dead))
    return {
        **pmf(damage, sum(sum(start) for start, _ in units)),
        "models_destroyed": pmf(killed, sum(len(start) for start, _ in units)),
    }
