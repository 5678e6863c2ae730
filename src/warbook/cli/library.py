"""``warbook library``: the user's own sheets, factions and rosters."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from warbook.cli.options import game
from warbook.cli.shown import AsJson, console, print_json
from warbook.errors import InputError

if TYPE_CHECKING:
    from warbook.importers import Progress
    from warbook.library.kept import Kept
    from warbook.library.search import Wanted

library = typer.Typer(
    help="Keep your own documents: sheets, factions and army lists, found by name from then on.",
    epilog="Start with: warbook library add my-data-folder",
    rich_markup_mode=None,
)

Kinds = Literal["sheet", "faction", "roster"]
OfKind = Annotated[Kinds | None, typer.Option("--kind", help="Only these (default: any).")]
OfFaction = Annotated[str | None, typer.Option("--faction", metavar="NAME", help="Only of this faction.")]
OfSystem = Annotated[
    str | None, typer.Option("--system", metavar="GAME", callback=game, help="Only wh40k10, or heresy3.")
]
OfSource = Annotated[
    str | None, typer.Option("--source", metavar="PATH", help="Only from this document, or part of its path.")
]
Keywords = Annotated[
    list[str] | None, typer.Option("--keyword", metavar="KEYWORD", help="Only with this keyword. Repeatable.")
]


@library.callback(invoke_without_command=True)
def _library(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@library.command(
    epilog="Examples:\n\nwarbook library add my-page.txt\n\nwarbook library add data/2025-07 list.rosz --json"
)
def add(
    paths: Annotated[list[str], typer.Argument(help="Documents, folders and army lists.", show_default=False)],
    as_json: AsJson = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Every change, and every passage that was not understood.")
    ] = False,
) -> None:
    """Read documents and keep what is in them: all of it, or nothing. A newer version of a sheet becomes the
    current one, and the older one is kept for `diff`."""
    from warbook.library import adding

    read = []
    for path in paths:
        with _bar(path) as progress:
            read.append(adding.read(path, progress))
    report = adding.keep(read)
    if as_json:
        print_json({**_plain(report), "counts": report.counts()})
    else:
        from warbook.views.library import show_report

        show_report(console(), report, verbose)


@library.command(
    "list",
    epilog="Examples:\n\nwarbook library list land raider\n\n"
    "warbook library list --faction necrons --keyword vehicle\n\nwarbook library list --kind roster --json",
)
def list_(
    text: Annotated[
        list[str] | None, typer.Argument(help="Words of the name, or their beginnings.", show_default=False)
    ] = None,
    keyword: Keywords = None,
    faction: OfFaction = None,
    system: OfSystem = None,
    source: OfSource = None,
    kind: OfKind = None,
    as_json: AsJson = False,
) -> None:
    """What is kept, the current version of each."""
    from warbook.library import search
    from warbook.names import asked_for, template

    words = " ".join(text or [])
    wanted = search.Wanted(kind, words or None, None, None, faction, system, tuple(keyword or []), source)
    found = search.kept(wanted)
    if as_json:
        print_json(found)
    else:
        from warbook.views.library import show_list

        apart = [one for one in found if one.kind == "sheet" and not asked_for(one.name, words)]
        show_list(console(), [one for one in found if one not in apart])
        if apart:
            marks = ", ".join(sorted({template(one.name) or "" for one in apart}))
            print(f"{len(apart)} templates are set apart: their mark ({marks}) lists them")
        if not found and (why := search.nothing(wanted)):
            print(why)


@library.command(
    epilog='Examples:\n\nwarbook library show "Chaos Land Raider (World Eaters)"\n\n'
    'warbook library show "my list" --kind roster --json'
)
def show(
    name: Annotated[str, typer.Argument(help="Its name; a part will do where only one has it.")],
    faction: OfFaction = None,
    system: OfSystem = None,
    kind: OfKind = None,
    as_json: AsJson = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Every passage that the document lacks.")] = False,
) -> None:
    """One sheet, faction or roster, with its versions and where they come from."""
    from warbook.library import search

    one = _one(name, faction, system, kind)
    body, versions = search.body(one), search.versions(one)
    if as_json:
        print_json({one.kind: body, "versions": versions})
    else:
        from warbook.views import library as view

        view.show_thing(console(), body, verbose)
        view.show_versions(console(), versions)


@library.command(
    epilog='Examples:\n\nwarbook library remove "Chaos Land Raider (World Eaters)"\n\n'
    "warbook library remove --faction necrons\n\nwarbook library remove --source data/2024-03"
)
def remove(
    name: Annotated[str | None, typer.Argument(help="Its whole name.", show_default=False)] = None,
    faction: OfFaction = None,
    system: OfSystem = None,
    source: OfSource = None,
    kind: OfKind = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask, however much it is.")] = False,
    as_json: AsJson = False,
) -> None:
    """Remove what has this name, belongs to this faction or came from this document, with all its versions. On
    a terminal it asks before it removes more than one thing."""
    from warbook.library import removing, search

    if name is None and faction is None and source is None and kind is None:
        raise InputError("library", "remove", "expected a name, --faction, --source or --kind")
    wanted = search.Wanted(kind, None, None, None, faction, system, (), source)
    wanted = _only(name, wanted) if name is not None else wanted
    if not yes and not as_json:
        _ask(removing.found(wanted))
    removed = removing.remove(wanted)
    if not removed.versions:
        why = search.nothing(wanted)
        told = "expected something in the library that fits, found nothing" + (f"; {why}" if why else "")
        raise InputError("library", "remove", told)
    if as_json:
        print_json(removed)
    else:
        from warbook.views.library import show_removed

        show_removed(console(), removed)


@library.command(
    epilog='Examples:\n\nwarbook library diff\n\nwarbook library diff "Chaos Land Raider"\n\n'
    "warbook library diff --faction necrons --json"
)
def diff(
    name: Annotated[str | None, typer.Argument(help="Only the sheet of this name.", show_default=False)] = None,
    faction: OfFaction = None,
    system: OfSystem = None,
    as_json: AsJson = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Everything that changed, texts too.")] = False,
) -> None:
    """What the current versions of the sheets changed of the ones before them."""
    from warbook.library import history, search

    wanted = search.Wanted("sheet", faction=faction, system=system)
    if name is not None:
        one = _one(name, faction, system, "sheet")
        wanted = search.Wanted("sheet", name=one.name, faction=one.faction, system=one.system)
    changes = tuple(history.changes(wanted))
    if as_json:
        print_json(changes)
    else:
        from warbook.views import changes as view

        view.show(console(), changes, verbose or name is not None)


def _one(name: str, faction: str | None, system: str | None, kind: Kinds | None) -> Kept:
    from warbook.library import search

    return search.one(search.Wanted(kind, name=name, faction=faction, system=system))


def _only(name: str, wanted: Wanted) -> Wanted:
    """The wanted things of one whole name, and nothing else. Raises InputError."""
    from warbook.library import search
    from warbook.library.naming import folded

    one = _one(name, wanted.faction, wanted.system, wanted.kind)
    if folded(one.name) not in (folded(written) for written, _ in search.readings(name, wanted.faction)):
        raise InputError("library", repr(name), f"expected a whole name to remove; closest: {one.name}")
    return search.Wanted(one.kind, name=one.name, faction=one.faction, system=one.system, source=wanted.source)


def _ask(found: Sequence[Kept]) -> None:
    """Have several things' removal confirmed, where somebody is there to do it. Raises InputError for a no."""
    things = {(one.kind, one.system, one.home, one.name, one.variant) for one in found}
    if len(things) > 1 and sys.stdin.isatty() and sys.stdout.isatty():
        print(f"{len(things)} things, such as {found[0].name} ({found[0].faction})")
        if not typer.confirm("Remove them all?"):
            raise InputError("library", "remove", "nothing was removed")


def _plain(report: Any) -> dict[str, Any]:
    return {name: getattr(report, name) for name in report.__struct_fields__}


@contextmanager
def _bar(path: str) -> Iterator[Progress | None]:
    """How far the reading of a path is, on standard error where that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(path, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
