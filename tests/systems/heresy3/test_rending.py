"""Rending (section 15)."""

from fractions import Fraction as F

from heresy import exactly, giant, gun, odds, tank


def test_high_natural_hits_wound_by_themselves():
    told = odds(gun("Rending (5+)"), giant(toughness=20))
    assert (told.wounds, told.damage) == exactly([F(2, 6), F(2, 6)])


def test_the_others_are_tested_as_ever():
    assert odds(gun("Rending (6+)"), giant()).wounds == exactly(F(1, 6) + F(3, 6) * F(1, 2))


def test_the_wound_counts_as_a_six():
    told = odds(gun("Rending (6+)", "Breaching (6+)", "Shred (6+)", ap="-"), giant(toughness=20, save="2+"))
    assert told.damage == exactly(F(1, 6) * 2)


def test_without_such_rules_it_keeps_the_weapons_ap():
    assert odds(gun("Rending (6+)", ap=4), giant(toughness=20, save="3+")).damage == exactly(F(1, 6) * F(1, 3))


def test_it_needs_a_hit():
    assert odds(gun("Rending (2+)", skill=2), giant(toughness=20)).wounds == exactly(F(2, 6))


def test_it_does_nothing_against_vehicles():
    assert odds(gun("Rending (2+)"), tank(armour=14)).damage == exactly(0)
