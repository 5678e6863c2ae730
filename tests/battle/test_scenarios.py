"""The worked scenarios that a walking battle covers, as positions or as attacks with scripted dice.

Those of plays stand apart: SC-16 and SC-17 in `test_scenarios_of_armies`, SC-21 in `test_places_by_cards`,
SC-22 in `test_moves_through_enemies`.
"""

import pytest

from battle.table import asked, at, cp, dice, go, left, options, pick, row, shocked, until
from warbook.dice import replayed
from warbook.probability import decode
from warbook.rules.sequence import Standing, strike
from warbook.systems import find
from wh40k import engagement, leader, model, modifier, target, weapon


def attacked(document, *faces):
    """Wounds left of bodies and leaders after a unit's attacks with these dice."""
    fought = decode(document)
    system = find("wh40k10", fought.revision)
    formation = system.form(fought)
    assault = system.assault(system, fought, fought.units[0], formation.alive)
    standing = replayed(strike(assault, Standing.of(formation, False)), faces)
    return [wounds for _, wounds in standing.front], [wounds for _, wounds in standing.leaders], standing


@pytest.mark.parametrize(("revision", "survivors"), [("2023-06", [1]), ("2023-12", [2]), ("2025-06", [2])])
def test_sc_01_devastating_wounds_spill_only_at_launch(revision, survivors):
    gun = weapon("devastating wounds", attacks="2", damage="3")
    document = engagement(gun, target(model(count=3, wounds=2, save="3+")), revision=revision)
    hit_and_critical, hit_and_wound, save_failed = (5, 6), (5, 4), (2,)
    front, _, _ = attacked(document, *hit_and_critical, *hit_and_wound, *save_failed)
    assert front == survivors


@pytest.mark.parametrize(("revision", "wounds"), [("2023-12", [1]), ("2025-06", [3])])
def test_sc_02_feel_no_pain_against_mortal_wounds_meets_devastating_wounds_that_are_mortal(revision, wounds):
    gun = weapon("devastating wounds", damage="3")
    giant = model(wounds=4, feel_no_pain="6+", feel_no_pain_mortal="4+")
    front, _, _ = attacked(engagement(gun, target(giant), revision=revision), 5, 6, 4, 5, 3)
    assert front == wounds


@pytest.mark.parametrize("revision", ["2023-12", "2025-06"])
def test_sc_04_the_last_bodyguard_dies_and_the_leader_takes_the_rest(revision):
    gun = weapon(attacks="3", damage="2", ap="-6")
    unit = target(model(wounds=2, save="3+"), leader(wounds=5, wounds_lost=2, save="2+"))
    front, leaders, standing = attacked(engagement(gun, unit, revision=revision), *(5, 5) * 3)
    assert (front, leaders) == ([], [])
    assert standing.wasted == 1


BEHIND = "B Lychguard: " + row(28, 30.36, 5)


def intervening(revision):
    """An enemy ended its charge 4 inches away; the second player has one point."""
    battle = at(
        "round 2, A, charge",
        "A Infractors: " + row(28, 20, 5),
        "B Immortals: " + row(28, 25, 5),
        BEHIND,
        cp="0 1",
        revision=revision,
        used="turn 1 Fire Overwatch",
    )
    pick(pick(pick(battle, "Infractors"), "Immortals"))
    return go(dice(battle, (1, 3)))


def test_sc_08_heroic_intervention_is_refused_at_2_points():
    battle = intervening("2023-12")
    assert asked(battle) != "play: charge ended"
    assert cp(battle) == [0, 1]


def test_sc_08_heroic_intervention_at_1_point_brings_no_bonus():
    battle = intervening("2025-06")
    units, table = battle.game.muster.units, battle.game.table
    near = table.ground.gap_mil(battle.state, units[2], units[0])
    pick(battle, "Heroic Intervention: Lychguard")
    inches = -(-near // 1000)
    go(dice(battle, (1, inches - 1)))
    assert cp(battle) == [0, 0]
    assert table.engaged(battle.state, units[2])
    assert not table.fights_first(battle.state, units[2])
    until(battle, "pile in")
    assert battle.state.clock[2] == 5
    assert battle.request.unit == 0


@pytest.mark.parametrize(
    ("revision", "passed", "points"), [("2023-06", True, 0), ("2023-12", False, 1), ("2025-06", False, 1)]
)
def test_sc_09_insane_bravery_after_the_dice(revision, passed, points):
    four_of_ten = "A Tormentors: " + row(28, 20, 4) + " dead" * 6
    far = "B Immortals: " + row(28, 40, 5)
    battle = at("round 2, A, battle-shock", four_of_ten, far, cp="1 0", revision=revision)
    if revision != "2023-06":
        assert battle.request.title == "play: before battle-shock"
        pick(battle)
    dice(battle, (1, 3))
    if revision == "2023-06":
        pick(battle, "Insane Bravery: Tormentors")
    assert asked(battle) == "unit to move"
    assert shocked(battle, 0) is not passed
    assert cp(battle)[0] == points


@pytest.mark.parametrize(
    ("ap", "die", "saved"), [("0", 1, False), ("-1", 2, True), ("-4", 4, False), ("-4", 5, True)]
)
def test_sc_14_smokescreen_on_a_2_plus_save(ap, die, saved):
    raider = target(model(save="2+", wounds=16, toughness=4), keywords=("VEHICLE",))
    document = engagement(weapon(ap=ap), raider, cover=True, stealth=True)
    front, _, _ = attacked(document, 4, 5, die)
    assert front == [16 if saved else 15]


def test_sc_14_smokescreen_makes_a_3_miss():
    raider = target(model(save="2+", wounds=16), keywords=("VEHICLE",))
    front, _, _ = attacked(engagement(weapon(), raider, cover=True, stealth=True), 3)
    assert front == [16]


def test_sc_14_smokescreen_in_a_battle():
    battle = at(
        "round 2, A, shooting",
        "A Immortals: " + row(28, 12, 5),
        "B Chaos Land Raider: 30,30",
        cp="0 1",
    )
    pick(battle, "Immortals")
    battle.send(0)
    dice(pick(battle, "Smokescreen: Chaos Land Raider"), ())
    assert [battle.request.chance.faces[face - 1].passed for face in (3, 4)] == [False, True]
    dice(battle, 4)
    while asked(battle) != "save":
        battle.send(
            tuple([6] * getattr(battle.request.chance, "number", 1)) if asked(battle) != "attacks" else ()
        )
    assert battle.request.chance.needed == 2


def test_sc_19_criticals_on_5_with_lethal_and_sustained_hits_under_a_penalty():
    gun = weapon("lethal hits", "sustained hits 1", attacks="4", skill="4+")
    document = engagement(
        gun,
        target(model(wounds=10)),
        modifier("critical hit", 5),
        modifier("hit", -1),
        revision="2023-12",
    )
    front, _, _ = attacked(document, 5, 5, 4, 3, 6, 2)
    assert front == [7]


def falling_back(*, is_shocked):
    word = " | shocked" if is_shocked else ""
    return at(
        "round 2, A, movement",
        f"A Chaos Land Raider: 30,20{word}",
        "B Immortals: " + row(27, 23.6, 5),
        cp="1 0",
    )


@pytest.mark.parametrize(("die", "lives"), [(3, True), (2, False)])
def test_sc_22_a_battle_shocked_land_raider_falls_back_on_a_3(die, lives):
    battle = falling_back(is_shocked=True)
    pick(pick(battle, "Chaos Land Raider"), "fell_back")
    go(battle, (30_000, 5_000))
    assert options(battle) if asked(battle).startswith("play") else asked(battle) == "desperate escape"
    dice(battle, die)
    assert (left(battle, 0) == [16]) is lives
    assert lives or asked(battle) == "deadly demise"


def test_sc_22_nobody_tests_who_crosses_nobody():
    battle = falling_back(is_shocked=False)
    pick(pick(battle, "Chaos Land Raider"), "fell_back")
    assert asked(go(battle, (30_000, 5_000))) != "desperate escape"


def test_sc_12_thrill_seekers_spares_whom_it_fought_and_whom_others_attack():
    battle = at(
        "round 2, A, command",
        "A Infractors: " + row(20, 20, 5),
        "A Tormentors: " + row(8, 28, 5),
        "B Immortals: " + row(20, 21.9, 5),
        "B Lychguard: " + row(30, 9, 5),
        "B Necron Warriors: " + row(8, 18, 10, 1.3),
        cp="0 0",
    )
    until(battle, "unit to move")
    pick(pick(battle, "Infractors"), "fell_back")
    go(battle, (24_000, 4_000))
    until(battle, "unit to shoot")
    pick(battle, "Tormentors")
    while (asked(battle) or "").startswith(("target: ", "profile: ")):
        pick(battle, "Necron Warriors" if asked(battle).startswith("target") else options(battle)[0])
    until(battle, "unit to shoot")
    until(pick(battle, "Infractors"), "target: Bolt pistol")
    assert set(options(battle)) == {"Lychguard", "-"}
