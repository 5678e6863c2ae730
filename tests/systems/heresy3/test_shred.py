"""Shred (section 15)."""

from fractions import Fraction as F

from heresy import exactly, giant, odds, sure, tank


def test_high_natural_dice_do_a_point_more():
    told = odds(sure("Shred (5+)", strength=4), giant())
    assert told.damage_pmf == exactly([F(3, 6), F(1, 6), F(2, 6)])


def test_it_needs_a_wound():
    assert odds(sure("Shred (4+)", strength=4), giant(toughness=6)).damage == exactly(F(1, 6) * 2)


def test_it_does_nothing_against_armour():
    assert odds(sure("Shred (2+)"), tank(armour=10)).damage == exactly(1)
