"""The melee hit table (H-FGT-04, H-FGT-05, H-CHR-05)."""

from fractions import Fraction as F

import pytest

from heresy import blade, exactly, giant, model, odds, tank, target

TABLE = [
    (4, 4, 4),
    (4, 3, 3),
    (4, 2, 2),
    (4, 5, 5),
    (4, 7, 5),
    (4, 8, 6),
    (10, 5, 2),
    (9, 5, 3),
    (1, 2, 6),
    (2, 3, 5),
]


@pytest.mark.parametrize(("own", "other", "least"), TABLE)
def test_skills_are_compared(own, other, least):
    assert odds(blade(skill=own), giant(weapon_skill=other)).hits == exactly(F(7 - least, 6))


def test_a_defender_without_skill_counts_as_one():
    assert odds(blade(skill=2), giant(weapon_skill=0)).hits == exactly(F(5, 6))


def test_an_attacker_without_skill_makes_no_attacks():
    told = odds(blade(skill=0), giant())
    assert told.attacks == exactly(0)
    assert told.reasons == ["blade: makes no attacks: WS 0 (H-CHR-05)"]


def test_most_models_decide_and_of_those_tied_the_higher():
    most = target(model(count=2, weapon_skill=3, wounds=50), model("captain", weapon_skill=6, wounds=50))
    tied = target(model(weapon_skill=3, wounds=50), model("captain", weapon_skill=6, wounds=50))
    assert odds(blade(skill=4), most).hits == exactly(F(4, 6))
    assert odds(blade(skill=4), tied).hits == exactly(F(2, 6))


def test_a_vehicle_has_skill_one():
    assert odds(blade(skill=4), tank(armour=9)).hits == exactly(F(5, 6))
