"""The log tells what a player needs: who attacks whom with what, what was needed, and what came of it."""

from itertools import pairwise

import pytest

from battle.hosts import fought, sheet
from battle.hosts import row as standing
from battle.table import asked, at, row, until
from warbook import effects as fx
from warbook.dice import Dice, Roll, Test
from warbook.effects import terms
from warbook.rules.request import Ask, Place
from warbook.systems.wh40k10.decisions import Decision
from warbook.systems.wh40k10.effects.printed import PrintedRule
from warbook.systems.wh40k10.ruled.carrying import Doing, perform
from warbook.systems.wh40k10.ruled.moment import Moment
from warbook.systems.wh40k10.telling import decision
from warbook.views.dice import Cast, told_of
from warbook.views.log import Log


def told(battle, stop=None, faces=None, picks=None, limit=400):
    """The log of a battle played on until ``stop`` is asked or the turn is over: ``picks`` are options by what
    is asked, else passes; ``faces`` are dice by the name of the roll, else sixes. Units stay where they are."""
    lines = []
    log, turn = Log(lines.append), battle.state.clock[:2]
    left = {what: list(some) for what, some in (faces or {}).items()}
    for _ in range(limit):
        request = battle.request
        if request is None or battle.state.clock[:2] != turn or asked(battle) == stop:
            break
        battle.send(_answer(battle, request, left, picks or {}), log.watch)
    log.end(battle)
    return lines


def _answer(battle, request, faces, picks):
    if isinstance(request, Place):
        return (
            battle.game.proposed(battle.state, request, None) if request.kind in ("charge", "pile in") else ()
        )
    if isinstance(request, Ask):
        names = [
            getattr(option, "name", getattr(getattr(option, "play", None), "name", None))
            for option in request.options
        ]
        wanted = picks.get(request.title)
        if wanted is not None and wanted in names:
            return names.index(wanted)
        return request.options.index(None) if None in request.options else 0
    rolled = []

    def face(sides):
        script = faces.get(request.what)
        rolled.append(script.pop(0) if script else sides)
        return rolled[-1]

    request.chance.judge(face)
    return tuple(rolled)


def line(lines, *parts):
    """The one line that holds all of these."""
    found = [one for one in lines if all(part in one for part in parts)]
    assert len(found) == 1, "\n".join(lines)
    return found[0].strip()


def block(lines, head):
    """What stands under a head, by the name of the roll."""
    start = next(n for n, one in enumerate(lines) if one.strip().startswith(head))
    inside = []
    for one in lines[start + 1 :]:
        if not one.startswith(" " * 8):
            break
        inside.append(one.strip())
    return lines[start].strip(), inside


WARRIORS = f"B Immortals: {row(20, 30, 5)}"


def test_an_attack_is_a_block_with_both_units_the_weapon_and_what_each_roll_needs():
    blades = f"A Infractors: {row(20, 20, 5)}"
    battle = at("round 2, A, shooting", blades, WARRIORS)
    faces = {"hit": [1, 2, 3, 4, 5], "wound": [4, 5, 6], "save": [1, 6, 6]}
    picks = {"unit to shoot": "Infractors", "target: Bolt pistol": "Immortals"}
    head, inside = block(
        told(battle, "unit to charge", faces, picks), "A Infractors → B Immortals: Bolt pistol"
    )
    assert head == "A Infractors → B Immortals: Bolt pistol, 5 attacks"
    assert inside[0].split() == ["hit", "3+", "1", "2", "3", "4", "5", "3", "of", "5", "passed"]
    assert inside[1].startswith("wound 5+") or inside[1].startswith("wound 4+")
    assert inside[2].startswith("save")
    assert "saved" in inside[2]


def test_weapons_and_targets_are_told_apart():
    tormentors = f"A Tormentors [plasma gun; meltagun]: {row(20, 20, 10)}"
    near, other = f"B Immortals: {row(20, 29, 5)}", f"B Necron Warriors: {row(40, 20, 10)}"
    battle = at("round 2, A, shooting", tormentors, near, other)
    picks = {
        "unit to shoot": "Tormentors", "target: Boltgun": "Immortals",
        "target: Meltagun": "Necron Warriors", "target: Plasma gun (standard)": "Necron Warriors",
    }  # fmt: skip
    lines = told(battle, "unit to charge", None, picks)
    heads = [one.strip() for one in lines if " → " in one]
    assert [head.split(", ")[0] for head in heads] == list(dict.fromkeys(head.split(", ")[0] for head in heads))
    assert any(head.startswith("A Tormentors → B Immortals: Boltgun") for head in heads)
    assert any(head.startswith("A Tormentors → B Necron Warriors: Plasma gun") for head in heads)
    for head in heads:
        _, inside = block(lines, head)
        assert inside, head


def test_a_command_re_roll_says_which_roll_became_what():
    battle = at("round 2, A, shooting", f"A Infractors: {row(20, 20, 5)}", WARRIORS, cp="1 0")
    picks = {
        "unit to shoot": "Infractors", "target: Bolt pistol": "Immortals", "play: rolled": "Command Re-roll"
    }  # fmt: skip
    faces = {"hit": [3, 2, 5, 4, 4, 4]}
    _, inside = block(told(battle, "unit to charge", faces, picks), "A Infractors → B Immortals: Bolt pistol")
    assert inside[0].split() == ["hit", "3+", "3", "2→5", "4", "4", "4", "5", "of", "5", "passed"]
    assert inside[1] == "A uses Command Re-roll on Infractors (1 CP): hit 2 → 5"


@pytest.mark.parametrize(
    ("faces", "came"), [([5, 1], "6 [5 1], needed 6: passes"), ([4, 1], "5 [4 1], needed 6: fails")]
)
def test_a_battle_shock_test_says_its_unit_the_leadership_and_what_came_of_it(faces, came):
    few = "A Infractors: 20,20 21.6,20 dead dead dead"
    lines = told(at("round 2, A, battle-shock", few, WARRIORS), "unit to move", {"battle-shock": faces})
    assert line(lines, "battle-shock") == f"A Infractors: battle-shock {came}"
    assert any("is Battle-shocked" in one for one in lines) == ("fails" in came)


def test_a_charge_says_the_distance_needed_and_the_roll():
    battle = at("round 2, A, charge", f"A Infractors: {row(20, 20, 5)}", f"B Immortals: {row(20, 27, 5)}")
    failed = line(
        told(battle.copy(), None, {"charge": [1, 2]}, {"unit to charge": "Infractors"}),
        "fails to charge",
    )
    gap = 7 - 32 / 25.4
    assert (
        failed
        == f'A Infractors: fails to charge B Immortals (needed {-(-(gap - 1) * 10 // 1) / 10:.1f}", rolled 3)'
    )
    lines = told(battle, "unit to fight", {"charge": [6, 6]}, {"unit to charge": "Infractors"})
    assert "rolled 12)" in line(lines, "charges B Immortals (needed ")
    assert line(lines, "declares a charge") == "A Infractors: declares a charge at B Immortals"


def test_a_fight_says_with_whom():
    battle = at(
        "round 2, A, fight", f"A Infractors: {row(20, 20, 5)} | charged", f"B Immortals: {row(20, 21.9, 5)}"
    )
    lines = told(battle)
    assert line(lines, "A Infractors: fights B Immortals")
    assert any(one.strip().startswith("A Infractors → B Immortals: ") for one in lines)


def test_a_score_names_the_objectives():
    holding = "A Infractors: 28.4,22 30,24 31.6,24 33.2,24 34.8,24"
    lines = told(at("round 1, B, movement", holding, f"B Immortals: {row(2, 40, 5)}"))
    assert line(lines, "A scores") == "A scores 1, now 1 (holds objective 1)"


def test_models_out_of_coherency_are_called_that():
    stray = f"A Infractors: {row(20, 20, 4)} 40,10"
    lines = told(at("round 2, A, fight", stray, WARRIORS))
    removed = line(lines, "out of coherency, removed: ")
    assert removed.startswith("A Infractors: ")
    assert removed.endswith("4 left")
    assert not any("loses" in one for one in lines)
    assert lines.index("End of the turn") < next(n for n, one in enumerate(lines) if "out of coherency" in one)


def test_the_end_names_the_winner_why_and_the_round():
    last = at("round 5, B, end of turn", f"A Infractors: {row(20, 20, 5)}", WARRIORS, vp="3 5")
    assert told_end(last) == "━━ The end: B B win on points, 3 : 5, after round 5 ━━"
    gone = at("round 3, A, fight", "A Infractors: dead dead dead dead dead", WARRIORS, vp="3 0")
    assert told_end(gone) == "━━ The end: B B win in round 3: A has no models left (score 3 : 0) ━━"


def told_end(battle):
    lines = []
    log = Log(lines.append)
    while battle.request is not None:
        battle.send(_answer(battle, battle.request, {}, {}), log.watch)
    log.end(battle)
    return lines[-1].strip()


def test_no_heading_stands_twice_in_a_row_and_none_without_anything_under_it():
    battle = until(at("round 2, A, command", f"A Infractors: {row(20, 20, 5)}", WARRIORS), "unit to move")
    lines = told(battle, picks={"unit to shoot": "Infractors"})
    assert all(one != other for one, other in pairwise(lines) if one.endswith(" phase"))
    assert not any(one.endswith(" phase") and other.endswith(" phase") for one, other in pairwise(lines))


def test_a_roll_says_whose_it_is():
    battle = at("round 2, A, shooting", f"A Infractors: {row(20, 20, 5)}", WARRIORS)
    battle.send(1)
    battle.send(0)
    battle = until(battle, "hit")
    request = battle.request
    assert isinstance(request, Roll)
    assert (request.weapon, request.player, request.unit, request.target) == ("Bolt pistol", 0, 0, 1)


def test_what_was_agreed_to_is_told_as_done_and_what_was_not_is_not():
    """Yes or no, a rule that may be used, and a number are told as a player says them."""
    battle = at("round 2, A, shooting", "A Immortals: " + row(28, 20, 5), "B Infractors: " + row(28, 30, 5))
    table, state, names = battle.game.table, battle.state, ("Immortals", "Infractors")

    def said(what, options, answer, subject="", rolled=None):
        asked = Ask(0, what, options, 0, subject=subject, rolled=rolled)
        return decision(table, names, state, asked, answer)

    rite, advance, shock = (
        PrintedRule("Rite", (), "Immortals"),
        Roll("advance", Dice(1, 6)),
        Roll("battle-shock", Dice(2, 6)),
    )
    assert said(Decision.DEEP_STRIKE, (False, True), 0) == ""
    assert said(Decision.DEEP_STRIKE, (False, True), 1) == "A Immortals: waits to Deep Strike"
    assert said(Decision.REROLL, (False, True), 0, "Rite", advance) == ""
    assert (
        said(Decision.REROLL, (False, True), 1, "Rite", advance)
        == "A Immortals: re-rolls the advance roll: Rite"
    )
    assert (
        said(Decision.REROLL, (False, True), 1, "Rite", shock)
        == "A Immortals: re-rolls the battle-shock test: Rite"
    )
    assert said(Decision.FIGHT_WHEN_DESTROYED, (True, False), 1) == ""
    assert said(Decision.USE, (None, rite), 0, "Rite") == ""
    assert said(Decision.USE, (None, rite), 1, "Rite") == "A Immortals: uses Rite"
    assert said(Decision.NUMBER, (1, 2), 1, "Rite") == "A Immortals: chooses 2 for Rite"


# ------------------------------------------------------------------ rolls by themselves

NAMES = ("Lychguard", "Immortals", "Land Raider")


def cast(what, chance, *faces, player=0, unit=0, **more):
    return Cast(Roll(what, chance, player=player, unit=unit, **more), faces)


def test_rolls_that_are_no_attacks_stand_in_the_order_in_which_they_were_made():
    casts = [
        cast("battle-shock", Dice(2, 6), 5, 5, least=7),
        cast("rule: Rite", Dice(1, 3), 2, unit=1),
        cast("battle-shock", Dice(2, 6), 1, 1, least=7),
    ]
    assert [one.split(":")[0] for one in told_of(casts, NAMES)] == ["A Lychguard", "A Immortals", "A Lychguard"]


def test_mortal_wounds_of_deadly_demise_name_whom_they_hit():
    casts = [
        cast("deadly demise", Dice(1, 6), 6, unit=2),
        cast("deadly demise wounds", Dice(1, 3), 2, unit=None, target=1),
    ]
    assert list(told_of(casts, NAMES)) == [
        "A Land Raider: deadly demise 6",
        "deadly demise wounds on Immortals 2",
    ]


def test_critical_hits_without_a_wound_roll_are_told():
    """Three attacks: two critical hits of Lethal Hits and one plain hit, of which one wound roll is made."""
    hit, wound = Test.needing(3, critical=6), Test.needing(4)
    casts = [
        cast("hit", hit, 6, target=1, weapon="Sling"),
        cast("hit", hit, 6, target=1, weapon="Sling"),
        cast("hit", hit, 3, target=1, weapon="Sling"),
        cast("wound", wound, 4, target=1, weapon="Sling"),
    ]
    lines = [" ".join(one.split()) for one in told_of(casts, NAMES)]
    assert "no wound roll 2 critical hits" in lines
    assert not any("no wound roll" in one for one in told_of([*casts[2:]], NAMES))


def test_a_leader_who_was_picked_out_is_named_where_he_lives():
    body, leader = sheet("Glazier"), sheet("Kilnmaster", models=1, stats={"W": "5"})
    units = (0, (body, leader), standing(20, 10, 6)), (1, sheet("Foe"), standing(20, 30))
    battle = fought((2, 0, "movement"), *units)
    after = battle.state.copy()
    after.left[5] -= 2
    assert battle.game.changes(battle.state, after) == (
        "A Glazier with Kilnmaster: loses 2 wounds; wounded: Kilnmaster, no model destroyed",
    )


@pytest.mark.parametrize(("flags", "acts"), [((), 0), (("shocked",), 1)])
def test_a_rule_whose_condition_fails_did_not_act(flags, acts):
    battle = fought(
        (2, 0, "movement"), (0, sheet("Glazier"), standing(20, 10), *flags), (1, sheet("Foe"), standing(20, 30))
    )
    table, state = battle.game.table, battle.state.copy()
    shocked = terms.State(terms.Selector(ref="this"), "battle-shocked")
    rule = PrintedRule("Rite", (fx.If(shocked, fx.Use("Rite")),), "Glazier")
    seen = Moment(0, table.units[0], "Glazier")
    assert list(perform(rule.effects, Doing(table, state, rule, seen))) == []
    assert len(state.acted) == acts


def test_a_roll_made_again_is_told_before_what_it_came_to():
    charge = cast("charge", Dice(2, 6), 1, 3, least=5)._replace(again=(2, 3), play="A uses Grit")
    run = cast("advance", Dice(1, 6), 1, unit=1)._replace(again=(4,), play="A uses Grit")
    assert list(told_of([charge, run], ("Pikes", "Carps"))) == [
        "A Pikes: charge 4 [1 3]; A uses Grit: charge 1 3 → 2 3; 5 [2 3], needed 5: passes",
        "A Carps: advance 1; A uses Grit: advance 1 → 4; 4",
    ]
