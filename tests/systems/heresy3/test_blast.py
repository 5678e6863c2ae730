"""Blast (H-BLS-01, H-BLS-02)."""

from fractions import Fraction as F

import pytest

from heresy import answer, engagement, exactly, giant, gun, modifier, odds, problems, target

BLAST = 'Blast (5")'


def test_a_success_hits_every_model_under_the_marker_at_once():
    told = odds(gun(BLAST), target(count=10), under_marker=4)
    some = [F(2, 3) * ways * F(1, 2) ** 4 for ways in (1, 4, 6, 4, 1)]
    assert told.hits == exactly(F(8, 3))
    assert told.destroyed_pmf == exactly([F(1, 3) + some[0], *some[1:]])


def test_a_failure_hits_those_under_it_after_the_scatter():
    told = odds(gun(BLAST), target(count=10), under_marker=4, under_marker_scattered=1)
    assert told.hits == exactly(F(8, 3) + F(1, 3))


def test_each_attack_has_a_test_of_its_own():
    assert odds(gun(BLAST, attacks="3"), target(count=10), under_marker=2).hits == exactly(3 * F(2, 3) * 2)


def test_where_it_is_not_said_one_model_is_under_it_and_none_after_a_scatter():
    told = odds(gun(BLAST), target(count=10))
    assert told.hits == exactly(F(2, 3))
    assert "gun: 1 model under the marker (by default), 0 after a scatter (by default)" in told.reasons


def test_a_critical_hit_makes_all_its_hits_critical():
    told = odds(gun(BLAST, "Critical Hit (6+)"), target(count=10, toughness=20, wounds=2), under_marker=3)
    assert told.destroyed_pmf == exactly([F(5, 6), 0, 0, F(1, 6)])


def test_a_test_that_a_rule_lets_fail_scatters():
    told = odds(gun(BLAST, skill="F"), target(count=10), under_marker=4, under_marker_scattered=3)
    assert told.hits == exactly(3)


def test_it_needs_no_more_models_than_there_are():
    found = problems(gun(BLAST), target(count=2), under_marker=3)
    assert found == ["situation.under_marker: expected from 0 to 2 models, got 3"]


def test_a_reroll_moves_the_marker_of_a_failure():
    told = odds(gun(BLAST), target(count=10), modifier("reroll hits", which="failed"), under_marker=3)
    assert told.hits == exactly(F(8, 9) * 3)


def test_many_kinds_of_wounds_under_one_marker():
    told = odds(gun(BLAST, "Breaching (6+)", "Shred (5+)", ap="-"), giant(save="2+", count=4), under_marker=4)
    each = F(1, 6) * F(1, 6) + F(1, 6) * 2 * F(1, 6) + F(1, 6) * 2
    assert told.damage == exactly(F(2, 3) * 4 * each)


def test_as_many_models_under_it_as_there_are_and_none_too_many():
    told = odds(gun(BLAST), target(count=300), under_marker=300)
    assert (told.attacks, told.hits, told.wounds) == exactly([1, 200, 100])


@pytest.mark.parametrize("rules", [("Breaching (6+)",), ("Breaching (6+)", "Shred (5+)")])
def test_its_hits_wound_each_by_itself(rules):
    told = odds(gun(BLAST, *rules, attacks="2"), target(count=40), under_marker=40, under_marker_scattered=9)
    assert told.attacks == exactly(2)
    assert told.hits == exactly(2 * (F(2, 3) * 40 + F(1, 3) * 9))
    assert told.wounds == exactly(F(2 * 80 + 18, 6))


@pytest.mark.parametrize(
    ("rules", "most"), [((), 60), (("Shred (5+)",), 24), (("Shred (5+)", "Breaching (6+)"), 12)]
)
def test_hits_that_may_all_wound_by_themselves_are_few(rules, most):
    weapon = gun(BLAST, "Critical Hit (6+)", *rules)
    assert not problems(weapon, target(count=most), under_marker=most)
    found = problems(weapon, target(count=most + 1), under_marker=most + 1)
    assert found == [f"situation.under_marker: {most + 1} models under the marker of gun; the limit is {most}"]


def test_hits_of_one_marker_have_a_limit():
    found = problems(gun(BLAST, attacks="1000000"), target(count=2), under_marker=2)
    assert found == ["situation.under_marker: gun may score 2000000 hits; the limit is 2000"]


def test_more_models_than_a_heap_of_rules_allows_are_refused():
    rules = ("Breaching (6+)", "Shred (5+)", "Rending (5+)", "Critical Hit (6+)", "Deflagrate (4)")
    weapon = gun(BLAST, *rules, attacks="D3", count=5)
    found = answer(engagement(weapon, target(count=20, wounds=2, save="3+"), under_marker=20))
    assert found["problems"] == ["situation.under_marker: 20 models under the marker of gun; the limit is 12"]
