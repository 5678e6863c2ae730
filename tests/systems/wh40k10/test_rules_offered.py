"""What players may say is used, each rule with why it does not act here."""

import msgspec
import pytest

from rites import BELL, GLAZIER, PLAIN, THIS, assumed, attacked, attacking, deals, faced, more, play, sheet
from warbook.effects import Choose, Restrict, to_json
from warbook.effects.instructions import Move
from warbook.effects.terms import Selector
from warbook.errors import InputError
from warbook.probability.matchup import Setting, offered
from warbook.rules.assumed import NotHeld
from warbook.rules.pick import Pick
from warbook.sheets.sheet import Ability, Enhancement
from warbook.systems import find

BETTER = 4 * PLAIN / 3
HITS = play("Chalk", attacking(more("hit roll")))


def of(detachment, name, *effects):
    return msgspec.structs.replace(play(name, *effects), source=detachment)


def listed(attacker=GLAZIER, target=BELL):
    told = offered(find("wh40k10"), (attacker, target), (Pick(), Pick()), Setting("shooting"))
    return {(rule.name, rule.side): rule for rule in told}


def test_rules_of_both_units_are_listed_with_core_plays():
    unit = sheet("Glazier", HITS)
    bell = sheet("Bell", play("Hush", attacked(more("hit roll", 1, op="subtract"))))
    told = listed(unit, bell)
    assert told["Chalk", "attacker"].fault is None
    assert told["Chalk", "attacker"].detachment == "Slow Column"
    assert told["Hush", "target"].fault is None
    assert told["Command re-roll hit", "attacker"].fault is None
    assert "fight" in told["Epic challenge", "attacker"].fault


def test_what_does_not_act_here_says_where_it_does():
    told = listed(sheet("Glazier", play("Stone", attacking(more("hit roll"), attacks="melee"))))
    assert "for the attacker in the fight phase" in told["Stone", "attacker"].fault


def test_what_is_no_matter_of_attacks_says_so():
    told = listed(sheet("Glazier", play("Stride", Move(THIS, inches=3))))
    assert "no part of it that is known is of attacks" in told["Stride", "attacker"].fault


def test_what_is_not_known_says_so():
    told = listed(sheet("Glazier", play("Blank")))
    assert "a document with its text" in told["Blank", "attacker"].fault
    with pytest.raises(InputError, match="a document with its text"):
        faced(sheet("Glazier", play("Blank")), BELL, "Blank")


def test_options_of_a_choice_are_listed():
    choice = attacking(Choose((more("hit roll"), more("wound roll"))))
    told = listed(sheet("Glazier", play("Fork", choice)))
    assert len(told["Fork", "attacker"].options) == 2


def test_a_core_ability_is_none_to_be_used():
    stealth = Ability("Stealth", "core")
    assert ("Stealth", "attacker") not in listed(sheet("Glazier", stealth))


def test_the_same_rule_twice_is_used_once():
    match = deals(BETTER, sheet("Glazier", HITS), BELL, "Chalk", "chalk")
    assert any("named twice" in each for each in assumed(match))


def test_rules_of_two_detachments_are_told():
    chalk, cheese = attacking(more("hit roll")), attacking(more("strength", 1))
    for other, told in (("Quick Column", True), ("Slow Column", False)):
        unit = sheet("Glazier", of("Slow Column", "Chalk", chalk), of(other, "Cheese", cheese))
        match = faced(unit, BELL, "Chalk", "Cheese")
        assert any("several detachments" in each and other in each for each in assumed(match)) == told


def test_both_sides_may_have_their_own_detachment():
    bell = sheet("Bell", of("Quick Column", "Hush", attacked(more("wound roll", 1, op="subtract"))))
    match = faced(sheet("Glazier", HITS), bell, "Chalk", "Hush")
    assert not any("several detachments" in each for each in assumed(match))


def test_an_option_that_no_figure_acts_on_is_the_reason():
    choice = attacking(Choose((more("save roll", 1, op="multiply"),)))
    with pytest.raises(InputError, match="not acted on"):
        faced(sheet("Glazier", play("Fork", choice)), BELL, "Fork")


def test_a_bearer_is_told_once():
    smiths = Restrict(Selector("model", keywords=("SMITH",)))
    gift = Enhancement(
        "Ring", keywords=("SMITH",), effects=tuple(to_json((smiths, attacking(more("hit roll")))))
    )
    told = listed(msgspec.structs.replace(GLAZIER, enhancements=(gift,)))
    assert told["Ring", "attacker"].fault.count("SMITH") == 1


def test_an_option_that_no_figure_acts_on_is_told_beside_one_that_acts():
    choice = attacking(Choose((more("hit roll"), more("save roll", 1, op="multiply"))))
    match = deals(BETTER, sheet("Glazier", choice))
    (told,) = (each for each in match.not_modelled if "Rite of Glass" in each)
    assert "the option" in told


def test_what_acts_once_something_holds_is_not_told_as_left_out_too():
    near = "While this unit is within range of an objective marker,"
    text = f"{near} add 7 to the Strength characteristic of its weapons."
    unit = msgspec.structs.replace(GLAZIER, abilities=(Ability("Rite of Glass", "datasheet", text),))
    match = faced(unit, BELL)
    assert any(isinstance(each, NotHeld) and each.rule == "Rite of Glass" for each in match.assumed)
    assert not any("Rite of Glass" in each for each in match.not_modelled)
