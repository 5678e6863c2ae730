"""Fire Overwatch: only unmodified sixes hit (section 14, K-WI-03, K-WI-05)."""

from fractions import Fraction as F

import pytest

from wh40k import blade, every_revision, exactly, flamer, giant, modifier, odds, target, weapon


@every_revision
@pytest.mark.parametrize("skill", ["2+", "3+", "6+"])
def test_only_sixes_hit_whatever_the_skill(revision, skill):
    told = odds(weapon(attacks=12, skill=skill), target(), overwatch=True, revision=revision)
    assert told.hits == exactly(12 * F(1, 6))


@pytest.mark.parametrize("value", [-1, 1])
def test_modifiers_change_nothing(value):
    told = odds(weapon("heavy", attacks=12), target(), modifier("hit", value), overwatch=True, stationary=True)
    assert told.hits == exactly(12 * F(1, 6))


def test_stealth_changes_nothing():
    assert odds(weapon(attacks=12), target(stealth=True), overwatch=True).hits == exactly(12 * F(1, 6))


def test_its_hits_are_critical():
    told = odds(weapon("sustained hits 1", attacks=12), target(), overwatch=True)
    assert told.hits == exactly(12 * F(1, 6) * 2)
    lethal = odds(weapon("lethal hits", attacks=12), target(toughness=8), overwatch=True)
    assert lethal.wounds == exactly(12 * F(1, 6))


def test_wound_rolls_and_saves_are_as_ever():
    told = odds(weapon(attacks=12), giant(save="4+"), overwatch=True)
    assert told.damage == exactly(12 * F(1, 6) * F(1, 2) * F(1, 2))


def test_torrent_hits_by_itself():
    assert odds(flamer(attacks=12), target(), overwatch=True).hits == exactly(12)


def test_melee_weapons_make_no_attacks():
    told = odds([weapon(attacks=12), blade(attacks=5)], target(), overwatch=True)
    assert told.attacks == exactly(12)


def test_big_guns_do_not_shoot_out_of_a_fight_in_it():
    told = odds(weapon(attacks=12), target(), overwatch=True, attacker_engaged=True, keywords=["VEHICLE"])
    assert told.attacks == 0
