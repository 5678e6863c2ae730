"""The own rules of the detachment that an army has act by themselves once it is chosen."""

import msgspec
import pytest

from rites import (
    BELL,
    ENEMY,
    GLAZIER,
    PLAIN,
    assumed,
    attacked,
    attacking,
    deals,
    faced,
    more,
    play,
)
from warbook.effects import If, to_json
from warbook.effects.terms import State
from warbook.errors import InputError
from warbook.rules.assumed import NotHeld
from warbook.sheets.sheet import DetachmentRule

BETTER = 4 * PLAIN / 3
"""Hits on 3+ (4 of 6) for 4+ (3 of 6)."""


def having(*effects):
    """A Glazier of one of two detachments; Chalk is the rule of the one."""
    rules = (
        DetachmentRule("Chalk", "Slow Column", effects=tuple(to_json(effects))),
        DetachmentRule("Cheese", "Quick Column", effects=tuple(to_json((attacking(more("strength", 1)),)))),
    )
    return msgspec.structs.replace(GLAZIER, detachment_rules=rules)


def test_its_rule_acts_only_once_it_is_chosen():
    unit = having(attacking(more("hit roll")))
    deals(PLAIN, unit)
    match = deals(BETTER, unit, detachment="slow column")
    assert "Glazier: Chalk acts" in assumed(match)
    assert not any("Cheese" in each for each in assumed(match))


def test_naming_its_rule_besides_uses_it_once():
    deals(BETTER, having(attacking(more("hit roll"))), BELL, "Chalk", detachment="Slow Column")


def test_a_condition_of_its_rule_is_told():
    weak = attacking(If(State(ENEMY, "below half-strength"), more("hit roll")))
    match = deals(PLAIN, having(weak), detachment="Slow Column")
    assert any(isinstance(each, NotHeld) and each.rule == "Chalk" for each in match.assumed)


def test_a_rule_whose_text_is_not_known_is_told():
    match = deals(PLAIN, having(), detachment="Slow Column")
    assert any("Glazier: Chalk" in each and "not known" in each for each in match.not_modelled)


def test_a_rule_that_changes_nothing_here_says_so():
    match = deals(PLAIN, having(attacking(more("hit roll"), attacks="melee")), detachment="Slow Column")
    assert "Glazier: Chalk changes nothing here" in assumed(match)


def test_an_army_has_one_detachment():
    unit = msgspec.structs.replace(
        having(attacking(more("hit roll"))),
        plays=(msgspec.structs.replace(play("Brine", attacking(more("strength", 1))), source="Quick Column"),),
    )
    match = faced(unit, BELL, "Brine", detachment="Slow Column")
    (told,) = (each for each in assumed(match) if "an army has one" in each)
    assert "Brine (Quick Column)" in told
    assert "Slow Column is chosen" in told


def test_the_targets_detachment_is_another_ones():
    bell = msgspec.structs.replace(
        BELL,
        detachment_rules=(
            DetachmentRule(
                "Hush", "Slow Column", effects=tuple(to_json((attacked(more("hit roll", 1, op="subtract")),)))
            ),
        ),
    )
    deals(PLAIN, having(), bell)
    with pytest.raises(InputError, match="expected one of Slow Column, Quick Column"):
        faced(having(), bell, detachment="Fast Column")
