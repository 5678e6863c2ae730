"""Hatred (section 15)."""

from fractions import Fraction as F

from heresy import blade, exactly, giant, gun, odds


def test_it_adds_to_wound_tests_in_combat_against_what_is_hated():
    assert odds(blade("Hatred (Infantry)"), giant()).wounds == exactly(F(1, 2) * F(4, 6))
    assert odds(blade("Hatred (Psykers)"), giant()).wounds == exactly(F(1, 2) * F(3, 6))


def test_it_does_nothing_for_shooting():
    assert odds(gun("Hatred (Infantry)"), giant()).wounds == exactly(F(2, 3) * F(1, 2))


def test_a_plural_names_the_same_keyword():
    psyker = giant(keywords=("PSYKER",))
    assert odds(blade("Hatred (Psykers)"), psyker).wounds == exactly(F(1, 2) * F(4, 6))
    assert odds(blade("Hatred (Malefic, Psykers)"), psyker).wounds == exactly(F(1, 2) * F(4, 6))
