"""The ranged hit table (section 6.1, H-DIC-02, H-DIC-06)."""

from fractions import Fraction as F

import pytest

from heresy import exactly, giant, gun, modifier, odds


@pytest.mark.parametrize(("skill", "faces"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5), (9, 5), (10, 6)])
def test_each_point_of_skill_hits_on_one_face_more_until_automatic(skill, faces):
    assert odds(gun(skill=skill), giant()).hits == exactly(F(faces, 6))


@pytest.mark.parametrize(("skill", "faces"), [(5, 0), (6, 1), (7, 2), (8, 3), (9, 4), (10, 6)])
def test_from_skill_six_high_dice_are_critical_and_wound_anything(skill, faces):
    told = odds(gun(skill=skill), giant(toughness=20))
    assert told.wounds == exactly(F(faces, 6))
    assert told.damage == exactly(2 * F(faces, 6))


def test_a_natural_one_misses_whatever_is_added():
    assert odds(gun(skill=5), giant(), modifier("hit", 3)).hits == exactly(F(5, 6))


def test_modifiers_add_up_without_a_cap():
    assert odds(gun(skill=4), giant(), modifier("hit", -1), modifier("hit", -1)).hits == exactly(F(2, 6))


def test_a_die_never_counts_for_more_than_six():
    assert odds(gun(skill=1), giant(), modifier("hit", 2)).hits == exactly(F(3, 6))
    assert odds(gun(skill=1), giant(), modifier("hit", -1)).hits == exactly(0)


def test_criticals_read_the_natural_die():
    told = odds(gun(skill=6), giant(toughness=20), modifier("hit", 1))
    assert told.wounds == exactly(F(1, 6))


def test_changing_the_skill_moves_along_the_table():
    assert odds(gun(skill=5), giant(toughness=20), modifier("skill", 1)).wounds == exactly(F(1, 6))


def test_every_weapon_rolls_its_attacks():
    told = odds(gun(count=3, attacks="2"), giant())
    assert (told.attacks, told.hits, told.wounds) == exactly([6, 4, 2])


def test_a_random_number_of_attacks_is_rolled_for_each_weapon():
    told = odds(
        gun(count=2, attacks="D3", skill=10, strength=10), giant(toughness=1), modifier("critical hit", 6)
    )
    assert told.attacks == exactly(4)
    assert told.damage_pmf == exactly([0, 0, 0, 0, F(1, 9), 0, F(2, 9), 0, F(3, 9), 0, F(2, 9), 0, F(1, 9)])
