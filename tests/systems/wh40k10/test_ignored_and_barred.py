"""Modifiers that somebody ignores (K-MOD-09, K-CLR-14), and what is not allowed."""

from fractions import Fraction as F

import pytest

from wh40k import exactly, flamer, giant, model, modifier, odds, target, weapon

SURE = F(5, 6)


def ignore(of, **keys):
    return modifier("ignore", of=of, **keys)


def test_bad_modifiers_are_dropped_before_the_sum_is_capped():
    changes = modifier("hit", -1), modifier("hit", 1), ignore("hit")
    assert odds(weapon(), giant(stealth=True), *changes).hits == exactly(F(5, 6))


@pytest.mark.parametrize(
    ("by", "hits"), [("attacker", F(5, 6)), ("target", F(3, 6)), ("both", F(4, 6)), (None, F(5, 6))]
)
def test_whom_ignoring_serves(by, hits):
    changes = modifier("hit", 1), modifier("hit", -1), modifier("hit", -1)
    kept = changes[:2] if by == "attacker" else changes
    assert odds(weapon(), giant(), *kept, ignore("hit", **({"by": by} if by else {}))).hits == exactly(hits)


def test_a_worse_skill_is_ignored_and_a_better_one_kept():
    assert odds(weapon(), giant(), modifier("skill", 1), ignore("skill")).hits == exactly(F(4, 6))
    assert odds(weapon(), giant(), modifier("skill", -1), ignore("skill")).hits == exactly(F(5, 6))


@pytest.mark.parametrize(
    ("change", "of", "damage"),
    [
        (modifier("damage", op="halve"), "damage", 4),
        (modifier("damage", 1, op="subtract"), "damage", 4),
        (modifier("damage", 1, op="set"), "damage", 4),
        (modifier("damage", 6, op="set"), "damage", 6),
        (modifier("damage", 1, op="add"), "damage", 5),
    ],
)
def test_damage_of_4(change, of, damage):
    assert odds(flamer(damage="4"), giant(), change, ignore(of)).damage == exactly(SURE * damage)


def test_worsened_ap_is_ignored():
    changes = modifier("ap", 1), ignore("ap")
    assert odds(flamer(ap=-1), giant(save="3+"), *changes).damage == exactly(SURE * F(3, 6))


def test_a_model_ignores_what_improves_ap_for_itself_alone():
    stoic = model("stoic", save="3+", wounds=50, modifiers=[ignore("ap")])
    only = odds(flamer(ap=-1), target(stoic), modifier("ap", -1))
    assert only.damage == exactly(SURE * F(3, 6))
    plain = odds(flamer(ap=-1), target(model(save="3+", wounds=50)), modifier("ap", -1))
    assert plain.damage == exactly(SURE * F(4, 6))


def test_a_roll_that_nothing_modifies():
    changes = modifier("wound", 1), ignore("wound", by="both")
    assert odds(weapon("torrent"), giant(), *changes).wounds == exactly(F(3, 6))


def test_cover_is_ignored():
    assert odds(flamer(), giant(save="4+"), ignore("cover"), cover=True).damage == exactly(SURE * F(3, 6))
    assert odds(flamer(), giant(save="4+"), cover=True).damage == exactly(SURE * F(2, 6))


@pytest.mark.parametrize(
    ("of", "saved"), [("invulnerable save", F(1, 6)), ("armour save", F(2, 6)), ("save", 0)]
)
def test_a_save_that_is_not_allowed(of, saved):
    found = odds(flamer(ap=-3), giant(save="3+", invulnerable="5+"), modifier("bar", of=of))
    assert found.damage == exactly(SURE * (1 - saved))


def test_feel_no_pain_that_is_not_allowed():
    barred = modifier("bar", of="feel no pain")
    assert odds(flamer(), giant(feel_no_pain="4+"), barred).damage == exactly(SURE)


@pytest.mark.parametrize(
    "again", [modifier("reroll hits", which="failed"), modifier("command reroll", roll="hit")]
)
def test_hits_that_cannot_be_rerolled(again):
    assert odds(weapon(), giant(), again, modifier("bar", of="reroll hits")).hits == exactly(F(4, 6))


def test_twin_linked_that_cannot_be_rerolled():
    found = odds(weapon("torrent", "twin-linked"), giant(), modifier("bar", of="reroll wounds"))
    assert found.wounds == exactly(F(3, 6))
