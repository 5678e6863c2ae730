"""Precision (K-W-16, K-MW-04, K-LDR-06): taken to pick the leader whenever it may."""

from fractions import Fraction as F

import pytest

from wh40k import blade, every_revision, exactly, flamer, leader, model, odds, target

WOUND = F(5, 6)


@every_revision
def test_its_wounds_go_to_the_leader(revision):
    told = odds(flamer("precision"), target(model(count=3), leader(wounds=3)), revision=revision)
    assert told.lost == {"trooper": 0, "leader": exactly(WOUND)}


def test_other_weapons_wound_the_bodyguard():
    told = odds([flamer("precision"), flamer()], target(model(count=3), leader(wounds=3)))
    assert told.lost == {"trooper": exactly(WOUND), "leader": exactly(WOUND)}


def test_the_leader_saves_as_the_leader_does():
    told = odds(flamer("precision"), target(model(), leader(save="2+")))
    assert told.damage == exactly(WOUND * F(1, 6))


def test_the_wound_roll_is_against_the_bodyguard():
    told = odds(flamer("precision", strength=4), target(model(), leader(toughness=8)))
    assert told.killed["leader"] == exactly(F(1, 2))


def test_what_the_leader_does_not_need_is_lost():
    told = odds(flamer("precision", damage="3"), target(model(count=3), leader()))
    assert told.damage == exactly(WOUND)
    assert told.wasted == exactly(WOUND * 2)


def test_once_the_leader_is_dead_the_rest_goes_to_the_bodyguard():
    told = odds(flamer("precision", attacks=2), target(model(count=3), leader()))
    assert told.killed["leader"] == exactly(1 - F(1, 36))
    assert told.killed["trooper"] == exactly(WOUND**2)


def test_a_wounded_bodyguard_does_not_draw_its_attacks():
    told = odds(flamer("precision"), target(model(wounds=2, wounds_lost=1), leader()))
    assert told.lost == {"trooper": 0, "leader": exactly(WOUND)}


def test_leaders_are_picked_in_the_order_listed():
    told = odds(flamer("precision", attacks=2), target(model(), leader("first"), leader("second")))
    assert told.killed["first"] == exactly(1 - F(1, 36))
    assert told.killed["second"] == exactly(WOUND**2)
    assert told.killed["trooper"] == 0


def test_a_unit_without_a_leader_is_attacked_as_ever():
    told = odds(flamer("precision", attacks=2), target(count=3))
    assert told.damage_pmf == exactly([F(1, 36), F(10, 36), F(25, 36)])


def test_a_leader_that_survives_is_protected_from_other_weapons():
    told = odds([flamer("precision"), flamer(count=2)], target(model(count=9), leader(wounds=2)))
    assert told.lost == {"trooper": exactly(2 * WOUND), "leader": exactly(WOUND)}


def test_leaders_alone_are_attacked_as_ever():
    told = odds(flamer("precision", attacks=2), target(leader("first"), leader("second")))
    assert told.damage_pmf == exactly([F(1, 36), F(10, 36), F(25, 36)])


@pytest.mark.parametrize(
    ("revision", "victim"),
    [("2023-06", "trooper"), ("2023-12", "leader"), ("2024-06", "leader"), ("2025-06", "leader")],
)
def test_devastating_wounds_go_to_the_leader_except_at_launch(revision, victim):
    gun = flamer("precision", "devastating wounds", "anti-infantry 2+")
    told = odds(gun, target(model(wounds=9), leader(wounds=9)), revision=revision)
    assert told.lost == {"trooper": 0, "leader": 0, victim: exactly(WOUND)}


def test_at_launch_mortal_wounds_spill_from_the_bodyguard_to_the_leader():
    gun = flamer("precision", "devastating wounds", "anti-infantry 2+", damage="3")
    told = odds(gun, target(model(), leader(wounds=9)), revision="2023-06")
    assert told.lost == {"trooper": exactly(WOUND), "leader": exactly(WOUND * 2)}


def test_melee_weapons_may_have_it():
    told = odds(blade("precision", strength=20), target(model(), leader()))
    assert told.killed["leader"] == exactly(F(2, 3) * WOUND)
