"""Single rolls (H-DIC-02, H-DIC-04, H-CHG-05, H-MOV-01, H-VEH-05)."""

from fractions import Fraction as F

import pytest

from warbook.rules.rolls import read
from warbook.systems import find
from wh40k import exactly

KINDS = find("heresy3").rolls(find("heresy3").rules)


def told(text):
    name, asked = read(text, KINDS)
    return KINDS[name].figures(asked)


@pytest.mark.parametrize(
    ("target", "ways"), [(0, 0), (1, 1), (2, 1), (7, 21), (8, 26), (11, 35), (12, 35), (14, 35)]
)
def test_a_check_is_two_dice_of_no_more_than_the_characteristic(target, ways):
    assert told(f"leadership {target}")["p_pass"] == exactly(F(ways, 36))


def test_a_penalty_to_the_characteristic_moves_the_target():
    assert told("cool CL8 -1") == {"p_pass": exactly(F(21, 36)), "p_fail": exactly(F(15, 36))}


@pytest.mark.parametrize(("distance", "ways"), [(1, 36), (4, 27), (6, 11), (7, 0)])
def test_a_charge_takes_the_higher_of_two_dice(distance, ways):
    assert told(f"charge {distance}")["p_success"] == exactly(F(ways, 36))


@pytest.mark.parametrize(("text", "faces"), [("reserves", 4), ("reserves 4+", 3), ("reserves 3+ +2", 5)])
def test_reserves_come_on_three_but_never_on_a_natural_one(text, faces):
    assert told(text)["p_success"] == exactly(F(faces, 6))


def test_a_penetration_exceeds_the_armour_and_a_glance_equals_it():
    assert told("penetration S8 AV12") == {"p_penetrating": exactly(F(2, 6)), "p_glancing": exactly(F(1, 6))}
    assert told("penetration S5 AV12") == {"p_penetrating": exactly(0), "p_glancing": exactly(0)}


def test_a_penetration_asks_for_both_numbers():
    with pytest.raises(ValueError, match="penetration S8 AV12"):
        told("penetration S8")
