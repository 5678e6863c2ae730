"""Big Guns Never Tire (K-SHT-04, K-SHT-06)."""

from fractions import Fraction as F

import pytest

from wh40k import blade, every_revision, exactly, modifier, odds, target, weapon

BIG = pytest.mark.parametrize("keyword", ["MONSTER", "VEHICLE", "Vehicle"])


def hits(*abilities, modifiers=(), unit=None, **keys):
    return odds(weapon(*abilities, attacks=12), unit or target(), *modifiers, **keys).hits


@every_revision
@BIG
def test_a_large_unit_shoots_worse_out_of_a_fight(revision, keyword):
    found = hits(attacker_engaged=True, keywords=[keyword], revision=revision)
    assert found == exactly(12 * F(1, 2))


def test_its_pistols_do_not():
    assert hits("pistol", attacker_engaged=True, keywords=["VEHICLE"]) == exactly(12 * F(2, 3))


@every_revision
def test_other_units_do_not_shoot_out_of_a_fight(revision):
    assert hits(attacker_engaged=True, keywords=["INFANTRY"], revision=revision) == 0


@every_revision
@BIG
def test_all_units_shoot_worse_at_a_large_unit_in_a_fight(revision, keyword):
    unit = target(keywords=[keyword])
    assert hits(unit=unit, target_engaged_with_friends=True, revision=revision) == exactly(12 * F(1, 2))


@every_revision
def test_no_unit_shoots_at_another_unit_in_a_fight(revision):
    assert hits(target_engaged_with_friends=True, revision=revision) == 0


def test_a_large_unit_shoots_at_the_unit_that_it_fights():
    found = hits(attacker_engaged=True, target_engaged_with_friends=True, keywords=["MONSTER"])
    assert found == exactly(12 * F(1, 2))


def test_its_blast_weapons_do_not():
    found = hits("blast", attacker_engaged=True, target_engaged_with_friends=True, keywords=["VEHICLE"])
    assert found == 0


def test_it_counts_towards_the_cap():
    found = hits(unit=target(stealth=True), attacker_engaged=True, keywords=["VEHICLE"])
    assert found == exactly(12 * F(1, 2))


def test_a_bonus_makes_up_for_it():
    found = hits(modifiers=[modifier("hit", 1)], attacker_engaged=True, keywords=["VEHICLE"])
    assert found == exactly(12 * F(2, 3))


def test_a_large_unit_out_of_any_fight_shoots_as_ever():
    assert hits(keywords=["VEHICLE"], unit=target(keywords=["VEHICLE"])) == exactly(12 * F(2, 3))


def test_melee_weapons_are_not_touched():
    told = odds(blade(attacks=12), target(), attacker_engaged=True, keywords=["VEHICLE"])
    assert told.hits == exactly(12 * F(2, 3))
