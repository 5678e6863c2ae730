"""Of a rule beyond the figures the parts that stand by themselves act; the rest is told."""

from fractions import Fraction

import pytest

from rites import (
    BELL,
    ENEMY,
    GUNS,
    PLAIN,
    THAT,
    THIS,
    UNIT,
    ability,
    attacking,
    deals,
    faced,
    more,
    play,
    sheet,
)
from warbook.effects import Choose, Duration, Heading, If, Instead, Select, Unparsed, Until, Use
from warbook.effects.attack import Grant
from warbook.effects.instructions import Named
from warbook.effects.terms import Active, Done, Selector, State
from warbook.errors import InputError
from warbook.parsing.text import read
from warbook.systems.wh40k10.effects import share
from warbook.systems.wh40k10.effects.parting import separable, stands_apart

BETTER = PLAIN * Fraction(4, 3)
"""Hits on 3+, or wounds on 3+."""

HIT, WOUND = attacking(more("hit roll")), attacking(more("wound roll"))
ODD = Unparsed("Each time this model sings, it hums")
TOKEN = Grant("keyword", ("HUMMING",), UNIT)
"""What no figure acts on."""


def glazier(*effects):
    return sheet("Glazier", ability(*effects))


def test_a_sentence_acts_beside_one_that_is_not_understood():
    match = deals(BETTER, glazier(HIT, ODD))
    assert any("Rite of Glass (in part: not understood" in told for told in match.not_modelled)
    assert not any(told == "Glazier: Rite of Glass" for told in match.not_modelled)


def test_a_sentence_acts_beside_one_that_no_figure_acts_on():
    match = deals(BETTER, glazier(TOKEN, HIT))
    assert any("Rite of Glass (in part:" in told for told in match.not_modelled)


@pytest.mark.parametrize(
    "words",
    [
        "This ability fades in the rain",
        "Each time this model sings, re-roll that roll instead",
        "Each time this model attacks, this bonus grows",
        "Select one of the following",
        "Each time this model hums, it has:",
        "It hums",
    ],
)
def test_none_acts_beside_words_that_may_speak_of_it(words):
    match = deals(PLAIN, glazier(HIT, Unparsed(words)))
    assert "Glazier: Rite of Glass" in match.not_modelled


def test_none_acts_where_one_sentence_goes_on_with_the_other():
    deals(PLAIN, glazier(HIT, Instead(TOKEN)))
    deals(PLAIN, glazier(ODD, If(Done(), HIT)))
    deals(PLAIN, glazier(ODD, Until(Duration("phase"), HIT)))
    deals(PLAIN, glazier(ODD, attacking(more("hit roll"), to=THAT)))


def test_what_is_used_for_all_of_a_rule_keeps_it_together():
    assert len(separable((Use(), TOKEN, HIT))) == 1
    assert len(separable((Select(ENEMY), HIT))) == 1
    assert len(separable((TOKEN, HIT))) == 2


def test_who_has_an_ability_that_follows_keeps_it_together():
    gives = Grant("ability", ("Low Hum",), Selector(side="friendly", keywords=("QUORN",)))
    assert len(separable((gives, Heading("Low Hum"), HIT))) == 1
    assert len(separable((gives, HIT))) == 1


def test_a_state_and_what_it_does_stay_together():
    hums = Grant("state", ("humming",), THIS)
    assert len(separable((hums, If(Active("humming", THIS), HIT)))) == 1
    assert len(separable((hums, If(State(THIS, "humming"), HIT)))) == 1
    assert len(separable((hums, HIT))) == 2


def test_a_choice_of_which_an_option_is_not_understood_does_not_act():
    choice = attacking(Choose((more("hit roll"), ODD)))
    deals(PLAIN, glazier(choice))


def test_a_rule_that_is_named_acts_in_part():
    rule = play("Two Hands", HIT, ODD)
    match = deals(BETTER, sheet("Glazier", rule), BELL, "Two Hands")
    assert any("Two Hands (in part:" in told for told in match.not_modelled)
    with pytest.raises(InputError, match="not acted on"):
        faced(sheet("Glazier", play("Two Hands", TOKEN)), BELL, "Two Hands")


def test_parts_of_two_that_act_are_both_acted_on():
    deals(BETTER * Fraction(4, 3), glazier(HIT, ODD, WOUND))


def test_words_that_open_with_their_own_occasion_stand_apart():
    assert stands_apart("Once per battle, this model can hum")
    assert stands_apart("At the end of your turn, select one objective marker")
    assert not stands_apart("Once per battle, this model can hum instead")
    assert not stands_apart("It can hum")


def test_whole_rules_are_told_from_parts():
    assert share(read("Each time this model makes an attack, add 1 to the Hit roll.").effects) == ("wholly", ())
    assert share((HIT, ODD))[0] == "in part"
    assert share((HIT, Instead(ODD)))[0] == "not"
    assert share(read("Add 2 to this model's Move characteristic.").effects) == ("not", ())


def test_a_named_rule_of_the_army_is_no_part_of_these_attacks():
    assert share((attacking(Named("Low Hum")),))[0] == "not"


def test_a_characteristic_acts_beside_the_rest():
    deals(BETTER, glazier(more("ballistic skill", 1, GUNS, op="improve"), TOKEN))
