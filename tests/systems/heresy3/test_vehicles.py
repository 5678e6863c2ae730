"""Attacks on armour (H-VEH-05, H-VEH-06, section 16 point 6)."""

from fractions import Fraction as F

import pytest

from heresy import blade, exactly, gun, model, odds, problems, sure, tank, target


@pytest.mark.parametrize(("strength", "faces"), [(5, 0), (6, 0), (7, 1), (8, 2), (11, 5), (12, 6)])
def test_strength_and_a_die_must_exceed_the_armour(strength, faces):
    told = odds(sure(strength=strength), tank(armour=12))
    assert (told.wounds, told.damage) == exactly([F(faces, 6), F(faces, 6)])


def test_the_worked_penetrations():
    """Six hits at S8 against Armour 12 and four Hull Points: 5+ penetrates, four or more of six destroy it."""
    told = odds(sure(strength=8, attacks="6"), tank(armour=12, hull_points=4))
    assert told.wounds == exactly(2)
    assert told.p_destroyed == exactly(F(73, 729))


def test_a_glance_costs_nothing_but_is_told():
    told = odds(sure(strength=8), tank(armour=12))
    assert "gun: penetrates on 5+: S8 against Armour 12, glances on 4: a status, no damage" in told.reasons


@pytest.mark.parametrize("kind", ["SUPER-HEAVY", "Flyer"])
def test_some_lose_a_hull_point_to_a_glance(kind):
    told = odds(sure(strength=8, damage="3"), tank(armour=12, keywords=("VEHICLE", kind)))
    assert told.damage == exactly(F(2, 6) * 3 + F(1, 6))


def test_no_armour_save_but_cover_and_invulnerable_ones():
    assert odds(sure(strength=12, ap="-"), tank(armour=12, save="2+")).damage == exactly(1)
    assert odds(sure(strength=12), tank(armour=12, cover="5+")).damage == exactly(F(2, 3))
    assert odds(sure(strength=12), tank(armour=12, invulnerable="4+", shrouded="4+")).damage == exactly(F(1, 4))


def test_melee_attacks_meet_the_rear():
    told = odds(blade(strength=6), tank(armour=14, armour_rear=10))
    assert told.damage == exactly(F(5, 6) * F(2, 6))


def test_armour_nought_is_penetrated_without_a_test():
    assert odds(sure(strength=1), tank(armour=0)).damage == exactly(1)


def test_breaching_does_nothing():
    assert odds(sure("Breaching (2+)", strength=8), tank(armour=12)).damage == exactly(F(2, 6))


def test_a_vehicle_is_a_unit_of_one():
    assert problems(gun(), target(*tank()["models"], model())) == [
        "target.models: a vehicle is a unit of one model (H-VEH-01)"
    ]
