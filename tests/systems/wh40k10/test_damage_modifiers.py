"""Modifiers of Damage: set, divide, multiply, add, subtract, then round up once (K-MOD-01, K-MOD-05)."""

from fractions import Fraction as F

import pytest

from wh40k import every_revision, exactly, flamer, giant, model, modifier, odds, target

WOUND = F(5, 6)
HALVE, DOUBLE = modifier("damage", op="halve"), modifier("damage", op="double")


def change(op, value):
    return modifier("damage", op=op, value=value)


def damage(printed, *changes, **keys):
    return odds(flamer(damage=printed), giant(), *changes, **keys).damage


@every_revision
@pytest.mark.parametrize(("printed", "half"), [("1", 1), ("2", 1), ("3", 2), ("5", 3), ("6", 3)])
def test_half_is_rounded_up(revision, printed, half):
    assert damage(printed, HALVE, revision=revision) == exactly(WOUND * half)


def test_a_roll_and_its_plus_are_one_characteristic():
    assert damage("D6+1", HALVE) == exactly(WOUND * F(1 + 2 + 2 + 3 + 3 + 4, 6))


def test_division_comes_before_subtraction():
    assert damage("4", change("subtract", 1), HALVE) == exactly(WOUND * 1)


def test_division_comes_before_addition():
    assert damage("4", change("add", 1), HALVE) == exactly(WOUND * 3)


def test_multiplication_comes_before_addition():
    assert damage("2", change("add", 1), DOUBLE) == exactly(WOUND * 5)


def test_multiplication_comes_before_subtraction():
    assert damage("2", change("subtract", 1), DOUBLE) == exactly(WOUND * 3)


def test_a_fraction_is_rounded_only_at_the_end():
    assert damage("3", HALVE, DOUBLE) == exactly(WOUND * 3)
    assert damage("5", change("divide", 3), HALVE) == exactly(WOUND * 1)
    assert damage("7", change("divide", 3), change("multiply", 2), change("subtract", 2)) == exactly(WOUND * 3)


def test_a_set_value_replaces_the_roll_before_anything_else():
    assert damage("D6", change("add", 1), change("set", 3), HALVE) == exactly(WOUND * 3)


def test_subtraction_follows_addition():
    assert damage("1", change("subtract", 2), change("add", 3)) == exactly(WOUND * 2)


def test_the_order_in_the_list_does_not_matter():
    steps = [change("subtract", 1), HALVE, change("add", 2), DOUBLE]
    assert damage("D6", *steps) == damage("D6", *reversed(steps)) == exactly(WOUND * (F(7, 2) + 1))


def test_modifiers_of_a_model_act_on_its_own_damage_only():
    unit = target(model("tough", wounds=2, modifiers=[HALVE]), model("plain", wounds=2))
    told = odds(flamer(damage="2", count=3), unit)
    none, one, two, three = F(1, 216), F(15, 216), F(75, 216), F(125, 216)
    assert told.damage_pmf == exactly([none, one, two, 0, three])


def test_modifiers_of_the_engagement_and_of_a_model_act_together():
    unit = target(model(wounds=200, modifiers=[change("subtract", 1)]))
    assert odds(flamer(damage="6"), unit, HALVE).damage == exactly(WOUND * 2)


def test_modifiers_of_one_weapon_leave_others_alone():
    guns = [flamer(damage="4", modifiers=[HALVE]), flamer(damage="4")]
    assert odds(guns, giant()).damage == exactly(WOUND * (2 + 4))


def test_damage_is_modified_before_feel_no_pain():
    told = odds(flamer(damage="6"), giant(feel_no_pain="4+"), HALVE)
    assert told.damage == exactly(WOUND * 3 * F(1, 2))
