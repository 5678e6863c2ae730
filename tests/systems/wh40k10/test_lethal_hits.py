"""Lethal Hits (K-W-12)."""

from fractions import Fraction as F

from wh40k import every_revision, exactly, flamer, giant, modifier, odds, target, weapon


@every_revision
def test_a_critical_hit_wounds_without_a_wound_roll(revision):
    told = odds(weapon("lethal hits", attacks=12), target(toughness=8), revision=revision)
    assert told.wounds == exactly(12 * (F(1, 6) + F(1, 2) * F(1, 6)))


def test_it_scores_no_more_hits():
    assert odds(weapon("lethal hits", attacks=12), target()).hits == exactly(12 * F(2, 3))


def test_the_wound_may_be_saved():
    told = odds(weapon("lethal hits", attacks=12, skill="6+"), giant(save="4+"))
    assert told.damage == exactly(12 * F(1, 6) * F(1, 2))


def test_a_critical_hit_on_five_wounds_too():
    told = odds(weapon("lethal hits", attacks=12), target(toughness=8), modifier("critical hit", 5))
    assert told.wounds == exactly(12 * (F(1, 3) + F(1, 3) * F(1, 6)))


def test_penalties_to_wound_do_not_touch_it():
    told = odds(weapon("lethal hits", attacks=12, skill="6+"), target(toughness=8), modifier("wound", -1))
    assert told.wounds == exactly(12 * F(1, 6))


def test_an_automatic_hit_is_never_critical():
    told = odds(flamer("lethal hits", attacks=12, strength=4), target(toughness=8))
    assert told.wounds == exactly(12 * F(1, 6))
