"""Twin-linked (K-W-21): taken to re-roll failures, unless fishing is asked for."""

from fractions import Fraction as F

import pytest

from wh40k import every_revision, exactly, giant, modifier, odds, target, weapon


@every_revision
@pytest.mark.parametrize(("toughness", "chance"), [(2, F(35, 36)), (4, F(3, 4)), (5, F(5, 9)), (8, F(11, 36))])
def test_failed_wound_rolls_are_rolled_again(revision, toughness, chance):
    told = odds(weapon("twin-linked", attacks=12), target(toughness=toughness), revision=revision)
    assert told.wounds == exactly(12 * F(2, 3) * chance)


def test_hit_rolls_are_not():
    assert odds(weapon("twin-linked", attacks=12), target()).hits == exactly(12 * F(2, 3))


def test_no_die_is_rolled_a_third_time():
    told = odds(weapon("twin-linked", attacks=12), target(), modifier("reroll wounds", which="failed"))
    assert told.wounds == exactly(12 * F(2, 3) * F(3, 4))


def test_a_roll_fails_by_its_modified_result():
    told = odds(weapon("twin-linked", attacks=12), target(), modifier("wound", -1))
    assert told.wounds == exactly(12 * F(2, 3) * (F(1, 3) + F(2, 3) * F(1, 3)))


def test_successes_stand_unless_fishing_is_asked_for():
    gun = weapon("twin-linked", "devastating wounds", attacks=12)
    told = odds(gun, giant(save="2+"))
    critical, wound = F(1, 6) + F(1, 2) * F(1, 6), F(3, 4)
    assert told.damage == exactly(12 * F(2, 3) * (critical + (wound - critical) * F(1, 6)))
