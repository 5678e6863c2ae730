"""A judged army as text for a person and as one JSON document."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from rich.markup import escape as safe

if TYPE_CHECKING:
    from rich.console import Console

    from warbook.muster import Line, Mustered
    from warbook.rules.muster import Unit


def document(made: Mustered) -> dict[str, Any]:
    """Everything about a judged army under stable keys; ``unit`` counts entries of the list from 0."""
    roster, sheets = made.army.roster, [line.priced.by_sheet for line in made.lines]
    return {
        "name": roster.name,
        "system": made.system.name,
        "revision": made.system.revision,
        "faction": roster.faction,
        "detachments": roster.detachments,
        "battle_size": made.verdict.size or roster.battle_size,
        "points": made.points,
        "points_stated": roster.points,
        "points_limit": made.verdict.limit,
        "points_by_sheets": None if None in sheets else sum(points or 0 for points in sheets),
        "units": [_unit(line) for line in made.lines],
        "problems": [
            {"rule": told.rule, "unit": told.unit, "name": _name(made, told.unit), "message": told.message}
            for told in made.problems
        ],
        "notes": [
            {"unit": told.unit, "name": _name(made, told.unit), "message": told.message} for told in made.notes
        ],
        "reading": {"problems": roster.problems, "notes": roster.notes},
    }


def _unit(line: Line) -> dict[str, Any]:
    unit, entry = line.unit, line.unit.entry
    sheet = unit.sheet
    return {
        "unit": unit.place,
        "name": unit.name,
        "written": (entry.leader if unit.attached else entry.written) or entry.sheet,
        "sheet": sheet.name if sheet else None,
        "faction": sheet.faction if sheet else entry.faction,
        "source": sheet.source if sheet else None,
        "line": entry.line,
        "count": unit.count,
        "models": _models(unit),
        "wargear": [{"name": name, "count": count} for name, count in _carried(unit).items()],
        "points": line.priced.points,
        "points_by_sheet": line.priced.by_sheet,
        "enhancements": entry.enhancements,
        "warlord": entry.warlord,
        "role": entry.role or (sheet.role if sheet else None),
        "detachment": entry.detachment,
        "allied": entry.allied,
        "attached": unit.attached,
        "joins": unit.place if unit.attached else entry.joins,
        "embarked": entry.embarked,
        "assumed": line.assumed,
        "candidates": line.candidates,
    }


def _models(unit: Unit) -> list[dict[str, Any]]:
    """The unit's models with what each of them carries, or as the list has them where no sheet is known."""
    if unit.squad or unit.attached:
        return [
            {"name": group.model.name, "count": group.count, "each": _items(group.items)}
            for group in unit.squad
        ]
    return [{"name": row.name, "count": row.count, "all": _items(row.items)} for row in unit.entry.listed]


def _items(items: Any) -> list[dict[str, Any]]:
    return [{"name": item.name, "count": item.count} for item in items]


def _carried(unit: Unit) -> Counter[str]:
    """Everything that the unit carries between its models."""
    counts = Counter[str]()
    for group in unit.squad:
        for item in group.items:
            counts[item.name] += item.count * group.count
    for row in () if unit.squad or unit.attached else unit.entry.listed:
        for item in row.items:
            counts[item.name] += item.count
    return counts


def _name(made: Mustered, place: int | None) -> str | None:
    return next((line.unit.name for line in made.lines if line.unit.place == place), None)


def show(out: Console, made: Mustered) -> None:
    """Print a judged army: its units, then what is against the rules, then what else is to tell."""
    roster, limit = made.army.roster, made.verdict.limit
    of = f" of {limit}" if limit is not None else ""
    out.print(f"[bold]{safe(roster.name)}[/bold]  {made.points}{of} points", soft_wrap=True)
    told = (roster.faction, *roster.detachments, made.verdict.size or roster.battle_size, made.system.title)
    out.print(safe(" · ".join(part for part in told if part)), soft_wrap=True)
    for line in made.lines:
        out.print(f"  {safe(_told(line))}", soft_wrap=True)
    _listed(out, "Against the rules", [f"{p.rule}: {p.message}" for p in made.problems] or ["nothing found"])
    _listed(out, "Notes", [note.message for note in made.notes])
    reading = [f"{problem.place or f'line {problem.line}'}: {problem.message}" for problem in roster.problems]
    _listed(out, "Not understood in the list", reading)


def _told(line: Line) -> str:
    unit, entry = line.unit, line.unit.entry
    points = "?" if line.priced.points is None else line.priced.points
    carried = ", ".join(f"{count} {name}" for name, count in _carried(unit).items())
    marks = [*entry.enhancements, *(["Warlord"] if entry.warlord else [])]
    attached = "  with " if unit.attached else ""
    extra = f" ({', '.join(marks)})" if marks and not unit.attached else ""
    assumed = f" [{line.assumed}]" if line.assumed else ""
    who = f"{attached}{unit.count or '?'} {unit.name}{extra}"
    return f"{who}, {points} points: {carried or 'nothing told'}{assumed}"


def _listed(out: Console, title: str, texts: list[str]) -> None:
    if texts:
        out.print(f"[bold]{title}[/bold]")
        for text in texts:
            out.print(f"  {safe(text)}", soft_wrap=True)
