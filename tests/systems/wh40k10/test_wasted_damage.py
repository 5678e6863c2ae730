"""Damage, after Feel No Pain, that a model had no wounds left for (section 9 step 5, K-MW-03)."""

from fractions import Fraction as F

import pytest

from wh40k import LAUNCH, every_revision, exactly, flamer, giant, odds, target

WOUND, FAIL = F(5, 6), F(1, 6)


@every_revision
def test_the_excess_of_each_attack_is_wasted(revision):
    told = odds(flamer(damage="3", count=2), target(count=9), revision=revision)
    assert told.wasted == exactly(2 * WOUND * 2)


def test_damage_and_waste_are_all_that_was_dealt():
    told = odds(flamer(damage="D6", count=3), target(count=3, wounds=2))
    assert told.damage + told.wasted == exactly(3 * WOUND * F(7, 2))


def test_attacks_that_vanish_waste_nothing():
    told = odds(flamer(count=9), target())
    assert told.wasted == 0


def test_the_second_attack_on_a_wounded_model_wastes_what_it_does_not_need():
    told = odds(flamer(damage="2", count=2), target(wounds=3))
    assert told.wasted == exactly(WOUND**2 * 1)


def test_feel_no_pain_is_rolled_before_waste_is_counted():
    told = odds(flamer(damage="2"), target(feel_no_pain="4+"))
    assert told.damage == exactly(WOUND * F(3, 4))
    assert told.wasted == exactly(WOUND * F(1, 4))


def test_a_large_model_wastes_nothing():
    assert odds(flamer(damage="D6", count=9), giant()).wasted == 0


@pytest.mark.parametrize(("models", "wasted"), [(1, 2), (2, 1), (3, 0)])
def test_at_launch_mortal_wounds_are_wasted_only_past_the_last_model(models, wasted):
    gun = flamer("devastating wounds", "anti-infantry 2+", damage="3")
    assert odds(gun, target(count=models), revision=LAUNCH).wasted == exactly(WOUND * wasted)
