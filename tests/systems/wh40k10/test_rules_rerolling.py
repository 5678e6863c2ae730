"""Rules about rolls: re-rolls, criticals, results that are settled, modifiers that are ignored."""

from fractions import Fraction

from rites import BELL, GLAZIER, HIT, PLAIN, THROUGH, WOUND, deals, play, sheet

REROLLED = Fraction(3, 4)
"""A roll of 4+ whose failures are rolled again."""


def test_some_faces_or_ones_are_rolled_again():
    text = "Each time this model makes an attack, re-roll a Wound roll of 1."
    deals(HIT * (WOUND + Fraction(1, 6) * WOUND) * THROUGH, sheet("Glazier", text))


def test_one_damage_roll_of_1_is_rolled_again():
    """D3: 1, 2, 3 with 2/6 each of the D6; a 1 becomes the mean 2 again: (2 + 2 + 3) / 3."""
    text = "Each time this model makes an attack, re-roll a Damage roll of 1."
    deals(PLAIN * Fraction(7, 3), sheet("Glazier", text, rifle={"D": "D3"}))


def test_a_single_roll_is_rolled_again():
    """Of two shots one failed Hit roll is rolled again: 2·1/2 + (1 - 1/4)·1/2 hits."""
    text = (
        "Each time this model is selected to shoot, you can re-roll one Hit roll when resolving those attacks."
    )
    hits = 2 * HIT + (1 - HIT**2) * HIT
    deals(hits * WOUND * THROUGH, sheet("Glazier", text, rifle={"A": "2"}))


def test_instead_of_ones_all_failures_are_rolled_again_where_it_is_so():
    text = (
        "Each time this model makes an attack, re-roll a Hit roll of 1. "
        "If the target of that attack is a CHIME unit, you can re-roll the Hit roll instead."
    )
    deals(REROLLED * WOUND * THROUGH, sheet("Glazier", text))
    ones = HIT + Fraction(1, 6) * HIT
    deals(ones * WOUND * THROUGH, sheet("Glazier", text), sheet("Bell"))


def test_critical_hits_come_earlier():
    text = "Each time this model makes an attack, an unmodified Hit roll of 5+ scores a Critical Hit."
    critical, plain = Fraction(2, 6), Fraction(1, 6)
    deals((plain * WOUND + critical) * THROUGH, sheet("Glazier", text, abilities=("lethal hits",)))


def test_overwatch_hits_from_what_the_rule_says():
    text = (
        "Each time you target this unit with the Fire Overwatch Stratagem, "
        "hits are scored on unmodified Hit rolls of 5+ when resolving that Stratagem."
    )
    glazier = sheet("Glazier", text)
    deals(Fraction(2, 6) * WOUND * THROUGH, glazier, overwatch=True)
    deals(PLAIN, glazier)


def test_modifiers_that_are_bad_are_ignored():
    blurred = sheet("Bell", "Each time an attack targets this unit, subtract 1 from the Hit roll.")
    deals(Fraction(1, 3) * WOUND * THROUGH, GLAZIER, blurred)
    sure = sheet(
        "Glazier", "Each time this model makes an attack, you can ignore any or all modifiers to the Hit roll."
    )
    deals(PLAIN, sure, blurred)


def test_all_modifiers_but_of_saves_are_ignored():
    blurred = sheet("Bell", "Each time an attack targets this unit, subtract 1 from the Hit roll.")
    text = (
        "You can ignore any or all modifiers to the characteristics of models in this unit and "
        "to any roll or test "
        "made for models in this unit (excluding modifiers to saving throws)."
    )
    deals(PLAIN, sheet("Glazier", text), blurred)


def test_the_penalty_of_being_engaged_is_not_suffered():
    tank = {"words": ("VEHICLE",)}
    deals(Fraction(1, 3) * WOUND * THROUGH, sheet("Glazier", **tank), attacker_engaged=True)
    text = (
        "When making ranged attacks, this model does not suffer the penalty to its Hit rolls for being within "
        "Engagement Range of one or more enemy units."
    )
    deals(PLAIN, sheet("Glazier", text, **tank), attacker_engaged=True)


def test_a_choice_of_rerolls_is_the_best_unless_the_player_names_one():
    """A shot that wounds on 6+: a failed Wound roll is worth 11/72 of a wound, a failed Hit roll 9/72."""
    rule = play("Second Look", "You can re-roll one Hit roll or one Wound roll made for your unit.")
    glazier = sheet("Glazier", rule, rifle={"S": "2"})
    wound = Fraction(1, 6)
    best = deals(HIT * (wound + (1 - wound) * wound) * THROUGH, glazier, BELL, "Second Look")
    assert any(text.startswith("Second Look: ") and "best here" in text for text in best.assumed)
    deals(REROLLED * wound * THROUGH, glazier, BELL, "Second Look: Hit roll")
