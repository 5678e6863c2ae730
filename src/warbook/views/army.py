"""A judged army as one JSON document, and as text for a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from warbook.rules.army import plural
from warbook.sheets.sheet import Item, Problem, Source

if TYPE_CHECKING:
    from rich.console import Console

    from warbook.muster.mustering import Line, Mustered
    from warbook.rules.army import Unit


class ModelsAnswer(msgspec.Struct, frozen=True):
    """Models of a unit that carry the same: ``items`` are what each of them carries. Where no sheet is known
    they are the list's own rows, and what its models carry between them."""

    name: str
    count: int
    items: tuple[Item, ...]


class UnitAnswer(msgspec.Struct, frozen=True):
    """One unit of an army. ``unit`` is the place of its entry in the list, from 0; an ``attached`` leader has
    the place of the unit that names it.

    ``count`` are its models, ``wargear`` is what they carry between them. ``points`` is what it counts for,
    ``points_by_sheet`` what its sheet and its Enhancements say. ``assumed`` is how its name was read;
    ``candidates`` come closest to a name that was not found. ``joins`` and ``embarked`` are places in the list.
    """

    unit: int
    name: str
    written: str
    sheet: str | None
    faction: str | None
    source: Source | None
    line: int | None
    count: int
    models: tuple[ModelsAnswer, ...]
    wargear: tuple[Item, ...]
    points: int | None
    points_by_sheet: int | None
    enhancements: tuple[str, ...]
    warlord: bool
    role: str | None
    detachment: str | None
    allied: bool
    attached: bool
    joins: int | None
    embarked: int | None
    assumed: str | None
    candidates: tuple[str, ...]


class ProblemAnswer(msgspec.Struct, frozen=True):
    """What is against a rule, named by its id and a short name; ``unit`` is a place in the list."""

    rule: str
    unit: int | None
    name: str | None
    message: str


class NoteAnswer(msgspec.Struct, frozen=True):
    """What is worth telling and against no rule; ``judged`` is false for what could not be judged."""

    unit: int | None
    name: str | None
    message: str
    judged: bool = True


class ArmyAnswer(msgspec.Struct, frozen=True):
    """A judged army. ``points`` is what its units come to, ``points_stated`` what the list itself says,
    ``points_by_sheets`` what its sheets say, where all are known. ``reading`` is what was not understood in
    the list's document."""

    name: str
    system: str
    revision: str
    faction: str | None
    detachments: tuple[str, ...]
    battle_size: str | None
    points: int
    points_stated: int | None
    points_limit: int | None
    points_by_sheets: int | None
    units: tuple[UnitAnswer, ...]
    problems: tuple[ProblemAnswer, ...]
    notes: tuple[NoteAnswer, ...]
    reading: tuple[Problem, ...]
    reading_notes: tuple[str, ...]


def document(made: Mustered) -> ArmyAnswer:
    """Everything about a judged army."""
    roster, sheets = made.army.roster, [line.priced.by_sheet for line in made.lines]
    return ArmyAnswer(
        name=roster.name,
        system=made.system.name,
        revision=made.system.revision,
        faction=roster.faction,
        detachments=roster.detachments,
        battle_size=made.verdict.size or roster.battle_size,
        points=made.points,
        points_stated=roster.points,
        points_limit=made.verdict.limit,
        points_by_sheets=None if None in sheets else sum(points or 0 for points in sheets),
        units=tuple(_unit(line) for line in made.lines),
        problems=tuple(
            ProblemAnswer(told.rule, told.unit, _name(made, told.unit), told.message) for told in made.problems
        ),
        notes=tuple(
            NoteAnswer(told.unit, _name(made, told.unit), told.message, told.judged) for told in made.notes
        ),
        reading=roster.problems,
        reading_notes=roster.notes,
    )


def _unit(line: Line) -> UnitAnswer:
    unit, entry, sheet = line.unit, line.unit.entry, line.unit.sheet
    return UnitAnswer(
        unit=unit.place,
        name=unit.name,
        written=(entry.leader if unit.attached else entry.written) or entry.sheet,
        sheet=sheet.name if sheet else None,
        faction=sheet.faction if sheet else entry.faction,
        source=sheet.source if sheet else None,
        line=entry.line,
        count=unit.count,
        models=_models(unit),
        wargear=tuple(Item(name, count) for name, count in _carried(unit).items()),
        points=line.priced.points,
        points_by_sheet=line.priced.by_sheet,
        enhancements=entry.enhancements if unit.bears else (),
        warlord=entry.warlord and unit.bears,
        role=entry.role or (sheet.role if sheet else None),
        detachment=entry.detachment,
        allied=entry.allied,
        attached=unit.attached,
        joins=unit.place if unit.attached else entry.joins,
        embarked=entry.embarked,
        assumed=line.assumed,
        candidates=line.candidates,
    )


def _models(unit: Unit) -> tuple[ModelsAnswer, ...]:
    if unit.squad or unit.attached:
        return tuple(ModelsAnswer(group.model.name, group.count, group.items) for group in unit.squad)
    return tuple(ModelsAnswer(row.name, row.count, row.items) for row in unit.entry.listed)


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
    unpriced = sum(1 for line in made.lines if line.priced.points is None and not line.unit.attached)
    without = f", without {plural(unpriced, 'unit')} of unknown cost" if unpriced else ""
    most = f" of {limit}" if limit is not None else ""
    _line(out, f"{roster.name}  {made.points}{most} points{without}", bold=True)
    told = (roster.faction, *roster.detachments, made.verdict.size or roster.battle_size, made.system.title)
    _line(out, " · ".join(part for part in told if part))
    for line in made.lines:
        _line(out, f"  {_told(line)}")
    unknown = sum(1 for line in made.lines if line.unit.sheet is None)
    if made.problems or unknown:
        problems = (f"{problem.rule}: {problem.message}" for problem in made.problems)
        _listed(out, "Against the rules", [*problems, *_clear(made, unknown)])
    else:
        whole = all(note.judged for note in made.notes)
        found = "nothing is against the rules" if whole else "nothing found in what was judged; see the notes"
        _listed(out, "Legal" if whole else "Judged in part", [found])
    _listed(out, "Notes", (note.message for note in made.notes))
    reading = (f"{problem.place or f'line {problem.line}'}: {problem.message}" for problem in roster.problems)
    _listed(out, "Not understood in the list", reading)


def _clear(made: Mustered, unknown: int) -> Iterator[str]:
    """What it means that nothing more is against the rules, where some units are not known."""
    if unknown:
        yield f"{plural(unknown, 'unit')} of {len(made.lines)} not known and not judged"
    if not made.problems and unknown < len(made.lines):
        yield "nothing found in the others"


def _told(line: Line) -> str:
    unit, entry = line.unit, line.unit.entry
    points = "?" if line.priced.points is None else line.priced.points
    carried = ", ".join(f"{count} {name}" for name, count in _carried(unit).items())
    marks = [*entry.enhancements, *(["Warlord"] if entry.warlord else [])] if unit.bears else []
    extra = f" ({', '.join(marks)})" if marks else ""
    who = f"{'  with ' if unit.attached else ''}{unit.count or '?'} {unit.name}{extra}"
    assumed = f" [{line.assumed}]" if line.assumed else ""
    return f"{who}, {points} points: {carried or 'nothing told'}{assumed}"


def _listed(out: Console, title: str, texts: Iterable[str]) -> None:
    for place, text in enumerate(dict.fromkeys(texts)):
        if place == 0:
            _line(out, title, bold=True)
        _line(out, f"  {text}")


def _line(out: Console, text: str, bold: bool = False) -> None:
    out.print(text, style="bold" if bold else None, markup=False, soft_wrap=True)
