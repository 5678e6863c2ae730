"""``warbook play``: whole battles between two armies."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from warbook.cli.shown import AsJson, console, print_json, progress
from warbook.errors import InputError

if TYPE_CHECKING:
    from warbook.battle import Battle, Header, Input, Summary, Watcher
    from warbook.roster import Roster
    from warbook.rules.request import Request

MISSION = "Only War"
BATTLEFIELD = "small-yard"
BOTS = "greedy,greedy"
SEED = 0
MOST_GAMES = 100_000


def play(
    army: Annotated[
        str, typer.Argument(metavar="ARMY", help="A bundled army by name, or the path of a roster (JSON).")
    ],
    other: Annotated[str, typer.Argument(metavar="ARMY", help="The army against it.")],
    bots: Annotated[
        str | None, typer.Option(metavar="A,B", help=f"Who decides: greedy, random (default: {BOTS}).")
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
    as_json: AsJson = False,
) -> None:
    """Play whole battles between two armies."""
    from warbook.battle import recorded, save

    _compatible(games, record, picture, log, as_json)
    writable(record, picture)
    header = _header((army, other), revision, mission or MISSION, battlefield or BATTLEFIELD)
    names = _bots(bots or BOTS)
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

        console().print("\n".join(lines(summary, defaults or [])), markup=False)


def draw(battle: Battle, path: Path) -> None:
    """Write the picture of the table as it is now."""
    from warbook.views.board import svg

    path.write_text(svg(battle.game, battle.state), "utf-8")


def writable(*paths: Path | None) -> None:
    """Refuse paths that cannot be written, before anything long begins."""
    for path in paths:
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise InputError(str(path), "path", "expected a file to write in a folder that exists")


def _compatible(games: int, record: Path | None, picture: Path | None, log: bool, as_json: bool) -> None:
    if games > 1 and (record or picture or log):
        option = "--record" if record else "--picture" if picture else "--log"
        raise InputError("--games", option, "expected one game: these two cannot be used together")
    if log and as_json:
        raise InputError("--json", "--log", "these two cannot be used together")


def _header(armies: tuple[str, str], revision: str | None, mission: str, battlefield: str) -> Header:
    """What is to be fought; each roster is mustered once by itself, so that a mistake names its file."""
    from warbook import systems
    from warbook.battle import Header

    rosters = (_army(armies[0]), _army(armies[1]))
    if rosters[0].system != rosters[1].system:
        told = f"one is of {rosters[0].system}, the other of {rosters[1].system}"
        raise InputError(" and ".join(armies), "system", f"expected two armies of one game: {told}")
    for name, roster in zip(armies, rosters, strict=True):
        dated = revision or list(systems.REVISED.get(roster.system, ("",)))[-1]
        try:
            game = systems.game(roster.system, dated, mission, battlefield, (roster, roster))
        except InputError as fault:
            own = fault.path == roster.name or fault.place == roster.system
            raise InputError(name if own else fault.path, fault.place, fault.expected) from None
    return Header(roster.system, dated, game.mission, battlefield, rosters)


def _army(name: str) -> Roster:
    from warbook import roster

    is_path = "/" in name or bool(Path(name).suffix) or Path(name).is_file()
    return roster.read(Path(name)) if is_path else roster.find(name)


def _bots(text: str) -> tuple[str, str]:
    names = [name.strip() for name in text.split(",")]
    if len(names) > 2:
        raise InputError("--bots", repr(text), "expected one bot, or two with a comma between")
    return names[0], names[-1]


def _fought(header: Header, names: tuple[str, str], seed: int, *watchers: Watcher) -> Battle:
    """A battle played to its end. Raises InputError where an army finds no room."""
    from warbook.battle import IllegalInput, begin
    from warbook.battle import play as played
    from warbook.bots import pair
    from warbook.rules.request import Place

    def watch(battle: Battle, request: Request, answer: Input) -> None:
        for told in watchers:
            told(battle, request, answer)

    battle = begin(header)
    try:
        return played(battle, pair(names, seed), Random(seed), watch)
    except IllegalInput as fault:
        request = battle.request
        if not isinstance(request, Place) or request.kind != "deploy":
            raise
        room = (
            f"expected room in the deployment zone of {header.battlefield}; try another --battlefield ({fault})"
        )
        raise InputError(header.armies[request.player].name, "deployment", room) from None


def _named(summary: Summary, names: tuple[str, str], seed: int) -> Summary:
    from warbook.battle.summary import Names

    return msgspec.structs.replace(summary, bots=Names(*names), seed=seed)


def _one(header: Header, names: tuple[str, str], seed: int, log: bool) -> tuple[Battle, Summary]:
    from warbook.battle import Tally
    from warbook.views.log import Log

    tally, told = Tally(), Log(print)
    with progress("battle") as advance:
        said = told.watch if log else lambda battle, *_: advance(" · ".join(battle.game.headings(battle.state)))
        battle = _fought(header, names, seed, tally.watch, said)
    if log:
        told.end(battle)
        print()
    return battle, _named(tally.summary(header, battle), names, seed)


def _many(header: Header, names: tuple[str, str], seeds: range, defaults: list[str], as_json: bool) -> None:
    from warbook.battle import Tally

    found = []
    with progress("battles", len(seeds)) as advance:
        for seed in seeds:
            tally = Tally()
            battle = _fought(header, names, seed, tally.watch)
            found.append(_named(tally.summary(header, battle), names, seed))
            advance(f"seed {seed}")
    if as_json:
        print_json(found)
    else:
        from warbook.views.summary import table

        console().print(table(found, defaults))
