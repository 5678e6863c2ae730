"""Re-rolls (H-DIC-01)."""

from fractions import Fraction as F

import pytest

from heresy import exactly, giant, gun, modifier, odds, problems, sure


@pytest.mark.parametrize(("which", "hits"), [("ones", F(2, 3) + F(1, 6) * F(2, 3)), ("failed", F(8, 9))])
def test_hit_tests_are_rolled_again_once(which, hits):
    assert odds(gun(), giant(), modifier("reroll hits", which=which)).hits == exactly(hits)


def test_marks_read_the_second_die():
    told = odds(gun("Rending (6+)"), giant(toughness=20), modifier("reroll hits", which="failed"))
    assert told.wounds == exactly(F(1, 6) + F(1, 3) * F(1, 6))


def test_anything_but_a_critical_may_be_rolled_again():
    told = odds(gun("Critical Hit (6+)"), giant(toughness=20), modifier("reroll hits", which="non-critical"))
    assert told.wounds == exactly(F(1, 6) + F(5, 6) * F(1, 6))


@pytest.mark.parametrize(("which", "wounds"), [("ones", F(1, 2) + F(1, 12)), ("failed", F(3, 4))])
def test_wound_tests_are_rolled_again_once(which, wounds):
    assert odds(sure(strength=4), giant(), modifier("reroll wounds", which=which)).wounds == exactly(wounds)


def test_wounds_have_no_criticals():
    found = problems(gun(), giant(), modifier("reroll wounds", which="non-critical"))
    assert found == ["modifiers: 'reroll wounds' takes which: ones, failed"]
