"""``warbook odds``: a pair of units, several side by side, a duel, a list of engagements, or a single roll."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from warbook.cli import engagements as engagement_file
from warbook.cli import lists, options, usable
from warbook.cli import roll as single_roll
from warbook.cli.shown import AsJson, console, print_json
from warbook.errors import InputError, OwnFault

if TYPE_CHECKING:
    from warbook.probability.matchup import Setting
    from warbook.queries import Question, Side


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
    leader: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A leader that attacks too. Twice where a datasheet allows two."),
    ] = None,
    leader_loadout: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ITEM",
            help='Wargear of the leader instead of the default; "NAME: ITEM" where there are two. Repeatable.',
        ),
    ] = None,
    target_leader: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A leader attached to the target. Of two the first falls first."),
    ] = None,
    target_leader_loadout: Annotated[
        list[str] | None, typer.Option(metavar="ITEM", help="The wargear of the target's leader.")
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
            help='A Stratagem, ability, Enhancement or detachment rule in use; "NAME: OPTION" picks one. Also a'
            ' modifier by hand: "reroll wounds: non-critical". Repeatable.',
        ),
    ] = None,
    detachment: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The attacker's detachment, whose own rules act (an army has one)."),
    ] = None,
    target_detachment: Annotated[
        str | None, typer.Option(metavar="NAME", help="The target's detachment.")
    ] = None,
    list_rules: Annotated[
        bool, typer.Option("--list-rules", help="Print the rules that --with takes for the two units instead.")
    ] = False,
    holding: Annotated[
        list[str] | None,
        typer.Option(
            metavar="CONDITION",
            help="A condition that the answer assumed not to hold, by words of it:"
            ' "below half-strength". Repeatable.',
        ),
    ] = None,
    near: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A friend whose auras reach the attacker. Repeatable."),
    ] = None,
    target_near: Annotated[list[str] | None, typer.Option(metavar="NAME", help="The target's.")] = None,
    order: Annotated[
        list[str] | None,
        typer.Option(metavar="MODEL", help="Models of the target that damage goes to first. Repeatable."),
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
    snap_shots: Annotated[
        bool, typer.Option("--snap-shots", help="The attacker fires Snap Shots (heresy3).")
    ] = False,
    under_marker: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="Models under each marker or template (heresy3)."),
    ] = None,
    under_marker_scattered: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Models under a marker that scattered (heresy3).")
    ] = None,
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
    reading: Annotated[
        list[str] | None,
        typer.Option(
            "--reading",
            metavar="RULE",
            help="Read an open rule the other way: like-weapons-are-one (heresy3). Repeatable.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Exact odds of one unit's attacks on another, or of whole lists."""
    from warbook.probability.matchup import Setting
    from warbook.queries import Question, Side
    from warbook.rules.engagement import Situation

    given = options.given(context)
    options.compatible(given)
    if engagements is not None:
        engagement_file.show(engagements, as_json)
        return
    if roll is not None:
        single_roll.show(roll, system, revision, as_json)
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
        snap_shots=snap_shots,
        under_marker=under_marker,
        under_marker_scattered=under_marker_scattered,
    )
    setting = Setting(
        phase, situation, tuple(with_ or []), holding=tuple(holding or []), readings=tuple(reading or [])
    )
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
    (first, his), (second, other) = options.led("--leader", leader, leader_loadout)
    attacking = Side(
        attacker,
        models,
        loadout or [],
        first,
        weapon or [],
        profile or [],
        wounds_lost,
        system,
        detachment=detachment,
        leader_loadout=his,
        near=near or [],
        second_leader=second,
        second_leader_loadout=other,
    )
    (first, his), (second, other) = options.led("--target-leader", target_leader, target_leader_loadout)
    attacked = Side(
        target,
        target_models,
        target_loadout or [],
        first,
        wounds_lost=target_wounds_lost,
        system=system,
        detachment=target_detachment,
        leader_loadout=his,
        order=order or [],
        near=target_near or [],
        second_leader=second,
        second_leader_loadout=other,
    )
    question = Question(
        attacking,
        attacked,
        phase,
        situation,
        tuple(with_ or []),
        tuple(holding or []),
        revision,
        charge,
        charge_reroll,
        needed,
        worth,
        dealt,
        destroyed,
        readings=setting.readings,
    )
    if list_rules:
        usable.show(question, as_json)
    elif duel is not None:
        _duel(attacking, attacked, duel, revision, as_json)
    elif versus or rival:
        _table(attacking, attacked, (rival or [], versus or []), setting, revision, as_json)
    else:
        _pair(question, as_json)


def _pair(question: Question, as_json: bool) -> None:
    from warbook.queries import ask

    reply = ask(question)
    if as_json:
        print_json(reply.document())
    else:
        from warbook.views import card, compare

        title = f"{reply.title}, rules of {reply.revision}"
        card.show(console(), reply.made, reply.told, title, reply.notes, compare.lines(reply.more))


def _duel(attacking: Side, attacked: Side, phases: int, revision: str | None, as_json: bool) -> None:
    from warbook.queries import Question
    from warbook.queries.saying import in_words, option_of_duels
    from warbook.queries.turns import fought

    told = fought(Question(attacking, attacked, revision=revision), phases)
    if as_json:
        print_json(in_words(told, option_of_duels))
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
    from warbook.probability.compare import NotTraded, Traded, traded
    from warbook.queries import Question, Side, ask
    from warbook.queries.saying import option, option_of_lists, said

    holds = (setting.phase, setting.situation, setting.plays, setting.holding)
    rows, assumed, untold, title = list[Traded | NotTraded](), list[str](), list[str](), ""
    for rival in (attacking, *(Side(name, system=attacking.system) for name in more[0])):
        for other in (attacked, *(Side(name, system=attacked.system) for name in more[1])):
            try:
                reply = ask(Question(rival, other, *holds, revision=revision, readings=setting.readings))
            except OwnFault as fault:
                rows.append(NotTraded(rival.name, other.name, fault.expected))
                continue
            made = reply.made
            names, target = (made.attacker, made.target), made.engagement.target.models
            rows.append(traded(names, made.points, target, reply.told, made.leader_points))
            spell = option if (rival, other) == (attacking, attacked) else option_of_lists
            assumed += (said(each, spell) for each in reply.assumed)
            untold += made.not_modelled
            title = f"{made.phase}, {reply.title}, rules of {reply.revision}"
    if all(isinstance(row, NotTraded) for row in rows):
        told = "; ".join(dict.fromkeys(row.failed for row in rows if isinstance(row, NotTraded)))
        raise InputError("odds", f"{len(rows)} pairs", f"none could be worked out: {told}")
    if as_json:
        print_json(rows)
    else:
        from warbook.views.compare import show_traded

        show_traded(console(), title, rows, list(dict.fromkeys(assumed)), list(dict.fromkeys(untold)))
