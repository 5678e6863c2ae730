"""Stealth (K-SHT-08)."""

from fractions import Fraction as F

import pytest

from wh40k import (
    blade,
    every_revision,
    exactly,
    flamer,
    leader,
    model,
    modifier,
    odds,
    odds_of_units,
    target,
    weapon,
)

WOUND = F(5, 6)


@every_revision
def test_ranged_attacks_hit_worse(revision):
    told = odds(weapon(attacks=12), target(stealth=True), revision=revision)
    assert told.hits == exactly(12 * F(1, 2))


def test_melee_attacks_do_not():
    assert odds(blade(attacks=12), target(stealth=True)).hits == exactly(12 * F(2, 3))


def test_an_ability_of_the_model_or_of_the_unit_is_enough():
    assert odds(weapon(attacks=12), target(abilities=["Stealth"])).hits == exactly(12 * F(1, 2))
    assert odds(weapon(attacks=12), {**target(), "abilities": ["STEALTH"]}).hits == exactly(12 * F(1, 2))
    assert odds(weapon(attacks=12), {**target(), "stealth": True}).hits == exactly(12 * F(1, 2))


def test_smoke_gives_it_to_the_unit():
    assert odds(weapon(attacks=12), target(), stealth=True).hits == exactly(12 * F(1, 2))


@pytest.mark.parametrize("other", [model("other"), leader()])
def test_all_models_must_have_it(other):
    unit = target(model(stealth=True), other)
    assert odds(weapon(attacks=12), unit).hits == exactly(12 * F(2, 3))


def test_all_kinds_of_models_may_have_it():
    unit = target(model(stealth=True), leader(abilities=["Stealth"]))
    assert odds(weapon(attacks=12), unit).hits == exactly(12 * F(1, 2))


def test_an_entry_without_models_does_not_spoil_it():
    unit = target(model(stealth=True), model("none", count=0))
    assert odds(weapon(attacks=12), unit).hits == exactly(12 * F(1, 2))


def test_it_counts_towards_the_cap():
    told = odds(weapon(attacks=12), target(stealth=True), modifier("hit", -1))
    assert told.hits == exactly(12 * F(1, 2))


def test_it_acts_once():
    told = odds(weapon(attacks=12), {**target(stealth=True), "stealth": True}, modifier("hit", 1), stealth=True)
    assert told.hits == exactly(12 * F(2, 3))


def test_a_later_unit_meets_it_once_the_others_are_dead():
    unit = target(model("loud"), model("quiet", stealth=True))
    told = odds_of_units([[flamer()], [weapon(strength=20)]], unit)
    loud_alive = F(1, 6) * F(2, 3) * WOUND
    assert told.damage == exactly(WOUND + WOUND * F(1, 2) * WOUND + loud_alive)
