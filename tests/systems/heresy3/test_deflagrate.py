"""Deflagrate (section 15)."""

from fractions import Fraction as F

from heresy import answer, engagement, exactly, giant, odds, sure, tank, target
from warbook.probability import decode
from warbook.probability.engage import fight
from warbook.systems import find

WOUND = F(5, 6)


def test_each_unsaved_wound_makes_one_hit_and_those_make_none():
    told = odds(sure("Deflagrate (4)"), giant())
    assert told.damage_pmf == exactly([1 - WOUND, WOUND * F(1, 2), WOUND * F(1, 2)])
    assert told.wounds == exactly(WOUND)


def test_the_hits_have_no_ap_and_one_damage():
    told = odds(sure("Deflagrate (4)", damage="3"), giant(save="3+"))
    assert told.damage == exactly(WOUND * (3 + F(1, 2) * F(1, 3)))


def test_the_hits_have_none_of_the_weapons_rules():
    told = odds(sure("Deflagrate (4)", "Shred (2+)"), giant())
    assert told.damage == exactly(WOUND * (2 + F(1, 2)))


def test_saved_and_discarded_wounds_make_none():
    assert odds(sure("Deflagrate (4)"), giant(invulnerable="4+")).damage == exactly(
        WOUND * F(1, 2) * (1 + F(1, 4))
    )
    assert odds(sure("Deflagrate (4)"), giant(feel_no_pain="4+")).damage == exactly(
        WOUND * F(1, 2) * (1 + F(1, 4))
    )


def test_a_switch_lets_discarded_wounds_make_hits():
    system = find("heresy3").revise("discarded", discarded_deflagrate=True)
    fought = fight(system, decode(engagement(sure("Deflagrate (4)"), giant(feel_no_pain="4+"))))
    mean = float(fought.states @ fought.chain.damage_index)
    assert mean == exactly(WOUND * (F(1, 2) + F(1, 2) * F(1, 2)))


def test_hits_follow_each_group_of_wounds_before_the_next():
    """One plain wound and one with Shred (1/9 of the time): where the plain wound's hit kills the first
    model, as it does half the time, the second wound wastes nothing."""
    told = odds(sure("Deflagrate (4)", "Shred (6+)", attacks="2", strength=4), target(count=2, wounds=2))
    assert told.wasted == exactly(F(1, 9) * F(1, 2))


def test_the_count_of_hits_goes_with_the_state_of_the_target():
    """Two attacks on three models: no wound, one or two, and as many hits as wounds."""
    told = odds(sure("Deflagrate (4)", attacks="2"), target(count=3))
    none, one, two = (1 - WOUND) ** 2, 2 * WOUND * (1 - WOUND), WOUND**2
    assert told.destroyed_pmf == exactly([none, one / 2, one / 2 + two / 4, two * F(3, 4)])


def test_penetrating_hits_make_none():
    assert odds(sure("Deflagrate (10)"), tank(armour=10)).damage == exactly(1)


def test_the_card_says_so():
    assert (
        "gun: each unsaved wound makes one hit at S4, AP -: Deflagrate"
        in answer(engagement(sure("Deflagrate (4)"), giant()))["reasons"]
    )
