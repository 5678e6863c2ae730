"""The command line. Each command reads its words, calls one function, and prints."""

from __future__ import annotations

import os
import sys
from errno import EDQUOT, EIO, ENOSPC
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from warbook.cli.army import army
from warbook.cli.coverage import coverage
from warbook.cli.crosscheck import crosscheck
from warbook.cli.explain import explain
from warbook.cli.library import library
from warbook.cli.odds import odds
from warbook.cli.play import play
from warbook.cli.replay import replay
from warbook.cli.shown import AsJson, console, print_json, tell, unread
from warbook.cli.web import web
from warbook.errors import InputError
from warbook.sheets.sheet import Collection

BAD_INPUT = 2
UNWRITTEN = (EDQUOT, EIO, ENOSPC)
"""Faults of what is printed; files are written by ``writing``, which names them."""

app = typer.Typer(
    help="Exact odds for tabletop wargames.",
    epilog='Start with: warbook odds "Chaos Land Raider" "Necron Warriors"',
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command(
    epilog="Examples:\n\n"
    'warbook odds "Chaos Land Raider" "Necron Warriors"\n\n'
    'warbook odds Tormentors Lychguard --models 10 --loadout "plasma gun" --half-range\n\n'
    'warbook odds "Flawless Blades" Lychguard --charge 9 --charge-reroll --needed 0.8\n\n'
    "warbook odds Lychguard Infractors --duel 3\n\n"
    "warbook odds page.txt Immortals --versus Lychguard\n\n"
    "warbook odds my-list.txt their-list.rosz --figure damage\n\n"
    "warbook odds my-list.txt --targets standard\n\n"
    'warbook odds --roll "deadly demise D6 5 models W2"\n\n'
    "warbook odds --engagements list.json --json"
)(odds)
app.command(
    epilog="Examples:\n\n"
    'warbook play "Emperor\'s Children" Necrons --log\n\n'
    "warbook play --list\n\n"
    "warbook play Necrons my-army.json --seed 7 --record battle.json --picture table.svg\n\n"
    'warbook play "Emperor\'s Children" Necrons --games 100'
)(play)
app.command(
    epilog="Examples:\n\n"
    "warbook replay battle.json --at 200 --picture table.svg\n\n"
    "warbook replay battle.json --judge"
)(replay)
app.command(
    epilog="Examples:\n\n"
    "warbook crosscheck cards-2025 tables-2025\n\n"
    "warbook crosscheck wh40k10 cards-2025 --field statline --json"
)(crosscheck)
app.command(
    epilog="Examples:\n\n"
    'warbook explain "Each time this model makes an attack, add 1 to the Hit roll."\n\n'
    'warbook explain --kind when --json "Your opponent\'s Shooting phase."\n\n'
    'warbook explain --unit "my page.txt"\n\n'
    "warbook explain --lines texts.jsonl --json"
)(explain)
app.command(
    epilog="Examples:\n\nwarbook coverage my-page.txt cards-2025\n\nwarbook coverage cards-2025 --json"
)(coverage)
app.command(epilog="Examples:\n\nwarbook web\n\nwarbook web --port 9000")(web)
app.add_typer(library, name="library")
app.add_typer(army, name="army")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(version("warbook"))
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _warbook(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Exact odds for tabletop wargames."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command(epilog='Example: warbook read "my page.txt" --json')
def read(
    paths: Annotated[
        list[str],
        typer.Argument(help="Documents of any supported format, or names of units.", show_default=False),
    ],
    as_json: AsJson = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Every passage that the document lacks.")] = False,
) -> None:
    """Parse documents and print their datasheets."""
    found = [_found(path) for path in paths]
    sheets = [sheet for each in found for sheet in each.sheets]
    if as_json:
        from warbook.reading.understanding import with_effects

        print_json([with_effects(sheet) for sheet in sheets])
    else:
        from warbook.views.sheet import show

        for sheet in sheets:
            show(console(), sheet, verbose)
    tell([problem for each in found for problem in each.problems], verbose)


def _found(path: str) -> Collection:
    from warbook import importers
    from warbook.library import lookup

    if not Path(path).exists() and "/" not in path and not Path(path).suffix:
        return Collection((lookup.find(path).sheet,))
    return importers.collect(path)


@app.command(epilog="Example: warbook units")
def units(as_json: AsJson = False) -> None:
    """List the bundled units, by game and faction."""
    from warbook import data

    sheets = [sheet for system in data.systems() for sheet in data.pack(system)]
    if as_json:
        print_json([{"name": sheet.name, "faction": sheet.faction, "system": sheet.system} for sheet in sheets])
        return
    for key in dict.fromkeys((sheet.system, sheet.faction) for sheet in sheets):
        print(f"{key[1]} ({key[0]})")
        for name in sorted(sheet.name for sheet in sheets if (sheet.system, sheet.faction) == key):
            print(f"  {name}")


def main() -> NoReturn:
    """Run the command line: exit 0 when it did what was asked, 2 for bad input with one line about it."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        else:
            stream.reconfigure(errors="replace")
    try:
        status = app(standalone_mode=False)
        sys.stdout.flush()
    except InputError as fault:
        status = _refused(str(fault))
    except (BrokenPipeError, SystemExit) as left:
        if isinstance(left, SystemExit) and not isinstance(left.__context__, BrokenPipeError):
            raise  # typer and rich leave so where a pipe is closed; others mean it
        unread()
        status = 0
    except OSError as fault:
        where = fault.filename or ("standard output" if fault.errno in UNWRITTEN else "warbook")
        status = _refused(f"{where}: {fault.strerror or fault}")
    except Exception as fault:
        if not hasattr(fault, "format_message"):
            raise
        from warbook.cli.misuse import refusal  # only a mistake pays for it

        status = _refused(str(refusal(fault, app, sys.argv[1:])))
    sys.exit(status if isinstance(status, int) else 0)


def _refused(told: str) -> int:
    print(" ".join(told.split()), file=sys.stderr)
    return BAD_INPUT
