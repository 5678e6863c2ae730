"""Template and Hellstorm (H-BLS-08)."""

from fractions import Fraction as F

import pytest

from heresy import exactly, giant, gun, odds, target


@pytest.mark.parametrize("rule", ["Template", "Hellstorm", "Template (Hellstorm)"])
def test_it_hits_each_model_under_it_without_a_test(rule):
    told = odds(gun(rule, skill=1), target(count=10), under_marker=3)
    assert (told.hits, told.wounds) == exactly([3, F(3, 2)])


def test_more_firepower_makes_more_hits_for_each_model():
    assert odds(gun("Template", attacks="2"), target(count=10), under_marker=3).hits == exactly(6)


def test_snap_shots_do_not_matter():
    assert odds(gun("Template", skill=1), giant(), snap_shots=True).hits == exactly(1)


def test_no_hit_test_triggers_its_rules():
    assert odds(gun("Template", "Critical Hit (2+)", "Rending (2+)"), giant(toughness=20)).wounds == exactly(0)


def test_a_bearer_without_ballistic_skill_may_not_shoot():
    assert odds(gun("Template", skill=0), giant()).attacks == exactly(0)
