"""Modifiers of Damage and their order (H-CHR-03, H-CHR-06, H-SAV-04)."""

from fractions import Fraction as F

import pytest

from heresy import exactly, giant, modifier, odds, sure, target

WOUND = F(5, 6)
DOUBLE, ADD, HALVE = (
    modifier("damage", op="double"),
    modifier("damage", 1, op="add"),
    modifier("damage", op="halve"),
)


@pytest.mark.parametrize(
    ("damage", "changes", "done"),
    [
        ("4", [ADD, DOUBLE], 9),
        ("3", [HALVE], 1),
        ("3", [ADD, HALVE], 2),
        ("1", [modifier("damage", 3, op="subtract")], 0),
        ("5", [modifier("damage", 2, op="set"), ADD], 2),
    ],
)
def test_multiply_divide_add_subtract_then_set_and_round_down(damage, changes, done):
    assert odds(sure(damage=damage), giant(), *changes).damage == exactly(WOUND * done)


def test_no_damage_stays_none_whatever_adds_to_it():
    assert odds(sure("Shred (2+)", damage="0"), giant(), ADD).damage == exactly(0)


def test_damage_left_over_is_lost():
    told = odds(sure(damage="3"), target(wounds=2))
    assert (told.damage, told.wasted) == exactly([WOUND * 2, WOUND])


def test_damage_may_be_rolled():
    told = odds(sure(damage="D3"), giant())
    assert told.damage_pmf == exactly([1 - WOUND, *[WOUND / 3] * 3])
