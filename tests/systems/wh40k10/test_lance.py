"""Lance (K-W-11)."""

from fractions import Fraction as F

from wh40k import blade, every_revision, exactly, modifier, odds, target


@every_revision
def test_a_unit_that_charged_wounds_better(revision):
    told = odds(blade("lance", attacks=12), target(), charged=True, revision=revision)
    assert told.wounds == exactly(12 * F(2, 3) * F(2, 3))


def test_a_unit_that_did_not_charge_does_not():
    assert odds(blade("lance", attacks=12), target()).wounds == exactly(12 * F(2, 3) * F(1, 2))


def test_a_charge_does_nothing_for_other_weapons():
    assert odds(blade(attacks=12), target(), charged=True).wounds == exactly(12 * F(2, 3) * F(1, 2))


def test_it_counts_towards_the_cap():
    told = odds(blade("lance", attacks=12), target(), modifier("wound", 1), charged=True)
    assert told.wounds == exactly(12 * F(2, 3) * F(2, 3))


def test_it_makes_up_for_a_penalty():
    told = odds(blade("lance", attacks=12), target(), modifier("wound", -1), charged=True)
    assert told.wounds == exactly(12 * F(2, 3) * F(1, 2))


def test_it_does_not_touch_the_hit_roll():
    assert odds(blade("lance", attacks=12), target(), charged=True).hits == exactly(12 * F(2, 3))
