"""The one Damage Mitigation Test of a wound (H-SAV-03)."""

from fractions import Fraction as F

from heresy import blade, exactly, giant, modifier, odds, sure

WOUND = F(5, 6)


def test_it_discards_the_whole_wound():
    told = odds(sure(damage="3"), giant(feel_no_pain="5+"))
    assert told.damage_pmf == exactly([1 - WOUND * F(2, 3), 0, 0, WOUND * F(2, 3)])


def test_only_the_better_of_two_is_taken():
    assert odds(sure(), giant(feel_no_pain="6+", shrouded="4+")).damage == exactly(WOUND * F(1, 2))


def test_it_comes_on_top_of_a_save():
    assert odds(sure(), giant(invulnerable="4+", feel_no_pain="4+")).damage == exactly(WOUND * F(1, 4))


def test_shrouded_does_not_help_in_combat_nor_against_overwatch():
    unit = giant(shrouded="4+", feel_no_pain="6+")
    assert odds(blade(strength=10), unit).damage == exactly(F(1, 2) * WOUND * F(5, 6))
    assert odds(sure(), unit, overwatch=True).damage == exactly(WOUND * F(5, 6))


def test_a_reaction_may_grant_it():
    assert odds(sure(), giant(), modifier("shrouded", 5)).damage == exactly(WOUND * F(2, 3))
    assert odds(sure(), giant(feel_no_pain="6+"), modifier("feel no pain", 4)).damage == exactly(
        WOUND * F(1, 2)
    )
