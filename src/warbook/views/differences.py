"""Where two sources differ, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from warbook.sheets.crosscheck import Agreement, Crosscheck, Differing, Unit
from warbook.sheets.differences import Difference

MOST = 40
"""Units that are shown unless all are asked for."""
LONG = 70
"""Characters of a value that are shown unless all are asked for."""


def show(console: Console, found: Crosscheck, verbose: bool = False) -> None:
    """How often two sources agree, field by field, then each unit on which they differ (``verbose``: all of
    them, and the units that only one source has)."""
    names = found.sources
    for note in found.notes:
        console.print(Text(note))
    console.print(Text(f"{names[0]} and {names[1]} share {found.shared} units", style="bold"))
    console.print(_agreement(found.agreement))
    shown = found.differing if verbose else found.differing[:MOST]
    for unit in shown:
        console.print(Text(_title(unit)))
        for difference in unit.differences:
            console.print(Text(f"  {told(difference, verbose)}"))
    if len(shown) < len(found.differing):
        console.print(Text(f"and {len(found.differing) - MOST} more units (--verbose tells all)"))
    for name, units in zip(names, (found.only_first, found.only_second), strict=True):
        for line in _alone(name, units, verbose):
            console.print(Text(line))


def _agreement(rows: Sequence[Agreement]) -> Table:
    table = Table("field", "compared", "agree", "", box=None, header_style="bold", pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for row in rows:
        if row.compared:
            table.add_row(row.field, str(row.compared), str(row.agree), _percent(row.agree, row.compared))
        if row.profiles:
            agree = row.profiles_agree or 0
            table.add_row("  each profile", str(row.profiles), str(agree), _percent(agree, row.profiles))
    return table


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def _title(unit: Differing) -> str:
    one, other = unit.factions
    return f"{unit.name} ({one})" if one == other else f"{unit.name} ({one}; {other})"


def told(difference: Difference, whole: bool = True) -> str:
    """One difference in a line: "points, 1 models: 240 → 220"."""
    about = f", {difference.about}" if difference.about else ""
    old, new = (_short(text, whole) for text in (difference.old, difference.new))
    return f"{difference.field}{about}: {old} → {new}"


def _short(text: str | None, whole: bool) -> str:
    if text is None:
        return "nothing"
    return text if whole or len(text) <= LONG else f"{text[: LONG - 3]}..."


def _alone(name: str, units: Sequence[Unit], verbose: bool) -> Iterator[str]:
    if units:
        yield f"only in {name}: {len(units)} units" + ("" if verbose else " (--verbose names them)")
    if verbose:
        yield from (f"  {unit.name} ({unit.faction})" for unit in units)
