"""``warbook crosscheck``: where two sources differ on the units that they share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from warbook.cli.shown import AsJson, console, print_json, progress, tell
from warbook.errors import InputError

if TYPE_CHECKING:
    from warbook.sheets.sheet import Datasheet

Of = Annotated[
    str, typer.Argument(help="A document, a folder, or a game for its bundled units.", show_default=False)
]


def crosscheck(
    first: Of,
    second: Of,
    field: Annotated[
        list[str] | None, typer.Option("--field", metavar="NAME", help="Only this field. Repeatable.")
    ] = None,
    faction: Annotated[
        str | None, typer.Option("--faction", metavar="NAME", help="Only units that the first has in it.")
    ] = None,
    as_json: AsJson = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Every difference, and the units that only one of them has.")
    ] = False,
) -> None:
    """Compare two sources: how often they agree, and where they differ."""
    from warbook.sheets.crosscheck import COMPARED
    from warbook.sheets.crosscheck import crosscheck as compared

    fields = _fields(field or [], COMPARED)
    notes: list[str] = []
    one, other = (_newest(_sheets(name), name, notes) for name in (first, second))
    one = one if faction is None else _of_faction(one, first, faction)
    found = compared(one, other, fields, (first, second), wholly=faction is None)
    found = msgspec.structs.replace(found, notes=(*notes, *found.notes))
    if as_json:
        print_json(found)
    else:
        from warbook.views.differences import show

        show(console(), found, verbose)


def _fields(wanted: list[str], known: tuple[str, ...]) -> tuple[str, ...]:
    for name in wanted:
        if name not in known:
            raise InputError("crosscheck", "--field", f"expected one of {', '.join(known)}, got {name!r}")
    return tuple(name for name in known if not wanted or name in wanted)


def _sheets(name: str) -> list[Datasheet]:
    """The sheets of a document or a folder, or those that are bundled for a game."""
    from warbook import data, importers

    if name in data.systems():
        return list(data.pack(name))
    with progress(name) as step:
        found = importers.collect(name, lambda done, total: step(f"{done} of {total} files"))
    tell(found.problems)
    return list(found.sheets)


def _newest(sheets: list[Datasheet], path: str, notes: list[str]) -> list[Datasheet]:
    """Of each unit that a folder has at several dates, the newest sheet; ``notes`` are told."""
    from warbook.names import key

    dates: dict[tuple[str, str, str], str] = {}
    units = [(sheet.system, key(sheet.faction), key(sheet.name)) for sheet in sheets]
    told = [(sheet.source and sheet.source.date) or "" for sheet in sheets]
    for unit, date in zip(units, told, strict=True):
        dates[unit] = max(date, dates.get(unit, ""))
    kept = [one for one, unit, date in zip(sheets, units, told, strict=True) if date == dates[unit]]
    if len(kept) < len(sheets):
        notes.append(f"{path}: {len(sheets) - len(kept)} older sheets of the same units are left out")
    return kept


def _of_faction(sheets: list[Datasheet], path: str, faction: str) -> list[Datasheet]:
    from warbook.sheets.crosscheck import of_faction

    own = of_faction(sheets, faction)
    if not own:
        known = ", ".join(sorted({sheet.faction for sheet in sheets}))
        raise InputError(path, "--faction", f"expected one of {known}, got {faction!r}")
    return own
