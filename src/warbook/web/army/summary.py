"""What a list comes to: its size, what it holds objectives with, its rules for once, and what changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from warbook import library
from warbook.library.kept import Kept
from warbook.names import whole_number
from warbook.probability.totals import Total, total
from warbook.rules.army import Unit
from warbook.sheets.differences import Difference
from warbook.sheets.roster import Roster
from warbook.sheets.sheet import Datasheet
from warbook.web.army.asked import UNPINNED, Pins
from warbook.web.army.judged import mustered


class Summary(msgspec.Struct, frozen=True):
    """A list in figures. ``drops`` are the units that are set up by themselves: those that are neither with
    another nor in a transport. A sum is ``None`` where the game has none of its kind, and without a value where
    not every unit is known."""

    units: int
    models: int
    wounds: Total
    drops: int
    objective_control: Total | None


class Once(msgspec.Struct, frozen=True):
    """A rule that is used only so many times: ``limit`` tells how often."""

    unit: str
    rule: str
    limit: str


class Changed(msgspec.Struct, frozen=True):
    """What the newest data changed for a unit of the list."""

    unit: str
    old: str
    new: str
    differences: tuple[Difference, ...]


def of(roster: Roster, pins: Pins = UNPINNED) -> Summary:
    """A list in figures, as far as its sheets are known."""
    made = mustered(roster, pins)
    units = made.army.units
    has_control = any("OC" in group.model.characteristics for unit in units for group in unit.squad)
    apart = [unit for unit in units if not unit.attached and unit.entry.embarked is None]
    return Summary(
        len(units),
        sum(unit.count for unit in units),
        total(_sum(unit, ("W", "HP")) for unit in units),
        sum(unit.entry.joins is None for unit in apart),
        total(_sum(unit, ("OC",)) for unit in units) if has_control else None,
    )


def once(roster: Roster, pins: Pins = UNPINNED) -> tuple[Once, ...]:
    """The rules of the list's units that may be used once a battle, or another number of times."""
    from warbook.reading.understanding import with_effects

    made = mustered(roster, pins)
    read: dict[str, Datasheet] = {}
    found: dict[Once, None] = {}
    for unit in made.army.known:
        if unit.sheet is not None:
            sheet = read.setdefault(unit.sheet.name, with_effects(unit.sheet))
            found.update((Once(unit.name, *each), None) for each in _limited(sheet))
    return tuple(found)


def changed(roster: Roster, pins: Pins = UNPINNED) -> tuple[Changed, ...]:
    """What the newest data of each unit's source changed of those before it; two kinds of source differ in more
    than their date. Raises InputError for a library that cannot be read."""
    if not library.exists():
        return ()
    from warbook.library import history, search

    made = mustered(roster, pins)
    sheets = {(unit.sheet.name, unit.sheet.faction): unit.sheet for unit in made.army.known if unit.sheet}
    return tuple(
        Changed(change.name, change.old.effective, change.new.effective, change.differences)
        for name, faction in sheets
        for change in history.changes(search.Wanted(name=name, faction=faction, system=roster.system))
        if change.old and change.new and _is_newer(change.new, change.old)
    )


def _is_newer(new: Kept, old: Kept) -> bool:
    return new.lineage == old.lineage and new.effective > old.effective


NONE = ("", "-", "–")
"""How sheets print a characteristic that there is none of."""


def _sum(unit: Unit, heads: tuple[str, ...]) -> int | None:
    """What the models of a unit have together; ``None`` where that is not known of all of them."""
    if unit.sheet is None or not unit.squad:
        return None
    printed = [(group.count, _printed(group.model.characteristics, heads)) for group in unit.squad]
    if any(whole_number(value) is None and value not in NONE for _, value in printed):
        return None
    return sum(count * (whole_number(value) or 0) for count, value in printed)


def _printed(characteristics: Mapping[str, str], heads: tuple[str, ...]) -> str:
    return next((characteristics[head] for head in heads if head in characteristics), "")


def _limited(sheet: Datasheet) -> Iterator[tuple[str, str]]:
    rules = [(rule.name, rule.effects) for rule in sheet.abilities]
    rules += [(rule.name, rule.effects) for rule in sheet.rules]
    for name, effects in rules:
        for limit in dict.fromkeys(_limits(effects)):
            yield name, limit


def _limits(effects: Any) -> Iterator[str]:
    """How often, wherever an effect says that it is limited within a battle."""
    if isinstance(effects, list | tuple):
        for each in effects:
            yield from _limits(each)
    elif isinstance(effects, dict):
        limit = effects.get("limit")
        if isinstance(limit, dict) and limit.get("per") == "battle":
            yield _often(limit)
        for each in effects.values():
            yield from _limits(each)


def _often(limit: dict[str, Any]) -> str:
    times = limit.get("times", 1)
    often = "once" if times == 1 else "twice" if times == 2 else f"{times} times"
    each = f", each {limit['each']}" if limit.get("each") else ""
    return f"{often} a battle{each}"
