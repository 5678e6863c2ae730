"""Hazardous (K-W-07, section 19 rows 2 to 4): one test a weapon, which fails on a 1."""

from fractions import Fraction as F

import pytest

from wh40k import blade, every_revision, exactly, leader, model, odds, target, weapon

FAIL = F(1, 6)
EARLY = pytest.mark.parametrize("revision", ["2023-06", "2023-12"])
LATE = pytest.mark.parametrize("revision", ["2024-06", "2025-06"])


def self_damage(*models, weapons=None, **keys):
    """Mean wounds lost, mean models lost and the pmf of models lost by a unit with a Hazardous weapon."""
    found = odds(weapons or weapon("hazardous"), target(), models=models, **keys).self_damage
    return found["mean"], found["models_destroyed"]["mean"], found["models_destroyed"]["pmf"]


@EARLY
def test_early_a_failure_destroys_an_ordinary_bearer(revision):
    damage, destroyed, _ = self_damage(model(count=5, wounds=4), revision=revision)
    assert damage == exactly(FAIL * 4)
    assert destroyed == exactly(FAIL)


@EARLY
def test_early_no_feel_no_pain_saves_a_destroyed_bearer(revision):
    _, destroyed, _ = self_damage(model(wounds=4, feel_no_pain="2+"), revision=revision)
    assert destroyed == exactly(FAIL)


@EARLY
def test_early_a_character_suffers_three_mortal_wounds(revision):
    damage, destroyed, _ = self_damage(leader(wounds=5), revision=revision)
    assert (damage, destroyed) == (exactly(FAIL * 3), 0)


@EARLY
@pytest.mark.parametrize("keyword", ["MONSTER", "VEHICLE", "CHARACTER"])
def test_early_a_large_model_suffers_three_mortal_wounds(revision, keyword):
    damage, destroyed, _ = self_damage(model(wounds=12), revision=revision, keywords=[keyword])
    assert (damage, destroyed) == (exactly(FAIL * 3), 0)


@LATE
def test_later_any_bearer_suffers_three_mortal_wounds(revision):
    damage, destroyed, _ = self_damage(model(count=5, wounds=4), revision=revision)
    assert (damage, destroyed) == (exactly(FAIL * 3), 0)


@LATE
def test_later_what_the_bearer_does_not_need_is_lost(revision):
    damage, destroyed, _ = self_damage(model(count=5, wounds=2), revision=revision)
    assert (damage, destroyed) == (exactly(FAIL * 2), exactly(FAIL))


@pytest.mark.parametrize(
    ("revision", "damage"), [("2023-06", 3), ("2023-12", 3), ("2024-06", 2), ("2025-06", 2)]
)
def test_mortal_wounds_of_a_character_spill_only_early(revision, damage):
    gun = weapon("hazardous", bearer="captain")
    lost, _, _ = self_damage(model(wounds=2), leader("captain", wounds=2), weapons=gun, revision=revision)
    assert lost == exactly(FAIL * damage)


@LATE
def test_later_ordinary_bearers_come_before_characters(revision):
    damage, destroyed, _ = self_damage(leader(wounds=3), model(wounds=1), revision=revision)
    assert (damage, destroyed) == (exactly(FAIL), exactly(FAIL))


@LATE
def test_later_a_wounded_bearer_comes_before_all_others(revision):
    damage, destroyed, _ = self_damage(model(wounds=1), leader(wounds=4, wounds_lost=2), revision=revision)
    assert (damage, destroyed) == (exactly(FAIL * 2), exactly(FAIL))


@LATE
def test_later_a_bearer_hurt_by_one_test_is_picked_by_the_next(revision):
    gun = weapon("hazardous", count=2)
    damage, destroyed, _ = self_damage(model(count=2, wounds=4), weapons=gun, revision=revision)
    assert damage == exactly(2 * FAIL * F(5, 6) * 3 + FAIL**2 * 4)
    assert destroyed == exactly(FAIL**2)


@LATE
def test_later_each_mortal_wound_meets_feel_no_pain(revision):
    damage, _, _ = self_damage(model(wounds=9, feel_no_pain="6+", feel_no_pain_mortal="4+"), revision=revision)
    assert damage == exactly(FAIL * 3 * F(1, 2))


@every_revision
def test_every_weapon_takes_its_test(revision):
    gun = weapon("hazardous", count=2)
    _, _, pmf = self_damage(model(count=5), weapons=gun, revision=revision)
    assert pmf == exactly([F(25, 36), F(10, 36), F(1, 36)])


@every_revision
def test_weapons_of_several_lines_and_both_kinds_take_tests(revision):
    guns = [weapon("hazardous", count=2), blade("hazardous"), weapon(count=7)]
    _, destroyed, _ = self_damage(model(count=9), weapons=guns, revision=revision)
    assert destroyed == exactly(3 * FAIL)


@every_revision
def test_the_number_of_attacks_does_not_matter(revision):
    _, destroyed, _ = self_damage(model(count=9), weapons=weapon("hazardous", attacks="2D6"), revision=revision)
    assert destroyed == exactly(FAIL)


@LATE
def test_later_a_weapon_whose_target_died_first_still_takes_its_test(revision):
    guns = [weapon(attacks=100, skill="2+", strength=20), weapon("hazardous")]
    _, destroyed, _ = self_damage(model(), weapons=guns, revision=revision)
    assert destroyed == exactly(FAIL)


def test_a_weapon_that_may_not_shoot_takes_none():
    damage, destroyed, pmf = self_damage(model(), advanced=True)
    assert (damage, destroyed, pmf) == (0, 0, [1])


def test_other_weapons_take_none():
    damage, _, _ = self_damage(model(), weapons=weapon())
    assert damage == 0


def test_it_does_not_hurt_the_target():
    assert odds(weapon("hazardous"), target(), models=[model()]).damage == exactly(F(2, 3) * F(1, 2))


def test_without_the_attacking_models_the_answer_says_that_it_cannot_tell():
    told = odds(weapon("hazardous"), target())
    assert told.self_damage is None
    assert any("Hazardous" in text for text in told.not_modelled)
