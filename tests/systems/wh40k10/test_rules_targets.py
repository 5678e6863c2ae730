"""What plays are used on: the unit is one of those that they name, and an enemy among them the other."""

import msgspec
import pytest

from rites import BELL, PLAIN, deals, faced, more, play, sheet
from warbook.effects import Selector, Targets, to_json
from warbook.effects.english import said
from warbook.errors import InputError

YOURS = Selector("weapon", of=Selector(ref="your"))
STRONGER = 4 * PLAIN / 3
"""Strength 5 wounds on 3+."""


def glazier(*what, every=True):
    rule = play("Two Hands", more("strength", 1, YOURS))
    targets = to_json((Targets(what, every),))
    return sheet("Glazier", msgspec.structs.replace(rule, effects=(*targets, *rule.effects)), words=("SMITH",))


def one(word, side="friendly"):
    return Selector(side=side, keywords=(word,))


def test_a_play_on_two_units_is_used_on_one_of_them():
    deals(STRONGER, glazier(one("SMITH"), one("CARTER")), BELL, "Two Hands")
    with pytest.raises(InputError, match="CARTER"):
        faced(glazier(one("CARTER"), one("PORTER")), BELL, "Two Hands")


def test_a_play_on_a_unit_and_an_enemy_needs_that_enemy():
    both = (one("SMITH"), one("CHIME", "enemy"))
    deals(STRONGER, glazier(*both), BELL, "Two Hands")
    with pytest.raises(InputError, match="CHIME"):
        faced(glazier(*both), sheet("Bell"), "Two Hands")


def test_two_that_must_be_there_are_told_as_both():
    assert " and " in said((Targets((one("SMITH"), one("CARTER")), every=True),))
    assert " or " in said((Targets((one("SMITH"), one("CARTER"))),))


def test_words_that_no_condition_has_are_refused():

    with pytest.raises(InputError, match="--holding"):
        faced(glazier(one("SMITH")), BELL, holding=("wombat",))
