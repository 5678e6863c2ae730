"""Who rides in which Transport (H-TRN-01)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from warbook.names import keyword, same
from warbook.rules.army import Army, ArmyNote, ArmyProblem, Told, Unit
from warbook.systems.heresy3.muster.force import faction

RULE = "H-TRN-01 transport"
RIDERS = frozenset(("INFANTRY", "PARAGON"))
_BULKY = re.compile(r"bulky\s*\((\d+)\)", re.IGNORECASE)


def transports(army: Army) -> Iterator[Told]:
    """One unit in each Transport, several in a SUPER-HEAVY one, of INFANTRY or PARAGON models of the same
    faction, within its capacity. Who has joined a unit rides as a part of it."""
    aboard: dict[int, list[Unit]] = {}
    for unit in army.units:
        joined = army.of_entry(unit.entry.joins) if unit.entry.joins is not None else None
        place = unit.entry.embarked
        if place is None and joined is not None:
            place = joined.entry.embarked
        if place is not None:
            aboard.setdefault(place, []).append(unit)
    for place, units in aboard.items():
        carrier = army.of_entry(place)
        if carrier is None or carrier.sheet is None or any(unit.sheet is None for unit in units):
            yield ArmyNote(units[0].place, "whether there are seats in its transport is not known")
        else:
            yield from _loaded(army, carrier, units)


def _loaded(army: Army, carrier: Unit, units: list[Unit]) -> Iterator[Told]:
    assert carrier.sheet
    seats = carrier.sheet.transport
    if seats is None:
        yield ArmyProblem(RULE, carrier.place, f"{carrier.name} is no Transport and carries {units[0].name}")
        return
    whole = [unit for unit in units if unit.entry.joins is None and not unit.attached]
    if len(whole) > 1 and "SUPER-HEAVY" not in carrier.keywords:
        yield ArmyProblem(RULE, carrier.place, f"{carrier.name} carries {len(whole)} units, expected one")
    for unit in units:
        if not _may_ride(unit):
            yield ArmyProblem(RULE, unit.place, f"{unit.name} is neither INFANTRY nor PARAGON")
        own, other = faction(army, unit), faction(army, carrier)
        if own and other and not same(own, other):
            yield ArmyProblem(RULE, unit.place, f"{unit.name} is of {own}, {carrier.name} of {other}")
    taken = sum(unit.count * bulk(unit) for unit in units)
    if taken > seats.capacity:
        text = f"{carrier.name} has {seats.capacity} places, its passengers take {taken}"
        yield ArmyProblem(RULE, carrier.place, text)


def _may_ride(unit: Unit) -> bool:
    """Whether every model is of a type that rides; the whole sheet's types stand in where models have none."""
    models = [{keyword(word) for word in group.model.keywords} or unit.keywords for group in unit.squad]
    return all(RIDERS & words for words in models or [unit.keywords])


def bulk(unit: Unit) -> int:
    """How many places a model of the unit takes up: X for Bulky (X)."""
    abilities = unit.sheet.abilities if unit.sheet else ()
    found = (_BULKY.search(ability.name) for ability in abilities)
    return max((int(match.group(1)) for match in found if match), default=1)
