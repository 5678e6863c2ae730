"""Invulnerable saves (section 9 step 4)."""

from fractions import Fraction as F

import pytest

from wh40k import every_revision, exactly, flamer, giant, modifier, odds

WOUND = F(5, 6)


def damage(save, invulnerable, ap, *modifiers, **keys):
    return odds(flamer(ap=ap), giant(save=save, invulnerable=invulnerable), *modifiers, **keys).damage


@every_revision
@pytest.mark.parametrize(("ap", "fails"), [(0, 2), (-1, 3), (-2, 3), (-5, 3)])
def test_the_better_of_the_two_saves_is_taken(revision, ap, fails):
    assert damage("3+", "4+", ap, revision=revision) == exactly(WOUND * F(fails, 6))


@pytest.mark.parametrize("ap", [0, -3, -6])
def test_armour_penetration_never_changes_it(ap):
    assert damage("-", "5+", ap) == exactly(WOUND * F(4, 6))


@pytest.mark.parametrize("value", [-2, 1, 3])
def test_modifiers_of_saves_never_change_it(value):
    assert damage("-", "5+", 0, modifier("save", value)) == exactly(WOUND * F(4, 6))


def test_an_unmodified_one_always_fails():
    assert damage("-", "2+", 0) == exactly(WOUND * F(1, 6))


def test_a_dash_is_none():
    assert damage("-", "-", 0) == exactly(WOUND)
    assert damage("-", None, 0) == exactly(WOUND)


def test_it_is_one_save_not_a_second():
    assert damage("4+", "4+", 0) == exactly(WOUND * F(1, 2))
