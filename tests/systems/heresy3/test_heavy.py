"""Heavy (section 15)."""

from fractions import Fraction as F

import pytest

from heresy import answer, blade, engagement, exactly, giant, gun, odds, sure

BASE = {"strength": 4, "attacks": "2", "damage": "2", "ap": 4}


@pytest.mark.parametrize(
    ("rule", "damage"),
    [
        ("Heavy (RS)", 2 * F(4, 6) * F(1, 3) * 2),
        ("Heavy (FP)", 3 * F(1, 2) * F(1, 3) * 2),
        ("Heavy (D)", 2 * F(1, 2) * F(1, 3) * 3),
        ("Heavy (AP)", 2 * F(1, 2) * 2),
    ],
)
def test_a_stationary_unit_gets_one_more(rule, damage):
    assert odds(sure(rule, **BASE), giant(save="3+"), stationary=True).damage == exactly(damage)
    assert odds(sure(rule, **BASE), giant(save="3+")).damage == exactly(2 * F(1, 2) * F(1, 3) * 2)


def test_it_does_nothing_in_combat():
    assert odds(blade("Heavy (D)"), giant(), stationary=True).damage == exactly(F(1, 4))


def test_a_reaction_counts_as_stationary():
    told = odds(gun("Heavy (FP)", "Ordnance (RS)", strength=2), giant(), overwatch=True)
    assert (told.attacks, told.wounds) == exactly([2, 2 * F(2, 3) * F(1, 2)])


def test_a_stable_unit_always_counts_as_stationary():
    asked = engagement(gun("Heavy (FP)"), giant())
    asked["attacker"]["keywords"] = ["Stable"]
    assert answer(asked)["attacks"]["mean"] == exactly(2)
