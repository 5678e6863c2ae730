"""Re-rolls: at most once for each die, before modifiers (K-DIC-02 to K-DIC-04)."""

from fractions import Fraction as F

import pytest

from wh40k import every_revision, exactly, flamer, giant, modifier, odds, target, weapon

WOUND = F(5, 6)
DAMAGE = modifier("reroll damage", below="mean")


def again(what, *which):
    return [modifier(f"reroll {what}", which=each) for each in which]


@every_revision
def test_hit_rolls_of_one(revision):
    told = odds(weapon(attacks=12), target(), *again("hits", "ones"), revision=revision)
    assert told.hits == exactly(12 * (F(2, 3) + F(1, 6) * F(2, 3)))


def test_failed_hit_rolls():
    told = odds(weapon(attacks=12), target(), *again("hits", "failed"))
    assert told.hits == exactly(12 * (F(2, 3) + F(1, 3) * F(2, 3)))


def test_failed_hit_rolls_of_a_modified_roll():
    told = odds(weapon(attacks=12), target(), modifier("hit", -1), *again("hits", "failed"))
    assert told.hits == exactly(12 * (F(1, 2) + F(1, 2) * F(1, 2)))


def test_ones_are_unmodified_ones():
    told = odds(weapon(attacks=12), target(), modifier("hit", -1), *again("hits", "ones"))
    assert told.hits == exactly(12 * (F(1, 2) + F(1, 6) * F(1, 2)))


def test_fishing_for_critical_hits():
    gun = weapon("sustained hits 1", attacks=12)
    told = odds(gun, target(), *again("hits", "non-critical"))
    critical = F(1, 6) + F(5, 6) * F(1, 6)
    assert told.hits == exactly(12 * (F(1, 6) + F(5, 6) * F(2, 3) + critical))


def test_fishing_for_critical_hits_on_five():
    gun = weapon("lethal hits", attacks=12)
    told = odds(gun, target(toughness=8), modifier("critical hit", 5), *again("hits", "non-critical"))
    critical, plain = F(1, 3) + F(2, 3) * F(1, 3), F(2, 3) * F(1, 3)
    assert told.wounds == exactly(12 * (critical + plain * F(1, 6)))


@pytest.mark.parametrize(
    ("which", "again_faces"),
    [(("ones", "failed"), 2), (("ones", "ones"), 1), (("failed", "failed"), 2), (("ones", "non-critical"), 5)],
)
def test_several_permissions_are_their_union(which, again_faces):
    told = odds(weapon(attacks=12), target(), *again("hits", *which))
    kept = {1: F(4, 6), 2: F(4, 6), 5: F(1, 6)}[again_faces]
    assert told.hits == exactly(12 * (kept + F(again_faces, 6) * F(2, 3)))


def test_permissions_of_the_weapon_and_of_the_engagement_are_joined():
    gun = weapon(attacks=12, modifiers=again("hits", "ones"))
    assert odds(gun, target(), *again("hits", "failed")).hits == exactly(12 * F(8, 9))


@pytest.mark.parametrize(
    ("which", "wounds"),
    [
        ("ones", F(1, 2) + F(1, 6) * F(1, 2)),
        ("failed", F(1, 2) + F(1, 2) * F(1, 2)),
        ("non-critical", F(1, 6) + F(5, 6) * F(1, 2)),
    ],
)
def test_wound_rolls(which, wounds):
    told = odds(flamer(attacks=12, strength=4), target(), *again("wounds", which))
    assert told.wounds == exactly(12 * wounds)


def test_fishing_for_devastating_wounds():
    gun = flamer("devastating wounds", attacks=12, strength=4)
    told = odds(gun, giant(save="2+"), *again("wounds", "non-critical"))
    critical, plain = F(1, 6) + F(5, 6) * F(1, 6), F(5, 6) * F(1, 3)
    assert told.damage == exactly(12 * (critical + plain * F(1, 6)))


def test_extra_hits_may_re_roll_their_wounds():
    gun = weapon("sustained hits 1", attacks=12)
    told = odds(gun, target(), *again("wounds", "failed"))
    assert told.wounds == exactly(12 * (F(2, 3) + F(1, 6)) * F(3, 4))


@pytest.mark.parametrize(
    ("which", "failed"), [("ones", F(2, 6) + F(1, 6) * F(1, 2)), ("failed", F(1, 2) * F(1, 2))]
)
def test_saving_throws(which, failed):
    told = odds(flamer(), giant(save="4+"), *again("saves", which))
    assert told.damage == exactly(WOUND * failed)


@pytest.mark.parametrize(
    ("printed", "mean"),
    [
        ("D6", F(4 + 5 + 6, 6) + F(3, 6) * F(7, 2)),
        ("D3", F(2 + 3, 3) + F(1, 3) * 2),
        ("D6+1", F(5 + 6 + 7, 6) + F(3, 6) * F(9, 2)),
        ("2D6", F(6 * 7 + 5 * 8 + 4 * 9 + 3 * 10 + 2 * 11 + 12, 36) + F(15, 36) * 7),
        ("3", 3),
    ],
)
@every_revision
def test_damage_below_its_mean_is_rolled_again_whole(revision, printed, mean):
    told = odds(flamer(damage=printed), giant(), DAMAGE, revision=revision)
    assert told.damage == exactly(WOUND * mean)


def test_every_damage_roll_may_be_rolled_again():
    told = odds(flamer(damage="D6", count=3), giant(), DAMAGE)
    assert told.damage == exactly(3 * WOUND * F(17, 4))


def test_a_damage_roll_is_judged_before_its_modifiers():
    told = odds(flamer(damage="D6"), giant(), DAMAGE, modifier("damage", op="halve"))
    low = F(3, 6) * F(1 + 1 + 2 + 2 + 3 + 3, 6)
    assert told.damage == exactly(WOUND * (F(2 + 3 + 3, 6) + low))


def test_devastating_wounds_may_re_roll_damage():
    gun = flamer("devastating wounds", "anti-infantry 2+", damage="D6")
    assert odds(gun, giant(save="2+"), DAMAGE).damage == exactly(WOUND * F(17, 4))


def test_re_rolls_work_in_overwatch():
    told = odds(weapon(attacks=12), target(), *again("hits", "ones"), overwatch=True)
    assert told.hits == exactly(12 * (F(1, 6) + F(1, 6) * F(1, 6)))
