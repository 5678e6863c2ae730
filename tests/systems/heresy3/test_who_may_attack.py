"""Which weapons may attack at all (H-SHT-01, H-POS-01, H-CHR-05, section 8)."""

import pytest

from heresy import blade, exactly, giant, gun, odds, tank


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
