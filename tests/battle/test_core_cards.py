"""Core Stratagems that are read from their effects: Tank Shock and Epic Challenge."""

from battle.hosts import fought, row, sheet
from battle.table import asked, cp, dice, go, left, options, pick, until


def test_tank_shock_rolls_a_die_for_each_point_of_toughness():
    tank = sheet("Tank", models=1, words=("VEHICLE",), stats={"T": "9", "W": "9"})
    battle = fought((2, 0, "charge"), (0, tank, [(28, 20)]), (1, sheet("Slabs"), row(28, 26)), cp=(1, 0))
    pick(battle, "Tank")
    until(battle, "charge")
    battle = go(dice(battle, (6, 6)))
    assert asked(battle) == "play: moved"
    pick(battle, "Tank Shock: Tank")
    for face in (5, 5, 5, 6, 6, 6, 5, 5, 1):
        assert asked(battle) == "rule: Tank Shock"
        dice(battle, face)
    assert sum(left(battle, 1)) == 10 - 6  # eight of nine dice hurt, but never more than six
    assert cp(battle) == [0, 0]


def test_tank_shock_of_older_rules_is_another_one():
    tank = sheet("Tank", models=1, words=("VEHICLE",), stats={"T": "9", "W": "9"})
    units = (0, tank, [(28, 20)]), (1, sheet("Slabs"), row(28, 26))
    battle = fought((2, 0, "charge"), *units, cp=(1, 0), revision="2023-12")
    pick(battle, "Tank")
    until(battle, "charge")
    assert asked(go(dice(battle, (6, 6)))) != "play: moved"


def test_epic_challenge_is_of_the_character_alone():
    body = sheet("Glaziers", models=2)
    chief = sheet("Chief", models=1, words=("INFANTRY", "CHARACTER"), stick={"WS": "2+"})
    other = sheet("Foreman", models=1, words=("INFANTRY", "CHARACTER"))
    battle = fought(
        (2, 0, "fights first"),
        (0, (body, chief), row(28, 20, 3), "charged"),
        (1, (sheet("Slabs", models=2), other), row(28, 22, 3)),
        cp=(1, 0),
    )
    until(battle, "play: selected to fight")
    assert options(battle) == ["-", "Epic Challenge: Glaziers with Chief"]
    pick(battle, "Epic Challenge: Glaziers with Chief")
    (one,) = battle.state.effects
    assert one.held.rule.sheet == "Chief"
