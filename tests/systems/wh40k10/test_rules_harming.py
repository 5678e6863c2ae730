"""Rules that inflict mortal wounds, besides these attacks or on some of them."""

from fractions import Fraction

from rites import BELL, HIT, PLAIN, THROUGH, WOUND, deals, faced, play, sheet

HALF = Fraction(1, 2)
STRUCK = HIT * WOUND * HALF
"""One attack with the stick."""


def test_a_table_of_one_die():
    rule = play(
        "Falling Bell",
        "Roll one D6: on a 2-3, that enemy unit suffers 1 mortal wound; on a 4-5, that enemy "
        "unit suffers D3 mortal "
        "wounds; on a 6, that enemy unit suffers D3+3 mortal wounds.",
    )
    table = Fraction(2, 6) * 1 + Fraction(2, 6) * 2 + Fraction(1, 6) * 5
    deals(PLAIN + table, sheet("Glazier", rule), BELL, "Falling Bell")


def test_six_dice_each_for_itself():
    rule = play("Hail", "Roll six D6: for each 4+, that enemy unit suffers 1 mortal wound.")
    deals(PLAIN + 3, sheet("Glazier", rule), BELL, "Hail")


def test_a_charge_rolls_a_die_for_each_model():
    text = (
        "Each time this unit ends a Charge move, select one enemy unit within Engagement Range "
        "of it and roll one D6 "
        "for each model in this unit: for each 4+, that enemy unit suffers 1 mortal wound."
    )
    unit = sheet("Glaziers", text, models=3)
    deals(3 * STRUCK + 3 * HALF, unit, phase="fight", charged=True)
    deals(3 * STRUCK, unit, phase="fight")
    deals(3 * PLAIN, unit)


def test_what_is_selected_must_be_such_a_unit():
    rule = play(
        "Chime Breaker",
        'Select one enemy CHIME unit within 12" of your unit and roll one D6: on a 4+, '
        "that enemy unit suffers 2 mortal wounds.",
    )
    deals(PLAIN + 1, sheet("Glazier", rule), BELL, "Chime Breaker")


def test_the_roll_is_better_where_its_condition_holds():
    text = (
        "Each time this model is selected to fight, you can select one enemy unit within "
        "Engagement Range of it and "
        "roll one D6, adding 2 to the result if this model made a Charge move this turn: on a "
        "4-5, that enemy unit "
        "suffers 1 mortal wound; on a 6+, that enemy unit suffers 3 mortal wounds."
    )
    glazier = sheet("Glazier", text)
    deals(STRUCK + Fraction(2, 6) + Fraction(1, 6) * 3, glazier, phase="fight")
    deals(STRUCK + Fraction(2, 6) + Fraction(3, 6) * 3, glazier, phase="fight", charged=True)


def test_critical_wounds_inflict_mortal_wounds_in_addition():
    text = (
        "Each time this model makes an attack, on a Critical Wound, the target suffers 1 mortal "
        "wound in addition to "
        "any normal damage."
    )
    deals(PLAIN + HIT * Fraction(1, 6), sheet("Glazier", text))


def test_armour_penetration_of_critical_wounds():
    text = (
        "Each time this model makes an attack, on a Critical Wound, improve the Armour "
        "Penetration characteristic of "
        "that attack by 1."
    )
    plain, critical = Fraction(2, 6) * THROUGH, Fraction(1, 6) * Fraction(5, 6)
    deals(HIT * (plain + critical), sheet("Glazier", text))


def test_mortal_wounds_of_the_attacker_itself_are_its_own():
    rule = play("Burst Glass", "Roll one D6: on a 1, your unit suffers 3 mortal wounds.")
    match = faced(sheet("Glazier", rule), BELL, "Burst Glass")
    assert match.engagement.attacker is not None
    assert [spec.on for spec in match.engagement.attacker.mortal] == ["attacker"]
    deals(PLAIN, sheet("Glazier", rule), BELL, "Burst Glass")


def test_after_shooting_only_what_was_hit_suffers():
    text = (
        "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or "
        "more of those attacks "
        "and roll one D6: on a 4+, that enemy unit suffers 2 mortal wounds."
    )
    match = deals(PLAIN, sheet("Glazier", text))
    assert any("--holding" in told or "--with" in told for told in match.assumed)
    deals(PLAIN + 1, sheet("Glazier", text), BELL, "Rite of Glass")


def test_a_result_that_changes_attacks_is_told_by_the_player():
    text = (
        "Roll one D6: on a 4+, until the end of the phase, add 1 to the Strength characteristic "
        "of weapons equipped by "
        "models in your unit."
    )
    glazier = sheet("Glazier", play("Hot Glass", text))
    deals(HIT * Fraction(2, 3) * THROUGH, glazier, BELL, "Hot Glass", holding=("4",))
