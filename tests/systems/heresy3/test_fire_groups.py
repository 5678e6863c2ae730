"""The order in which a Fire Group's wounds are resolved (H-SHT-02)."""

from fractions import Fraction as F

from heresy import exactly, giant, gun, odds, sure, target


def test_unmodified_wounds_come_before_those_set_aside():
    """A plain wound and one of two Damage against models of two wounds: in this order one point is
    wasted."""
    told = odds(sure("Shred (6+)", strength=4, attacks="2"), target(count=3, wounds=2))
    assert told.wasted == exactly(2 * F(2, 6) * F(1, 6))


def test_what_the_hit_test_sets_aside_comes_before_what_the_wound_test_does():
    """A critical wound (two Damage) before a breaching one (one) wastes nothing; after a plain one it
    does."""
    told = odds(gun("Critical Hit (6+)", "Breaching (6+)", attacks="2"), target(count=3, wounds=2))
    plain, critical = F(3, 6) * F(2, 6), F(1, 6)
    assert told.wasted == exactly(2 * plain * critical)


def test_breaching_wounds_come_before_those_with_shred_as_well():
    told = odds(sure("Breaching (5+)", "Shred (6+)", strength=3, attacks="2"), target(count=3, wounds=2))
    breaching, both = F(1, 6), F(1, 6)
    assert told.wasted == exactly(2 * breaching * both)


def test_like_weapons_are_one_group_whoever_carries_them():
    """Two guns apart: the plain wound of either comes first, so the same is wasted as with one that
    fires twice."""
    guns = [sure("Shred (6+)", strength=4), sure("Shred (6+)", strength=4)]
    told = odds(guns, target(count=3, wounds=2))
    assert told.wasted == exactly(2 * F(2, 6) * F(1, 6))


def test_different_weapons_are_groups_in_the_order_listed():
    two, one = sure(name="cannon", damage="2", strength=4), sure(strength=4)
    assert odds([two, one], target(count=3, wounds=2)).wasted == exactly(0)
    assert odds([one, two], target(count=3, wounds=2)).wasted == exactly(F(1, 4))


def test_all_groups_meet_the_toughness_that_the_unit_had_at_first():
    """Casualties leave at the end of the attack: the second gun still meets Toughness 4."""
    from heresy import model

    unit = target(model(count=2, toughness=4), model("brute", toughness=8, wounds=50))
    told = odds([sure(name="first", count=2, strength=10), sure(strength=4)], unit)
    assert told.wounds == exactly(2 * F(5, 6) + F(1, 2))


def test_the_means_count_every_wound():
    assert odds(sure("Shred (6+)", strength=4, attacks="2"), giant()).wounds == exactly(1)
