"""Saving throws (H-SAV-01 to H-SAV-03, H-CHR-04)."""

from fractions import Fraction as F

import pytest

from heresy import blade, exactly, giant, modifier, odds, sure

WOUND = F(5, 6)


def unsaved(chance):
    return exactly(WOUND * chance)


@pytest.mark.parametrize(("ap", "through"), [("-", F(1, 3)), (6, F(1, 3)), (4, F(1, 3)), (3, 1), (2, 1)])
def test_armour_is_tested_only_against_a_higher_ap(ap, through):
    assert odds(sure(ap=ap), giant(save="3+")).damage == unsaved(through)


def test_invulnerable_saves_ignore_ap():
    assert odds(sure(ap=2), giant(save="3+", invulnerable="5+")).damage == unsaved(F(2, 3))


def test_only_the_best_save_is_taken():
    assert odds(sure(ap=5), giant(save="4+", invulnerable="5+", cover="5+")).damage == unsaved(F(1, 2))


def test_cover_ignores_ap():
    assert odds(sure(ap=2), giant(save="3+", cover="4+")).damage == unsaved(F(1, 2))


def test_cover_does_not_help_in_combat_nor_against_overwatch():
    hand = blade(skill="4", strength=10)
    assert odds({**hand, "skill": 4}, giant(cover="4+")).damage == exactly(F(1, 2) * WOUND)
    assert odds(sure(ap=2), giant(cover="4+"), overwatch=True).damage == unsaved(1)


def test_a_natural_one_fails():
    assert odds(sure(ap=4), giant(save="2+")).damage == unsaved(F(1, 6))


def test_an_improved_save_may_be_taken_against_the_ap_of_the_old_one():
    assert odds(sure(ap=3), giant(save="3+"), modifier("save", 1)).damage == unsaved(F(1, 6))


def test_saves_are_at_best_two_and_worse_than_six_is_none():
    assert odds(sure(ap=4), giant(save="2+"), modifier("save", 2)).damage == unsaved(F(1, 6))
    assert odds(sure(ap="-"), giant(save="6+"), modifier("save", -1)).damage == unsaved(1)


def test_a_worsened_ap_lets_armour_be_tested():
    assert odds(sure(ap=3), giant(save="3+"), modifier("ap", 1)).damage == unsaved(F(1, 3))
    assert odds(sure(ap=4), giant(save="3+"), modifier("ap", -1)).damage == unsaved(1)


@pytest.mark.parametrize(("which", "through"), [("failed", F(1, 4)), ("ones", F(1, 2) - F(1, 6) * F(1, 2))])
def test_saves_may_be_rerolled_once(which, through):
    assert odds(sure(ap=5), giant(save="4+"), modifier("reroll saves", which=which)).damage == unsaved(through)


def test_a_models_own_modifier_helps_it_alone():
    unit = giant(save="4+", modifiers=[modifier("save", 1)])
    assert odds(sure(ap=5), unit).damage == unsaved(F(1, 3))


@pytest.mark.parametrize(("keywords", "through"), [(("CAVALRY",), 1), (("INFANTRY",), F(1, 2))])
def test_cavalry_has_no_cover_from_terrain(keywords, through):
    assert odds(sure(), giant(cover="4+", keywords=keywords), cover=True).damage == unsaved(through)
    assert odds(sure(), giant(cover="4+", keywords=keywords)).damage == unsaved(F(1, 2))


def test_cover_that_cavalry_cannot_have_needs_no_value():
    assert odds(sure(), giant(keywords=("Cavalry",)), cover=True).damage == unsaved(1)
