"""Indirect Fire (K-W-10, section 19 row 18)."""

from fractions import Fraction as F

import pytest

from wh40k import blade, every_revision, exactly, flamer, giant, modifier, odds, target, weapon

EARLY = pytest.mark.parametrize("revision", ["2023-06", "2023-12"])
LATE = pytest.mark.parametrize("revision", ["2024-06", "2025-06"])


@every_revision
def test_at_a_target_in_sight_it_shoots_as_any_weapon(revision):
    told = odds(weapon("indirect fire", attacks=12), giant(save="4+"), revision=revision)
    assert told.hits == exactly(12 * F(2, 3))
    assert told.damage == exactly(12 * F(2, 3) * F(1, 2) * F(1, 2))


@every_revision
def test_out_of_sight_it_hits_worse(revision):
    told = odds(weapon("indirect fire", attacks=12), target(), indirect_unseen=True, revision=revision)
    assert told.hits == exactly(12 * F(1, 2))


@pytest.mark.parametrize(
    ("revision", "chance"),
    [("2023-06", F(2, 3)), ("2023-12", F(2, 3)), ("2024-06", F(1, 2)), ("2025-06", F(1, 2))],
)
def test_out_of_sight_unmodified_threes_fail_later(revision, chance):
    told = odds(
        weapon("indirect fire", attacks=12, skill="2+"), target(), indirect_unseen=True, revision=revision
    )
    assert told.hits == exactly(12 * chance)


@LATE
def test_no_bonus_makes_a_three_hit_out_of_sight(revision):
    gun = weapon("indirect fire", "heavy", attacks=12, skill="2+")
    told = odds(gun, target(), modifier("hit", 1), stationary=True, indirect_unseen=True, revision=revision)
    assert told.hits == exactly(12 * F(1, 2))


@EARLY
def test_early_a_bonus_makes_up_for_the_penalty(revision):
    told = odds(
        weapon("indirect fire", attacks=12),
        target(),
        modifier("hit", 1),
        indirect_unseen=True,
        revision=revision,
    )
    assert told.hits == exactly(12 * F(2, 3))


@every_revision
def test_a_poor_shot_needs_more_than_a_four_out_of_sight(revision):
    told = odds(
        weapon("indirect fire", attacks=12, skill="4+"), target(), indirect_unseen=True, revision=revision
    )
    assert told.hits == exactly(12 * F(1, 3))


@every_revision
def test_out_of_sight_the_target_has_cover(revision):
    told = odds(weapon("indirect fire", attacks=12), giant(save="4+"), indirect_unseen=True, revision=revision)
    assert told.damage == exactly(12 * F(1, 2) * F(1, 2) * F(1, 3))


@every_revision
def test_a_weapon_without_it_cannot_shoot_at_what_it_does_not_see(revision):
    told = odds(
        [weapon(attacks=5), weapon("indirect fire", attacks=2)],
        target(),
        indirect_unseen=True,
        revision=revision,
    )
    assert told.attacks == exactly(2)


@EARLY
def test_early_torrent_hits_by_itself_out_of_sight(revision):
    told = odds(flamer("indirect fire", attacks=12), target(), indirect_unseen=True, revision=revision)
    assert told.hits == exactly(12)


@LATE
def test_later_torrent_cannot_shoot_out_of_sight(revision):
    told = odds(flamer("indirect fire", attacks=12), target(), indirect_unseen=True, revision=revision)
    assert told.attacks == 0


@every_revision
def test_melee_weapons_are_not_touched(revision):
    told = odds(blade(attacks=12, skill="2+"), giant(save="4+"), indirect_unseen=True, revision=revision)
    assert told.damage == exactly(12 * F(5, 6) * F(1, 2) * F(1, 2))
