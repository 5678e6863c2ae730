"""Snap Shots (section 6.1)."""

from fractions import Fraction as F

import pytest

from heresy import exactly, giant, gun, model, odds, target

HITS = [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4), (9, 4), (10, 5)]


@pytest.mark.parametrize(("skill", "faces"), HITS)
def test_they_hit_on_one_face_more_for_every_two_points_of_skill(skill, faces):
    assert odds(gun(skill=skill), giant(), snap_shots=True).hits == exactly(F(faces, 6))


def test_high_skill_makes_no_criticals():
    assert odds(gun(skill=9), giant(toughness=20), snap_shots=True).wounds == exactly(0)


def test_a_weapon_keeps_its_own_critical_hits():
    assert odds(gun("Critical Hit (6+)"), giant(toughness=20), snap_shots=True).wounds == exactly(F(1, 6))


def test_precision_is_lost():
    unit = target(model(), model("captain", leader=True, wounds=2))
    assert odds(gun("Precision (2+)"), unit, snap_shots=True).lost["captain"] == exactly(0)


def test_melee_attacks_are_none():
    from heresy import blade

    assert odds(blade(skill=4), giant(), snap_shots=True).hits == exactly(F(1, 2))
