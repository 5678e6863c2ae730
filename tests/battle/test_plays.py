"""Each core Stratagem in its window, at its cost, for the right player, and not once too often (section 14)."""

import pytest

from battle.table import asked, at, cp, dice, go, left, options, pick, place, row, shocked, until
from wh40k import REVISIONS

AFAR = "B Immortals: " + row(40, 40, 5)
MINE = "A Infractors: " + row(28, 20, 5)
every_revision = pytest.mark.parametrize("revision", REVISIONS)


def advanced(points="1 1", **keys):
    """The first player's unit has rolled its Advance."""
    battle = at("round 2, A, movement", MINE, AFAR, cp=points, used="turn 1 Fire Overwatch", **keys)
    return dice(pick(pick(battle, "Infractors"), "advanced"), 2)


def test_command_re_roll_rolls_an_advance_again():
    battle = advanced()
    assert battle.request.player == 0
    dice(pick(battle, "Command Re-roll: Infractors"), 5)
    assert battle.request.reach_mil == 12_000
    assert cp(battle) == [0, 1]


def test_a_roll_may_be_left_as_it_is():
    battle = pick(advanced())
    assert battle.request.reach_mil == 9_000
    assert cp(battle) == [1, 1]


def test_nobody_is_asked_who_cannot_pay():
    assert asked(advanced("0 5")) == "advanced"


def test_a_battle_shocked_unit_gets_no_re_roll():
    battle = at("round 2, A, movement", f"{MINE} | shocked", AFAR, cp="3 0")
    dice(pick(pick(battle, "Infractors"), "advanced"), 2)
    assert asked(battle) == "advanced"


def test_command_re_roll_once_a_phase():
    battle = at("round 2, A, movement", MINE, "A Flawless Blades: " + row(10, 10, 3, 1.8), AFAR, cp="5 0")
    dice(pick(pick(battle, "Infractors"), "advanced"), 2)
    dice(pick(battle, "Command Re-roll: Infractors"), 5)
    battle.send(())
    dice(pick(pick(battle, "Flawless Blades"), "advanced"), 2)
    assert asked(battle) == "advanced"
    assert cp(battle)[0] == 4


def test_command_re_roll_rolls_both_dice_of_a_charge():
    battle = at("round 2, A, charge", MINE, "B Immortals: " + row(28, 27, 5), cp="1 0")
    until(pick(battle, "Infractors"), "charge")
    dice(battle, (1, 2))
    dice(pick(battle, "Command Re-roll: Infractors"), (4, 5))
    assert battle.request.reach_mil == 9_000


HALF = "A Infractors: " + row(28, 20, 2) + " dead dead dead"


@pytest.mark.parametrize("revision", ["2023-12", "2024-06", "2025-06"])
def test_insane_bravery_comes_before_the_test(revision):
    battle = at("round 2, A, battle-shock", HALF, AFAR, cp="1 0", revision=revision)
    assert battle.request.title == "play: before battle-shock"
    pick(battle, "Insane Bravery: Infractors")
    assert not shocked(battle, 0)
    assert cp(battle) == [0, 0]
    assert asked(until(battle, "unit to move", 5)) == "unit to move"


def test_insane_bravery_comes_after_a_failure_at_launch():
    battle = at("round 2, A, battle-shock", HALF, AFAR, cp="1 0", revision="2023-06")
    dice(battle, (1, 3))
    assert battle.request.title == "play: failed battle-shock"
    pick(battle, "Insane Bravery: Infractors")
    assert not shocked(battle, 0)
    assert cp(battle) == [0, 0]


def test_a_passed_test_asks_for_no_bravery():
    battle = at("round 2, A, battle-shock", HALF, AFAR, cp="1 0", revision="2023-06")
    assert asked(dice(battle, (3, 3))) == "unit to move"
    assert cp(battle) == [1, 0]


@pytest.mark.parametrize(("revision", "again"), [("2023-06", True), ("2023-12", False), ("2025-06", False)])
def test_insane_bravery_once_a_battle_from_2023_12(revision, again):
    used = "battle 0 Insane Bravery" if revision != "2023-06" else "turn 0 Fire Overwatch"
    battle = at("round 2, A, battle-shock", HALF, AFAR, cp="3 0", revision=revision, used=used)
    if revision == "2023-06":
        dice(battle, (1, 1))
    assert asked(battle).startswith("play") is again


def test_each_player_has_his_own_bravery():
    battle = at("round 2, A, battle-shock", HALF, AFAR, cp="3 0", used="battle 1 Insane Bravery")
    assert asked(battle) == "play: before battle-shock"


GUNS = "B Immortals: " + row(28, 30, 5)


def moved(revision="2025-06", shooters=GUNS, points="0 1", used=""):
    """The first player's unit has moved in sight of the other's."""
    battle = at("round 2, A, movement", MINE, shooters, cp=points, revision=revision, used=used)
    return go(begun(battle), (30_000, 26_000))


def begun(battle):
    """The unit is about to move, and was not shot at for that."""
    pick(pick(battle, "Infractors"), "normal")
    return pick(battle) if asked(battle) == "play: move begins" else battle


@every_revision
def test_fire_overwatch_answers_a_move(revision):
    battle = moved(revision)
    assert battle.request.player == 1
    assert options(battle) == ["-", "Fire Overwatch: Immortals"]
    pick(battle, "Fire Overwatch: Immortals")
    assert cp(battle) == [0, 0]
    assert asked(battle) == "target: Gauss blaster"
    dice(pick(battle, "Infractors"), ())
    assert battle.request.chance.needed == 6


@every_revision
def test_fire_overwatch_answers_the_beginning_of_a_move(revision):
    """Section 19 row 11"""
    battle = at("round 2, A, movement", MINE, GUNS, cp="0 1", revision=revision)
    pick(pick(battle, "Infractors"), "normal")
    assert (asked(battle), battle.request.player) == ("play: move begins", 1)
    pick(pick(battle, "Fire Overwatch: Immortals"), "Infractors")
    assert asked(battle) == "attacks"


@pytest.mark.parametrize(("revision", "offered"), [("2023-06", True), ("2023-12", False), ("2025-06", False)])
def test_titanic_units_fire_no_overwatch_from_2023_12(revision, offered):
    """Section 19 row 12; a TITANIC unit that moves is answered all the same."""
    battle = at("round 2, A, movement", MINE, "B Monolith: 30,34", cp="0 1", revision=revision)
    pick(pick(battle, "Infractors"), "normal")
    assert (asked(battle) == "play: move begins") is offered
    answered = at("round 2, A, movement", "A Monolith: 30,20", GUNS, cp="0 1", revision=revision)
    pick(pick(answered, "Monolith"), "normal")
    assert asked(answered) == "play: move begins"


def test_nobody_fires_overwatch_into_a_fight():
    """Big Guns Never Tire helps in one's own Shooting phase only (K-SEQ-07)."""
    units = (
        "A Maulerfiend: 30,25",
        "B Immortals: " + row(28, 30, 5),
        "B Necron Warriors: " + row(20, 36, 10, 1.5),
    )
    battle = at("round 2, A, charge", *units, cp="0 9", revision="2023-06")
    pick(pick(battle, "Maulerfiend"), "Immortals")
    dice(pick(battle), (6, 6))
    assert "Fire Overwatch: Necron Warriors" in options(battle)
    assert asked(go(pick(battle))) != "play: charge moved"


def test_fire_overwatch_once_a_turn():
    assert asked(moved(used="turn 1 Fire Overwatch")) != "play: move"


def test_fire_overwatch_reaches_24_inches():
    assert asked(moved(shooters="B Immortals: 58,43 56.4,43 54.8,43 53.2,43 51.6,43")) != "play: move"


def test_fire_overwatch_is_not_for_the_battle_shocked():
    assert asked(moved(shooters=f"{GUNS} | shocked")) != "play: move"


def test_an_advance_of_the_turn_before_bars_no_overwatch():
    battle = at("round 2, A, command", MINE, f"{GUNS} | advanced", cp="0 1")
    until(battle, "unit to move")
    go(begun(battle), (30_000, 26_000))
    assert options(battle) == ["-", "Fire Overwatch: Immortals"]


@pytest.mark.parametrize(
    ("revision", "declared"), [("2023-06", False), ("2023-12", False), ("2024-06", False), ("2025-06", True)]
)
def test_fire_overwatch_answers_the_declaration_of_a_charge_from_2025(revision, declared):
    near = "B Immortals: " + row(28, 25, 5)
    battle = at("round 2, A, charge", MINE, near, cp="0 1", revision=revision)
    pick(battle, "Infractors")
    assert (asked(battle) == "play: charge declared") is declared
    if not declared:
        assert asked(dice(battle, (6, 6))) == "play: charge moved"


GUARD = "B Lychguard: " + row(37.6, 23, 5)
BESIDE = "B Lychguard: " + row(28, 22.2, 5)


def charged(revision="2025-06", points="0 2", friend=GUARD, gap=25.0):
    """The first player's unit has charged the Immortals; the Lychguard stand 4 inches behind."""
    battle = at(
        "round 2, A, charge", MINE, f"B Immortals: {row(28, gap, 5)}", friend, cp=points, revision=revision,
        used="turn 1 Fire Overwatch",
    )  # fmt: skip
    pick(battle, "Infractors")
    if asked(battle) == "target of the charge":
        pick(pick(battle, "Immortals"))
    return go(dice(battle, (6, 6)))


@pytest.mark.parametrize(("revision", "cost"), [("2023-06", 2), ("2023-12", 2), ("2024-06", 1), ("2025-06", 1)])
def test_heroic_intervention_costs_2_and_1_from_2024(revision, cost):
    battle = charged(revision)
    assert options(battle) == ["-", "Heroic Intervention: Lychguard"]
    assert battle.request.player == 1
    pick(battle, "Heroic Intervention: Lychguard")
    assert cp(battle) == [0, 2 - cost]
    assert asked(battle) == "charge"


@pytest.mark.parametrize(("revision", "offered"), [("2023-12", False), ("2025-06", True)])
def test_one_point_does_not_pay_for_heroic_intervention_before_2024(revision, offered):
    assert (asked(charged(revision, "0 1")) == "play: charge ended") is offered


def test_heroic_intervention_is_answered_by_no_overwatch():
    battle = charged(points="0 1", friend=GUARD)
    battle.state.sides[0, 0] = 3
    pick(battle, "Heroic Intervention: Lychguard")
    assert asked(battle) == "charge"


def test_heroic_intervention_reaches_6_inches():
    assert asked(charged(friend="B Lychguard: " + row(28, 36, 5))) != "play: charge ended"


def test_heroic_intervention_is_not_for_vehicles_but_walkers():
    assert asked(charged(friend="B Doomsday Ark: 32,29.5")) != "play: charge ended"
    assert asked(charged(friend="B Triarch Stalker: 32,30")) == "play: charge ended"


def test_a_unit_that_intervenes_has_no_fights_first():
    battle = charged()
    dice(pick(battle, "Heroic Intervention: Lychguard"), (5, 6))
    go(pick(battle))
    game, state = battle.game, battle.state
    assert game.table.engaged(state, game.muster.units[2])
    assert not game.table.fights_first(state, game.muster.units[2])
    assert game.table.fights_first(state, game.muster.units[0])


def shot_at(*target, points="0 1", revision="2025-06"):
    """The first player's Immortals have aimed at the second player's unit."""
    battle = at("round 2, A, shooting", "A Immortals: " + row(28, 12, 5), *target, cp=points, revision=revision)
    pick(battle, "Immortals")
    battle.send(0)
    return battle


@every_revision
def test_go_to_ground_gives_infantry_a_save(revision):
    battle = shot_at("B Infractors: " + row(28, 30, 5), revision=revision)
    assert options(battle) == ["-", "Go to Ground: Infractors"]
    assert battle.request.player == 1
    pick(battle, "Go to Ground: Infractors")
    assert cp(battle) == [0, 0]
    assert battle.state.used >= {"phase 1 Go to Ground", "phase effect Go to Ground 1"}


def test_smokescreen_is_for_units_with_smoke():
    battle = shot_at("B Chaos Land Raider: 30,30")
    assert options(battle) == ["-", "Smokescreen: Chaos Land Raider"]
    dice(pick(battle, "Smokescreen: Chaos Land Raider"), ())
    assert battle.request.chance.needed == 4


def test_without_smoke_or_infantry_nothing_is_asked():
    assert asked(shot_at("B Maulerfiend: 30,30")) == "attacks"


def test_the_battle_shocked_do_not_go_to_ground():
    assert asked(shot_at("B Infractors: " + row(28, 30, 5) + " | shocked")) == "attacks"


def test_what_lasts_a_phase_is_forgotten_after_it():
    battle = pick(shot_at("B Infractors: " + row(28, 30, 5)), "Go to Ground: Infractors")
    until(battle, "unit to move")
    assert {text for text in battle.state.used if text.startswith("phase")} <= {"phase begun"}


def fought(points="0 2", friend=BESIDE, used=""):
    """The first player's charging Flawless Blades have fought; both enemy units beside them have not."""
    battle = at(
        "round 2, A, fights first",
        "A Flawless Blades: 20,20.1 21.8,20.1 23.6,20.1 | charged",
        "A Infractors: " + row(28, 20, 5) + " | charged",
        "B Immortals: " + row(20, 22.2, 5),
        friend,
        cp=points,
        used=used,
    )
    pick(battle, "Flawless Blades")
    return until(battle, "play: unit fought") if "unit fought" in used or points != "0 1" else battle


def test_counter_offensive_puts_a_unit_in_between():
    battle = fought()
    assert battle.request.player == 1
    assert "Counter-Offensive: Lychguard" in options(battle)
    pick(battle, "Counter-Offensive: Lychguard")
    assert cp(battle) == [0, 0]
    assert (asked(battle), battle.request.unit) == ("pile in", 3)


def test_counter_offensive_is_not_for_units_out_of_combat():
    assert "Counter-Offensive: Lychguard" not in options(fought(friend="B Lychguard: " + row(40, 40, 5)))


def test_no_play_is_offered_to_the_other_player():
    battle = moved(points="5 5")
    assert battle.request.player == 1
    pick(battle)
    assert asked(battle) != "play: move"


def test_passing_costs_nothing():
    battle = pick(moved(points="2 2"))
    assert cp(battle) == [2, 2]
    assert left(battle, 0) == [2] * 5


def test_placing_nothing_is_no_charge():
    battle = at("round 2, A, charge", MINE, "B Immortals: " + row(28, 25, 5), cp="0 0")
    dice(pick(battle, "Infractors"), (6, 6))
    place(battle)
    assert asked(battle) == "unit to move"
