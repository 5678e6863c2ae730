"""Eternal Warrior (H-SAV-04)."""

from fractions import Fraction as F

import pytest

from heresy import exactly, giant, modifier, odds, sure, tank

WOUND = F(5, 6)


@pytest.mark.parametrize(("damage", "done"), [("4", 2), ("3", 1), ("2", 1), ("1", 1), ("0", 0)])
def test_damage_falls_to_no_less_than_one(damage, done):
    assert odds(sure(damage=damage), giant(eternal_warrior=2)).damage == exactly(WOUND * done)


def test_it_acts_after_all_that_changes_the_weapon():
    told = odds(sure(damage="3"), giant(eternal_warrior=1), modifier("damage", op="double"))
    assert told.damage == exactly(WOUND * 5)


def test_the_greater_of_two_acts():
    told = odds(sure(damage="4"), giant(eternal_warrior=1), modifier("eternal warrior", 2))
    assert told.damage == exactly(WOUND * 2)


def test_a_penetrating_hit_is_no_wound():
    assert odds(sure(damage="3"), tank(armour=10, eternal_warrior=2)).damage == exactly(3)
