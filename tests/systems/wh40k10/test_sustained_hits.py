"""Sustained Hits (K-W-19)."""

from fractions import Fraction as F

import pytest

from wh40k import every_revision, exactly, flamer, giant, modifier, odds, target, weapon


@every_revision
@pytest.mark.parametrize(
    ("number", "mean"), [("1", 1), ("2", 2), ("3", 3), ("D3", 2), ("D6", F(7, 2)), ("D3+1", 3)]
)
def test_a_critical_hit_scores_so_many_more(revision, number, mean):
    told = odds(weapon(f"sustained hits {number}", attacks=12), target(), revision=revision)
    assert told.hits == exactly(12 * (F(2, 3) + F(1, 6) * mean))


def test_every_hit_rolls_to_wound():
    told = odds(weapon("sustained hits 2", attacks=12), target())
    assert told.wounds == exactly(12 * (F(2, 3) + F(1, 6) * 2) * F(1, 2))


def test_hits_of_one_attack_come_together():
    told = odds(weapon("sustained hits 1", strength=20), giant())
    miss, hit, critical, wound, fail = F(1, 3), F(1, 2), F(1, 6), F(5, 6), F(1, 6)
    none = miss + hit * fail + critical * fail**2
    assert told.damage_pmf == exactly([none, hit * wound + critical * 2 * wound * fail, critical * wound**2])


def test_a_random_number_is_rolled_for_each_critical_hit():
    told = odds(weapon("sustained hits D3", strength=20, skill="6+"), giant())
    most = F(1, 6) * F(1, 3) * F(5, 6) ** 4
    assert told.damage_pmf[4] == exactly(most)
    assert len(told.damage_pmf) == 1 + 4


def test_a_critical_hit_on_five_scores_them_too():
    told = odds(weapon("sustained hits 1", attacks=12), target(), modifier("critical hit", 5))
    assert told.hits == exactly(12 * (F(2, 3) + F(1, 3)))


def test_an_automatic_hit_scores_none():
    assert odds(flamer("sustained hits 3", attacks=12), target()).hits == exactly(12)


def test_a_bonus_to_hit_makes_no_five_critical():
    told = odds(weapon("sustained hits 1", attacks=12), target(), modifier("hit", 1))
    assert told.hits == exactly(12 * (F(5, 6) + F(1, 6)))


def test_an_unmodified_six_is_critical_despite_a_penalty():
    told = odds(weapon("sustained hits 1", attacks=12, skill="6+"), target(), modifier("hit", -1))
    assert told.hits == exactly(12 * (F(1, 6) + F(1, 6)))
