"""The command line. Each command reads its words, calls one function, and prints."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import msgspec
import typer

from warbook.errors import InputError

app = typer.Typer(
    help="Exact odds for tabletop wargames.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

BAD_INPUT = 2
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(version("warbook"))
        raise typer.Exit


@app.callback()
def _warbook(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Exact odds for tabletop wargames."""


@app.command(epilog='Example: warbook read "my page.txt" --json')
def read(
    paths: Annotated[list[Path], typer.Argument(help="Documents of any supported format.", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Parse documents and print their datasheets."""
    from warbook import importers

    sheets = [sheet for path in paths for sheet in importers.read(path)]
    if as_json:
        _print_json(sheets)
    else:
        from warbook.views.sheet import show

        for sheet in sheets:
            show(_console(), sheet)


@app.command(
    epilog='Examples: warbook odds "Chaos Land Raider" "Necron Warriors" · '
    "warbook odds page.txt Immortals --target-models 10 --cover · "
    'warbook odds Tormentors Lychguard --models 10 --loadout "plasma gun" --half-range · '
    "warbook odds --engagements list.json --json"
)
def odds(
    attacker: Annotated[str | None, typer.Argument(help="A unit's name, or the path of its page.")] = None,
    target: Annotated[str | None, typer.Argument(help="The unit that is attacked.")] = None,
    engagements: Annotated[Path | None, typer.Option(help="A JSON file of engagements instead.")] = None,
    phase: Annotated[Literal["shooting", "fight"] | None, typer.Option(help="Default: shooting.")] = None,
    models: Annotated[int | None, typer.Option(help="Attacking models.")] = None,
    target_models: Annotated[int | None, typer.Option(help="Models attacked.")] = None,
    loadout: Annotated[list[str] | None, typer.Option(help='Wargear taken: "5 gauss reaper".')] = None,
    target_loadout: Annotated[list[str] | None, typer.Option(help="The same for the target.")] = None,
    leader: Annotated[str | None, typer.Option(help="A leader that attacks with the unit.")] = None,
    target_leader: Annotated[str | None, typer.Option(help="A leader attached to the target.")] = None,
    weapon: Annotated[list[str] | None, typer.Option(help="Attack with these weapons only.")] = None,
    with_: Annotated[list[str] | None, typer.Option("--with", help="A Stratagem in use.")] = None,
    wounds_lost: Annotated[int, typer.Option(min=0, help="Wounds the attacker has lost.")] = 0,
    target_wounds_lost: Annotated[int, typer.Option(min=0, help="Wounds one target has lost.")] = 0,
    range_: Annotated[float | None, typer.Option("--range", min=0, help="Distance in inches.")] = None,
    half_range: Annotated[bool, typer.Option("--half-range")] = False,
    cover: Annotated[bool, typer.Option("--cover")] = False,
    stealth: Annotated[bool, typer.Option("--stealth")] = False,
    stationary: Annotated[bool, typer.Option("--stationary")] = False,
    advanced: Annotated[bool, typer.Option("--advanced")] = False,
    charged: Annotated[bool, typer.Option("--charged")] = False,
    overwatch: Annotated[bool, typer.Option("--overwatch")] = False,
    indirect_unseen: Annotated[bool, typer.Option("--indirect-unseen")] = False,
    attacker_engaged: Annotated[bool, typer.Option("--attacker-engaged")] = False,
    target_engaged_with_friends: Annotated[bool, typer.Option("--target-engaged-with-friends")] = False,
    revision: Annotated[str | None, typer.Option(help="Rules revision, such as 2025-06.")] = None,
    as_json: AsJson = False,
) -> None:
    """Exact odds of one unit's attacks on another."""
    from warbook.odds.matchup import Setting
    from warbook.rules.engagement import Situation

    if engagements is not None:
        _engagements(engagements, as_json)
        return
    if attacker is None or target is None:
        raise InputError(
            "odds", "arguments", 'expected two units, as in: warbook odds "Chaos Land Raider" "Immortals"'
        )
    situation = Situation(
        half_range=half_range,
        cover=cover,
        stealth=stealth,
        stationary=stationary,
        advanced=advanced,
        charged=charged,
        overwatch=overwatch,
        indirect_unseen=indirect_unseen,
        attacker_engaged=attacker_engaged,
        target_engaged_with_friends=target_engaged_with_friends,
        range_in=range_,
    )
    attacking = _Side(attacker, models, loadout or [], leader, weapon or [], wounds_lost)
    attacked = _Side(target, target_models, target_loadout or [], target_leader, [], target_wounds_lost)
    _pair(attacking, attacked, Setting(phase, situation, tuple(with_ or [])), revision, as_json)


class _Side(msgspec.Struct, frozen=True):
    """One unit as typed."""

    name: str
    models: int | None
    loadout: list[str]
    leader: str | None
    weapons: list[str]
    wounds_lost: int


def _pair(attacking: _Side, attacked: _Side, setting: Any, revision: str | None, as_json: bool) -> None:
    from warbook import lookup, systems
    from warbook.odds import Refusal
    from warbook.odds import odds as odds_of
    from warbook.odds.matchup import matchup

    found = [lookup.find(side.name) for side in (attacking, attacked)]
    sheets = (found[0].sheet, found[1].sheet)
    shown = [sheet.revision for sheet in sheets if sheet.revision]
    system = _system(systems, sheets[0].system, revision or (shown[0] if shown else None))
    made = matchup(system, sheets, (_pick(attacking), _pick(attacked)), setting)
    told = odds_of(made.engagement)
    notes = [note for one in found for note in one.assumed]
    notes.append(
        f"revision: {system.revision}"
        + ("" if revision else ", shown by the page" if shown else ", the newest")
    )
    if isinstance(told, Refusal):
        raise InputError(attacking.name, "sheet", "; ".join(told.problems))
    if as_json:
        answer = msgspec.to_builtins(told)
        assumed, untold = [*notes, *made.assumed], [*made.not_modelled, *told.not_modelled]
        more = {"attacker": made.attacker, "target": made.target, "phase": made.phase, "assumed": assumed}
        _print_json({**answer, "not_modelled": untold, **more, "engagement": made.engagement})
    else:
        from warbook.views.card import show

        show(_console(), made, told, f"{system.title}, rules of {system.revision}", notes)


def _system(systems: Any, name: str, revision: str | None) -> Any:
    try:
        return systems.find(name, revision)
    except LookupError as error:
        place, _, expected = str(error.args[0]).partition(": ")
        raise InputError("odds", place, expected) from None


def _pick(side: _Side) -> Any:
    from warbook import lookup
    from warbook.rules.pick import Pick

    leader = lookup.find(side.leader).sheet if side.leader else None
    return Pick(side.models, tuple(side.loadout), tuple(side.weapons), leader, side.wounds_lost)


PIPED_WIDTH = 160
MAX_FILE_BYTES = 100_000_000


def _engagements(path: Path, as_json: bool) -> None:
    from warbook.odds import answer

    answers = [answer(document) for document in _documents(path)]
    if as_json:
        _print_json(answers)
    else:
        from warbook.views.answers import show

        show(_console(), answers)


def _documents(path: Path) -> list[Any]:
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise InputError(str(path), "file", f"expected at most {MAX_FILE_BYTES} bytes")
        found = msgspec.json.decode(path.read_bytes())
    except OSError as fault:
        raise InputError(str(path), "path", f"expected a readable file: {fault.strerror}") from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as fault:
        raise InputError(str(path), "file", f"expected a JSON list of engagements: {fault}") from None
    if not isinstance(found, list | dict):
        raise InputError(str(path), "file", "expected a JSON list of engagements")
    return found if isinstance(found, list) else [found]


def _print_json(document: Any) -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n")


def _console() -> Any:
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else PIPED_WIDTH)


def main() -> NoReturn:
    """Run the command line: exit 0 when it did what was asked, 2 for bad input with one line about it."""
    try:
        status = app(standalone_mode=False)
    except InputError as fault:
        print(fault, file=sys.stderr)
        status = BAD_INPUT
    except BrokenPipeError:
        sys.stderr.close()
        status = 0
    except Exception as fault:
        if not hasattr(fault, "format_message"):
            raise
        print(f"warbook: {' '.join(fault.format_message().split())}", file=sys.stderr)
        status = BAD_INPUT
    sys.exit(status if isinstance(status, int) else 0)
