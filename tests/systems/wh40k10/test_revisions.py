"""The rows of the table of revisions (section 19) that touch an attack, side by side."""

from fractions import Fraction as F

import pytest

from warbook.systems import REVISED, find
from wh40k import (
    REVISIONS,
    blade,
    engagement,
    exactly,
    flamer,
    leader,
    model,
    modifier,
    odds,
    target,
    told,
    weapon,
)

WOUND = F(5, 6)


def by_revision(*values):
    return pytest.mark.parametrize(("revision", "expected"), list(zip(REVISIONS, values, strict=True)))


def test_there_are_four():
    assert tuple(REVISED["wh40k10"]) == REVISIONS


def test_the_newest_is_the_default():
    assert find("wh40k10").revision == REVISIONS[-1]
    gun = weapon("indirect fire", attacks=12, skill="2+")
    document = engagement(gun, target(), indirect_unseen=True)
    del document["revision"], document["system"]
    assert told(document).hits == exactly(12 * F(1, 2))


@by_revision(3, 1, 1, 1)
def test_row_1_devastating_wounds_spill(revision, expected):
    gun = flamer("devastating wounds", "anti-infantry 2+", damage="3")
    assert odds(gun, target(count=3), revision=revision).destroyed == exactly(WOUND * expected)


@by_revision(F(1, 2), 1, F(1, 2), F(1, 2))
def test_row_1_devastating_wounds_are_mortal(revision, expected):
    gun = flamer("devastating wounds", "anti-infantry 2+")
    unit = target(wounds=9, feel_no_pain_mortal="4+")
    assert odds(gun, unit, revision=revision).damage == exactly(WOUND * expected)


@by_revision("trooper", "leader", "leader", "leader")
def test_row_2_precision_moves_devastating_wounds(revision, expected):
    gun = flamer("devastating wounds", "anti-infantry 2+", "precision")
    assert odds(gun, target(model(), leader()), revision=revision).killed[expected] == exactly(WOUND)


@by_revision(3, 3, 2, 2)
def test_row_2_mortal_wounds_from_hazardous_spill(revision, expected):
    unit, gun = [model(wounds=2), leader(wounds=2)], weapon("hazardous", bearer="leader")
    found = odds(gun, target(), models=unit, revision=revision).self_damage
    assert found["mean"] == exactly(F(1, 6) * expected)


@by_revision(9, 9, 3, 3)
def test_row_4_hazardous_destroys_or_wounds(revision, expected):
    found = odds(weapon("hazardous"), target(), models=[model(wounds=9)], revision=revision).self_damage
    assert found["mean"] == exactly(F(1, 6) * expected)


@by_revision(F(2, 3), F(2, 3), F(1, 2), F(1, 2))
def test_row_18_indirect_fire_fails_on_three(revision, expected):
    gun = weapon("indirect fire", attacks=12, skill="2+")
    assert odds(gun, target(), indirect_unseen=True, revision=revision).hits == exactly(12 * expected)


@by_revision(12, 12, 0, 0)
def test_row_18_indirect_fire_with_torrent(revision, expected):
    gun = flamer("indirect fire", attacks=12)
    assert odds(gun, target(), indirect_unseen=True, revision=revision).hits == exactly(expected)


@by_revision(*[F(1, 2)] * 4)
def test_row_25_big_guns(revision, expected):
    found = odds(weapon(attacks=12), target(), attacker_engaged=True, keywords=["VEHICLE"], revision=revision)
    assert found.hits == exactly(12 * expected)


@by_revision(*[1] * 4)
def test_row_28_limits_of_characteristics(revision, expected):
    lower = modifier("damage", op="subtract", value=5)
    assert odds(flamer(), target(), lower, revision=revision).damage == exactly(WOUND * expected)


@by_revision(*[F(2, 3)] * 4)
def test_row_29_stealth_of_the_attacker_changes_nothing(revision, expected):
    shy = [model(stealth=True, abilities=["Stealth"])]
    assert odds(weapon(attacks=12), target(), models=shy, revision=revision).hits == exactly(12 * expected)


@pytest.mark.parametrize("revision", REVISIONS)
def test_all_else_is_the_same(revision):
    guns = [
        weapon("sustained hits 1", "lethal hits", "rapid fire 1", "blast", attacks="D3", ap=-1),
        weapon("twin-linked", "melta 2", "heavy", "precision", damage="D6", strength=9, ap=-4),
        blade("lance", "extra attacks", "anti-infantry 3+", attacks=2),
    ]
    unit = target(model(count=5, save="3+", invulnerable="5+", wounds=2), leader(wounds=4, feel_no_pain="5+"))
    table = {"half_range": True, "cover": True, "stationary": True, "charged": True}
    found = odds(guns, unit, modifier("reroll hits", which="ones"), revision=revision, **table)
    newest = odds(guns, unit, modifier("reroll hits", which="ones"), **table)
    assert found.damage_pmf == exactly(newest.damage_pmf)
