"""``warbook play``: whole battles between two armies."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from warbook import writing
from warbook.cli.shown import AsJson, console, print_json, progress, say
from warbook.errors import InputError
from warbook.views.offers import BATTLEFIELD, BOTS, MISSION, SEED

if TYPE_CHECKING:
    from warbook.battle import Battle, Header, Summary
    from warbook.sheets.roster import Roster

MOST_GAMES = 100_000


def play(
    army: Annotated[
        str | None,
        typer.Argument(
            metavar="ARMY",
            help="A bundled army or a list in your library by name, or the path of a list.",
            show_default=False,
        ),
    ] = None,
    other: Annotated[
        str | None, typer.Argument(metavar="ARMY", help="The army against it.", show_default=False)
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="A,B", help=f"Who decides: greedy, random, or your own module:Class (default: {BOTS})."
        ),
    ] = None,
    mission: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"The mission (default: {MISSION}).")
    ] = None,
    battlefield: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"The table (default: {BATTLEFIELD}).")
    ] = None,
    revision: Annotated[
        str | None, typer.Option(metavar="DATE", help="Rules revision (default: the newest).")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, metavar="N", help=f"Of the dice and the bots (default: {SEED}).")
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, max=MOST_GAMES, metavar="N", help="So many battles, seeds counting up.")
    ] = 1,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the battle, for warbook replay.")
    ] = None,
    picture: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Draw the table at the end.")] = None,
    log: Annotated[bool, typer.Option("--log", help="Tell the whole battle.")] = False,
    listing: Annotated[
        bool, typer.Option("--list", help="List the armies, missions, battlefields, bots and revisions.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play whole battles between two armies."""
    from warbook.battle import recorded, save

    if listing:
        _list(as_json)
        return
    if army is None or other is None:
        raise InputError("play", "ARMY ARMY", "expected two armies; warbook play --list tells which there are")
    _compatible(games, record, picture, log, as_json)
    writable(record)
    drawable(picture)
    header = _header((army, other), revision, _given(mission, MISSION), _given(battlefield, BATTLEFIELD))
    names = _bots(_given(bots, BOTS))
    first = SEED if seed is None else seed
    given = {"seed": seed, "battlefield": battlefield, "mission": mission, "bots": bots, "revision": revision}
    defaults = [name for name, value in given.items() if value is None]
    if games > 1:
        _many(header, names, range(first, first + games), defaults, as_json)
        return
    battle, summary = _one(header, names, first, log)
    if record is not None:
        save(recorded(header, battle), record)
    if picture is not None:
        draw(battle, picture)
    show(summary, as_json, defaults)


def show(summary: Summary, as_json: bool, defaults: list[str] | None = None) -> None:
    """Print what a battle came to."""
    if as_json:
        print_json(summary)
    else:
        from warbook.views.summary import lines

        console().print("\n".join(lines(summary, defaults or [])), markup=False, soft_wrap=True)


def draw(battle: Battle, path: Path) -> None:
    """Write the picture of the table as it is now."""
    from warbook.views.board import svg

    writing.write(path, svg(battle.game, battle.state).encode())


def writable(*paths: Path | None) -> None:
    """Refuse paths that cannot be written, before anything long begins."""
    for path in paths:
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise InputError(str(path), "path", "expected a file to write in a folder that exists")


def drawable(path: Path | None) -> None:
    """Refuse a path that is none for a picture."""
    if path is not None and path.suffix.casefold() != ".svg":
        raise InputError(str(path), "picture", "expected a path that ends in .svg: pictures are SVG documents")
    writable(path)


def _given(value: str | None, default: str) -> str:
    """What was given, be it nothing, or the default."""
    return default if value is None else value


def _list(as_json: bool) -> None:
    from warbook.views.offers import lines, offers

    if as_json:
        print_json(offers())
    else:
        print("\n".join(lines(offers())))


def _compatible(games: int, record: Path | None, picture: Path | None, log: bool, as_json: bool) -> None:
    if record is not None and picture is not None and record.resolve() == picture.resolve():
        raise InputError(str(record), "--record, --picture", "expected two files")
    if games > 1 and (record or picture or log):
        option = "--record" if record else "--picture" if picture else "--log"
        raise InputError("--games", str(games), f"expected 1 with {option}, which is of one battle")
    if log and as_json:
        raise InputError("--log", "--json", "expected one of the two: with --json nothing else is printed")


def _header(armies: tuple[str, str], revision: str | None, mission: str, battlefield: str) -> Header:
    from warbook.queries.fighting import arranged

    return arranged(armies, (_army(armies[0]), _army(armies[1])), revision, mission, battlefield)


def _army(name: str) -> Roster:
    """A list from a file in any form, or one of the library's or a bundled one by name."""
    from warbook.importers import rosters
    from warbook.library import lookup
    from warbook.library.games import of_its_game
    from warbook.sheets import roster

    is_path = "/" in name or bool(Path(name).suffix) or Path(name).is_file()
    return of_its_game(rosters.read(name)) if is_path else lookup.roster(name) or roster.find(name)


def _bots(text: str) -> tuple[str, str]:
    names = [name.strip() for name in text.split(",")]
    if any(":" in name for name in names):
        sys.path.insert(0, str(Path.cwd()))
    if len(names) > 2:
        raise InputError("--bots", repr(text), "expected one bot, or two with a comma between")
    return names[0], names[-1]


def _one(header: Header, names: tuple[str, str], seed: int, log: bool) -> tuple[Battle, Summary]:
    from warbook.battle import Tally
    from warbook.queries.fighting import briefed, fought, told_of
    from warbook.views.log import Log

    tally, told = Tally(), Log(say)
    with progress("battle") as advance:
        said = told.watch if log else lambda battle, *_: advance(" · ".join(battle.game.headings(battle.state)))
        battle = fought(header, names, seed, tally.watch, said)
    if log:
        told.end(battle)
        say()
    return battle, told_of(tally.summary(header, battle), names, seed, briefed(header))


def _many(header: Header, names: tuple[str, str], seeds: range, defaults: list[str], as_json: bool) -> None:
    """Raises InputError where no battle came to its end."""
    from warbook.queries.fighting import series

    battles: list[Summary] = []
    with progress("battles", len(seeds)) as advance:
        for summary in series(header, names, seeds):
            battles.append(summary)
            advance(f"seed {summary.seed}")
    if all(summary.problem for summary in battles):
        why = f"all {len(battles)} stopped; the first: {battles[0].problem}"
        raise InputError("play", "battles", why)
    if as_json:
        print_json(battles)
    else:
        from warbook.views.summary import table

        console().print(table(battles, defaults))
