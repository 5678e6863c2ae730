"""``warbook crosscheck``: where two sources differ on the units that they share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from warbook.cli.shown import AsJson, console, print_json, progress
from warbook.errors import InputError

if TYPE_CHECKING:
    from warbook.sheet import Datasheet

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
    from warbook.crosscheck import COMPARED
    from warbook.crosscheck import crosscheck as compared

    fields = _fields(field or [], COMPARED)
    found = compared(_of_faction(_sheets(first), first, faction), _sheets(second), fields, (first, second))
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
        return list(importers.collect(name, lambda done, total: step(f"{done} of {total} files")).sheets)


def _of_faction(sheets: list[Datasheet], path: str, faction: str | None) -> list[Datasheet]:
    from warbook.names import same

    if faction is None:
        return sheets
    own = [sheet for sheet in sheets if same(sheet.faction, faction)]
    if not own:
        known = ", ".join(sorted({sheet.faction for sheet in sheets}))
        raise InputError(path, "--faction", f"expected one of {known}, got {faction!r}")
    return own
