"""Rules that change rolls and characteristics by an amount, on the attacks that they speak of alone."""

from fractions import Fraction

from rites import BELL, GLAZIER, HIT, PLAIN, THROUGH, WOUND, deals, faced, mean, play, sheet

BETTER = Fraction(2, 3)


def test_strength_is_set_not_added():
    set_to = sheet("Glazier", "This model's Glass rifle has a Strength characteristic of 8.", rifle={"S": "3"})
    deals(HIT * Fraction(5, 6) * THROUGH, set_to)


def test_a_skill_is_set_to_what_is_printed():
    deals(
        Fraction(5, 6) * WOUND * THROUGH,
        sheet("Glazier", "This model's ranged weapons have a Ballistic Skill characteristic of 2+."),
    )


def test_armour_penetration_is_improved_for_ranged_attacks_alone():
    glazier = sheet(
        "Glazier",
        "Each time this model makes a ranged attack, improve the Armour Penetration characteristic "
        "of that attack by 1.",
    )
    deals(HIT * WOUND * Fraction(5, 6), glazier)
    deals(HIT * WOUND * Fraction(1, 2), glazier, phase="fight")


def test_damage_is_halved_for_the_one_attacked():
    deals(
        2 * PLAIN,
        sheet("Glazier", rifle={"D": "4"}),
        sheet(
            "Bell",
            "Each time an attack is allocated to this model, halve the Damage characteristic of that attack.",
        ),
    )


def test_attacks_grow_with_the_models_of_the_unit():
    text = (
        "While this model is leading a unit, add 1 to the Attacks characteristic of this model's "
        "Glass rifle for "
        "every 2 models in that unit (rounding down)."
    )
    leader = sheet("Warder", text, leads=("Glaziers",))
    led = sheet("Glaziers", models=3)
    deals((3 + 1 + 2) * PLAIN, led, leader=leader)


def test_a_longer_range_reaches():
    text = "Add 6\" to the Range characteristic of this model's ranged weapons."
    deals(PLAIN, sheet("Glazier", text), range_in=28)
    deals(0, GLAZIER, range_in=28)


def test_what_changes_no_figure_does_not_keep_the_rest_from_acting():
    text = (
        "Each time this model makes an attack, add 1 to the Hit roll, and add 2\" to this model's "
        "Move characteristic."
    )
    made = sheet("Glazier", text)
    deals(BETTER * WOUND * THROUGH, made)


def test_a_characteristic_that_two_share_is_of_the_same_weapons():
    text = (
        "Add 1 to the Attacks characteristic and add 1 to the Damage characteristic of this "
        "model's melee weapons."
    )
    deals(2 * 2 * HIT * WOUND * Fraction(1, 2), sheet("Glazier", text), phase="fight")
    deals(PLAIN, sheet("Glazier", text))


def test_a_weapon_is_meant_by_its_whole_name():
    text = "This model's Glass has a Strength characteristic of 8."
    deals(PLAIN, sheet("Glazier", text))


def test_the_first_failed_save_alone_loses_its_damage():
    """Of two shots 1/6 each: the first wound that goes through is lost; 2·1/6 - (1 - (5/6)²) are left."""
    text = (
        "The first time a saving throw is failed for this model, change the Damage characteristic "
        "of that attack to 0."
    )
    twice = sheet("Glazier", rifle={"A": "2"})
    rule = play("Slow Glass", text.replace("this model", "your unit"))
    left = 2 * PLAIN - (1 - (1 - PLAIN) ** 2)
    deals(left, twice, sheet("Bell", rule), "Slow Glass")
    deals(left, twice, sheet("Bell", "Once per turn, " + text[0].lower() + text[1:]), "Rite of Glass")


def test_a_save_is_better_by_the_rule_of_the_one_attacked():
    text = "Improve the Save characteristic of this model by 1."
    deals(HIT * WOUND * Fraction(1, 2), GLAZIER, sheet("Bell", text))


def test_wounds_and_toughness_are_of_the_models_attacked():
    deals(
        HIT * Fraction(1, 3) * THROUGH,
        GLAZIER,
        sheet("Bell", "Add 1 to the Toughness characteristic of this model."),
    )


def test_reasons_name_the_rule():
    text = "Each time this model makes an attack, add 1 to the Hit roll."
    match = faced(sheet("Glazier", text), BELL)
    assert mean(match) > PLAIN
    assert "Glazier: Rite of Glass acts" in match.assumed
