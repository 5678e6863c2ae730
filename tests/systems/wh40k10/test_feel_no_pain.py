"""Feel No Pain: one roll for each wound about to be lost (K-ATK-04)."""

from fractions import Fraction as F

import pytest

from wh40k import every_revision, exactly, flamer, giant, model, odds, target

WOUND = F(5, 6)


def critical(**changes):
    return flamer("devastating wounds", "anti-infantry 2+", **changes)


@every_revision
@pytest.mark.parametrize(("ignores", "through"), [("2+", 1), ("3+", 2), ("4+", 3), ("5+", 4), ("6+", 5)])
def test_every_point_is_rolled_for(revision, ignores, through):
    told = odds(flamer(damage="3"), giant(feel_no_pain=ignores), revision=revision)
    assert told.damage == exactly(WOUND * 3 * F(through, 6))


def test_points_are_ignored_one_by_one():
    told = odds(flamer(damage="2"), giant(feel_no_pain="5+"))
    through, ignored = F(2, 3), F(1, 3)
    lost = [WOUND * ignored**2, WOUND * 2 * through * ignored, WOUND * through**2]
    assert told.damage_pmf == exactly([1 - WOUND + lost[0], *lost[1:]])


def test_a_model_dies_if_enough_points_come_through():
    told = odds(flamer(damage="3"), target(feel_no_pain="5+"))
    assert told.p_destroyed == exactly(WOUND * (1 - F(1, 27)))
    assert told.wasted == exactly(WOUND * (3 * F(2, 3) - F(26, 27)))


def test_it_follows_a_failed_save():
    told = odds(flamer(), giant(save="4+", feel_no_pain="4+"))
    assert told.damage == exactly(WOUND * F(1, 2) * F(1, 2))


def test_against_mortal_wounds_the_better_of_two_is_used():
    unit = giant(feel_no_pain="6+", feel_no_pain_mortal="4+")
    assert odds(critical(damage="2"), unit).damage == exactly(WOUND * 2 * F(1, 2))
    other = giant(feel_no_pain="4+", feel_no_pain_mortal="6+")
    assert odds(critical(damage="2"), other).damage == exactly(WOUND * 2 * F(1, 2))


def test_only_one_is_used_for_a_wound():
    unit = giant(feel_no_pain="4+", feel_no_pain_mortal="4+")
    assert odds(critical(), unit).damage == exactly(WOUND * F(1, 2))


def test_what_is_for_mortal_wounds_does_not_touch_others():
    assert odds(flamer(), giant(feel_no_pain_mortal="2+")).damage == exactly(WOUND)
    unit = giant(feel_no_pain="6+", feel_no_pain_mortal="2+")
    assert odds(flamer(), unit).damage == exactly(WOUND * F(5, 6))


def test_every_model_has_its_own():
    unit = target(model("tough", feel_no_pain="4+"), model("plain"))
    told = odds(flamer(count=2), unit)
    first = WOUND * F(1, 2)
    assert told.damage_pmf == exactly(
        [(1 - first) ** 2, first * (1 - WOUND) + (1 - first) * first, first * WOUND]
    )


def test_a_dash_is_none():
    assert odds(flamer(), giant(feel_no_pain="-")).damage == exactly(WOUND)
