"""Poisoned (sections 14 and 15)."""

from fractions import Fraction as F

import pytest

from heresy import exactly, giant, modifier, odds, sure, tank


def test_it_wounds_what_strength_cannot():
    assert odds(sure("Poisoned (3+)", strength=1), giant(toughness=9)).wounds == exactly(F(4, 6))


def test_a_better_wound_test_still_wounds():
    assert odds(sure("Poisoned (5+)", strength=10), giant()).wounds == exactly(F(5, 6))


def test_it_reads_the_natural_die():
    told = odds(sure("Poisoned (4+)", strength=1), giant(toughness=9), modifier("wound", 1))
    assert told.wounds == exactly(F(3, 6))


@pytest.mark.parametrize("kind", ["WALKER", "Automata"])
def test_walkers_and_automata_suffer_on_sixes_alone(kind):
    unit = {**giant(toughness=9), "keywords": [kind]}
    assert odds(sure("Poisoned (2+)", strength=1), unit).wounds == exactly(F(1, 6))


def test_vehicles_do_not_suffer():
    assert odds(sure("Poisoned (2+)", strength=1), tank(armour=10)).wounds == exactly(0)


def test_breaching_reads_the_same_die():
    told = odds(sure("Poisoned (4+)", "Breaching (6+)", strength=1, ap="-"), giant(toughness=9, save="2+"))
    assert told.damage == exactly(F(2, 6) * F(1, 6) + F(1, 6))
