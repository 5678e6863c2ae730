"""Leaders and the units that they join (K-LDR-01)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warbook.rules.army import Army, ArmyNote, ArmyProblem, Told, Unit, is_called, plural
from warbook.sheets.leading import MOST_LEADERS, may_lead, may_share

RULE = "K-LDR-01 leaders"


def leaders(army: Army) -> Iterator[Told]:
    """Leaders joined to units that they may lead, and not more of them than may."""
    joined = dict[int, list[Unit]]()
    for unit in army.units:
        place = unit.place if unit.attached else unit.entry.joins
        if place is None:
            continue
        target = army.of_entry(place)
        if target is None or target is unit:
            yield ArmyNote(unit.place, f"{unit.name}: it joins entry {place}, which the list does not have")
            continue
        joined.setdefault(place, []).append(unit)
        yield from _leads(unit, target)
    for place, units in joined.items():
        yield from _several(army, place, units)


def _leads(leader: Unit, target: Unit) -> Iterator[Told]:
    if leader.sheet is None or target.sheet is None:
        yield ArmyNote(leader.place, f"{leader.name}: whether it leads {target.name} is not known")
        return
    may = may_lead(leader.sheet, target.sheet)
    may = may or any(is_called(name, target.sheet.name) for name in leader.sheet.leads)
    may = may or any(is_called(name, leader.sheet.name) for name in target.sheet.led_by)
    lost = any(missing.token == "attachments" for missing in (*leader.sheet.missing, *target.sheet.missing))
    if not may and lost:
        yield ArmyNote(leader.place, f"{leader.name}: its datasheet lost the units that it leads")
    elif not may:
        leads = ", ".join(leader.sheet.leads) or "no unit"
        yield ArmyProblem(RULE, leader.place, f"{leader.name} does not lead {target.name}; it leads {leads}")


def _several(army: Army, place: int, units: list[Unit]) -> Iterator[Told]:
    """One leader a unit, two where a datasheet allows it, never more."""
    target = army.of_entry(place)
    name = target.name if target else f"entry {place}"
    who = " and ".join(unit.name for unit in units)
    if len(units) > MOST_LEADERS:
        yield ArmyProblem(
            RULE, place, f"{name} has {plural(len(units), 'leader')}, at most {MOST_LEADERS}: {who}"
        )
    elif len(units) == MOST_LEADERS:
        may = _share(units, target)
        if may is None:
            yield ArmyNote(place, f"{name} has two leaders; whether a datasheet allows it is not known: {who}")
        elif not may:
            yield ArmyProblem(RULE, place, f"{name} has two leaders, and no datasheet allows a second: {who}")


def _share(units: list[Unit], target: Unit | None) -> bool | None:
    """Whether two leaders may be together, with the keywords that the list gives them."""
    sheets = [
        msgspec.structs.replace(unit.sheet, keywords=tuple(sorted(unit.keywords)))
        for unit in (*units, target)
        if unit is not None and unit.sheet is not None
    ]
    if target is None or len(sheets) <= len(units):
        return None
    first, second, host = sheets
    return may_share(first, second, host, target.count)
