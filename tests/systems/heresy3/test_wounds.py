"""The wound table and majority Toughness (section 6.2, section 6 step 7, H-CHR-05)."""

from fractions import Fraction as F

import pytest

from heresy import exactly, giant, model, modifier, odds, sure, target

TABLE = [(2, 2), (6, 2), (1, 3), (0, 4), (-1, 5), (-2, 6), (-3, 6)]


@pytest.mark.parametrize(("over", "least"), TABLE)
def test_strength_is_compared_with_toughness(over, least):
    assert odds(sure(strength=6 + over), giant(toughness=6)).wounds == exactly(F(7 - least, 6))


def test_four_points_below_cannot_wound_even_with_a_bonus():
    assert odds(sure(strength=2), giant(toughness=6), modifier("wound", 2)).wounds == exactly(0)


def test_a_bonus_helps_but_a_natural_one_fails():
    assert odds(sure(strength=4), giant(), modifier("wound", 1)).wounds == exactly(F(4, 6))
    assert odds(sure(strength=10), giant(), modifier("wound", 1)).wounds == exactly(F(5, 6))


def test_most_models_decide_and_of_those_tied_the_higher():
    most = target(model(count=2, toughness=3, wounds=50), model("brute", toughness=6, wounds=50))
    tied = target(model(toughness=3, wounds=50), model("brute", toughness=6, wounds=50))
    assert odds(sure(strength=3), most).wounds == exactly(F(3, 6))
    assert odds(sure(strength=3), tied).wounds == exactly(F(1, 6))


def test_no_strength_never_wounds():
    assert odds(sure(strength=0), giant(toughness=1)).wounds == exactly(0)


def test_no_toughness_is_wounded_without_a_die_and_triggers_every_rule():
    told = odds(sure("Shred (6+)", strength=4), giant(toughness=0))
    assert (told.wounds, told.damage) == exactly([1, 2])


def test_toughness_may_be_raised_for_a_phase():
    assert odds(sure(strength=4), giant(), modifier("toughness", 1)).wounds == exactly(F(2, 6))
