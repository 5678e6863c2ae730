"""What rule words mean: found as they are printed, with their own value, by revision."""

import itertools

import pytest

from warbook import systems
from warbook.reading import glossary
from warbook.reading.glossary import explained
from warbook.systems.heresy3 import abilities as heresy
from warbook.systems.wh40k10 import abilities

GAMES = list(systems.REVISED)


@pytest.mark.parametrize("printed", ["Anti-Monster 4+", "[ANTI-MONSTER 4+]", "anti\u2011monster 4+"])
def test_a_word_is_known_in_every_printed_form(printed):
    told = explained("wh40k10", printed)
    assert told.name == "Anti-KEYWORD X+"
    assert "MONSTER" in told.text
    assert "4 or more" in told.text


@pytest.mark.parametrize(
    ("system", "printed", "part"),
    [("wh40k10", "Sustained Hits D3", "D3 more hits"), ("wh40k10", 'Scouts 9"', '9"'),
     ("heresy3", "Breaching (5+)", "5 or more"), ("heresy3", "Heavy (FP)", "characteristic FP"),
     ("heresy3", "Bulky (4)", "4 places")],
)  # fmt: skip
def test_a_word_has_its_own_value(system, printed, part):
    assert part in explained(system, printed).text


def test_a_word_without_its_value_keeps_the_x():
    assert "X more attacks" in explained("wh40k10", "Rapid Fire").text


def test_a_word_of_two_sorts_is_told_apart():
    assert explained("heresy3", "Heavy", None, ("sub-type",)).kind == "sub-type"
    assert explained("heresy3", "Heavy", None, ("weapon",)).kind == "weapon"


@pytest.mark.parametrize("printed", ["", "Zorb", "Zorb 3", "<b>", "Rapid Fire 1 and more 2"])
def test_what_no_rule_is_called_is_not_known(printed):
    told = explained("wh40k10", printed)
    assert told is None or told.name == "Rapid Fire X"


def test_a_revision_tells_what_holds_in_it():
    at_launch, newest = explained("wh40k10", "Hazardous", "2023-06"), explained("wh40k10", "Hazardous")
    assert "destroyed" in at_launch.text
    assert "destroyed" not in newest.text
    assert [since for since, _ in newest.history] == ["", "2024-06"]
    assert explained("wh40k10", "Hazardous", "2023-12").text == at_launch.text


@pytest.mark.parametrize("system", GAMES)
def test_every_change_is_of_a_revision_that_there_is(system):
    for meaning in glossary.entries(system):
        assert set(meaning.changes) <= set(systems.REVISED[system])


def test_every_switch_of_the_rules_has_its_difference_told():
    words = {
        "devastating": "Devastating Wounds", "hazardous_destroys": "Hazardous",
        "unseen_fails_to": "Indirect Fire", "tank_shock_by_toughness": "Tank Shock",
        "intervention_cost": "Heroic Intervention",
        "bravery_before_test": "Insane Bravery", "overwatch_at_charge_move": "Fire Overwatch",
        "overwatch_by_titans": "Fire Overwatch",
    }  # fmt: skip
    revisions = list(systems.REVISED["wh40k10"].items())
    for (_, before), (date, after) in itertools.pairwise(revisions):
        for switch, word in words.items():
            if getattr(before.rules, switch) != getattr(after.rules, switch):
                assert date in dict(explained("wh40k10", word).history), (word, date)


def test_all_words_that_figures_act_on_are_explained():
    for name in abilities.names():
        assert explained("wh40k10", name.replace("KEYWORD", "monster").replace("x+", "4+")), name
    acting = [name for name in heresy.names() if name not in ("anathema", "ex oblivio", "psy-shock")]
    for name in acting:
        assert explained("heresy3", name), name
