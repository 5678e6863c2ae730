"""The saving throw (section 9 step 4, K-MOD-06): an armour save is D6 and AP against the save."""

from fractions import Fraction as F

import pytest

from wh40k import blade, every_revision, exactly, flamer, giant, modifier, odds

WOUND = F(5, 6)


def unsaved(save, ap, *values, **keys):
    """The mean damage of one attack that wounds on 2+."""
    shared = [modifier("save", value) for value in values]
    return odds(flamer(ap=ap), giant(save=save), *shared, **keys).damage


@every_revision
@pytest.mark.parametrize(
    ("save", "ap", "fails"),
    [
        ("2+", 0, 1),
        ("3+", 0, 2),
        ("3+", -1, 3),
        ("2+", -1, 2),
        ("4+", -2, 5),
        ("6+", 0, 5),
        ("6+", -1, 6),
        ("3+", -3, 5),
        ("3+", -4, 6),
        ("2+", -6, 6),
        ("7+", 0, 6),
        ("-", 0, 6),
    ],
)
def test_armour_penetration_worsens_it(revision, save, ap, fails):
    assert unsaved(save, ap, revision=revision) == exactly(WOUND * F(fails, 6))


def test_an_unmodified_six_is_no_sure_save():
    assert unsaved("5+", -2) == exactly(WOUND)


def test_an_unmodified_one_always_fails():
    assert unsaved("2+", 0, 1) == exactly(WOUND * F(1, 6))


@pytest.mark.parametrize(
    ("ap", "values", "fails"),
    [
        (0, [1], 2),
        (0, [1, 1], 2),
        (-1, [1], 3),
        (-1, [1, 1], 2),
        (-1, [1, 1, 1], 2),
        (-2, [1, 1], 3),
        (-3, [1, 1], 4),
        (-2, [3], 2),
        (0, [1, -1], 3),
    ],
)
def test_its_net_improvement_is_capped_at_one(ap, values, fails):
    assert unsaved("4+", ap, *values) == exactly(WOUND * F(fails, 6))


@pytest.mark.parametrize(("values", "fails"), [([-1], 3), ([-1, -1], 4), ([-3], 5), ([-4], 6), ([-9], 6)])
def test_worsening_is_not_capped(values, fails):
    assert unsaved("3+", 0, *values) == exactly(WOUND * F(fails, 6))


def test_a_plus_printed_before_no_save_is_not_modified():
    assert unsaved("-", 0, 1) == exactly(WOUND)


def test_a_seven_plus_save_works_on_six_with_a_bonus():
    assert unsaved("7+", 0, 1) == exactly(WOUND * F(5, 6))


@pytest.mark.parametrize(("ap", "value", "fails"), [(-1, 1, 3), (-2, 1, 4), (0, 1, 3), (-1, 5, 3), (0, -1, 4)])
def test_armour_penetration_itself_may_be_changed(ap, value, fails):
    told = odds(flamer(ap=ap), giant(save="4+"), modifier("ap", value))
    assert told.damage == exactly(WOUND * F(fails, 6))


def test_armour_penetration_may_be_printed_as_text():
    assert odds(flamer(ap="-2"), giant(save="3+")).damage == exactly(WOUND * F(4, 6))


def test_melee_weapons_are_saved_against_alike():
    told = odds(blade(attacks=12, ap=-1), giant(save="3+"))
    assert told.damage == exactly(12 * F(2, 3) * F(1, 2) * F(1, 2))
