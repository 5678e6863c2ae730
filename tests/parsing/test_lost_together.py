"""What words say only together may not be lost: one of two, one of several. And rows without end."""

from __future__ import annotations

import msgspec
import pytest

from warbook.effects import Gain, Instead, Targets, Then
from warbook.effects.terms import Did, Has, Selector, Within
from warbook.parsing.parse import read
from warbook.parsing.text import composed


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


# ------------------------------------------------- small words that change the meaning


@pytest.mark.parametrize(
    ("can", "must"),
    [
        ("Your unit can make a Normal move", "Your unit must make a Normal move"),
        ('That unit can immediately move up to 3"', 'That unit must immediately move up to 3"'),
        ("That unit can embark within this TRANSPORT", "That unit must embark within this TRANSPORT"),
        ("It can disembark from this TRANSPORT", "It must immediately disembark from this TRANSPORT"),
    ],
)
def test_what_must_be_is_no_offer(can: str, must: str) -> None:
    offered, bound = read(can), read(must)
    assert offered.understood
    assert bound.understood
    assert '"must":true' in msgspec.json.encode(bound.effect).decode()
    assert '"must":true' not in msgspec.json.encode(offered.effect).decode()


def test_several_tokens_are_not_one() -> None:
    assert read("If that unit has one or more Glass tokens, you gain 1CP").understood
    assert not read("If that unit has two or more Glass tokens, you gain 1CP").understood


def test_what_is_over_has_no_before() -> None:
    assert read("Fight phase, just after a ZORB unit has fought", "when").understood
    assert not read("Fight phase, just before a ZORB unit has fought", "when").understood


def test_less_is_not_in_place_of_more() -> None:
    less = "from the Move characteristic of this model, or subtract 3 if it is Battle-shocked"
    assert read(f"Subtract 1 {less}").understood
    assert not read(
        "Add 1 to the Move characteristic of this model, or subtract 3 if it is Battle-shocked"
    ).understood


def test_a_target_just_before_it_moves() -> None:
    found = read("One ZORB unit from your army, just before that unit Consolidates", "target").effect
    assert isinstance(found, Targets)
    (did,) = found.what[0].where
    assert isinstance(did, Did)
    assert did.event.edge == "before"
