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
    'warbook odds --engagements list.json --json · warbook odds --roll "charge 9"'
)
def odds(
    attacker: Annotated[str | None, typer.Argument(help="A unit's name, or the path of its page.")] = None,
    target: Annotated[str | None, typer.Argument(help="The unit that is attacked.")] = None,
    engagements: Annotated[Path | None, typer.Option(help="A JSON file of engagements instead.")] = None,
    roll: Annotated[str | None, typer.Option(help='A single roll instead: "charge 9".')] = None,
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
    versus: Annotated[list[str] | None, typer.Option(help="Another target, side by side.")] = None,
    rival: Annotated[list[str] | None, typer.Option(help="Another attacker, side by side.")] = None,
    worth: Annotated[bool, typer.Option("--worth", help="What each modifier is worth.")] = False,
    needed: Annotated[
        float | None, typer.Option(min=0, max=1, help="Models needed for this chance to destroy the unit.")
    ] = None,
    dealt: Annotated[int | None, typer.Option(min=0, help="How unlucky was this damage?")] = None,
    destroyed: Annotated[int | None, typer.Option(min=0, help="How unlucky were these kills?")] = None,
    charge: Annotated[int | None, typer.Option(min=0, help="Charge this far first, then fight.")] = None,
    charge_reroll: Annotated[
        bool, typer.Option("--charge-reroll", help="The charge may be re-rolled.")
    ] = False,
    duel: Annotated[int | None, typer.Option(min=1, max=20, help="Fight phases, with strikes back.")] = None,
    system: Annotated[str, typer.Option(help="The game of a single roll.")] = "wh40k10",
    revision: Annotated[str | None, typer.Option(help="Rules revision, such as 2025-06.")] = None,
    as_json: AsJson = False,
) -> None:
    """Exact odds of one unit's attacks on another."""
    from warbook.odds.matchup import Setting
    from warbook.rules.engagement import Situation

    if engagements is not None:
        _engagements(engagements, as_json)
        return
    if roll is not None:
        _roll(roll, system, revision, as_json)
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
        charged=charged or charge is not None,
        overwatch=overwatch,
        indirect_unseen=indirect_unseen,
        attacker_engaged=attacker_engaged,
        target_engaged_with_friends=target_engaged_with_friends,
        range_in=range_,
    )
    setting = Setting("fight" if charge is not None else phase, situation, tuple(with_ or []))
    attacking = _Side(attacker, models, loadout or [], leader, weapon or [], wounds_lost)
    attacked = _Side(target, target_models, target_loadout or [], target_leader, [], target_wounds_lost)
    if duel is not None:
        _duel(attacking, attacked, duel, revision, as_json)
    elif versus or rival:
        _table(attacking, attacked, versus or [], rival or [], setting, revision, as_json)
    else:
        results = {"damage": dealt, "models destroyed": destroyed}
        wanted = _Wanted(
            worth, needed, {k: n for k, n in results.items() if n is not None}, charge, charge_reroll
        )
        _pair(attacking, attacked, setting, revision, wanted, as_json)


class _Wanted(msgspec.Struct, frozen=True):
    """Questions asked besides the odds."""

    worth: bool
    needed: float | None
    results: dict[str, int]
    charge: int | None
    charge_reroll: bool


class _Side(msgspec.Struct, frozen=True):
    """One unit as typed."""

    name: str
    models: int | None
    loadout: list[str]
    leader: str | None
    weapons: list[str]
    wounds_lost: int


class _Made(msgspec.Struct, frozen=True):
    """A matchup with its answer, how to make it with other models, and notes on the sheets found."""

    system: Any
    made: Any
    told: Any
    notes: list[str]
    sized: Any


def _made(attacking: _Side, attacked: _Side, setting: Any, revision: str | None) -> _Made:
    from warbook.odds import Refusal
    from warbook.odds import odds as odds_of
    from warbook.odds.matchup import matchup

    system, sheets, notes = _found(attacking, attacked, revision)

    def sized(models: int | None) -> Any:
        pick = msgspec.structs.replace(attacking, models=models)
        return matchup(system, sheets, (_pick(pick), _pick(attacked)), setting)

    made = sized(attacking.models)
    told = odds_of(made.engagement)
    if isinstance(told, Refusal):
        raise InputError(attacking.name, "sheet", "; ".join(told.problems))
    return _Made(system, made, told, notes, sized)


def _found(attacking: _Side, attacked: _Side, revision: str | None) -> tuple[Any, tuple[Any, Any], list[str]]:
    from warbook import lookup, systems

    found = [lookup.find(side.name) for side in (attacking, attacked)]
    sheets = (found[0].sheet, found[1].sheet)
    if sheets[0].system != sheets[1].system:
        raise InputError(sheets[1].name, "system", f"expected {sheets[0].system}, found {sheets[1].system}")
    shown = [sheet.revision for sheet in sheets if sheet.revision]
    system = _system(systems, sheets[0].system, revision or (shown[0] if shown else None))
    source = "" if revision else ", shown by the page" if shown else ", the newest"
    notes = [note for one in found for note in one.assumed]
    return system, sheets, [*notes, f"revision: {system.revision}{source}"]


def _pair(
    attacking: _Side, attacked: _Side, setting: Any, revision: str | None, wanted: _Wanted, as_json: bool
) -> None:
    one = _made(attacking, attacked, setting, revision)
    more = _more(one, wanted)
    title = f"{one.system.title}, rules of {one.system.revision}"
    if as_json:
        made, answer = one.made, msgspec.to_builtins(one.told)
        answer["not_modelled"] = [*made.not_modelled, *one.told.not_modelled]
        told = {"attacker": made.attacker, "target": made.target, "phase": made.phase}
        _print_json(
            {**answer, **told, "assumed": [*one.notes, *made.assumed], **more, "engagement": made.engagement}
        )
    else:
        from warbook.views import card, compare

        card.show(_console(), one.made, one.told, title, one.notes)
        compare.show(_console(), more)


def _more(one: _Made, wanted: _Wanted) -> dict[str, Any]:
    """The answers to the questions asked besides the odds."""
    from warbook.odds import compare

    more: dict[str, Any] = {}
    if wanted.charge is not None:
        more["reach"] = compare.reach(
            one.told, wanted.charge, wanted.charge_reroll, _p_charge(one.system, wanted)
        )
    if wanted.worth:
        more["worth"] = compare.worth(one.made.engagement, one.told)
    if wanted.needed is not None:
        sizes = range(1, 101)
        more["needed"] = compare.needed(wanted.needed, _sizes(one, sizes), lambda n: one.sized(n).engagement)
    if wanted.results:
        more["luck"] = [compare.luck(one.told, what, n) for what, n in wanted.results.items()]
    return more


def _sizes(one: _Made, sizes: range) -> list[int]:
    """The sizes of the attacking unit that its sheet allows."""
    allowed = []
    for size in sizes:
        try:
            one.sized(size)
        except InputError:
            continue
        allowed.append(size)
    return allowed


def _p_charge(system: Any, wanted: _Wanted) -> float:
    from warbook.rules import rolls

    kinds = system.rolls(system.rules)
    name, asked = rolls.read(f"charge {wanted.charge}", kinds)
    figures = kinds[name].figures(asked)
    return float(figures["p_success_with_reroll" if wanted.charge_reroll else "p_success"])


def _duel(attacking: _Side, attacked: _Side, phases: int, revision: str | None, as_json: bool) -> None:
    from warbook.odds.duel import duel
    from warbook.odds.state import StateTooLarge

    system, sheets, notes = _found(attacking, attacked, revision)
    try:
        told = duel(system, sheets, (_pick(attacking), _pick(attacked)), phases)
    except StateTooLarge as bound:
        raise InputError("--duel", attacking.name, f"expected smaller units: {bound}") from None
    told = msgspec.structs.replace(told, assumed=[*notes, *told.assumed])
    if as_json:
        _print_json(told)
    else:
        from warbook.views.duel import show

        show(_console(), told)


def _table(
    attacking: _Side,
    attacked: _Side,
    versus: list[str],
    rivals: list[str],
    setting: Any,
    revision: str | None,
    as_json: bool,
) -> None:
    from warbook.odds.compare import traded

    rows = []
    for rival in (attacking, *(_plain(name) for name in rivals)):
        for other in (attacked, *(_plain(name) for name in versus)):
            one = _made(rival, other, setting, revision)
            size = sum(model.count for model in one.made.engagement.target.models)
            rows.append(traded((one.made.attacker, one.made.target), one.made.points, size, one.told))
    if as_json:
        _print_json(rows)
    else:
        from warbook.views.compare import show_traded

        show_traded(_console(), rows)


def _plain(name: str) -> _Side:
    return _Side(name, None, [], None, [], 0)


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


def _roll(text: str, name: str, revision: str | None, as_json: bool) -> None:
    from warbook import systems
    from warbook.rules import rolls

    system = _system(systems, name, revision)
    kinds = system.rolls(system.rules)
    try:
        asked, words = rolls.read(text, kinds)
        figures = kinds[asked].figures(words)
    except ValueError as fault:
        raise InputError("--roll", repr(text), str(fault)) from None
    if as_json:
        told = {"roll": text, "system": system.name, "revision": system.revision}
        _print_json({**told, "meaning": kinds[asked].meaning, **figures})
    else:
        from warbook.views.roll import show

        show(_console(), text, f"{kinds[asked].meaning} ({system.title}, rules of {system.revision})", figures)


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
