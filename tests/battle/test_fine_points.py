"""Fine points that a hostile reader of the rules tried: each was wrong once."""

import pytest

from battle.table import asked, at, cp, dice, go, left, options, pick, place, row, until
from warbook.rules.request import Place
from warbook.systems.wh40k10.wounding import Ranks


def missing(battle, what):
    """Every attack misses until something is asked."""
    while asked(battle) != what:
        request = battle.request
        if not hasattr(request, "chance"):
            battle.send(() if isinstance(request, Place) else 0)
            continue
        faces = []
        request.chance.judge(lambda _sides, faces=faces: faces.append(1) or 1)
        battle.send(tuple(faces))


WARRIORS = f"A Necron Warriors with Technomancer: {row(20, 20, 5)} {row(20, 18.4, 5)} 28.2,19.2"


def test_a_leaders_fly_lifts_only_the_leader():
    """K-VOC-04, K-FLY-01: the Warriors may not walk over the enemy because the Technomancer flies."""
    battle = at("round 2, A, movement", WARRIORS, "B Infractors: " + row(20, 22.6, 5), cp="0 0")
    pick(battle, "Necron Warriors with Technomancer")
    assert options(battle) == ["stationary", "normal", "advanced"]
    pick(battle, "normal")
    faults = battle.game.faults(battle.state, battle.request, ((0, 20_000, 24_900),))
    assert any(fault.startswith("THROUGH_MODEL") for fault in faults)


def test_each_model_goes_as_far_as_its_own_move():
    """K-MOV-02: 5 inches for a Warrior, 10 for the Technomancer."""
    battle = at("round 2, A, movement", WARRIORS, "B Infractors: " + row(40, 40, 5), cp="0 0")
    pick(pick(battle, "Necron Warriors with Technomancer"), "normal")
    assert battle.request.reach_mil == 5_000
    assert set(battle.request.reaches) == {5_000, 10_000}
    leader = len(left(battle, 0)) - 1
    x, y = (battle.state.at[leader] / 1000).tolist()
    assert not battle.game.faults(
        battle.state, battle.request, ((leader, round(1000 * x), round(1000 * y) - 50),)
    )
    for model, far in ((leader, 9.9), (0, 5.1)):
        at_x, at_y = battle.state.at[model].tolist()
        faults = battle.game.faults(battle.state, battle.request, ((model, at_x, at_y - round(1000 * far)),))
        assert any(fault.startswith("TOO_FAR") for fault in faults) is (model == 0)


def test_the_penalty_of_big_guns_stays_though_the_enemy_is_gone():
    """K-SHT-06, K-ATK-02: what holds when targets are chosen."""
    spawn, far = "B Chaos Spawn: 29.6,23.6/3 31.7,23.6/3", "B Immortals: " + row(28, 34, 5)
    battle = at("round 2, A, shooting", "A Chaos Land Raider: 30,20", spawn, far, cp="0 0")
    pick(battle, "Chaos Land Raider")
    needed = {}
    while asked(battle) not in ("unit to shoot", "unit to charge", "unit to move", None):
        request = battle.request
        if asked(battle).startswith("target: "):
            word = "Immortals" if "bolter" in asked(battle) else "Chaos Spawn"
            pick(battle, word)
            continue
        if not hasattr(request, "chance"):
            battle.send(() if isinstance(request, Place) else 0)
            continue
        if request.what == "hit":
            needed.setdefault(request.weapon, request.chance.needed)
        faces = []
        low = request.what in ("save", "feel no pain")
        request.chance.judge(lambda sides, low=low, faces=faces: faces.append(1 if low else sides) or faces[-1])
        battle.send(tuple(faces))
    assert left(battle, 1) == [0, 0]
    assert set(needed.values()) == {4}


def test_a_consolidation_goes_to_the_objective_where_no_enemy_can_be_reached():
    """K-FGT-06: the silo's wall is at x 10 and the Maulerfiend's edge at 10.2, so it comes a quarter of an inch
    nearer to the Overlord, two inches away behind it, and not into Engagement Range: it goes to the marker."""
    units = ("A Maulerfiend: 12.6,15 | charged", "B Overlord: 7.4,17", "B Infractors: " + row(35, 2, 5))
    battle = at("round 2, A, fights first", *units, field="small-yard", cp="0 0")
    until(battle, "consolidate")
    faults = battle.game.faults(battle.state, battle.request, ((0, 12_600, 15_500),))
    assert not faults
    away = battle.game.faults(battle.state, battle.request, ((0, 12_600, 14_000),))
    assert {fault.partition(":")[0] for fault in away} >= {"NOT_CLOSER"}


def test_a_charge_comes_into_base_contact_where_it_can():
    """K-CHG-04: an inch away is not enough for whoever could touch."""
    battle = at(
        "round 2, A, charge", "A Infractors: " + row(28, 20, 5), "B Immortals: " + row(28, 26, 5), cp="0 0"
    )
    dice(pick(battle, "Infractors"), (6, 6))
    short = tuple((n, 28_000 + 1_600 * n, 23_800) for n in range(5))
    faults = battle.game.faults(battle.state, battle.request, short)
    assert [fault.partition(":")[0] for fault in faults] == ["NOT_IN_CONTACT"]
    assert go(battle).state.units[0, 2] == 1


def test_nobody_is_asked_to_touch_what_is_out_of_reach():
    battle = at(
        "round 2, A, charge", "A Infractors: " + row(28, 20, 5), "B Immortals: " + row(28, 26, 5), cp="0 0"
    )
    dice(pick(battle, "Infractors"), (1, 3))
    assert not battle.game.faults(
        battle.state, battle.request, tuple((n, 28_000 + 1_600 * n, 23_900) for n in range(5))
    )


def test_barricades_cover_infantry_close_to_them_alone():
    """Section 15: wholly within 3 inches, and nobody else."""
    field = at("round 2, A, movement", "A Infractors: " + row(10, 10, 5), "B Immortals: " + row(30, 30, 5)).game
    pieces = [p for p in field.ground.battlefield.terrain if type(p).__name__ == "Obstacle"]
    xs, ys = [p[0] for p in pieces[0].footprint], [p[1] for p in pieces[0].footprint]
    middle, top, low = (min(xs) + max(xs)) / 2, max(ys), min(ys)
    covered = {}
    for name, unit in (
        ("near", f"B Immortals: {row(middle - 2.6, top + 1, 5, 1.3)}"),
        ("far", f"B Immortals: {row(middle - 2.6, top + 6, 5, 1.3)}"),
        ("vehicle", f"B Maulerfiend: {middle},{top + 2.6}"),
    ):
        battle = at("round 2, A, shooting", f"A Infractors: {row(middle - 3, low - 5, 5)}", unit)
        table = battle.game.table
        covered[name] = len(table.ground.covered(battle.state, *table.units)) > 0
    assert covered == {"near": True, "far": False, "vehicle": False}


def test_counter_offensive_may_be_answered():
    """Section 14: just after an enemy unit fought, by whatever it did so."""
    battle = at(
        "round 2, A, fights first",
        "A Flawless Blades: 20,20.1 21.8,20.1 23.6,20.1 | charged",
        "A Infractors: " + row(28, 20, 5) + " | charged",
        "B Immortals: " + row(20, 22.2, 5),
        "B Lychguard: " + row(28, 22.2, 5),
        cp="2 2",
    )
    pick(battle, "Flawless Blades")
    pick(until(battle, "play: unit fought"), "Counter-Offensive: Lychguard")
    missing(battle, "play: unit fought")
    assert battle.request.player == 0
    assert "Counter-Offensive: Infractors" in options(battle)


def test_who_may_charge_is_settled_when_the_phase_begins():
    """K-CHG-01"""
    battle = at(
        "round 2, A, charge",
        "A Infractors: " + row(28, 20, 5),
        "A Chaos Spawn: 12,20 14,20",
        "B Immortals: " + row(28, 26, 5),
        cp="0 0",
    )
    assert options(battle) == ["-", "Infractors"]
    assert battle.state.used >= {"phase charger 0"}
    assert "phase charger 1" not in battle.state.used


def test_overwatch_may_keep_a_one_shot_weapon():
    overlord = "B Overlord: 30,30"
    battle = at("round 2, A, movement", "A Infractors: " + row(28, 20, 5), overlord, cp="0 1")
    pick(pick(battle, "Infractors"), "normal")
    pick(battle, "Fire Overwatch: Overlord")
    assert asked(battle) == "target: Tachyon arrow"
    pick(battle)
    assert asked(battle) == "normal"
    assert not any(text.startswith("battle shot") for text in battle.state.used)


def test_pistols_or_other_weapons_not_both():
    """K-W-15: the Sorcerer has a bolt pistol and his Agonising Energies."""
    units = ("A Sorcerer: 30,20", "B Immortals: " + row(28, 26, 5))
    for choice, shot in ((0, "Agonising Energies"), (1, "Bolt pistol")):
        battle = pick(at("round 2, A, shooting", *units, cp="0 0"), "Sorcerer")
        assert asked(battle) == "Pistols or other weapons"
        battle.send(choice)
        if asked(battle).startswith("profile"):
            battle.send(0)
        assert asked(battle).startswith(f"target: {shot}")
        assert not asked(pick(battle)).startswith("target: ")


@pytest.mark.parametrize(("revision", "asks"), [("2023-06", True), ("2023-12", True), ("2024-06", False)])
def test_the_owner_picks_who_is_harmed_by_hazardous_before_2024_06(revision, asks):
    """Section 19 row 4: then the bearer is destroyed, whatever his wounds."""
    unit = "A Tormentors [2 plasma gun]: " + row(24, 20, 10)
    battle = at("round 2, A, shooting", unit, "B Immortals: " + row(28, 30, 5), cp="0 0", revision=revision)
    pick(battle, "Tormentors")
    battle.send(1)
    seen = False
    while asked(battle) not in ("unit to shoot", "unit to charge", "unit to move", None):
        request = battle.request
        seen |= asked(battle) == "bearer harmed"
        if hasattr(request, "chance"):
            faces = []
            low = request.what in ("hazardous", "hit")
            request.chance.judge(
                lambda sides, low=low, faces=faces: faces.append(1 if low else sides) or faces[-1]
            )
            battle.send(tuple(faces))
        else:
            battle.send(0)
    assert seen is asks
    assert sum(wounds == 0 for wounds in left(battle, 0)) == 2
    assert cp(battle) == [0, 0]


def test_way_points_have_a_limit():
    battle = at("round 2, A, movement", "A Infractors: " + row(28, 20, 5), "B Immortals: " + row(40, 40, 5))
    pick(pick(battle, "Infractors"), "normal")
    with pytest.raises(ValueError, match="way-points"):
        place(battle, (0, *(28, 20) * 40))


LED = f"B Immortals with Overlord: {row(20, 30, 5)} 28,30"
"""A row of five with its leader at the end of it."""


def test_who_stands_far_from_the_leader_falls_first():
    """The player chooses among like models: the leader is not left alone (K-POS-06)."""
    battle = at("round 2, A, shooting", LED, "A Lychguard: " + row(20, 10, 5, 1.5))
    led = battle.game.muster.units[1]
    front = Ranks(battle.state, led, frozenset()).front
    assert front == [model.index for model in led.models[:5]]
    near = at("round 2, A, shooting", LED.replace("28,30", "18.4,30"), "A Lychguard: " + row(20, 10, 5, 1.5))
    assert Ranks(near.state, led, frozenset()).front == front[::-1]


def test_of_equal_groups_the_one_of_the_leader_stays():
    """Three models here and three there, the leader among them (K-POS-06)."""
    apart = f"B Immortals with Overlord: {row(20, 30, 3)} {row(36, 30, 2)} 34.4,30"
    battle = at("round 2, A, shooting", apart, "A Lychguard: " + row(20, 10, 5, 1.5))
    led = battle.game.muster.units[1]
    assert sorted(battle.game.table.ground.stragglers(battle.state, led)) == [
        model.index for model in led.models[:3]
    ]
