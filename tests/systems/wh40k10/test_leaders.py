"""Leaders of attached units (K-LDR-04, K-ATK-01)."""

from fractions import Fraction as F

from wh40k import every_revision, exactly, flamer, leader, model, odds, target

WOUND, FAIL = F(5, 6), F(1, 6)


@every_revision
def test_the_bodyguard_takes_wounds_first(revision):
    told = odds(flamer(count=2), target(leader(), model()), revision=revision)
    assert told.killed["trooper"] == exactly(1 - FAIL**2)
    assert told.killed["leader"] == exactly(WOUND**2)


@every_revision
def test_even_a_wounded_leader_comes_last(revision):
    told = odds(flamer(), target(leader(wounds=3, wounds_lost=2), model()), revision=revision)
    assert told.lost == {"leader": 0, "trooper": exactly(WOUND)}


def test_a_wounded_bodyguard_comes_before_the_others():
    unit = target(
        leader(wounds=3, wounds_lost=2), model("whole", wounds=2), model("hurt", wounds=2, wounds_lost=1)
    )
    assert odds(flamer(), unit).lost == {"leader": 0, "whole": 0, "hurt": exactly(WOUND)}


def test_the_leader_is_wounded_against_the_bodyguards_toughness_until_the_unit_is_done():
    told = odds(flamer(count=2, strength=4), target(model(), leader(toughness=8)))
    assert told.p_destroyed == exactly(F(1, 2) ** 2)


def test_the_leader_makes_its_own_save():
    told = odds(flamer(count=2), target(model(), leader(save="2+")))
    assert told.p_destroyed == exactly(WOUND * WOUND * F(1, 6))


def test_damage_does_not_pass_from_the_bodyguard_to_the_leader():
    told = odds(flamer(damage="3"), target(model(), leader(wounds=3)))
    assert told.lost == {"trooper": exactly(WOUND), "leader": 0}
    assert told.wasted == exactly(WOUND * 2)


def test_two_leaders_fall_in_the_order_listed():
    told = odds(flamer(count=3), target(leader("first"), model(), leader("second")))
    assert told.killed["trooper"] == exactly(1 - FAIL**3)
    assert told.killed["first"] == exactly(3 * WOUND**2 * FAIL + WOUND**3)
    assert told.killed["second"] == exactly(WOUND**3)


def test_of_two_leaders_the_wounded_falls_first():
    unit = target(model(), leader("whole", wounds=2), leader("hurt", wounds=2, wounds_lost=1))
    told = odds(flamer(count=2), unit)
    assert told.lost == {"trooper": exactly(1 - FAIL**2), "whole": 0, "hurt": exactly(WOUND**2)}


def test_leaders_alone_are_a_unit_like_any_other():
    told = odds(flamer(count=2), target(leader("first", wounds=2), leader("second", wounds=2, wounds_lost=1)))
    assert told.lost == {"second": exactly(1 - FAIL**2), "first": exactly(WOUND**2)}


def test_models_are_reported_in_the_order_listed():
    told = odds(flamer(), target(leader("first"), model("second"), leader("third")))
    assert [entry["name"] for entry in told.answer["models"]] == ["first", "second", "third"]
