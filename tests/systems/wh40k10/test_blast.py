"""Blast (K-W-03)."""

from fractions import Fraction as F

import pytest

from wh40k import every_revision, exactly, flamer, leader, model, odds, target, weapon


@pytest.mark.parametrize(
    ("models", "more"), [(1, 0), (4, 0), (5, 1), (6, 1), (9, 1), (10, 2), (11, 2), (20, 4)]
)
def test_every_five_models_make_one_more_attack(models, more):
    assert odds(weapon("blast", attacks=3), target(count=models)).attacks == exactly(3 + more)


@every_revision
def test_each_weapon_gets_them(revision):
    told = odds(weapon("blast", attacks="D6", count=3), target(count=10), revision=revision)
    assert told.attacks == exactly(3 * (F(7, 2) + 2))


def test_models_of_all_kinds_count():
    assert odds(weapon("blast"), target(model(count=2), model("other", count=2), leader())).attacks == exactly(
        2
    )


def test_other_weapons_get_none():
    assert odds([weapon("blast"), weapon()], target(count=10)).attacks == exactly(3 + 1)


def test_it_adds_after_the_dice_are_rolled():
    told = odds(flamer("blast", attacks="D3"), target(wounds=9, count=5))
    wound, fail = F(5, 6), F(1, 6)
    none = F(1, 3) * (fail**2 + fail**3 + fail**4)
    one = F(1, 3) * (2 * wound * fail + 3 * wound * fail**2 + 4 * wound * fail**3)
    assert told.damage_pmf[:2] == exactly([none, one])


def test_it_adds_to_rapid_fire():
    assert odds(weapon("blast", "rapid fire 2"), target(count=5), half_range=True).attacks == exactly(1 + 2 + 1)


def test_it_counts_the_models_when_targets_are_selected():
    first, second = flamer(attacks=3), flamer("blast")
    assert odds([first, second], target(count=5)).damage == exactly((3 + 2) * F(5, 6))


@every_revision
@pytest.mark.parametrize("keyword", ["INFANTRY", "MONSTER", "VEHICLE"])
def test_it_never_aims_at_a_unit_engaged_with_friends(revision, keyword):
    unit = target(count=5, keywords=[keyword])
    told = odds(
        weapon("blast"), unit, target_engaged_with_friends=True, keywords=["VEHICLE"], revision=revision
    )
    assert told.attacks == 0
    assert told.damage == 0
