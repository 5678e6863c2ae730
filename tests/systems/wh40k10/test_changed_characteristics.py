"""Characteristics set, divided, multiplied, raised and lowered, in that order (K-MOD-01 to K-MOD-07)."""

from fractions import Fraction as F

import pytest

from wh40k import exactly, flamer, giant, model, modifier, odds, target, weapon

SURE = F(5, 6)
"""A flamer's Wound roll."""


@pytest.mark.parametrize(
    ("changes", "attacks"),
    [
        ([modifier("attacks", 3)], 7),
        ([modifier("attacks", 6, op="set")], 6),
        ([modifier("attacks", 6, op="set"), modifier("attacks", 1)], 7),
        ([modifier("attacks", op="double"), modifier("attacks", 1)], 9),
        ([modifier("attacks", op="halve"), modifier("attacks", 1)], 3),
        ([modifier("attacks", 3, op="divide")], 2),
        ([modifier("attacks", 9, op="subtract")], 1),
        ([modifier("attacks", "D3", op="add")], 6),
        ([modifier("attacks", "D6", op="set")], F(7, 2)),
        ([modifier("attacks", "D6", op="set"), modifier("attacks", 3, op="set")], F(7, 2)),
        ([modifier("attacks", "D3", op="add"), modifier("attacks", op="double")], 10),
        ([modifier("attacks", 1, op="improve"), modifier("attacks", 2, op="worsen")], 3),
    ],
)
def test_attacks_of_a_weapon_that_makes_four(changes, attacks):
    assert odds(weapon(attacks=4), giant(), *changes).attacks == exactly(attacks)


def test_halved_random_attacks_are_rounded_up():
    found = odds(weapon(attacks="D6"), giant(), modifier("attacks", op="halve"))
    assert found.attacks == exactly(F(1 + 1 + 2 + 2 + 3 + 3, 6))


def test_rapid_fire_comes_on_top_of_multiplied_attacks():
    found = odds(weapon("rapid fire 1", attacks=2), giant(), modifier("attacks", op="double"), half_range=True)
    assert found.attacks == exactly(5)


@pytest.mark.parametrize(
    ("changes", "wounds"),
    [
        ([modifier("strength", 5, op="set")], F(4, 6)),
        ([modifier("strength", op="double")], F(5, 6)),
        ([modifier("strength", op="halve")], F(1, 6)),
        ([modifier("strength", 2, op="subtract")], F(1, 6)),
        ([modifier("strength", 3, op="set"), modifier("strength", 1)], F(3, 6)),
        ([modifier("toughness", 2, op="set")], F(5, 6)),
        ([modifier("toughness", op="double")], F(1, 6)),
        ([modifier("toughness", 1, op="subtract")], F(4, 6)),
        ([modifier("toughness", 9, op="subtract")], F(5, 6)),
    ],
)
def test_wounds_of_strength_4_on_toughness_4(changes, wounds):
    found = odds(weapon("torrent", skill=None), giant(), *changes)
    assert found.wounds == exactly(wounds)


def test_toughness_of_a_model_is_changed_before_the_highest_is_taken():
    hard = model("hard", wounds=100, modifiers=[modifier("toughness", 4)])
    found = odds(weapon("torrent"), target(model(wounds=100), hard))
    assert found.wounds == exactly(F(1, 6))


@pytest.mark.parametrize(
    ("change", "hits"),
    [
        (modifier("skill", 2, op="set"), F(5, 6)),
        (modifier("skill", 1, op="improve"), F(5, 6)),
        (modifier("skill", 2, op="improve"), F(5, 6)),
        (modifier("skill", 1, op="worsen"), F(3, 6)),
        (modifier("skill", 1), F(3, 6)),
    ],
)
def test_skill_of_3(change, hits):
    assert odds(weapon(), giant(), change).hits == exactly(hits)


@pytest.mark.parametrize(
    ("changes", "saved"),
    [
        ([modifier("ap", -3, op="set")], 0),
        ([modifier("ap", 0, op="set")], F(3, 6)),
        ([modifier("ap", 1, op="improve")], F(1, 6)),
        ([modifier("ap", 1, op="worsen")], F(3, 6)),
        ([modifier("ap", 5, op="worsen")], F(3, 6)),
        ([modifier("ap", op="double")], F(1, 6)),
        ([modifier("save characteristic", 2, op="set")], F(4, 6)),
        ([modifier("save characteristic", 1, op="improve")], F(3, 6)),
        ([modifier("save characteristic", 1, op="worsen")], F(1, 6)),
    ],
)
def test_saves_of_4_against_ap_1(changes, saved):
    found = odds(flamer(ap=-1), giant(save="4+"), *changes)
    assert found.damage == exactly(SURE * (1 - saved))


def test_a_better_save_characteristic_is_no_modifier_of_the_roll():
    changes = modifier("save characteristic", 1, op="improve"), modifier("save", 1)
    assert odds(flamer(), giant(save="5+"), *changes).damage == exactly(SURE * F(2, 6))


@pytest.mark.parametrize(
    ("changes", "mean"),
    [
        ([modifier("damage", "D3", op="add")], 4),
        ([modifier("damage", "D6", op="set")], F(7, 2)),
        ([modifier("damage", "D3", op="add"), modifier("damage", op="double")], 6),
        ([modifier("damage", "D3", op="set"), modifier("damage", 1, op="subtract")], F(1 + 1 + 2, 3)),
        ([modifier("damage", 1, op="improve")], 3),
    ],
)
def test_damage_of_2(changes, mean):
    assert odds(flamer(damage="2"), giant(), *changes).damage == exactly(SURE * mean)


def test_dice_set_for_damage_give_way_to_a_better_number():
    changes = modifier("damage", "D3", op="set"), modifier("damage", 3, op="set")
    assert odds(flamer(damage="1"), giant(), *changes).damage == exactly(SURE * 3)
