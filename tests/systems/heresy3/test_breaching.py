"""Breaching (section 15)."""

from fractions import Fraction as F

from heresy import exactly, giant, gun, modifier, odds, sure


def test_high_natural_dice_wound_at_ap_two():
    told = odds(sure("Breaching (5+)", strength=4, ap="-"), giant(save="2+"))
    assert told.damage == exactly(F(1, 6) * F(1, 6) + F(2, 6))


def test_it_needs_a_wound():
    told = odds(sure("Breaching (4+)", strength=4, ap="-"), giant(toughness=6, save="2+"))
    assert (told.wounds, told.damage) == exactly([F(1, 6), F(1, 6)])


def test_it_reads_the_natural_die():
    told = odds(sure("Breaching (6+)", strength=4, ap="-"), giant(save="2+"), modifier("wound", 1))
    assert told.damage == exactly(F(3, 6) * F(1, 6) + F(1, 6))


def test_other_saves_remain():
    told = odds(sure("Breaching (2+)", ap="-"), giant(save="2+", invulnerable="4+", feel_no_pain="4+"))
    assert told.damage == exactly(F(5, 6) * F(1, 2) * F(1, 2))


def test_a_worsened_ap_does_not_touch_it():
    told = odds(sure("Breaching (2+)", ap="-"), giant(save="2+"), modifier("ap", 4))
    assert told.damage == exactly(F(5, 6))


def test_of_two_the_better_acts():
    told = odds(gun("Breaching (6+)", "Breaching (5+)", skill="automatic", ap="-"), giant(save="2+"))
    assert told.damage == exactly(F(1, 6) * F(1, 6) + F(2, 6))
