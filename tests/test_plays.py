"""Which rules may be used in a question, and what each is worth."""

import pytest

from warbook.queries import Profile, Question, Side, plays
from warbook.rules.pick import Arm

BRUTE = Side("Brute", typed=Profile(arms=(Arm("axe", "melee", "1", "3+", 8, "0", "1"),)))
MARK = Side("Mark", typed=Profile(keywords=("INFANTRY",)))


def test_each_core_play_is_tried_and_worth_what_it_adds():
    """One attack hits in 2/3 and wounds in 5/6; a re-rolled hit adds 1/3 · 2/3 · 5/6."""
    found = {rule.name: rule for rule in plays.core(Question(BRUTE, MARK, "fight"))}
    assert found["Command re-roll hit"].damage == pytest.approx(1 / 3 * 2 / 3 * 5 / 6)
    assert found["Command re-roll hit"].p_destroyed == pytest.approx(1 / 3 * 2 / 3 * 5 / 6)
    assert "shooting phase" in found["Go to ground"].fault


def test_a_play_that_is_used_already_is_worth_what_it_adds_to_the_rest():
    question = Question(BRUTE, MARK, "fight", plays=("command re-roll hit",))
    found = {rule.name: rule for rule in plays.core(question)}
    assert found["Command re-roll hit"].damage == pytest.approx(1 / 3 * 2 / 3 * 5 / 6)


def test_the_rules_of_a_detachment_are_those_of_the_faction():
    side = Side("Lord Exultant")
    names = plays.detachments(side)
    assert "Peerless Bladesmen" in names
    question = Question(side, Side("Lychguard"), "fight")
    found = plays.of_detachment(question, "attacker", "Peerless Bladesmen")
    assert {rule.kind for rule in found} >= {"Enhancement"}
    assert any(rule.fault is None and rule.damage > 0 for rule in found)


def test_a_typed_unit_has_no_detachments():
    assert plays.detachments(BRUTE) == ()


def test_once_a_detachment_is_chosen_no_other_ones_rules_are_open():
    chosen = Side("Lord Exultant", detachment="Peerless Bladesmen")
    question = Question(chosen, Side("Lychguard"), "fight")
    found = plays.open_to(question)
    mine = {rule.detachment for rule in found if rule.side == "attacker" and rule.kind != "core"}
    assert mine == {"Peerless Bladesmen", None}
    assert any(rule.side == "target" and rule.detachment not in ("Core", None) for rule in found)
