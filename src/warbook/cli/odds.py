"""``warbook odds``: a pair of units, several side by side, a duel, a list of engagements, or a single roll."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
import typer

from warbook.cli import engagements as engagement_file
from warbook.cli import lists, options, sides
from warbook.cli import roll as single_roll
from warbook.cli.shown import AsJson, console, print_json
from warbook.cli.sides import Found, Side
from warbook.errors import InputError

if TYPE_CHECKING:
    from warbook.odds import Answer
    from warbook.odds.matchup import Matchup, Setting
    from warbook.rules.system import System

LARGEST_UNIT = 100


def odds(
    context: typer.Context,
    attacker: Annotated[
        str | None, typer.Argument(help="A unit's name, the path of its page, or a whole army list.")
    ] = None,
    target: Annotated[str | None, typer.Argument(help="The unit or the list that is attacked.")] = None,
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
        list[str] | None,
        typer.Option(
            "--with",
            metavar="RULE",
            help='A Stratagem, ability, Enhancement or detachment rule in use; "NAME: OPTION" picks one.'
            " Repeatable.",
        ),
    ] = None,
    holding: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION",
            help="A condition that the answer assumed not to hold, by words of it:"
            ' "below half-strength". Repeatable.',
        ),
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
    targets: Annotated[
        Literal["standard"] | None,
        typer.Option(help="Attack standard targets of all kinds instead of a unit or a list."),
    ] = None,
    figure: Annotated[
        lists.Figure | None, typer.Option(help="With lists: print this figure only (default: all).")
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
    """Exact odds of one unit's attacks on another, or of whole lists."""
    from warbook.odds.matchup import Setting
    from warbook.rules.engagement import Situation

    given = frozenset(name for name, value in context.params.items() if value not in (None, False, [], 0, ()))
    options.compatible(given)
    if engagements is not None:
        engagement_file.show(engagements, as_json)
        return
    if roll is not None:
        single_roll.show(roll, system or "wh40k10", revision, as_json)
        return
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
    setting = Setting(phase, situation, tuple(with_ or []), holding=tuple(holding or []))
    if attacker and (targets or any(lists.roster(name, system) for name in (attacker, target))):
        options.compatible(given | {"list"})
        lists.show((attacker, target), targets, setting, (system, revision), figure, as_json)
        return
    if figure:
        raise InputError("--figure", figure, "expected whole lists, or --targets standard")
    if attacker is None or target is None:
        raise InputError(
            "odds", "arguments", 'expected two units, as in: warbook odds "Chaos Land Raider" "Immortals"'
        )
    attacking = Side(
        attacker,
        models,
        loadout or [],
        options.one("--leader", leader),
        weapon or [],
        profile or [],
        wounds_lost,
        system,
    )
    attacked = Side(
        target,
        target_models,
        target_loadout or [],
        options.one("--target-leader", target_leader),
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


class _Wanted(msgspec.Struct, frozen=True):
    """Questions asked besides the odds."""

    worth: bool
    needed: float | None
    results: dict[str, int]
    charge: int | None
    charge_reroll: bool


class _Made(msgspec.Struct, frozen=True):
    """A matchup with its answer."""

    found: Found
    made: Any
    told: Any


def _matched(found: Found, attacking: Side, attacked: Side, setting: Setting) -> Matchup:
    from warbook.odds.matchup import matchup

    return matchup(found.system, found.sheets, found.picks(attacking, attacked), setting)


def _made(attacking: Side, attacked: Side, setting: Setting, revision: str | None) -> _Made:
    found = sides.found(attacking, attacked, revision)
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
    attacking: Side, attacked: Side, setting: Setting, revision: str | None, wanted: _Wanted, as_json: bool
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


def _more(one: _Made, attacking: Side, attacked: Side, setting: Setting, wanted: _Wanted) -> dict[str, Any]:
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


def _sizes(found: Found, attacking: Side, attacked: Side, setting: Setting) -> dict[int, Matchup]:
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


def _duel(attacking: Side, attacked: Side, phases: int, revision: str | None, as_json: bool) -> None:
    from warbook.odds.duel import duel
    from warbook.odds.state import StateTooLarge

    found = sides.found(attacking, attacked, revision)
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
    attacking: Side,
    attacked: Side,
    more: tuple[list[str], list[str]],
    setting: Setting,
    revision: str | None,
    as_json: bool,
) -> None:
    from warbook.odds.compare import traded

    rows, assumed, untold, title = [], list[str](), list[str](), ""
    for rival in (attacking, *(Side(name, system=attacking.system) for name in more[0])):
        for other in (attacked, *(Side(name, system=attacked.system) for name in more[1])):
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
