"""Moves in a battle: what is open to a unit, how far it goes, what is refused (rules sections 4 to 6, 12)."""

import pytest

from battle.table import asked, at, dice, go, left, options, pick, place, row, until, vp
from warbook.battle import IllegalInput
from warbook.rules.request import Place
from warbook.systems.wh40k10.ruled.rulebook import Rulebook

FAR = "B Immortals: " + row(40, 40, 5)
NEAR = "B Immortals: " + row(28, 22, 5)
MINE = "A Infractors: " + row(28, 20, 5)
ENGAGED = "B Immortals: " + row(28, 22.2, 5)


def moving(kind, *units, **keys):
    return pick(pick(at("round 2, A, movement", *units, **keys), "Infractors"), kind)


def shifted(battle, x, y, unit=0):
    """Every model of a unit moved by so many inches."""
    models = battle.game.muster.units[unit].models
    there = battle.state.at
    return tuple(
        (m.index, int(there[m.index, 0] + 1000 * x), int(there[m.index, 1] + 1000 * y)) for m in models
    )


def refused(battle, answer, fault):
    with pytest.raises(IllegalInput, match=fault):
        battle.send(answer)


def test_a_free_unit_stays_moves_or_advances():
    assert options(pick(at("round 2, A, movement", MINE, FAR), "Infractors")) == [
        "stationary",
        "normal",
        "advanced",
    ]


def test_an_engaged_unit_stays_or_falls_back():
    assert options(pick(at("round 2, A, movement", MINE, ENGAGED), "Infractors")) == ["stationary", "fell_back"]


def test_a_unit_moves_once_a_turn():
    battle = pick(pick(at("round 2, A, movement", MINE, FAR), "Infractors"), "stationary")
    assert asked(battle) != "unit to move" or battle.request.player == 1


def test_a_normal_move_goes_as_far_as_the_move():
    battle = moving("normal", MINE, FAR)
    refused(battle, shifted(battle, 0, 7.001), "TOO_FAR")
    battle.send(shifted(battle, 0, 7))
    assert battle.state.at[0].tolist() == [28_000, 27_000]


def test_an_advance_adds_a_die():
    battle = dice(moving("advanced", MINE, FAR), 4)
    assert battle.request.reach_mil == 11_000
    refused(battle, shifted(battle, 0, 11.001), "TOO_FAR")
    battle.send(shifted(battle, 0, 11))


def test_a_way_with_corners_counts_whole():
    battle = moving("normal", MINE, FAR)
    x, y = battle.state.at[0].tolist()
    refused(battle, ((0, x, y + 4000, x, y),), "TOO_FAR")


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (((0, 100, 20_000),), "OFF_TABLE"),
        (((0, 29_600, 20_000),), "ON_MODEL"),
        (((0, 28_000, 24_000),), "NOT_COHERENT"),
        (((0, 28_000, 20_000), (0, 28_000, 20_500)), "MALFORMED"),
        (((5, 28_000, 20_000),), "MALFORMED"),
        (((0, 28_000),), "MALFORMED"),
    ],
)
def test_moves_that_are_refused(answer, fault):
    refused(moving("normal", MINE, FAR), answer, fault)


def test_a_normal_move_keeps_out_of_engagement_range():
    battle = moving("normal", "A Infractors: " + row(18, 20, 5), "B Immortals: " + row(18, 26, 5))
    refused(battle, shifted(battle, 0, 4), "IN_ENGAGEMENT")
    battle.send(shifted(battle, 0, 3))


def test_a_fall_back_leaves_nobody_behind():
    battle = moving("fell_back", MINE, ENGAGED)
    whole = shifted(battle, 0, -5)
    refused(battle, whole[:3], "ENGAGEMENT|COHERENT")
    refused(battle, shifted(battle, 0, -0.3)[:1], "IN_ENGAGEMENT")
    battle.send(whole)
    assert not battle.game.table.engaged(battle.state, battle.game.muster.units[0])


def test_a_fall_back_out_of_reach_stays_and_may_shoot():
    battle = moving("fell_back", MINE, ENGAGED)
    battle.send(())
    assert battle.game.words["stationary"][1] == battle.state.units[0, 1]


@pytest.fixture
def core_rules_alone(monkeypatch):
    """Sheets' rules let some units do what others may not."""
    monkeypatch.setattr(Rulebook, "_all", lambda _self: iter(()))


@pytest.mark.usefixtures("core_rules_alone")
def test_a_unit_that_fell_back_neither_shoots_nor_charges():
    battle = moving("fell_back", MINE, ENGAGED)
    battle.send(shifted(battle, 0, -5))
    until(battle, "pile in")
    assert battle.request is None or battle.state.clock[:2] != (2, 0)


@pytest.mark.usefixtures("core_rules_alone")
def test_a_unit_that_advanced_does_not_charge():
    battle = dice(moving("advanced", MINE, "B Immortals: " + row(28, 30, 5)), 1)
    battle.send(())
    for _ in range(40):
        assert asked(battle) != "unit to charge" or battle.state.clock[1] == 1
        if battle.state.clock[1] == 1:
            break
        battle.send(0)


def test_a_battle_shocked_unit_tests_for_every_model():
    battle = moving("fell_back", f"{MINE} | shocked", ENGAGED)
    battle.send(shifted(battle, 0, -5))
    assert battle.request.chance.number == 5
    dice(battle, (1, 2, 3, 4, 5))
    assert battle.request.what == "model lost"
    battle.send(0)
    battle.send(1)
    assert left(battle, 0).count(0) == 2
    assert battle.state.at[4].tolist() == [34_400, 15_000]


def charging(gap_y, *faces):
    battle = at("round 2, A, charge", MINE, f"B Immortals: {row(28, gap_y, 5)}")
    return dice(pick(battle, "Infractors"), faces)


def test_a_charge_reaches_what_the_dice_reach():
    battle = charging(30, 1, 1)
    assert battle.request.reach_mil == 2_000
    assert battle.game.proposed(battle.state, battle.request, None) == ()
    refused(battle, shifted(battle, 0, 1.5), "NOT_ENGAGED")


def test_a_charge_ends_engaged():
    battle = go(charging(27, 4, 4))
    assert battle.game.table.engaged(battle.state, battle.game.muster.units[0])


def test_a_charge_is_declared_within_12_inches():
    just = 20 + 12 + 1.26
    assert (
        asked(at("round 2, A, charge", MINE, f"B Immortals: {row(28, round(just, 2), 5)}")) == "unit to charge"
    )
    assert (
        asked(at("round 2, A, charge", MINE, f"B Immortals: {row(28, round(just + 0.1, 2), 5)}"))
        != "unit to charge"
    )


def test_a_pile_in_is_three_inches_and_comes_closer():
    battle = until(at("round 2, A, fights first", f"{MINE} | charged", NEAR), "pile in")
    assert battle.request == Place(0, "pile in", 0, 3_000)
    refused(battle, ((0, 28_000, 19_000),), "NOT_CLOSER")
    refused(battle, ((0, 20_000, 20_000),), "TOO_FAR")
    go(battle)


def test_a_consolidation_goes_to_the_marker_where_no_enemy_is_near():
    battle = at("round 2, A, remaining combats", "A Flawless Blades: 24,22 26,22 28,20 | charged", FAR)
    until(battle, "consolidate")
    answer = battle.game.proposed(battle.state, battle.request, None)
    assert answer
    battle.send(answer)


def test_models_out_of_coherency_are_removed_at_the_end_of_a_turn():
    battle = at("round 2, A, end of turn", "A Infractors: " + row(28, 20, 4) + " 10,10", FAR)
    assert (asked(battle), battle.request.options[0]) == ("model out of coherency", 4)
    battle.send(0)
    assert left(battle, 0) == [2, 2, 2, 2, 0]


def test_a_score_of_three_markers_at_most_from_round_two():
    game = at("round 2, A, command", MINE, FAR).game
    spots = [(round(x / 1000), round(y / 1000)) for x, y in game.ground.ground.objectives.xy.tolist()]
    units = [f"A Infractors: {row(x - 2, y + 2, 5, 1.4)}" for x, y in spots[:2]]
    assert vp(at("round 2, A, command", *units, FAR))[0] == 2
    assert vp(at("round 1, A, command", *units, FAR))[0] == 0
    assert vp(at("round 2, A, battle-shock", f"{units[0]} | shocked", FAR))[0] == 0


def test_the_survivor_wins():
    battle = at("round 3, A, movement", MINE, "B Immortals: " + "dead " * 5, vp="0 9")
    assert battle.request is None
    assert battle.outcome().winner == 0


def test_the_battle_ends_after_the_fifth_round():
    battle = at("round 5, B, end of turn", MINE, FAR, vp="3 2")
    assert battle.request is None
    assert (battle.outcome().winner, battle.outcome().rounds) == (0, 5)


def test_a_placement_may_be_left_out_where_nothing_must_move():
    battle = moving("normal", MINE, FAR)
    place(battle)
    assert battle.state.at[0].tolist() == [28_000, 20_000]
