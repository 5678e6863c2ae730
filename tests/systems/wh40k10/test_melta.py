"""Melta (K-W-13)."""

from fractions import Fraction as F

import pytest

from wh40k import every_revision, exactly, flamer, giant, modifier, odds

WOUND = F(5, 6)


@every_revision
def test_it_does_more_damage_within_half_range(revision):
    told = odds(flamer("melta 2", damage="D6"), giant(), half_range=True, revision=revision)
    assert told.damage_pmf == exactly([1 - WOUND, 0, 0, *[WOUND * F(1, 6)] * 6])


def test_it_does_not_beyond():
    assert odds(flamer("melta 2", damage="D6"), giant()).damage == exactly(WOUND * F(7, 2))


@pytest.mark.parametrize(("distance", "damage"), [(6, 3), (6.1, 1), (12, 1), (12.1, 0)])
def test_half_range_is_measured_where_the_distance_is_given(distance, damage):
    told = odds(flamer("melta 2", range_in=12), giant(), range_in=distance)
    assert told.damage == exactly(WOUND * damage)


def test_each_point_meets_feel_no_pain():
    told = odds(flamer("melta 2"), giant(feel_no_pain="5+"), half_range=True)
    assert told.damage == exactly(WOUND * 3 * F(2, 3))


def test_it_is_added_after_halving():
    told = odds(flamer("melta 2", damage="3"), giant(), modifier("damage", op="halve"), half_range=True)
    assert told.damage == exactly(WOUND * 4)


def test_it_does_not_count_towards_a_damage_reroll():
    told = odds(
        flamer("melta 2", damage="D6"), giant(), modifier("reroll damage", below="mean"), half_range=True
    )
    assert told.damage == exactly(WOUND * (F(17, 4) + 2))
