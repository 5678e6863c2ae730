"""Which weapons may attack at all (H-SHT-01, H-POS-01, H-CHR-05, section 8)."""

import pytest

from heresy import answer, blade, engagement, exactly, giant, gun, odds, tank


@pytest.mark.parametrize("flag", ["advanced", "attacker_engaged", "target_engaged_with_friends"])
def test_no_shots_after_a_rush_nor_from_or_into_combat(flag):
    assert odds(gun(), giant(), **{flag: True}).attacks == exactly(0)
    assert odds(blade(), giant(), **{flag: True}).attacks == exactly(1)


@pytest.mark.parametrize(("distance", "attacks"), [(12, 1), (11.2, 1), (12.1, 0)])
def test_distances_round_up(distance, attacks):
    assert odds(gun(range_in=12), giant(), range_in=distance).attacks == exactly(attacks)


def test_no_ballistic_skill_no_shot():
    assert odds(gun(skill=0), giant()).attacks == exactly(0)


def test_overwatch_is_shot_at_full_skill_and_never_struck():
    assert odds(gun(skill=5), giant(), overwatch=True).hits == exactly(5 / 6)
    assert odds(blade(), giant(), overwatch=True).attacks == exactly(0)


def test_detonation_strikes_vehicles_only():
    assert odds(blade("Detonation"), giant()).attacks == exactly(0)
    assert odds(blade("Detonation"), tank(armour=5)).attacks == exactly(1)


def test_detonation_is_shot_at_vehicles_only():
    told = odds(gun("Detonation"), giant())
    assert told.attacks == exactly(0)
    assert told.reasons == ["gun: makes no attacks: Detonation hits vehicles and what cannot move only"]
    assert odds(gun("Detonation"), tank(armour=5)).attacks == exactly(1)


def test_a_vehicle_strikes_no_blows():
    asked = engagement([blade(), gun()], giant())
    asked["attacker"]["keywords"] = ["Vehicle"]
    told = answer(asked)
    assert told["attacks"]["mean"] == exactly(1)
    assert "blade: makes no attacks: a vehicle strikes no blows in a combat (H-VEH-07)" in told["reasons"]
    asked["attacker"]["keywords"] = ["Walker"]
    assert answer(asked)["attacks"]["mean"] == exactly(2)


def test_one_profile_of_a_combi_weapon_is_told():
    told = answer(engagement(gun("Combi"), giant()))
    assert told["not_modelled"] == ["gun: Combi"]
