"""Judges a 40k army: battle size, faction, detachment, duplicates, Enhancements, leaders, transports."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warbook.errors import InputError
from warbook.names import whole_number, words
from warbook.rules import tally
from warbook.rules.army import Army, ArmyNote, Told, Verdict
from warbook.rules.prices import priced
from warbook.systems.wh40k10.muster.enhancements import enhancements
from warbook.systems.wh40k10.muster.force import detachment, duplicates, faction, legends, parts, warlord
from warbook.systems.wh40k10.muster.leaders import leaders
from warbook.systems.wh40k10.muster.reserves import reserves
from warbook.systems.wh40k10.muster.transports import transports

SIZES = {"Incursion": 1000, "Strike Force": 2000, "Onslaught": 3000}
"""Battle sizes and their points (K-ARM-01)."""


def judge(_rules: Any, army: Army) -> Verdict:
    """Everything there is to say of an army; no revision differs in this. Raises InputError for a size that
    was asked for and is none."""
    told: list[Told] = []
    size, limit = _size(army, told)
    told += tally.points(army, "K-ARM-05 points", "K-ARM-01 battle size", limit)
    told += tally.sizes(army, "K-VOC-01 unit size")
    told += tally.wargear(army, "K-ARM-06 wargear")
    for check in (faction, parts, detachment, warlord, duplicates, enhancements, leaders, transports, legends):
        told += check(army)
    told += reserves(army, limit)
    return Verdict(limit, size, tuple(told))


def _size(army: Army, told: list[Told]) -> tuple[str | None, int | None]:
    """The battle size and its limit: as asked for, as the list says, or the smallest that holds the list."""
    roster = army.roster
    if army.size is not None:
        return _asked(army.size)
    named = _named(roster.battle_size or "")
    if roster.points_limit is not None:
        told += _differing(named, roster.points_limit)
        fitting = (name for name, points in SIZES.items() if points == roster.points_limit)
        return named or next(fitting, None), roster.points_limit
    if named is None and roster.battle_size:
        told.append(ArmyNote(None, f"no battle size is known by the name of {roster.battle_size!r}"))
    return (named, SIZES[named]) if named else _smallest(army, told)


def _asked(size: str) -> tuple[str | None, int]:
    """A size by its name or its points. Raises InputError for what is neither."""
    named = _named(size)
    if named is None and whole_number(size) is None:
        raise InputError("army", f"size {size!r}", f"expected {', '.join(SIZES)} or points")
    return (named, SIZES[named]) if named else (None, int(size))


def _named(text: str) -> str | None:
    written = f" {' '.join(words(text))} "
    return next((name for name in SIZES if f" {' '.join(words(name))} " in written), None)


def _differing(named: str | None, limit: int) -> Iterator[Told]:
    if named and SIZES[named] != limit:
        yield ArmyNote(None, f"{named} is {SIZES[named]} points, the list's own limit of {limit} is used")


def _smallest(army: Army, told: list[Told]) -> tuple[str | None, int | None]:
    total = max(army.roster.points or 0, sum(priced(army, unit).points or 0 for unit in army.units))
    for name, points in SIZES.items():
        if total <= points:
            told.append(
                ArmyNote(None, f"no battle size told: taken for {name}, the smallest that holds the list")
            )
            return name, points
    told.append(ArmyNote(None, "no battle size told: taken for the largest"))
    return list(SIZES.items())[-1]
