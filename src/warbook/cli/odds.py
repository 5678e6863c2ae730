"""``warbook odds``: a pair of units, several side by side, a duel, a list of engagements, or a single roll."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import typer

from warbook.cli.shown import AsJson, console, print_json
from warbook.errors import InputError

if TYPE_CHECKING:
    from warbook.odds import Answer
    from warbook.odds.matchup import Matchup, Setting
    from warbook.rules.system import System

MAX_FILE_BYTES = 20_000_000
LARGEST_UNIT = 100


def odds(
    context: typer.Context,
    attacker: Annotated[str | None, typer.Argument(help="A unit's name, or the path of its page.")] = None,
    target: Annotated[str | None, typer.Argument(help="The unit that is attacked.")] = None,
    phase: Annotated[
        Literal["shooting", "fight"] | None,
        typer.Option(help="Default: fight for a charge or a unit without ranged weapons, else shooting."),
    ] = None,
    models: Annotated[
        int | None, typer.Option(metavar="N", help="Attacking models (default: the smallest unit).")
    ] = None,
    target_models: Annotated[int | None, typer.Option(metavar="N", help="Models attacked (the same).")] = None,
    loadout: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ITEM", help='Wargear taken instead of the default: "5 gauss reaper". Repeatable.'
        ),
    ] = None,
    target_loadout: Annotated[list[str] | None, typer.Option(metavar="ITEM", help="The target's.")] = None,
    leader: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A leader that attacks too.")] = None,
    target_leader: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A leader attached to the target.")
    ] = None,
    weapon: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Attack with this weapon only. Repeatable.")
    ] = None,
    profile: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help='Use this profile of a weapon: "plasma gun supercharge". Repeatable.'
        ),
    ] = None,
    with_: Annotated[
        list[str] | None, typer.Option("--with", metavar="PLAY", help="A core Stratagem in use. Repeatable.")
    ] = None,
    wounds_lost: Annotated[int, typer.Option(min=0, metavar="N", help="Wounds the attacker has lost.")] = 0,
    target_wounds_lost: Annotated[
        int, typer.Option(min=0, metavar="N", help="Wounds that one model of the target has lost.")
    ] = 0,
    range_: Annotated[
        float | None,
        typer.Option("--range", min=0, metavar="INCHES", help="Distance (default: in range, beyond half)."),
    ] = None,
    half_range: Annotated[bool, typer.Option("--half-range", help="Within half range.")] = False,
    cover: Annotated[bool, typer.Option("--cover", help="The target has the Benefit of Cover.")] = False,
    stealth: Annotated[bool, typer.Option("--stealth", help="The target has Stealth.")] = False,
    stationary: Annotated[bool, typer.Option("--stationary", help="The attacker Remained Stationary.")] = False,
    advanced: Annotated[bool, typer.Option("--advanced", help="The attacker Advanced.")] = False,
    charged: Annotated[bool, typer.Option("--charged", help="The attacker charged this turn.")] = False,
    overwatch: Annotated[
        bool, typer.Option("--overwatch", help="The attacker shoots in Fire Overwatch.")
    ] = False,
    indirect_unseen: Annotated[
        bool, typer.Option("--indirect-unseen", help="Indirect Fire at a target out of sight.")
    ] = False,
    attacker_engaged: Annotated[
        bool, typer.Option("--attacker-engaged", help="The attacker is within Engagement Range.")
    ] = False,
    target_engaged_with_friends: Annotated[
        bool, typer.Option("--target-engaged-with-friends", help="So is the target, of the attacker's army.")
    ] = False,
    charge: Annotated[
        int | None, typer.Option(min=0, max=99, metavar="INCHES", help="Charge this far first, then fight.")
    ] = None,
    charge_reroll: Annotated[
        bool, typer.Option("--charge-reroll", help="The charge may be re-rolled.")
    ] = False,
    needed: Annotated[
        float | None,
        typer.Option(min=0, max=1, metavar="CHANCE", help="Models needed to destroy the target: 0.8."),
    ] = None,
    worth: Annotated[bool, typer.Option("--worth", help="What each modifier is worth.")] = False,
    dealt: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="How unlucky was this much damage?")
    ] = None,
    destroyed: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="How unlucky were so many models destroyed?")
    ] = None,
    versus: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Another target, side by side. Repeatable.")
    ] = None,
    rival: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Another attacker, side by side. Repeatable.")
    ] = None,
    duel: Annotated[
        int | None,
        typer.Option(min=1, max=20, metavar="N", help="The attacker charges; both strike for N Fight phases."),
    ] = None,
    engagements: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A JSON file of engagements instead of units.")
    ] = None,
    roll: Annotated[
        str | None, typer.Option(metavar="ROLL", help='A single roll instead: "charge 9", "hazardous 5".')
    ] = None,
    system: Annotated[
        str | None, typer.Option(metavar="GAME", help="wh40k10 or heresy3 (default: the unit's).")
    ] = None,
    revision: Annotated[
        str | None, typer.Option(metavar="DATE", help="Rules revision (default: the page's, else the newest).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Exact odds of one unit's attacks on another."""
    from warbook.odds.matchup import Setting
    from warbook.rules.engagement import Situation

    given = frozenset(name for name, value in context.params.items() if value not in (None, False, [], 0, ()))
    _compatible(given)
    if engagements is not None:
        _engagements(engagements, as_json)
        return
    if roll is not None:
        _roll(roll, system or "wh40k10", revision, as_json)
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
    setting = Setting(phase, situation, tuple(with_ or []))
    attacking = _Side(
        attacker,
        models,
        loadout or [],
        _one("--leader", leader),
        weapon or [],
        profile or [],
        wounds_lost,
        system,
    )
    attacked = _Side(
        target,
        target_models,
        target_loadout or [],
        _one("--target-leader", target_leader),
        wounds_lost=target_wounds_lost,
        system=system,
    )
    if duel is not None:
        _duel(attacking, attacked, duel, revision, as_json)
    elif versus or rival:
        _table(attacking, attacked, (rival or [], versus or []), setting, revision, as_json)
    else:
        results = {"damage": dealt, "models destroyed": destroyed}
        asked = {name: number for name, number in results.items() if number is not None}
        wanted = _Wanted(worth, needed, asked, charge, charge_reroll)
        _pair(attacking, attacked, setting, revision, wanted, as_json)


UNITS = frozenset(("models", "target_models", "loadout", "target_loadout", "leader", "target_leader"))
SITUATION = frozenset(
    (
        "phase",
        "with_",
        "range_",
        "half_range",
        "cover",
        "stealth",
        "stationary",
        "advanced",
        "charged",
        "overwatch",
    )
) | {"indirect_unseen", "attacker_engaged", "target_engaged_with_friends"}
QUESTIONS = frozenset(("charge", "charge_reroll", "needed", "worth", "dealt", "destroyed"))
FIGURES = UNITS | SITUATION | QUESTIONS | {"weapon", "profile", "wounds_lost", "target_wounds_lost"}
SEVERAL = frozenset(("versus", "rival", "duel"))
ANYWHERE = frozenset(("as_json", "context"))

EXCLUDES: Mapping[str, frozenset[str]] = {
    "engagements": FIGURES | SEVERAL | {"attacker", "target", "roll", "system", "revision"},
    "roll": FIGURES | SEVERAL | {"attacker", "target"},
    "duel": SITUATION | QUESTIONS | {"versus", "rival", "wounds_lost", "target_wounds_lost"},
    "versus": QUESTIONS,
    "rival": QUESTIONS,
    "half_range": frozenset(("range_",)),
    "stationary": frozenset(("advanced",)),
    "charge": frozenset(("charged",)),
    "needed": frozenset(("models",)),
}
"""Options that would be ignored beside another, and so are refused."""


def _compatible(given: frozenset[str]) -> None:
    for name, others in EXCLUDES.items():
        clash = sorted(given & others)
        if name in given and clash:
            raise InputError(_option(name), _option(clash[0]), "these two cannot be used together")
    if "charge_reroll" in given and "charge" not in given:
        raise InputError("--charge-reroll", "--charge", "expected the distance of the charge with it")


def _option(name: str) -> str:
    return name if name in ("attacker", "target") else f"--{name.strip('_').replace('_', '-')}"


def _one(option: str, names: list[str] | None) -> str | None:
    if names and len(names) > 1:
        raise InputError(option, ", ".join(names), "expected one leader; a second is not supported")
    return names[0] if names else None


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
    models: int | None = None
    loadout: list[str] = []
    leader: str | None = None
    weapons: list[str] = []
    profiles: list[str] = []
    wounds_lost: int = 0
    system: str | None = None


class _Found(msgspec.Struct, frozen=True):
    """Sheets with their leaders, the system that both belong to, and what had to be assumed."""

    system: Any
    sheets: tuple[Any, Any]
    leaders: tuple[Any, Any]
    notes: list[str]

    def picks(self, attacking: _Side, attacked: _Side) -> tuple[Any, Any]:
        from warbook.rules.pick import Pick

        made = [
            Pick(
                models=side.models,
                loadout=tuple(side.loadout),
                weapons=tuple(side.weapons),
                profiles=tuple(side.profiles),
                leader=leader,
                wounds_lost=side.wounds_lost,
            )
            for side, leader in zip((attacking, attacked), self.leaders, strict=True)
        ]
        return made[0], made[1]


def _found(attacking: _Side, attacked: _Side, revision: str | None) -> _Found:
    from warbook import lookup

    sides = (attacking, attacked)
    found = [lookup.find(side.name, side.system) for side in sides]
    leaders = [lookup.find(side.leader, found[0].sheet.system) if side.leader else None for side in sides]
    sheets = (found[0].sheet, found[1].sheet)
    if sheets[0].system != sheets[1].system:
        told = f"{sheets[0].name} belongs to {sheets[0].system}, {sheets[1].name} to {sheets[1].system}"
        raise InputError("odds", "units", f"expected two units of one game: {told}")
    notes = [note for one in (*found, *leaders) if one is not None for note in one.assumed]
    shown = {one.sheet.name: one.sheet.revision for one in (*found, *leaders) if one and one.sheet.revision}
    system = system_of(sheets[0].system, revision or next(iter(shown.values()), None))
    pair = (leaders[0].sheet if leaders[0] else None, leaders[1].sheet if leaders[1] else None)
    return _Found(system, sheets, pair, [*notes, _revision_note(system.revision, revision, shown)])


def _revision_note(used: str, asked: str | None, shown: Mapping[str, str | None]) -> str:
    if asked or not shown:
        return f"rules revision {used}" + ("" if asked else ", the newest")
    (first, _), *others = shown.items()
    differing = [f"{name} shows {date}" for name, date in others if date != used]
    return f"rules revision {used}, shown by the page of {first}" + "".join(f"; {text}" for text in differing)


def system_of(name: str, revision: str | None) -> System:
    """A system under a revision. Raises InputError."""
    from warbook import systems

    try:
        return systems.find(name, revision)
    except LookupError as error:
        place, _, expected = str(error.args[0]).partition(": ")
        raise InputError("odds", place, expected) from None


class _Made(msgspec.Struct, frozen=True):
    """A matchup with its answer."""

    found: _Found
    made: Any
    told: Any


def _matched(found: _Found, attacking: _Side, attacked: _Side, setting: Setting) -> Matchup:
    from warbook.odds.matchup import matchup

    return matchup(found.system, found.sheets, found.picks(attacking, attacked), setting)


def _made(attacking: _Side, attacked: _Side, setting: Setting, revision: str | None) -> _Made:
    found = _found(attacking, attacked, revision)
    made = _matched(found, attacking, attacked, setting)
    return _Made(found, made, _answered(made))


def _answered(made: Matchup) -> Answer:
    from warbook.odds import Refusal
    from warbook.odds import odds as odds_of

    told = odds_of(made.engagement)
    if isinstance(told, Refusal):
        raise InputError(made.attacker, "sheet", "; ".join(told.problems))
    return told


def _pair(
    attacking: _Side, attacked: _Side, setting: Setting, revision: str | None, wanted: _Wanted, as_json: bool
) -> None:
    one = _made(attacking, attacked, setting, revision)
    more = _more(one, attacking, attacked, setting, wanted)
    made, notes, system = one.made, one.found.notes, one.found.system
    if as_json:
        answer = msgspec.to_builtins(one.told)
        answer["not_modelled"] = [*made.not_modelled, *one.told.not_modelled]
        told = {"attacker": made.attacker, "target": made.target, "phase": made.phase}
        print_json(
            {**answer, **told, "assumed": [*notes, *made.assumed], **more, "engagement": made.engagement}
        )
    else:
        from warbook.views import card, compare

        title = f"{system.title}, rules of {system.revision}"
        card.show(console(), made, one.told, title, notes, compare.lines(more))


def _more(one: _Made, attacking: _Side, attacked: _Side, setting: Setting, wanted: _Wanted) -> dict[str, Any]:
    """The answers to the questions asked besides the odds."""
    from warbook.odds import compare

    more: dict[str, Any] = {}
    if wanted.charge is not None:
        p = _p_charge(one.found.system, wanted)
        more["reach"] = compare.reach(one.told, wanted.charge, wanted.charge_reroll, p)
    if wanted.worth:
        more["worth"] = compare.worth(one.made.engagement, one.told)
    if wanted.needed is not None:
        sized = _sizes(one.found, attacking, attacked, setting)
        more["needed"] = compare.needed(wanted.needed, sized, lambda n: sized[n].engagement)
    if wanted.results:
        more["luck"] = [_luck(one, what, number) for what, number in wanted.results.items()]
    return more


def _luck(one: _Made, what: str, number: int) -> Any:
    from warbook.odds import compare

    models = one.made.engagement.target.models
    most = sum(m.count if what == "models destroyed" else m.count * m.wounds - m.wounds_lost for m in models)
    if number > most:
        raise InputError(one.made.target, what, f"expected at most {most}, got {number}")
    return compare.luck(one.told, what, number)


def _sizes(found: _Found, attacking: _Side, attacked: _Side, setting: Setting) -> dict[int, Matchup]:
    """The matchup for each size that the attacker's sheet allows."""
    allowed: dict[int, Matchup] = {}
    for size in range(1, LARGEST_UNIT + 1):
        try:
            allowed[size] = _matched(found, msgspec.structs.replace(attacking, models=size), attacked, setting)
        except InputError:
            continue
    return allowed


def _p_charge(system: System, wanted: _Wanted) -> float:
    from warbook.rules import rolls

    name = "p_success_with_reroll" if wanted.charge_reroll else "p_success"
    kind = system.rolls(system.rules).get("charge")
    figure = kind and kind.figures(rolls.Asked({"distance": wanted.charge or 0})).get(name)
    if not isinstance(figure, int | float):
        option = "--charge-reroll" if kind and wanted.charge_reroll else "--charge"
        raise InputError(
            option, system.title, f"expected a game that tells {name.replace('_', ' ')} of a charge"
        )
    return float(figure)


def _duel(attacking: _Side, attacked: _Side, phases: int, revision: str | None, as_json: bool) -> None:
    from warbook.odds.duel import duel
    from warbook.odds.state import StateTooLarge

    found = _found(attacking, attacked, revision)
    try:
        told = duel(found.system, found.sheets, found.picks(attacking, attacked), phases)
    except StateTooLarge as bound:
        raise InputError("--duel", attacking.name, f"expected smaller units: {bound}") from None
    told = msgspec.structs.replace(told, assumed=[*found.notes, *told.assumed])
    if as_json:
        print_json(told)
    else:
        from warbook.views.duel import show

        show(console(), told)


def _table(
    attacking: _Side,
    attacked: _Side,
    more: tuple[list[str], list[str]],
    setting: Setting,
    revision: str | None,
    as_json: bool,
) -> None:
    from warbook.odds.compare import traded

    rows, assumed, untold, title = [], list[str](), list[str](), ""
    for rival in (attacking, *(_Side(name, system=attacking.system) for name in more[0])):
        for other in (attacked, *(_Side(name, system=attacked.system) for name in more[1])):
            one = _made(rival, other, setting, revision)
            size = sum(model.count for model in one.made.engagement.target.models)
            rows.append(traded((one.made.attacker, one.made.target), one.made.points, size, one.told))
            assumed += [*one.found.notes, *one.made.assumed]
            untold += one.made.not_modelled
            title = f"{one.made.phase}, {one.found.system.title}, rules of {one.found.system.revision}"
    if as_json:
        print_json(rows)
    else:
        from warbook.views.compare import show_traded

        show_traded(console(), title, rows, list(dict.fromkeys(assumed)), list(dict.fromkeys(untold)))


def _roll(text: str, name: str, revision: str | None, as_json: bool) -> None:
    from warbook.rules import rolls

    system = system_of(name, revision)
    kinds = system.rolls(system.rules)
    try:
        asked, words = rolls.read(text, kinds)
        figures = kinds[asked].figures(words)
    except ValueError as fault:
        raise InputError("--roll", repr(text), str(fault)) from None
    if as_json:
        told = {"roll": text, "system": system.name, "revision": system.revision}
        print_json({**told, "meaning": kinds[asked].meaning, **figures})
    else:
        from warbook.views.roll import show

        title = f"{text}: {kinds[asked].meaning}"
        show(console(), title, f"{system.title}, rules of {system.revision}", figures)


def _engagements(path: Path, as_json: bool) -> None:
    from warbook.odds import answer

    documents = _documents(path)
    several = documents if isinstance(documents, list) else [documents]
    answers = [answer(document) for document in several]
    if as_json:
        print_json(answers if isinstance(documents, list) else answers[0])
    else:
        from warbook.views.answers import show

        show(console(), answers)


def _documents(path: Path) -> list[Any] | dict[str, Any]:
    try:
        if path.exists() and not path.is_file():
            raise InputError(str(path), "path", "expected a regular file")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise InputError(str(path), "file", f"expected at most {MAX_FILE_BYTES} bytes")
        found = msgspec.json.decode(path.read_bytes().removeprefix(b"\xef\xbb\xbf"))
    except OSError as fault:
        raise InputError(str(path), "path", f"expected a readable file: {fault.strerror}") from None
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as fault:
        raise InputError(str(path), "file", f"expected a JSON list of engagements: {fault}") from None
    if not isinstance(found, list | dict):
        raise InputError(str(path), "file", "expected a JSON list of engagements")
    return found
