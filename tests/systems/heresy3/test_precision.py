"""Precision (section 15)."""

from fractions import Fraction as F

import pytest

from heresy import blade, exactly, gun, model, odds, target

SQUAD = target(model(count=3, wounds=5), model("captain", leader=True, wounds=5))


def test_precise_hits_fall_on_the_leader_and_the_others_do_not():
    told = odds(gun("Precision (6+)"), SQUAD)
    assert told.lost["captain"] == exactly(F(1, 6) * F(1, 2))
    assert told.lost["trooper"] == exactly(F(3, 6) * F(1, 2))


def test_it_works_in_combat():
    assert odds(blade("Precision (5+)"), SQUAD).lost["captain"] == exactly(F(2, 6) * F(1, 2))


@pytest.mark.parametrize("rule", ['Blast (3")', "Barrage (1)", "Template"])
def test_markers_and_templates_lose_it(rule):
    assert odds(gun("Precision (2+)", rule), SQUAD).lost["captain"] == exactly(0)


def test_reaping_blow_loses_it():
    assert odds(blade("Precision (2+)", "Reaping Blow (1)"), SQUAD).lost["captain"] == exactly(0)


def test_precise_wounds_come_after_the_unmodified_ones():
    unit = target(model(wounds=1), model("captain", leader=True, wounds=2))
    told = odds(gun("Precision (6+)", attacks="2", skill=5, strength=10, damage="2"), unit)
    plain, precise = F(4, 6) * F(5, 6), F(1, 6) * F(5, 6)
    both_plain = plain * plain
    assert told.killed["captain"] == exactly(both_plain + 1 - (1 - precise) ** 2)
