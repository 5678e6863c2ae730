"""A duel: both units strike, the survivors of one decide what it strikes with."""

from fractions import Fraction as F

import pytest

from warbook import systems
from warbook.errors import InputError
from warbook.probability.duel import duel
from warbook.probability.matchup import Setting, matchup
from warbook.rules.pick import Pick
from warbook.sheets.sheet import Datasheet, Equipped, Item, Model, Weapon, WeaponProfile


def fighters(name, models, attacks, wounds="1"):
    """Models that hit and wound each other on 4+, without saves."""
    line = {"T": "4", "Sv": "-", "W": wounds}
    blade = {"range": "Melee", "A": str(attacks), "WS": "4+", "S": "4", "AP": "0", "D": "1"}
    return Datasheet(
        name=name,
        faction="Gravel Court",
        system="wh40k10",
        models=(Model(name, models, models, characteristics=line),),
        weapons=(Weapon("Blade", "melee", (WeaponProfile("Blade", blade),)),),
        loadout=(Equipped(name, (Item("Blade"),)),),
    )


def fought(one, other, phases):
    return duel(systems.find("wh40k10"), (one, other), (Pick(), Pick()), phases).phases


def test_the_charger_strikes_first_and_the_dead_do_not_strike_back():
    (phase,) = fought(fighters("A", 1, 1), fighters("B", 1, 1), 1)
    assert phase.p_destroyed[1] == pytest.approx(F(1, 4))
    assert phase.p_destroyed[0] == pytest.approx(F(3, 4) * F(1, 4))


def test_after_the_charge_the_player_whose_turn_it_is_not_strikes_first():
    first = [phase.first for phase in fought(fighters("A", 1, 1), fighters("B", 1, 1), 4)]
    assert first == ["A", "A", "B", "A"]


def test_both_go_on_until_one_is_gone():
    second = fought(fighters("A", 1, 1), fighters("B", 1, 1), 2)[-1]
    both, p = F(3, 4) * F(3, 4), F(1, 4)
    assert second.p_destroyed[1] == pytest.approx(p + both * p)
    assert second.p_destroyed[0] == pytest.approx(F(3, 4) * p + both * F(3, 4) * p)


def test_survivors_strike_back_with_what_they_have():
    (phase,) = fought(fighters("A", 1, 1), fighters("B", 2, 1, "1"), 1)
    by_two, by_one = F(3, 4) * (1 - F(3, 4) ** 2), F(1, 4) * F(1, 4)
    assert phase.p_destroyed[0] == pytest.approx(by_two + by_one)
    assert phase.models_left[1] == pytest.approx(2 - F(1, 4))


def chief_and_grunt():
    """A Grunt, and a Chief who has two attacks for one; each falls to a wound."""
    line = {"T": "4", "Sv": "-", "W": "1"}
    blade = {"range": "Melee", "WS": "4+", "S": "4", "AP": "0", "D": "1"}
    one, two = (WeaponProfile(name, {**blade, "A": n}) for name, n in (("Blade", "1"), ("Big blade", "2")))
    return Datasheet(
        name="B",
        faction="Gravel Court",
        system="wh40k10",
        models=tuple(Model(name, 1, 1, characteristics=line) for name in ("Grunt", "Chief")),
        weapons=(Weapon("Blade", "melee", (one,)), Weapon("Big blade", "melee", (two,))),
        loadout=(Equipped("Grunt", (Item("Blade"),)), Equipped("Chief", (Item("Big blade"),))),
    )


def test_whom_damage_goes_to_first_decides_what_strikes_back():
    """A's attack (1/4) takes the Grunt and leaves the Chief's two, or the Chief and leaves the Grunt's one."""
    system, p = systems.find("wh40k10"), F(1, 4)
    all_three = 1 - F(3, 4) ** 3
    for order, left in ((), 1 - F(3, 4) ** 2), (("chief",), p):
        sheets = (fighters("A", 1, 1), chief_and_grunt())
        (phase,) = duel(system, sheets, (Pick(), Pick(order=order)), 1).phases
        assert phase.p_destroyed[0] == pytest.approx((1 - p) * all_three + p * left)


def test_models_that_are_named_take_damage_first():
    system, sheets = systems.find("wh40k10"), (fighters("A", 1, 1), chief_and_grunt())
    made = matchup(system, sheets, (Pick(), Pick(order=("Chief",))), Setting("fight"))
    assert [model.name for model in made.engagement.target.models] == ["Chief", "Grunt"]
    with pytest.raises(InputError, match="expected one of Grunt, Chief"):
        matchup(system, sheets, (Pick(), Pick(order=("Cook",))), Setting("fight"))
