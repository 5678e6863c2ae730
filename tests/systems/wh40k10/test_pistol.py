"""Pistol (K-W-15)."""

from fractions import Fraction as F

from wh40k import every_revision, exactly, odds, target, weapon

BOTH = [weapon("pistol", attacks=12), weapon(attacks=5)]


@every_revision
def test_only_it_shoots_when_its_unit_is_engaged(revision):
    told = odds(BOTH, target(), attacker_engaged=True, revision=revision)
    assert told.attacks == exactly(12)
    assert any("Pistol" in reason for reason in told.reasons)


@every_revision
def test_it_shoots_at_the_unit_that_it_is_engaged_with(revision):
    told = odds(BOTH, target(), attacker_engaged=True, target_engaged_with_friends=True, revision=revision)
    assert told.hits == exactly(12 * F(2, 3))


@every_revision
def test_big_guns_never_tire_takes_nothing_from_it(revision):
    told = odds(BOTH[0], target(), attacker_engaged=True, keywords=["VEHICLE"], revision=revision)
    assert told.hits == exactly(12 * F(2, 3))


def test_from_outside_it_cannot_shoot_into_a_fight_of_friends():
    assert odds(BOTH, target(), target_engaged_with_friends=True).attacks == 0


def test_away_from_the_enemy_it_shoots_as_any_weapon():
    assert odds(BOTH, target()).attacks == exactly(12 + 5)
