"""``warbook army``: what there is to do with a list."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from warbook.cli.options import game
from warbook.cli.shown import AsJson, console, print_json
from warbook.errors import InputError

if TYPE_CHECKING:
    from warbook.sheets.roster import Roster

army = typer.Typer(help="What there is to do with army lists.", rich_markup_mode=None)


@army.callback(invoke_without_command=True)
def _army(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@army.command(
    epilog="Examples:\n\n"
    "warbook army check list.txt\n\n"
    'warbook army check "My kept list"\n\n'
    'warbook army check list.rosz --size "Strike Force"\n\n'
    'warbook army check list.txt --match "Wariors=Necron Warriors" --json'
)
def check(
    path: Annotated[
        str, typer.Argument(help="A list in any supported format, or the name of one that is kept or bundled.")
    ],
    as_json: AsJson = False,
    system: Annotated[
        str | None,
        typer.Option(callback=game, help="The game, where the list does not tell.", show_default=False),
    ] = None,
    revision: Annotated[
        str | None, typer.Option(help="The rules revision; the newest if not told.", show_default=False)
    ] = None,
    size: Annotated[
        str | None, typer.Option(help="Battle size or points that it must fit.", show_default=False)
    ] = None,
    match: Annotated[
        list[str] | None,
        typer.Option(
            help='Give a sheet by hand: "name in the list=Sheet name", "…=Sheet (Faction)".', show_default=False
        ),
    ] = None,
) -> None:
    """Read a list and check it: units, wargear, points, problems. A list that breaks rules is still exit 0."""
    import msgspec

    from warbook import library, systems
    from warbook.muster.mustering import mustered
    from warbook.views.army import document, show

    roster = _read(path, system)
    if system:
        roster = msgspec.structs.replace(roster, system=system)
    try:
        game = systems.find(roster.system, revision)
    except LookupError as fault:
        place, _, expected = str(fault.args[0]).partition(": ")
        raise InputError(path, place, expected) from None
    made = mustered(roster, game, size, _matches(match or []))
    if as_json:
        print_json(document(made))
    else:
        show(console(), made)
        if not library.exists() and any(line.unit.sheet is None for line in made.lines):
            print(library.EMPTY)


@army.command(epilog="Examples:\n\nwarbook army export list.rosz\n\nwarbook army export list.txt --form json")
def export(
    path: Annotated[
        str, typer.Argument(help="A list in any supported format, or the name of one that is kept or bundled.")
    ],
    form: Annotated[
        str, typer.Option(help="app (the official app's text), simple (New Recruit's) or json.")
    ] = "app",
    system: Annotated[
        str | None,
        typer.Option(callback=game, help="The game of a list that is given by name.", show_default=False),
    ] = None,
) -> None:
    """Write a list in another form, for another tool to read."""
    from warbook.views import roster as view

    forms = {"app": view.app, "simple": view.simple, "json": view.json}
    if form not in forms:
        raise InputError("army", "form", f"expected one of {', '.join(forms)}, got {form!r}")
    print(forms[form](_read(path, system)), end="")


def _read(path: str, system: str | None) -> Roster:
    """A list from a file or, where there is no such file, one in the library or a bundled one by name."""
    from warbook.importers import rosters
    from warbook.library import lookup
    from warbook.library.games import of_its_game
    from warbook.sheets import roster

    if os.path.exists(path) or os.sep in path:
        return of_its_game(rosters.read(path))
    if found := lookup.roster(path, system):
        return found
    return of_its_game(rosters.read(path)) if Path(path).suffix else roster.find(path, system or "wh40k10")


def _matches(texts: list[str]) -> dict[str, str]:
    found = {}
    for text in texts:
        written, sign, name = text.partition("=")
        if not sign or not written.strip() or not name.strip():
            raise InputError("army", f"match {text!r}", 'expected "name in the list=Sheet name"')
        found[written.strip()] = name.strip()
    return found
