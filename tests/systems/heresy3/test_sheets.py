"""Datasheets of the second game read into attacks and targets (H-CHR-06, H-FGT-01, section 6 step 3)."""

import pytest

from warbook.errors import InputError
from warbook.probability import odds
from warbook.probability.matchup import Setting, matchup
from warbook.queries.saying import words
from warbook.rules.engagement import Situation
from warbook.rules.pick import Pick
from warbook.sheets.sheet import Ability, Datasheet, Model, Weapon, WeaponProfile
from warbook.systems import find
from warbook.systems.heresy3.sheets import changed
from wardens import SYSTEM, made, melee, ranged, sheet, weapons_of
from wh40k import exactly


@pytest.mark.parametrize(
    ("printed", "told"),
    [("A", "2"), ("+1", "3"), ("-1", "1"), ("x2", "4"), ("5", "5"), ("-3", "0"), ("6+D3", "6+D3")],
)
def test_a_letter_keeps_a_sign_changes_and_a_number_replaces(printed, told):
    assert changed(printed, "A", 2) == told


def test_a_melee_weapon_takes_what_its_bearer_has():
    blade = weapons_of(made(sheet(melee("axe", "Breaching (6+)", AM="+1", SM="x2"))))["axe"]
    assert (blade.attacks, blade.strength, blade.skill, blade.ap) == ("3", 8, 4, "3")


def test_a_ranged_weapon_takes_its_own_strength_and_the_bearers_skill():
    rifle = weapons_of(made(sheet(ranged("rifle"))))["rifle"]
    assert (rifle.attacks, rifle.strength, rifle.skill, rifle.range_in) == ("2", 4, 4, 24)


def test_a_template_reaches_eight_inches():
    rifle = weapons_of(made(sheet(ranged("burner", "Template", R="Template"))))["burner"]
    assert rifle.range_in == 8


def test_a_model_shoots_one_weapon_the_best_here():
    match = made(sheet(ranged("rifle"), ranged("cannon", FP="4", RS="8", AP="2")))
    assert list(weapons_of(match)) == ["cannon"]


def test_walkers_and_vehicles_shoot_everything():
    match = made(sheet(ranged("rifle"), ranged("cannon"), keywords=("Walker",)))
    assert list(weapons_of(match)) == ["rifle", "cannon"]


def test_two_pistols_are_shot_together():
    match = made(sheet(ranged("left", "Pistol"), ranged("right", "Pistol", RS="5")))
    assert list(weapons_of(match)) == ["left", "right"]


def test_a_reactions_weapon_is_never_shot():
    only = Weapon("sky strike", "ranged", ranged("sky strike").profiles, reaction_only=True)
    assert list(weapons_of(made(sheet(ranged("rifle"), only)))) == ["rifle"]


def test_without_a_melee_weapon_a_model_strikes_anyway():
    match = made(sheet(ranged("rifle"), count=3), phase="fight")
    (fists,) = match.engagement.attacker.weapons
    assert (fists.name, fists.count, fists.attacks, fists.strength, fists.ap) == (
        "close combat weapon",
        3,
        "2",
        4,
        "-",
    )


def test_special_rules_of_the_target_act():
    target = sheet(
        melee("club"), rules=("Feel No Pain (5+)", "Shrouded (6+)", "Eternal Warrior (1)", "Odd Luck")
    )
    match = made(sheet(ranged("rifle")), target)
    (hit,) = match.engagement.target.models
    assert (hit.feel_no_pain, hit.shrouded, hit.eternal_warrior) == ("5+", "6+", 1)
    assert match.not_modelled == ("Wardens: Odd Luck",)


def test_a_vehicle_has_armour_and_hull_points():
    hull = {"M": "10", "BS": "4", "Front": "13", "Side": "12", "Rear": "10", "HP": "5"}
    tank = Datasheet(
        "Tank", "Tests", "heresy3", models=(Model("Tank", 1, 1, characteristics=hull),), keywords=("Vehicle",)
    )
    (hit,) = made(sheet(ranged("rifle")), tank).engagement.target.models
    assert (hit.armour, hit.armour_rear, hit.wounds) == (13, 10, 5)


def test_commanders_are_never_forced_to_the_front():
    (hit,) = made(
        sheet(ranged("rifle")), sheet(melee("club"), keywords=("Infantry", "Command"))
    ).engagement.target.models
    assert hit.leader


def test_a_missing_statline_is_told():
    with pytest.raises(InputError, match="expected a statline"):
        made(sheet(ranged("rifle")), Datasheet("Ghost", "Tests", "heresy3", models=(Model("Ghost", 1, 1),)))


def test_the_figures_follow():
    told = odds(made(sheet(melee("axe", AP="2")), phase="fight").engagement)
    assert told.damage.mean == exactly(2 / 4)


def test_reactions_act():
    setting = Setting("shooting", Situation(), ("smokescreen",))
    match = matchup(
        SYSTEM, (sheet(ranged("rifle", AP="2", FP="1")), sheet(melee("club"))), (Pick(), Pick()), setting
    )
    assert odds(match.engagement).damage.mean == exactly(2 / 3 * 1 / 2 * 2 / 3)


@pytest.mark.parametrize("reaction", ["overwatch", "intercept"])
def test_a_reacting_unit_counts_as_stationary(reaction):
    setting = Setting("shooting", Situation(), (reaction,))
    match = matchup(
        SYSTEM, (sheet(ranged("rifle", "Heavy (FP)")), sheet(melee("club"))), (Pick(), Pick()), setting
    )
    assert odds(match.engagement).attacks.mean == exactly(3)
    assert "attacker stationary" in match.situation
    assert not any("stationary" in words(each) for each in match.assumed)


def test_a_vehicle_has_nothing_to_fight_with():
    with pytest.raises(InputError, match="a vehicle makes no attacks in a combat"):
        made(sheet(ranged("rifle"), melee("ram"), keywords=("Vehicle",)), phase="fight")


def test_a_weapons_rule_that_is_not_known_is_told_and_stops_no_figures():
    match = made(sheet(ranged("sling", "Lichen Coat (2)", "Breaching (5+)")))
    assert [weapon.abilities for weapon in match.engagement.attacker.weapons] == [("Breaching (5+)",)]
    assert "sling: Lichen Coat (2)" in match.not_modelled


def test_a_model_that_has_no_attacks_makes_none():
    match = made(sheet(melee("club"), A="-"), phase="fight")
    assert odds(match.engagement).attacks.mean == exactly(0)


def test_what_is_a_weapon_too_is_not_among_the_rules_that_are_left_out():
    grenades = Weapon("Dust grenades", "ranged", (WeaponProfile("Dust grenades", {}),))
    unit = Datasheet(
        "Trooper",
        "Gravel Host",
        "heresy3",
        weapons=(grenades,),
        abilities=(Ability("Dust grenades", "wargear"), Ability("Dust cloak", "wargear")),
    )
    assert find("heresy3").sheets.ignored(unit) == ("Trooper: Dust cloak",)
