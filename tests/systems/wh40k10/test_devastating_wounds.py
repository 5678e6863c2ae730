"""Devastating Wounds (K-W-05, section 19 row 1, K-MW-01..03, K-MOD-11).

The weapon ``critical`` hits by itself and every wound that it scores is critical: 5/6 of its attacks.
"""

from fractions import Fraction as F

import msgspec
import pytest

from warbook.probability import decode
from warbook.probability.engage import fight
from warbook.systems import find
from wh40k import (
    LAUNCH,
    engagement,
    every_revision,
    exactly,
    flamer,
    giant,
    model,
    modifier,
    odds,
    odds_of_units,
    target,
    weapon,
)

WOUND = F(5, 6)
OPEN, ARMOURED = model("open"), model("armoured", save="2+")


def critical(*abilities, **changes):
    return flamer("devastating wounds", "anti-infantry 2+", *abilities, **changes)


@every_revision
def test_a_critical_wound_allows_no_armour_save(revision):
    assert odds(critical(), giant(save="2+"), revision=revision).damage == exactly(WOUND)


@every_revision
def test_a_critical_wound_allows_no_invulnerable_save(revision):
    assert odds(critical(), giant(invulnerable="2+"), revision=revision).damage == exactly(WOUND)


@every_revision
def test_other_wounds_are_saved_as_ever(revision):
    told = odds(weapon("devastating wounds", attacks=12), giant(save="2+"), revision=revision)
    assert told.damage == exactly(12 * F(2, 3) * (F(1, 6) + F(1, 3) * F(1, 6)))


@pytest.mark.parametrize(
    ("revision", "damage"), [("2023-06", 2), ("2023-12", 1), ("2024-06", 1), ("2025-06", 1)]
)
def test_only_at_launch_does_it_spill_over(revision, damage):
    told = odds(critical(damage="3"), target(count=2), revision=revision)
    assert told.damage_pmf == exactly([1 - WOUND, *[0] * (damage - 1), WOUND])
    assert told.destroyed == exactly(WOUND * damage)
    assert told.wasted == exactly(WOUND * (3 - damage))


@pytest.mark.parametrize(
    ("revision", "through"),
    [("2023-06", F(1, 2)), ("2023-12", F(5, 6)), ("2024-06", F(1, 2)), ("2025-06", F(1, 2))],
)
def test_its_mortal_wounds_meet_feel_no_pain_against_mortal_wounds(revision, through):
    unit = giant(feel_no_pain="6+", feel_no_pain_mortal="4+")
    assert odds(critical(damage="3"), unit, revision=revision).damage == exactly(WOUND * 3 * through)


@pytest.mark.parametrize(
    ("revision", "through"), [("2023-06", F(1, 2)), ("2023-12", 1), ("2024-06", F(1, 2)), ("2025-06", F(1, 2))]
)
def test_normal_damage_ignores_feel_no_pain_against_mortal_wounds(revision, through):
    told = odds(critical(), giant(feel_no_pain_mortal="4+"), revision=revision)
    assert told.damage == exactly(WOUND * through)


@every_revision
def test_it_waits_for_the_later_weapons_of_the_unit(revision):
    told = odds([critical(), flamer()], target(OPEN, ARMOURED), revision=revision)
    assert told.damage_pmf == exactly([F(1, 36), 2 * WOUND * F(1, 6), WOUND**2])


@every_revision
def test_it_does_not_wait_for_the_next_unit(revision):
    told = odds_of_units([[critical()], [flamer()]], target(OPEN, ARMOURED), revision=revision)
    saved = F(5, 6)
    both = WOUND * WOUND * (1 - saved)
    assert told.damage == exactly(WOUND + both + F(1, 6) * WOUND)


@every_revision
def test_it_waits_for_the_other_wounds_of_its_own_weapon(revision):
    gun = flamer("devastating wounds", "anti-infantry 4+", count=2)
    told = odds(gun, target(OPEN, ARMOURED), revision=revision)
    plain, devastating, none = F(1, 3), F(1, 2), F(1, 6)
    two_plain = plain**2 * (1 + F(1, 6))
    two_others = (2 * plain * devastating + devastating**2) * 2
    assert told.damage == exactly(two_plain + two_others + 2 * none * WOUND)


def test_deferred_wounds_come_in_the_order_of_the_weapons():
    told = odds([critical(damage="2"), critical(damage="1")], target(count=2, wounds=2))
    assert told.damage_pmf == exactly([F(1, 36), F(1, 6) * WOUND, F(1, 6) * WOUND, WOUND**2])
    assert told.destroyed == exactly(WOUND)


@every_revision
def test_damage_is_modified_before_it_becomes_mortal_wounds(revision):
    told = odds(critical(damage="3"), giant(), modifier("damage", op="halve"), revision=revision)
    assert told.damage == exactly(WOUND * 2)


@every_revision
def test_its_random_damage_is_rolled(revision):
    told = odds(critical(damage="D3"), giant(), revision=revision)
    assert told.damage_pmf == exactly([F(1, 6), *[WOUND * F(1, 3)] * 3])


@every_revision
def test_melta_adds_to_it(revision):
    told = odds(critical("melta 2"), giant(), half_range=True, revision=revision)
    assert told.damage == exactly(WOUND * 3)


def test_at_launch_points_meet_the_feel_no_pain_of_each_model_in_turn():
    unit = target(model("plain"), model("tough", wounds=5, feel_no_pain="4+"))
    told = odds(critical(damage="3"), unit, revision=LAUNCH)
    assert told.lost["plain"] == exactly(WOUND)
    assert told.lost["tough"] == exactly(WOUND * 2 * F(1, 2))


def test_at_launch_a_save_against_the_normal_part_does_not_stop_it():
    gun = flamer("devastating wounds", "anti-infantry 4+")
    told = odds(gun, giant(save="2+"), revision=LAUNCH)
    assert told.damage == exactly(F(1, 2) + F(1, 3) * F(1, 6))


def test_as_a_switch_criticals_are_resolved_in_the_order_rolled():
    system = find("wh40k10", LAUNCH)
    how = msgspec.structs.replace(system.rules.devastating, at_once=True)
    gun = flamer("devastating wounds", "anti-infantry 4+", count=2)
    fought = fight(system.revise("house", devastating=how), decode(engagement(gun, target(OPEN, ARMOURED))))
    on_armoured = F(1, 3) * F(1, 6) + F(1, 2)
    damage = WOUND + WOUND * on_armoured + F(1, 6) * WOUND
    assert fought.states @ fought.chain.damage_index == exactly(damage)
