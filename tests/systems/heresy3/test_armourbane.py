"""Armourbane and Armour-breaker (section 15)."""

from fractions import Fraction as F

from heresy import blade, exactly, giant, odds, sure, tank


def test_armourbane_penetrates_where_others_glance():
    assert odds(sure("Armourbane", strength=8), tank(armour=12)).damage == exactly(F(3, 6))


def test_armourbane_never_glances():
    told = odds(sure("Armourbane", strength=8, damage="2"), tank(armour=12, keywords=("VEHICLE", "FLYER")))
    assert told.damage == exactly(F(3, 6) * 2)


def test_armour_breaker_rolls_for_a_point_more():
    told = odds(blade("Armour-breaker (5+)", strength=12), tank(armour=12, armour_rear=12))
    assert told.damage_pmf == exactly([F(1, 6), F(5, 6) * F(4, 6), F(5, 6) * F(2, 6)])


def test_neither_does_anything_against_toughness():
    assert odds(sure("Armourbane", "Armour-breaker (2+)"), giant()).damage == exactly(F(5, 6))
