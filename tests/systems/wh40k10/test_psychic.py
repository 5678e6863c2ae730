"""Psychic (K-W-17): a tag that other rules look at."""

from fractions import Fraction as F

from wh40k import every_revision, exactly, giant, odds, weapon


@every_revision
def test_its_attacks_are_those_of_any_weapon(revision):
    told = odds(weapon("psychic", attacks=12), giant(save="4+"), revision=revision)
    assert told.damage == exactly(12 * F(2, 3) * F(1, 2) * F(1, 2))


def test_its_damage_is_no_mortal_wound():
    told = odds(weapon("psychic", attacks=12), giant(feel_no_pain_mortal="2+"))
    assert told.damage == exactly(12 * F(2, 3) * F(1, 2))
