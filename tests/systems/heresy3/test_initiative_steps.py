"""Combat in Initiative steps: high to low, the same step at the same time (H-FGT-02, H-FGT-03)."""

from fractions import Fraction as F

import msgspec
import pytest

from warbook import systems
from warbook.errors import InputError
from warbook.probability.duel import duel
from warbook.rules.assumed import Noted
from warbook.rules.pick import Pick
from warbook.sheets.sheet import Ability, Datasheet, Equipped, Item, Model, Weapon, WeaponProfile


def fighters(name, initiative, models=1, blade="I"):
    """Models that hit each other on 4+ and wound on 4+, past any armour."""
    line = {"WS": "4", "S": "4", "T": "4", "W": "1", "I": str(initiative), "A": "1", "SAV": "3+"}
    profile = WeaponProfile("Blade", {"IM": blade, "AM": "A", "SM": "S", "AP": "2", "D": "1"})
    return Datasheet(
        name=name,
        faction="Gravel Court",
        system="heresy3",
        models=(Model(name, models, models, characteristics=line),),
        weapons=(Weapon("Blade", "melee", (profile,)),),
        loadout=(Equipped(name, (Item("Blade"),)),),
    )


def fought(one, other, phases=1):
    return duel(systems.find("heresy3"), (one, other), (Pick(), Pick()), phases).phases


def test_the_quicker_strikes_first_whoever_charged():
    (phase,) = fought(fighters("Slow", 3), fighters("Quick", 4))
    assert phase.p_destroyed[0] == pytest.approx(F(1, 4))
    assert phase.p_destroyed[1] == pytest.approx(F(3, 4) * F(1, 4))


def test_equal_initiative_strikes_at_the_same_time():
    (phase,) = fought(fighters("One", 4), fighters("Other", 4))
    assert phase.p_destroyed == pytest.approx((F(1, 4), F(1, 4)))


def test_a_weapon_changes_its_bearers_initiative():
    (phase,) = fought(fighters("One", 4, blade="-3"), fighters("Other", 2))
    assert phase.p_destroyed[0] == pytest.approx(F(1, 4))
    assert phase.p_destroyed[1] == pytest.approx(F(3, 4) * F(1, 4))
    (phase,) = fought(fighters("One", 1, blade="5"), fighters("Other", 4))
    assert phase.p_destroyed[1] == pytest.approx(F(1, 4))


def test_survivors_of_an_earlier_step_strike_in_theirs():
    (phase,) = fought(fighters("Quick", 5), fighters("Slow", 2, models=2))
    both, one = F(3, 4), F(1, 4)
    assert phase.p_destroyed[0] == pytest.approx(both * (1 - F(3, 4) ** 2) + one * F(1, 4))


def test_two_phases_go_on_from_where_the_first_ended():
    second = fought(fighters("One", 4), fighters("Other", 4), 2)[-1]
    assert second.p_destroyed[0] == pytest.approx(F(1, 4) + F(9, 16) * F(1, 4))


def tank():
    hull = {"M": "10", "BS": "4", "Front": "13", "Side": "12", "Rear": "8", "HP": "1"}
    blade = WeaponProfile("Ram", {"IM": "I", "AM": "A", "SM": "S", "AP": "2", "D": "1"})
    return Datasheet(
        name="Tank",
        faction="Gravel Court",
        system="heresy3",
        models=(Model("Tank", 1, 1, characteristics=hull),),
        weapons=(Weapon("Ram", "melee", (blade,)),),
        loadout=(Equipped("Tank", (Item("Ram"),)),),
        keywords=("Vehicle",),
    )


def test_a_vehicle_is_struck_on_its_rear_and_does_not_strike_back():
    told = duel(systems.find("heresy3"), (fighters("Crew", 4), tank()), (Pick(), Pick()), 1)
    (phase,) = told.phases
    assert phase.p_destroyed == pytest.approx((0, F(5, 6) * F(2, 6)))
    assert Noted("Tank: a vehicle makes no attacks in a combat") in told.assumed


@pytest.mark.parametrize("other", [tank(), fighters("Crew", 4)])
def test_a_vehicle_does_not_charge(other):
    with pytest.raises(InputError, match="a vehicle makes no attacks in a combat"):
        duel(systems.find("heresy3"), (tank(), other), (Pick(), Pick()), 1)


def test_an_initiative_printed_1_is_the_letter():
    (phase,) = fought(fighters("One", 6, blade="1"), fighters("Other", 4))
    assert phase.p_destroyed[1] == pytest.approx(F(1, 4))
    assert phase.p_destroyed[0] == pytest.approx(F(3, 4) * F(1, 4))


def test_impact_on_initiative_makes_a_charger_quicker_in_the_first_phase_only():
    rule = (Ability("Impact (I)", "datasheet"),)
    quick = msgspec.structs.replace(fighters("One", 4), abilities=rule)
    first, second = fought(quick, fighters("Other", 4), 2)
    assert first.p_destroyed == pytest.approx((F(3, 4) * F(1, 4), F(1, 4)))
    both = F(3, 4) * F(3, 4)
    assert second.p_destroyed[1] == pytest.approx(F(1, 4) + both * F(1, 4))
