"""Units that the list sets aside for Strategic Reserves (K-RES-04)."""

from __future__ import annotations

from collections.abc import Iterator

from warbook.rules.army import Army, ArmyProblem, Told
from warbook.rules.prices import priced
from warbook.sheets.roster import Entry

RULE = "K-RES-04 strategic reserves"
SHARE = 4
"""A quarter of the battle size's points may be in reserve, passengers included."""


def reserves(army: Army, limit: int | None) -> Iterator[Told]:
    """The share of the army in Strategic Reserves, where a list tells it, and who may not be there."""
    held = {unit.place for unit in army.units if is_reserved(unit.entry)}
    inside = [u for u in army.units if u.place in held or u.entry.embarked in held or u.entry.joins in held]
    total = sum(priced(army, unit).points or 0 for unit in inside)
    if limit is not None and total > limit // SHARE:
        yield ArmyProblem(RULE, None, f"{total} points in reserve, at most {limit // SHARE} of {limit}")
    for unit in inside:
        if "FORTIFICATION" in unit.keywords:
            yield ArmyProblem(RULE, unit.place, f"{unit.name} is a FORTIFICATION and may not be in reserve")


def is_reserved(entry: Entry) -> bool:
    """Whether a list notes that a unit starts in Strategic Reserves."""
    return any("strategic reserve" in text.casefold() for text in (entry.role or "", *entry.notes))
