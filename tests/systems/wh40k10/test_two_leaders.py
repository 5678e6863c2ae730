"""Two leaders with one unit: their weapons, rules and models (K-LDR-01, K-LDR-04, K-LDR-06)."""

from fractions import Fraction

import msgspec
import pytest

from rites import (
    BELL,
    HIT,
    PLAIN,
    THIS,
    THROUGH,
    UNIT,
    WOUND,
    ability,
    assumed,
    attacking,
    deals,
    faced,
    more,
    sheet,
)
from warbook.effects import Each, Event, If
from warbook.effects.terms import Contains, Leads, Selector
from warbook.errors import InputError
from warbook.probability import odds
from warbook.sheets.sheet import Note
from wh40k import exactly

BETTER = Fraction(2, 3)
"""What is done on 3+ in place of 4+."""
OF_UNIT = Event("attacks", by=Selector("model", of=UNIT))
LEADS = {"leads": ("Glaziers", "Bells")}
WARDER, CANTOR = sheet("Warder", **LEADS), sheet("Cantor", **LEADS)
BOTH = {"leader": WARDER, "second_leader": CANTOR}


def leading(name, *effects):
    """A leader by whom the attacks of the unit get better."""
    return sheet(name, *(If(Leads(THIS, Selector()), Each(OF_UNIT, each)) for each in effects), **LEADS)


def said(leader, text):
    return msgspec.structs.replace(leader, notes=(Note("Leader", text),))


def test_both_attack_with_the_unit():
    made = deals(5 * PLAIN, sheet("Glaziers", models=3), **BOTH)
    assert made.attacker == "3 × Glaziers with Warder with Cantor"


def test_the_rules_of_both_act_on_the_whole_unit():
    """Hits and wounds on 3+ for five rifles; only the one where its leader is alone."""
    first, second = leading("Warder", more("hit roll")), leading("Cantor", more("wound roll"))
    deals(5 * BETTER * BETTER * THROUGH, sheet("Glaziers", models=3), leader=first, second_leader=second)
    deals(4 * BETTER * WOUND * THROUGH, sheet("Glaziers", models=3), leader=first)
    deals(4 * HIT * BETTER * THROUGH, sheet("Glaziers", models=3), leader=second)


def test_what_is_this_models_own_is_its_own():
    first, second = sheet("Warder", attacking(more("hit roll")), **LEADS), CANTOR
    deals((4 * HIT + BETTER) * WOUND * THROUGH, sheet("Glaziers", models=3), leader=first, second_leader=second)
    deals((4 * HIT + BETTER) * WOUND * THROUGH, sheet("Glaziers", models=3), leader=second, second_leader=first)


def test_a_rule_of_this_model_acts_once_on_each_of_two_of_one_sheet():
    """One more attack each, not two."""
    twice = sheet("Warder", more("attacks", 1, Selector("weapon", of=THIS, attacks="ranged")), **LEADS)
    deals((3 + 2 + 2) * PLAIN, sheet("Glaziers", models=3), leader=twice, second_leader=twice)


def test_keywords_of_both_are_the_units():
    rule = Each(Event("attacks", by=THIS, to=Selector(keywords=("SINGER",), side="enemy")), more("hit roll"))
    singer = sheet("Singer", words=("SINGER",), **LEADS)
    bells = sheet("Bells", models=2)
    deals(BETTER * WOUND * THROUGH, sheet("Glazier", rule), bells, target_leader=WARDER, target_second=singer)
    deals(PLAIN, sheet("Glazier", rule), bells, target_leader=WARDER, target_second=CANTOR)


def test_wounds_are_rolled_against_the_bodyguard():
    """Strength 4 against Toughness 4, whatever that of the leaders is."""
    hard = [sheet(name, stats={"T": "8"}, **LEADS) for name in ("Warder", "Cantor")]
    deals(PLAIN, BELL, sheet("Bells", models=2), target_leader=hard[0], target_second=hard[1])


def killed(made):
    told = odds(made.engagement)
    return {each.name: each.destroyed_mean for each in told.models}


def test_leaders_fall_last_and_in_the_order_in_which_they_are_named():
    """Three wounds of damage 1, each with 1/6: the Bell takes the first, then who is named first."""
    frail = {"stats": {"W": "1"}, **LEADS}
    bells = sheet("Bells", models=1, stats={"W": "1"})
    warder, cantor = sheet("Warder", **frail), sheet("Cantor", **{**frail, "stats": {"W": "2"}})
    gunner = sheet("Glazier", rifle={"A": "3"})
    made = faced(gunner, bells, target_leader=warder, target_second=cantor)
    some, two = Fraction(1) - Fraction(5, 6) ** 3, 3 * Fraction(5, 6) / 36 + Fraction(1, 216)
    assert killed(made) == {"Bells": exactly(some), "Warder": exactly(two), "Cantor": 0}
    told = "of its leaders Warder takes damage before Cantor, by Precision too (--target-leader tells another"
    assert any(each.startswith(told) for each in assumed(made))
    made = faced(gunner, bells, target_leader=cantor, target_second=warder)
    assert killed(made) == {"Bells": exactly(some), "Cantor": exactly(Fraction(1, 216)), "Warder": 0}


def test_precision_picks_the_first_and_then_the_second():
    """Two attacks with 1/6 each: the first that goes through fells who has one wound."""
    frail = {"stats": {"W": "1"}, **LEADS}
    gunner = sheet("Glazier", rifle={"A": "2"}, abilities=("precision",))
    made = faced(gunner, sheet("Bells", models=2), target_leader=sheet("Warder", **frail), target_second=CANTOR)
    told = odds(made.engagement)
    lost = {each.name: each.wounds_lost_mean for each in told.models}
    once, twice = 1 - Fraction(25, 36), Fraction(1, 36)
    assert lost == {"Bells": 0, "Warder": exactly(once), "Cantor": exactly(twice)}


def test_of_leaders_who_are_alike_no_order_is_told():
    made = faced(BELL, sheet("Bells", models=2), target_leader=WARDER, target_second=CANTOR)
    assert not any("takes damage before" in each for each in assumed(made))


BESIDE = If(Contains(UNIT, Selector("model", name="Cantor")), Each(OF_UNIT, more("hit roll")))


def test_a_unit_that_holds_both_is_known_to_hold_them():
    """What waits for one Leader by name acts with him, whoever has it; without him it is asked for."""
    led = sheet("Warder", BESIDE, **LEADS)
    deals(4 * BETTER * WOUND * THROUGH, sheet("Glaziers", models=2), leader=led, second_leader=CANTOR)
    deals(4 * PLAIN, sheet("Glaziers", models=2), leader=led, second_leader=sheet("Drummer", **LEADS))
    made = deals(2 * PLAIN, sheet("Glaziers", models=1), leader=led)
    assert any("taken as not so" in each and "Cantor" in each for each in assumed(made))


def test_how_many_models_of_a_keyword_are_counted_over_all_parts():
    """Two of four models are SINGERs, one of each leader; with one of them the rule asks for more."""
    singers = [sheet(name, words=("SINGER",), **LEADS) for name in ("Warder", "Cantor")]
    two = If(Contains(UNIT, Selector("model", keywords=("SINGER",)), 2), attacking(more("hit roll")))
    body = sheet("Glaziers", ability(two), models=2)
    deals((2 * BETTER + 2 * HIT) * WOUND * THROUGH, body, leader=singers[0], second_leader=singers[1])
    deals(4 * PLAIN, body, leader=singers[0], second_leader=sheet("Drummer", **LEADS))


def test_two_whom_no_datasheet_allows_together_are_refused():
    first, second = (said(each, "This model may lead Glaziers.") for each in (WARDER, CANTOR))
    with pytest.raises(InputError, match="no datasheet allows Warder and Cantor together"):
        faced(sheet("Glaziers", models=3), leader=first, second_leader=second)
    beside = said(CANTOR, "It may do so even if one Warder model has already been attached to it.")
    made = deals(5 * PLAIN, sheet("Glaziers", models=3), leader=first, second_leader=beside)
    assert not any("may both lead" in each for each in assumed(made))


def test_where_the_sheets_have_no_words_it_is_supposed_and_told():
    made = faced(sheet("Glaziers", models=3), **BOTH)
    told = "Glaziers: whether Warder and Cantor may both lead it is not known; it is supposed"
    assert told in assumed(made)


def test_each_of_them_must_lead_the_unit():
    with pytest.raises(InputError, match="Drummer: leader: it does not lead Glaziers"):
        faced(sheet("Glaziers"), leader=WARDER, second_leader=sheet("Drummer"))
