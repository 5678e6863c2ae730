"""The Benefit of Cover (K-COV-01, K-COV-02)."""

from fractions import Fraction as F

import pytest

from wh40k import blade, every_revision, exactly, flamer, giant, model, modifier, odds, target, weapon

WOUND = F(5, 6)


def damage(save, ap, *modifiers, **changes):
    return odds(flamer(ap=ap), giant(save=save, **changes), *modifiers, cover=True).damage


@every_revision
@pytest.mark.parametrize(
    ("save", "ap", "fails"),
    [
        ("4+", 0, 2),
        ("5+", 0, 3),
        ("6+", 0, 4),
        ("4+", -1, 3),
        ("3+", -1, 2),
        ("3+", -2, 3),
        ("2+", -1, 1),
        ("6+", -1, 5),
        ("6+", -2, 6),
    ],
)
def test_it_improves_armour_by_one(revision, save, ap, fails):
    told = odds(flamer(ap=ap), giant(save=save), cover=True, revision=revision)
    assert told.damage == exactly(WOUND * F(fails, 6))


@pytest.mark.parametrize(("save", "fails"), [("3+", 2), ("2+", 1)])
def test_three_plus_and_better_has_none_without_armour_penetration(save, fails):
    assert damage(save, 0) == exactly(WOUND * F(fails, 6))


def test_armour_penetration_worsened_to_none_counts_as_none():
    assert damage("3+", -1, modifier("ap", 1)) == exactly(WOUND * F(2, 6))


def test_armour_penetration_improved_from_none_counts():
    assert damage("3+", 0, modifier("ap", -1)) == exactly(WOUND * F(2, 6))


def test_it_does_not_improve_an_invulnerable_save():
    assert damage("-", 0, invulnerable="5+") == exactly(WOUND * F(4, 6))


def test_it_may_make_armour_better_than_the_invulnerable_save():
    assert damage("4+", -1, invulnerable="5+") == exactly(WOUND * F(3, 6))


def test_no_save_stays_none():
    assert damage("-", 0) == exactly(WOUND)


@pytest.mark.parametrize(("ap", "fails"), [(0, 2), (-1, 2), (-2, 3)])
def test_with_another_bonus_the_net_improvement_is_one(ap, fails):
    assert damage("4+", ap, modifier("save", 1)) == exactly(WOUND * F(fails, 6))


def test_it_does_not_work_in_melee():
    told = odds(blade(attacks=12), giant(save="4+"), cover=True)
    assert told.damage == exactly(12 * F(2, 3) * F(1, 2) * F(1, 2))


def test_it_does_not_add_up_with_cover_from_indirect_fire():
    gun = weapon("indirect fire", attacks=12, ap=-2)
    told = odds(gun, giant(save="4+"), cover=True, indirect_unseen=True)
    assert told.damage == exactly(12 * F(1, 2) * F(1, 2) * F(4, 6))


def test_it_depends_on_the_save_of_each_model():
    unit = target(model("light", save="4+"), model("heavy", save="3+"))
    told = odds(flamer(count=2), unit, cover=True)
    light, heavy = WOUND * F(2, 6), WOUND * F(2, 6)
    assert told.damage_pmf == exactly([(1 - light) ** 2, 2 * (1 - light) * light, light * heavy])


def test_it_does_not_stop_devastating_wounds():
    gun = flamer("devastating wounds", "anti-infantry 2+")
    assert odds(gun, giant(save="4+"), cover=True).damage == exactly(WOUND)
