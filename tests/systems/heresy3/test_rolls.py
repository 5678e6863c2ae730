"""Single rolls (H-DIC-02, H-DIC-04, H-CHG-05, H-MOV-01, H-VEH-05)."""

from fractions import Fraction as F

import pytest
from msgspec.structs import replace

from warbook.errors import InputError
from warbook.queries.question import charge_chance
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


@pytest.mark.parametrize("text", ["charge 4", "charge 4 reroll", "charge re-roll 4"])
def test_a_charge_that_is_rerolled_rolls_both_dice_again(text):
    assert told(text)["p_success_with_reroll"] == exactly(1 - F(9, 36) ** 2)


def test_checks_and_tests_are_rerolled_where_it_is_asked():
    assert told("leadership 7 reroll")["p_pass_with_reroll"] == exactly(1 - F(15, 36) ** 2)
    assert told("test 4+ reroll")["p_success_with_reroll"] == exactly(F(3, 4))
    assert told("characteristic test 4 re-roll")["p_success_with_reroll"] == exactly(1 - F(1, 9))
    assert "p_success_with_reroll" not in told("reserves 3+")


def test_damage_nought_never_destroys():
    assert told("penetration S8 AV12 6 hits D0 HP4")["p_destroyed"] == 0
    assert told("penetration S8 AV12 2 hits D2 HP4")["p_destroyed"] == exactly(F(1, 9))


@pytest.mark.parametrize(
    "text",
    [
        "charge 9 9 9",
        "charge d6",
        "charge 9 W2",
        "charge 9 models",
        "leadership 7 9",
        "leadership LD7 9",
        "leadership CL7",
        "leadership LD7 LD8",
        "check 8 9",
        "reserves 3 4",
        "test 4+ T4",
        "characteristic test 4 5",
        "penetration S8 AV12 6 7",
        "penetration S8 AV12 +1",
        "penetration S8 AV12 reroll",
        "penetration S8 AV12 T4",
        "penetration S8 AV12 HP4",
        "penetration S8 AV12 6 hits D2",
        "penetration S8 AV12 6 hits HP0",
        "penetration S8 AV12 6 models",
    ],
)
def test_what_a_roll_has_no_use_for_is_refused(text):
    with pytest.raises(ValueError, match="expected"):
        told(text)


def test_the_odds_of_a_charge_that_may_be_rerolled():
    system = find("heresy3")
    assert charge_chance(system, 4, True) == exactly(1 - F(9, 36) ** 2)
    mute = replace(system, rolls=lambda _rules: {"charge": replace(KINDS["charge"], figures=lambda _asked: {})})
    with pytest.raises(InputError, match="--charge-reroll"):
        charge_chance(mute, 4, True)
