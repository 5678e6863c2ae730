"""Melta (section 15, H-POS-01)."""

from fractions import Fraction as F

import pytest

from heresy import exactly, giant, gun, odds, sure, tank


@pytest.mark.parametrize(
    ("distance", "damage"), [(6, F(3, 6) * 6), (5.5, F(3, 6) * 6), (6.1, F(2, 6) * 3), (12, 1)]
)
def test_near_a_vehicle_it_penetrates_more_and_doubles_damage(distance, damage):
    told = odds(sure("Melta (6)", strength=8, damage="3"), tank(armour=12), range_in=distance)
    assert told.damage == exactly(damage)


def test_without_a_distance_it_is_taken_to_be_far():
    assert odds(sure("Melta (6)", strength=8, damage="3"), tank(armour=12)).damage == exactly(1)


def test_a_critical_point_is_added_after_doubling():
    told = odds(gun("Melta (6)", "Critical Hit (6+)", strength=1, damage="3"), tank(armour=12), range_in=3)
    assert told.damage == exactly(F(1, 6) * 7)


def test_it_does_nothing_against_toughness():
    assert odds(sure("Melta (6)", damage="3"), giant(), range_in=3).damage == exactly(F(5, 6) * 3)
