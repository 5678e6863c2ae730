"""Template and Hellstorm (H-BLS-08)."""

from fractions import Fraction as F

import pytest

from heresy import exactly, giant, gun, modifier, odds, target


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


def test_sixty_models_under_it_are_exact():
    told = odds(gun("Template", "Breaching (5+)", "Shred (6+)"), target(count=60, wounds=2), under_marker=60)
    assert (told.attacks, told.hits, told.wounds) == exactly([1, 60, 30])
    assert told.p_destroyed == 0


def test_a_shredding_wound_destroys_two_wounds():
    told = odds(gun("Template", "Shred (6+)"), target(count=3, wounds=2), under_marker=1)
    assert told.destroyed_pmf == exactly([F(5, 6), F(1, 6)])
    assert told.damage == exactly(F(2, 6) + 2 * F(1, 6))


def test_a_modifier_to_no_ballistic_skill_bars_it_too():
    told = odds(gun("Template", skill=1), giant(), modifier("skill", -2, reason="blinded"))
    assert told.attacks == exactly(0)
    assert told.reasons == ["gun: makes no attacks: BS 0 (H-CHR-05), -2 blinded"]


def test_a_modifier_from_none_lets_it_shoot():
    assert odds(gun("Template", skill=0), giant(), modifier("skill", 1)).hits == exactly(1)
