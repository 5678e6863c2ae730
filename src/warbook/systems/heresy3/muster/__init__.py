"""Judges a Horus Heresy army: points, force organisation, prime slots, uniques, transports."""

from __future__ import annotations

from collections.abc import Iterator

from warbook import data
from warbook.errors import InputError
from warbook.names import keyword, whole_number
from warbook.rules import tally
from warbook.rules.army import Army, ArmyNote, ArmyProblem, Told, Unit, Verdict
from warbook.sheets.kit import key
from warbook.systems.heresy3.muster.force import force
from warbook.systems.heresy3.muster.slots import slots
from warbook.systems.heresy3.muster.transports import transports
from warbook.systems.heresy3.revisions import Rules

DEFAULT_POINTS = 3000
INTENDED_POINTS = range(2000, 4001)
"""Sizes that the game is meant for (H-ARM-01)."""


def judge(rules: Rules, army: Army) -> Verdict:
    """Everything there is to say of an army. Raises InputError for a size that was asked for and is none."""
    told: list[Told] = []
    limit = _limit(army, told)
    told += tally.points(army, "H-ARM-01 points", "H-ARM-01 points limit", limit)
    told += tally.sizes(army, "datasheet unit size")
    known = _wargear(army)
    told += tally.wargear(army, "datasheet wargear", lambda name: key(name) in known)
    told += force(army, limit)
    told += slots(army, rules.all_primary_slots_prime)
    told += uniques(army)
    told += transports(army)
    return Verdict(limit, None, tuple(told))


def _limit(army: Army, told: list[Told]) -> int:
    if army.size is not None and whole_number(army.size) is None:
        raise InputError("army", f"size {army.size!r}", "expected points, this game has no named sizes")
    limit = int(army.size) if army.size is not None else army.roster.points_limit
    if limit is None:
        told.append(ArmyNote(None, f"no limit told: taken for {DEFAULT_POINTS} points"))
        return DEFAULT_POINTS
    if limit not in INTENDED_POINTS:
        told.append(
            ArmyNote(None, f"the game is meant for {INTENDED_POINTS[0]} to {INTENDED_POINTS[-1]} points")
        )
    return limit


def _wargear(army: Army) -> frozenset[str]:
    """Everything that is wargear of some unit in the army or among the bundled ones: what lists have besides
    are choices of the army's organisation."""
    every = (*data.pack("heresy3"), *(unit.sheet for unit in army.known if unit.sheet))
    weapons = (weapon.name for sheet in every for weapon in sheet.weapons)
    carried = (item.name for sheet in every for equipped in sheet.loadout for item in equipped.items)
    offered = (item.name for s in every for option in s.options for choice in option.choices for item in choice)
    return frozenset(map(key, (*weapons, *carried, *offered)))


def uniques(army: Army) -> Iterator[Told]:
    """One of each UNIQUE model in an army (H-ARM-07)."""
    first: dict[str, Unit] = {}
    for unit in army.known:
        for name, count in _unique_models(unit):
            if name in first or count > 1:
                yield ArmyProblem("H-ARM-07 unique", unit.place, f"{name} is UNIQUE: one for each army")
            first.setdefault(name, unit)


def _unique_models(unit: Unit) -> Iterator[tuple[str, int]]:
    """The UNIQUE models of a unit; a sheet of one model may say it for the whole."""
    assert unit.sheet
    lone = len(unit.sheet.models) == 1
    counts: dict[str, int] = {}
    for group in unit.squad:
        words = {keyword(word) for word in group.model.keywords} or (unit.keywords if lone else frozenset())
        if "UNIQUE" in words:
            counts[group.model.name] = counts.get(group.model.name, 0) + group.count
    if not unit.squad and lone and "UNIQUE" in unit.keywords:
        counts[unit.sheet.models[0].name] = 1
    yield from counts.items()
