"""One Shot (K-W-14): a matter of the battle, not of the attack."""

from fractions import Fraction as F

from wh40k import every_revision, exactly, odds, target, weapon


@every_revision
def test_its_attacks_are_those_of_any_weapon(revision):
    told = odds(weapon("one shot", attacks=6, count=2), target(), revision=revision)
    assert told.attacks == exactly(12)
    assert told.wounds == exactly(12 * F(2, 3) * F(1, 2))
