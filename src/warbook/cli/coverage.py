"""``warbook coverage``: how much of the rules text in documents is understood."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from warbook.cli.shown import AsJson, console, print_json, progress, tell
from warbook.errors import InputError

if TYPE_CHECKING:
    from warbook.sheets.sheet import Collection
    from warbook.views.coverage import Which


def coverage(
    paths: Annotated[list[str], typer.Argument(help="Documents or folders.", show_default=False)],
    as_json: AsJson = False,
    rules: Annotated[
        str | None,
        typer.Option(
            "--rules",
            metavar="WHICH",
            help="Rules shown clause by clause: every, lost (not wholly understood), none; of one unit: every.",
            show_default=False,
        ),
    ] = None,
    clauses: Annotated[
        int, typer.Option("--clauses", min=0, help="So many of the commonest clauses not understood.")
    ] = 20,
) -> None:
    """Tell how much of the rules text in documents is understood and acted on, by clause and by kind."""
    from warbook import importers
    from warbook.queries.coverage import covered

    which = _which(rules)
    found = []
    with progress("read", len(paths)) as step:
        for path in paths:
            found.append(importers.collect(path))
            step(path)
    collection = importers.merged(found)
    with progress("coverage") as step:
        told = covered(collection, step)
    if as_json:
        print_json(told)
    else:
        from warbook.views.coverage import show

        show(console(), told, which or _usual(collection), clauses)
    tell(collection.problems)


def _which(given: str | None) -> Which | None:
    """Raises InputError for an unknown choice."""
    from warbook.views.coverage import WHICH

    found = next((each for each in WHICH if each == given), None)
    if found is None and given is not None:
        raise InputError("--rules", given, f"expected one of {', '.join(WHICH)}")
    return found


def _usual(collection: Collection) -> Which:
    """Every rule of one unit; of many only the shares."""
    return "every" if len(collection.sheets) == 1 else "none"
