"""Conversion (K-W-04)."""

from fractions import Fraction as F

import pytest

from wh40k import exactly, odds, target, weapon


@pytest.mark.parametrize(
    ("distance", "critical"), [(18, F(1, 2)), (12.5, F(1, 2)), (12, F(1, 6)), (6, F(1, 6))]
)
def test_fours_are_critical_beyond_twelve_inches(distance, critical):
    gun = weapon("conversion", "sustained hits 1", attacks=12)
    assert odds(gun, target(), range_in=distance).hits == exactly(12 * (F(2, 3) + critical))


def test_without_a_distance_only_sixes_are():
    told = odds(weapon("conversion", "sustained hits 1", attacks=12), target())
    assert told.hits == exactly(12 * (F(2, 3) + F(1, 6)))


def test_a_four_that_misses_is_not_critical():
    told = odds(weapon("conversion", "sustained hits 1", attacks=12, skill="5+"), target(), range_in=18)
    assert told.hits == exactly(12 * (F(1, 3) + F(1, 3)))


def test_its_criticals_trigger_lethal_hits():
    told = odds(weapon("conversion", "lethal hits", attacks=12), target(toughness=8), range_in=18)
    assert told.wounds == exactly(12 * (F(1, 2) + F(1, 6) * F(1, 6)))


def test_in_overwatch_only_sixes_hit():
    told = odds(weapon("conversion", "sustained hits 1", attacks=12), target(), range_in=18, overwatch=True)
    assert told.hits == exactly(12 * (F(1, 6) + F(1, 6)))
