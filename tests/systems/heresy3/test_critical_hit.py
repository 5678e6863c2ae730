"""Critical Hit (section 15; section 16 point 5)."""

from fractions import Fraction as F

from heresy import engagement, exactly, giant, gun, modifier, odds, tank
from warbook.probability import decode
from warbook.probability.engage import fight
from warbook.systems import find


def test_it_wounds_by_itself_and_does_a_point_more():
    told = odds(gun("Critical Hit (5+)", damage="2"), giant(toughness=20))
    assert (told.wounds, told.damage) == exactly([F(2, 6), F(2, 6) * 3])


def test_it_counts_as_a_six_to_wound():
    told = odds(
        gun("Critical Hit (6+)", "Shred (6+)", "Breaching (6+)", ap="-"), giant(toughness=20, save="2+")
    )
    assert told.damage == exactly(F(1, 6) * 3)


def test_saves_may_be_taken():
    assert odds(gun("Critical Hit (6+)"), giant(toughness=20, invulnerable="4+")).damage == exactly(F(1, 6))


def test_the_weapons_rule_and_the_skills_are_one():
    assert odds(gun("Critical Hit (5+)", skill=6), giant(toughness=20)).wounds == exactly(F(2, 6))
    assert odds(gun("Critical Hit (6+)", skill=8), giant(toughness=20)).wounds == exactly(F(3, 6))


def test_it_may_be_granted():
    assert odds(gun(), giant(toughness=20), modifier("critical hit", 5)).wounds == exactly(F(2, 6))


def test_it_takes_in_rending():
    assert odds(gun("Critical Hit (5+)", "Rending (4+)"), giant(toughness=20)).damage == exactly(
        F(2, 6) * 2 + F(1, 6)
    )


def test_it_penetrates_a_vehicle():
    told = odds(gun("Critical Hit (6+)"), tank(armour=14))
    assert (told.wounds, told.damage) == exactly([F(1, 6), F(2, 6)])


def test_a_switch_has_it_tested_against_armour():
    system = find("heresy3").revise("tested", critical_penetrates=False)
    fought = fight(system, decode(engagement(gun("Critical Hit (6+)"), tank(armour=14))))
    assert float(fought.states[0]) == exactly(1)
