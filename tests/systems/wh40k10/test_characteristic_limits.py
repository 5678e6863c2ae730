"""Limits of characteristics after all modifiers (K-MOD-04)."""

from fractions import Fraction as F

import pytest

from wh40k import every_revision, exactly, flamer, giant, modifier, odds, target, weapon

WOUND = F(5, 6)


def test_ballistic_skill_is_never_better_than_two():
    told = odds(weapon(attacks=12, skill="2+"), target(), modifier("skill", -1), modifier("hit", -1))
    assert told.hits == exactly(12 * F(4, 6))


def test_an_improved_skill_is_no_modifier_of_the_roll():
    told = odds(weapon(attacks=12, skill="4+"), target(), modifier("skill", -1), modifier("hit", 1))
    assert told.hits == exactly(12 * F(5, 6))


def test_a_skill_worsens_without_a_cap_until_only_sixes_hit():
    assert odds(weapon(attacks=12), target(), modifier("skill", 2)).hits == exactly(12 * F(2, 6))
    assert odds(weapon(attacks=12), target(), modifier("skill", 9)).hits == exactly(12 * F(1, 6))


def test_strength_is_at_least_one():
    told = odds(flamer(attacks=12, strength=4), target(toughness=1), modifier("strength", -9))
    assert told.wounds == exactly(12 * F(1, 2))


def test_strength_changes_before_it_is_compared():
    assert odds(flamer(attacks=12, strength=4), target(), modifier("strength", 1)).wounds == exactly(
        12 * F(2, 3)
    )


@every_revision
def test_a_weapon_makes_at_least_one_attack(revision):
    told = odds(weapon(attacks=3), target(), modifier("attacks", -5), revision=revision)
    assert told.attacks == exactly(1)


def test_random_attacks_are_at_least_one_each_time():
    told = odds(weapon(attacks="D6"), target(), modifier("attacks", -3))
    assert told.attacks == exactly(F(1 + 1 + 1 + 1 + 2 + 3, 6))


@pytest.mark.parametrize("value", [-1, -2, -50])
def test_damage_is_at_least_one(value):
    told = odds(flamer(damage="2"), giant(), modifier("damage", op="subtract", value=-value))
    assert told.damage == exactly(WOUND)


def test_random_damage_is_at_least_one_each_time():
    told = odds(flamer(damage="D3"), giant(), modifier("damage", op="subtract", value=1))
    assert told.damage == exactly(WOUND * F(1 + 1 + 2, 3))


def test_damage_set_to_nothing_is_none():
    told = odds(flamer(damage="3"), giant(), modifier("damage", op="set", value=0))
    assert told.damage == 0


def test_damage_set_to_nothing_is_added_to_afterwards():
    told = odds(flamer("melta 2", damage="3"), giant(), modifier("damage", op="set", value=0), half_range=True)
    assert told.damage == exactly(WOUND * 2)


def test_armour_penetration_is_never_worse_than_none():
    told = odds(flamer(ap=-1), giant(save="4+"), modifier("ap", 3))
    assert told.damage == exactly(WOUND * F(1, 2))


def test_a_save_is_never_better_than_two():
    told = odds(flamer(ap=0), giant(save="2+"), modifier("save", 1))
    assert told.damage == exactly(WOUND * F(1, 6))
