"""The Hit roll (section 9 step 1, K-MOD-06)."""

from fractions import Fraction as F

import pytest

from wh40k import blade, every_revision, exactly, modifier, odds, target, weapon


def hits(skill, *values, own=()):
    shared = [modifier("hit", value) for value in values]
    gun = weapon(attacks=12, skill=skill, modifiers=[modifier("hit", value) for value in own])
    return odds(gun, target(), *shared).hits


@every_revision
@pytest.mark.parametrize("make", [weapon, blade])
@pytest.mark.parametrize(("skill", "faces"), [("2+", 5), ("3+", 4), ("4+", 3), ("5+", 2), ("6+", 1)])
def test_it_needs_the_skill(revision, make, skill, faces):
    told = odds(make(attacks=12, skill=skill), target(), revision=revision)
    assert told.hits == exactly(12 * F(faces, 6))


def test_an_unmodified_one_always_misses():
    assert hits("2+", 1) == exactly(12 * F(5, 6))


def test_an_unmodified_six_always_hits():
    assert hits("6+", -1) == exactly(12 * F(1, 6))


@pytest.mark.parametrize(
    ("values", "faces"), [([1], 4), ([-1], 2), ([1, 1], 4), ([2], 4), ([-1, -1], 2), ([-3], 2), ([1, -1], 3)]
)
def test_its_net_modifier_is_capped_at_one(values, faces):
    assert hits("4+", *values) == exactly(12 * F(faces, 6))


@pytest.mark.parametrize(
    ("values", "faces"), [([1, 1, -1], 4), ([-1, -1, 1], 2), ([2, -2], 3), ([-2, 1, 1], 3)]
)
def test_modifiers_add_up_before_they_are_capped(values, faces):
    assert hits("4+", *values) == exactly(12 * F(faces, 6))


@pytest.mark.parametrize(("shared", "own", "faces"), [(1, 1, 4), (1, -1, 3), (-1, -1, 2), (1, -2, 2)])
def test_modifiers_of_the_weapon_and_of_the_engagement_are_capped_together(shared, own, faces):
    assert hits("4+", shared, own=[own]) == exactly(12 * F(faces, 6))


def test_modifiers_of_one_weapon_leave_others_alone():
    guns = [weapon(attacks=6, modifiers=[modifier("hit", 1)]), weapon(attacks=6)]
    assert odds(guns, target()).hits == exactly(6 * F(5, 6) + 6 * F(2, 3))


def test_all_weapons_of_a_line_attack():
    assert odds(weapon(attacks=3, count=4), target()).hits == exactly(12 * F(2, 3))


def test_attacks_may_be_random():
    assert odds(weapon(attacks="2D3+1", count=2), target()).hits == exactly(2 * (4 + 1) * F(2, 3))
