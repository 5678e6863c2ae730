"""What words say only together may not be lost: one of two, one of several. And rows without end."""

from __future__ import annotations

import pytest

from warbook.effects import Gain, Instead, Then
from warbook.effects.terms import Has, Selector, Within
from warbook.grammar.parse import read
from warbook.grammar.text import composed


@pytest.mark.parametrize(
    "sentence",
    [
        "Add 1 to the Hit roll or the Wound roll",
        "Improve the Attacks or Strength characteristic of this model by 1",
        "One model in this unit has a 4+ invulnerable save",
        "Add 1 to the Attacks characteristic of one melee weapon equipped by this model",
    ],
)
def test_one_of_two_or_of_several_is_not_all(sentence):
    assert not read(sentence).understood


@pytest.mark.parametrize(
    "sentence",
    ["Add 1 to Advance or Charge rolls made for this unit", "You can re-roll one Hit roll or one Wound roll"],
)
def test_rolls_of_either_kind_and_choices_are_understood(sentence):
    assert read(sentence).understood


@pytest.mark.parametrize(
    "sentence",
    ["Select " + 'one friendly unit within 6" of ' * 25 + "this model", "a " * 5000],
)
def test_rows_without_end_are_given_up(sentence):
    assert not read(sentence).understood


def test_a_sentence_may_follow_one_that_gives_nothing():
    instead = Instead(Gain("cp", 1))
    assert composed([Then(()), instead]) == (instead,)


def test_the_attackers_distance_is_to_the_target_also_beside_another_condition():
    found = read(
        'It cannot be targeted by attacks unless the attacking model is within 9" or is a ZORB model'
    ).effect
    near, zorb = found.where[0].of.of
    attacker = Selector("model", ref="attacker")
    assert near == Within(attacker, 9, Selector(ref="target"))
    assert zorb == Has(attacker, "keyword", ("ZORB",))
