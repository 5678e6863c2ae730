"""Unmodified results that fail or succeed by themselves, and rolls that are not made (K-DIC-02, K-DIC-08)."""

from fractions import Fraction as F

import pytest

from wh40k import exactly, flamer, giant, modifier, odds, weapon


@pytest.mark.parametrize(
    ("changes", "hits"),
    [
        ([modifier("hit", 3, op="fails to")], F(3, 6)),
        ([modifier("hit", 3, op="fails to"), modifier("hit", 1)], F(3, 6)),
        ([modifier("hit", 2, op="succeeds from")], F(5, 6)),
        ([modifier("hit", 3, op="succeeds from"), modifier("hit", -1)], F(4, 6)),
        ([modifier("hit", op="automatic"), modifier("hit", -1)], 1),
    ],
)
def test_hits_on_3(changes, hits):
    assert odds(weapon(), giant(), *changes).hits == exactly(hits)


@pytest.mark.parametrize(
    ("changes", "wounds"),
    [
        ([modifier("wound", 4, op="fails to")], F(2, 6)),
        ([modifier("wound", 2, op="succeeds from")], F(5, 6)),
        ([modifier("wound", op="automatic")], 1),
    ],
)
def test_wounds_on_4(changes, wounds):
    found = odds(weapon("torrent", "devastating wounds"), giant(save="2+"), *changes)
    assert found.wounds == exactly(wounds)


def test_a_wound_without_a_roll_is_never_critical():
    automatic = modifier("wound", op="automatic")
    found = odds(flamer("devastating wounds", "anti-infantry 2+"), giant(save="2+"), automatic)
    assert found.damage == exactly(F(1, 6))


def test_a_critical_that_unmodified_results_fail_is_none():
    changes = modifier("wound", 3, op="fails to"), modifier("critical wound", 2)
    assert odds(weapon("torrent"), giant(), *changes).wounds == exactly(F(3, 6))


@pytest.mark.parametrize(
    ("change", "saved"),
    [
        (modifier("save", 4, op="fails to"), F(2, 6)),
        (modifier("save", 5, op="succeeds from"), F(4, 6)),
        (modifier("save", 2, op="succeeds from"), F(5, 6)),
    ],
)
def test_saves_of_3(change, saved):
    assert odds(flamer(), giant(save="3+"), change).damage == exactly(F(5, 6) * (1 - saved))


def test_a_save_that_succeeds_by_itself_needs_no_other():
    found = odds(flamer(ap=-6), giant(save="-"), modifier("save", 6, op="succeeds from"))
    assert found.damage == exactly(F(5, 6) * F(5, 6))


def test_overwatch_hits_from_what_a_rule_says():
    change = modifier("hit", 5, op="succeeds from")
    found = odds(weapon("sustained hits 1"), giant(), change, overwatch=True)
    assert found.hits == exactly(F(2, 6) + F(1, 6))


@pytest.mark.parametrize(("skill", "hits"), [("3+", F(4, 6)), ("6+", F(1, 6))])
def test_only_successes_are_critical(skill, hits):
    found = odds(weapon("sustained hits 1", skill=skill), giant(), modifier("critical hit", 3, of="successes"))
    assert found.hits == exactly(2 * hits)


@pytest.mark.parametrize("what", ["hit", "wound"])
def test_the_needed_roll_tells_which_successes_are_critical(what):
    change = modifier(f"critical {what}", 4, of="successes", reason="Hawk Eye")
    told = odds(weapon("sustained hits 1"), giant(), change)
    assert any("critical on 4+ where it succeeds (Hawk Eye)" in text for text in told.reasons)
