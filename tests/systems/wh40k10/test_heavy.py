"""Heavy (K-W-08)."""

from fractions import Fraction as F

from wh40k import every_revision, exactly, modifier, odds, target, weapon


@every_revision
def test_a_stationary_unit_hits_better(revision):
    told = odds(weapon("heavy", attacks=12), target(), stationary=True, revision=revision)
    assert told.hits == exactly(12 * F(5, 6))


def test_a_unit_that_moved_does_not():
    assert odds(weapon("heavy", attacks=12), target()).hits == exactly(12 * F(2, 3))


def test_standing_still_does_nothing_for_other_weapons():
    assert odds(weapon(attacks=12), target(), stationary=True).hits == exactly(12 * F(2, 3))


def test_it_makes_up_for_a_penalty():
    told = odds(weapon("heavy", attacks=12), target(), modifier("hit", -1), stationary=True)
    assert told.hits == exactly(12 * F(2, 3))


def test_it_counts_towards_the_cap():
    told = odds(weapon("heavy", attacks=12, skill="5+"), target(), modifier("hit", 1), stationary=True)
    assert told.hits == exactly(12 * F(1, 2))


def test_it_does_not_touch_the_wound_roll():
    told = odds(weapon("heavy", attacks=12), target(), stationary=True)
    assert told.wounds == exactly(12 * F(5, 6) * F(1, 2))
