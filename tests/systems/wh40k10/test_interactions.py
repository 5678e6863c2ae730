"""Weapon abilities that meet (K-WI-01 to K-WI-06, K-DIC-08)."""

from fractions import Fraction as F

import pytest

from wh40k import every_revision, exactly, flamer, giant, modifier, odds, target, weapon

FISHING = modifier("reroll wounds", which="non-critical")


@every_revision
def test_lethal_and_sustained_the_extra_hits_roll_to_wound(revision):
    gun = weapon("lethal hits", "sustained hits 1", attacks=12)
    told = odds(gun, target(toughness=8), revision=revision)
    wound = F(1, 6)
    assert told.hits == exactly(12 * (F(2, 3) + F(1, 6)))
    assert told.wounds == exactly(12 * (F(1, 2) * wound + F(1, 6) * (1 + wound)))


@pytest.mark.parametrize("number", ["2", "D3"])
def test_lethal_and_sustained_with_more_hits(number):
    gun = weapon("lethal hits", f"sustained hits {number}", attacks=12)
    told = odds(gun, target(toughness=8))
    assert told.wounds == exactly(12 * (F(1, 2) * F(1, 6) + F(1, 6) * (1 + 2 * F(1, 6))))


@every_revision
def test_lethal_and_devastating_the_automatic_wound_is_not_critical(revision):
    gun = weapon("lethal hits", "devastating wounds", attacks=12, skill="6+")
    assert odds(gun, giant(save="2+"), revision=revision).damage == exactly(12 * F(1, 6) * F(1, 6))


@every_revision
def test_lethal_and_anti_the_automatic_wound_is_not_critical(revision):
    gun = weapon("lethal hits", "devastating wounds", "anti-infantry 2+", attacks=12, skill="5+")
    told = odds(gun, giant(save="2+"), revision=revision)
    lethal, rolled = F(1, 6), F(1, 6)
    assert told.damage == exactly(12 * (lethal * F(1, 6) + rolled * F(5, 6)))


@every_revision
def test_lethal_sustained_and_devastating_only_the_extra_hits_may_devastate(revision):
    gun = weapon("lethal hits", "sustained hits 1", "devastating wounds", attacks=12, skill="6+")
    told = odds(gun, giant(save="2+"), revision=revision)
    extra = F(1, 6) * 1 + F(1, 3) * F(1, 6)
    assert told.damage == exactly(12 * F(1, 6) * (F(1, 6) + extra))


@every_revision
@pytest.mark.parametrize("skill", ["5+", "6+"])
def test_a_critical_hit_on_five_always_hits(revision, skill):
    told = odds(weapon(attacks=12, skill=skill), target(), modifier("critical hit", 5), revision=revision)
    assert told.hits == exactly(12 * F(1, 3))


def test_a_critical_hit_on_five_hits_despite_a_penalty():
    told = odds(weapon(attacks=12, skill="6+"), target(), modifier("critical hit", 5), modifier("hit", -1))
    assert told.hits == exactly(12 * F(1, 3))


def test_a_critical_hit_on_five_triggers_sustained_and_lethal_hits():
    gun = weapon("lethal hits", "sustained hits 1", attacks=12, skill="6+")
    told = odds(gun, target(toughness=8), modifier("critical hit", 5))
    assert told.hits == exactly(12 * F(1, 3) * 2)
    assert told.wounds == exactly(12 * F(1, 3) * (1 + F(1, 6)))


def test_in_overwatch_only_an_unmodified_six_is_critical():
    gun = weapon("sustained hits 1", attacks=12)
    told = odds(gun, target(), modifier("critical hit", 5), overwatch=True)
    assert told.hits == exactly(12 * (F(1, 6) + F(1, 6)))


def test_rapid_fire_and_random_attacks_roll_then_add():
    told = odds(flamer("rapid fire 1", attacks="D3"), giant(), half_range=True)
    assert told.damage_pmf[0] == exactly(F(1, 3) * sum(F(1, 6) ** attacks for attacks in (2, 3, 4)))
    assert len(told.damage_pmf) == 1 + 4


def test_blast_and_random_attacks_roll_then_add():
    told = odds(flamer("blast", attacks="D6"), giant(count=10, wounds=9))
    assert told.attacks == exactly(F(7, 2) + 2)
    assert told.damage_pmf[0] == exactly(F(1, 6) * sum(F(1, 6) ** attacks for attacks in range(3, 9)))


def test_torrent_hits_by_itself_in_overwatch():
    assert odds(flamer(attacks=12), target(), overwatch=True).hits == exactly(12)


def test_twin_linked_and_anti_fish_for_a_critical_wound():
    gun = weapon("twin-linked", "anti-infantry 4+", "devastating wounds", attacks=12, strength=8)
    told = odds(gun, giant(save="2+"), FISHING)
    critical = F(1, 2) + F(1, 2) * F(1, 2)
    wound = F(1, 2) + F(1, 2) * F(5, 6)
    assert told.wounds == exactly(12 * F(2, 3) * wound)
    assert told.damage == exactly(12 * F(2, 3) * (critical + (wound - critical) * F(1, 6)))


def test_twin_linked_and_anti_without_fishing():
    gun = weapon("twin-linked", "anti-infantry 4+", "devastating wounds", attacks=12, strength=8)
    told = odds(gun, giant(save="2+"))
    critical, wound = F(1, 2) + F(1, 6) * F(1, 2), F(35, 36)
    assert told.damage == exactly(12 * F(2, 3) * (critical + (wound - critical) * F(1, 6)))


def test_torrent_and_devastating_wounds_need_no_hit_roll():
    told = odds(flamer("devastating wounds", attacks=12, strength=4), giant(save="2+"))
    assert told.damage == exactly(12 * (F(1, 6) + F(1, 3) * F(1, 6)))
