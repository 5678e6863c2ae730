"""The Wound roll (section 9 step 2, K-MOD-06, K-ATK-01)."""

from fractions import Fraction as F

import pytest

from wh40k import every_revision, exactly, flamer, leader, model, modifier, odds, target


def wounds(*values, strength=4, toughness=4):
    shared = [modifier("wound", value) for value in values]
    return odds(flamer(attacks=12, strength=strength), target(toughness=toughness), *shared).wounds


@pytest.mark.parametrize(
    ("strength", "toughness", "needs"),
    [
        (8, 4, 2),
        (9, 4, 2),
        (2, 1, 2),
        (7, 4, 3),
        (5, 4, 3),
        (15, 8, 3),
        (4, 4, 4),
        (1, 1, 4),
        (4, 5, 5),
        (4, 7, 5),
        (3, 5, 5),
        (4, 8, 6),
        (4, 9, 6),
        (3, 6, 6),
        (1, 2, 6),
    ],
)
@every_revision
def test_strength_is_compared_with_toughness(revision, strength, toughness, needs):
    told = odds(flamer(attacks=12, strength=strength), target(toughness=toughness), revision=revision)
    assert told.wounds == exactly(12 * F(7 - needs, 6))


def test_an_unmodified_one_always_fails():
    assert wounds(1, strength=8) == exactly(12 * F(5, 6))


def test_an_unmodified_six_always_wounds():
    assert wounds(-1, toughness=8) == exactly(12 * F(1, 6))


@pytest.mark.parametrize(
    ("values", "faces"),
    [([1], 4), ([-1], 2), ([1, 1], 4), ([-2], 2), ([1, -1], 3), ([1, 1, -1], 4), ([-2, 1], 2)],
)
def test_its_net_modifier_is_capped_at_one(values, faces):
    assert wounds(*values) == exactly(12 * F(faces, 6))


def test_the_highest_toughness_of_a_mixed_unit_counts():
    unit = target(model(toughness=3), model("heavy", toughness=5), model("light", toughness=4))
    assert odds(flamer(attacks=12, strength=5), unit).wounds == exactly(12 * F(1, 2))


@pytest.mark.parametrize("toughness", [2, 8])
def test_the_toughness_of_a_leader_does_not_count(toughness):
    unit = target(leader(toughness=toughness), model(toughness=4))
    assert odds(flamer(attacks=12, strength=4), unit).wounds == exactly(12 * F(1, 2))


def test_of_leaders_alone_the_highest_toughness_counts():
    unit = target(leader(toughness=4), leader("other", toughness=8))
    assert odds(flamer(attacks=12, strength=4), unit).wounds == exactly(12 * F(1, 6))


def test_a_critical_wound_on_five_always_wounds():
    told = odds(flamer(attacks=12, strength=4), target(toughness=8), modifier("critical wound", 5))
    assert told.wounds == exactly(12 * F(1, 3))
