"""What is said of a checked list, in the order in which it is worth knowing."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from warbook.rules.army import plural
from warbook.views.army import ArmyAnswer, UnitAnswer
from warbook.web import links
from warbook.web.army.summary import Once


class Gathered(msgspec.Struct, frozen=True):
    """A rule for so many times, with all units that have it."""

    rule: str
    limit: str
    units: tuple[str, ...]


def verdict(told: ArmyAnswer) -> dict[str, object]:
    """What it means that nothing more is against the rules, and the units of which nothing is known."""
    unknown = [unit for unit in told.units if unit.sheet is None]
    legal = not told.problems and not unknown and all(note.judged for note in told.notes)
    return {"legal": legal, "clear": clear(told), "unknown": unknown}


def clear(told: ArmyAnswer) -> str:
    """What it means that nothing is against the rules."""
    unknown = sum(unit.sheet is None for unit in told.units)
    if not unknown:
        whole = all(note.judged for note in told.notes)
        return "Nothing is against the rules." if whole else "Nothing found in what was judged; see the notes."
    if unknown == len(told.units):
        return "No unit is known, so nothing could be judged."
    return (
        f"Nothing found in the others; {plural(unknown, 'unit')} of {len(told.units)} not known and not judged."
    )


def sheet_address(unit: UnitAnswer, system: str) -> str | None:
    """The page of a unit's sheet, where it is known."""
    if unit.sheet is None or unit.faction is None:
        return None
    return links.sheet(_Named(unit.sheet, unit.faction, system))


class _Named(msgspec.Struct, frozen=True):
    name: str
    faction: str
    system: str


def gathered(rules: Iterable[Once]) -> list[Gathered]:
    """The rules for so many times, each once."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for each in rules:
        found.setdefault((each.rule, each.limit), {})[each.unit] = None
    return [Gathered(rule, limit, tuple(units)) for (rule, limit), units in found.items()]


def reading(told: ArmyAnswer) -> dict[str, list[str]]:
    """The notes, and what of the list's text was not understood."""
    notes = (note.message for note in told.notes)
    lost = (f"{problem.place or f'line {problem.line}'}: {problem.message}" for problem in told.reading)
    return {"notes": list(dict.fromkeys((*notes, *told.reading_notes))), "lost": list(dict.fromkeys(lost))}
