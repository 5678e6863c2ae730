"""Rapid Fire (K-W-18, K-WI-04)."""

from fractions import Fraction as F

import pytest

from wh40k import every_revision, exactly, flamer, giant, odds, target, weapon


@every_revision
def test_each_weapon_makes_more_attacks_within_half_range(revision):
    told = odds(weapon("rapid fire 1", count=5), target(), half_range=True, revision=revision)
    assert told.attacks == exactly(5 * (1 + 1))


def test_it_makes_none_beyond():
    assert odds(weapon("rapid fire 1", count=5), target()).attacks == exactly(5)


@pytest.mark.parametrize(
    ("number", "mean"), [("2", 2), ("D3", 2), ("D6", F(7, 2)), ("D6+3", F(13, 2)), ("2D6", 7)]
)
def test_its_number_may_be_random(number, mean):
    told = odds(weapon(f"rapid fire {number}", attacks=2, count=3), target(), half_range=True)
    assert told.attacks == exactly(3 * (2 + mean))


def test_random_attacks_are_rolled_and_then_added_to():
    told = odds(weapon("rapid fire 2", attacks="D6+1", count=3), target(), half_range=True)
    assert told.attacks == exactly(3 * (F(7, 2) + 1 + 2))


def test_a_random_number_is_rolled_apart_from_the_attacks():
    told = odds(flamer("rapid fire D3", attacks="D3"), giant(), half_range=True)
    ways = {2: 1, 3: 2, 4: 3, 5: 2, 6: 1}
    assert told.damage_pmf[0] == exactly(sum(F(n, 9) * F(1, 6) ** attacks for attacks, n in ways.items()))
    assert told.damage_pmf[6] == exactly(F(1, 9) * F(5, 6) ** 6)


def test_of_d6_and_3_the_least_is_four():
    told = odds(flamer("rapid fire D6+3", attacks=0), giant(), half_range=True)
    assert told.damage_pmf[0] == exactly(sum(F(1, 6) * F(1, 6) ** attacks for attacks in range(4, 10)))
    assert len(told.damage_pmf) == 1 + 9


@pytest.mark.parametrize(("distance", "attacks"), [(12, 3), (12.5, 1), (24, 1), (25, 0)])
def test_half_range_is_measured_where_the_distance_is_given(distance, attacks):
    told = odds(weapon("rapid fire 2", range_in=24), target(), range_in=distance)
    assert told.attacks == exactly(attacks)


def test_other_weapons_get_none():
    assert odds([weapon("rapid fire 2"), weapon()], target(), half_range=True).attacks == exactly(3 + 1)
