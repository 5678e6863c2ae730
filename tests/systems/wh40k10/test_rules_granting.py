"""Rules that give abilities, states and saves."""

from fractions import Fraction

import pytest

from rites import BELL, GLAZIER, HIT, PLAIN, THROUGH, WOUND, deals, play, sheet
from warbook.errors import InputError

HALF = Fraction(1, 2)


def test_cover_is_given_against_ranged_attacks_alone():
    text = (
        "Each time a ranged attack targets this unit, this unit has the Benefit of Cover against that attack."
    )
    deals(HIT * WOUND * HALF, GLAZIER, sheet("Bell", text))
    deals(HIT * WOUND * HALF, GLAZIER, BELL, phase="fight")
    deals(HIT * WOUND * HALF, GLAZIER, sheet("Bell", text), phase="fight")


def test_cover_that_is_lost_does_not_help():
    text = "Each time this model makes an attack, that attack has the [IGNORES COVER] ability."
    deals(HIT * WOUND * HALF, GLAZIER, cover=True)
    deals(PLAIN, sheet("Glazier", text), cover=True)
    lit = sheet(
        "Glazier",
        "In your Shooting phase, after this unit has shot, select one enemy unit hit by one or more "
        "of those attacks. "
        "Until the end of the phase, that enemy unit cannot have the Benefit of Cover.",
    )
    deals(HIT * WOUND * HALF, lit, cover=True)
    deals(PLAIN, lit, BELL, "Rite of Glass", cover=True)


def test_stealth_of_a_leader_alone_is_not_the_units():
    leader = sheet("Warder", "This model has the Stealth ability.", leads=("Bells",))
    bells = sheet("Bells", models=2)
    deals(PLAIN, GLAZIER, bells, target_leader=leader)
    deals(Fraction(1, 3) * WOUND * THROUGH, GLAZIER, sheet("Bell", "This model has the Stealth ability."))


def test_a_lone_operative_is_shot_from_nearby():
    bell = sheet("Bell", "This model has the Lone Operative ability.")
    near = deals(PLAIN, GLAZIER, bell)
    assert 'the attacker is within 12": Rite of Glass' in near.assumed
    deals(PLAIN, GLAZIER, bell, range_in=12)
    with pytest.raises(InputError, match="at most 12"):
        deals(PLAIN, GLAZIER, bell, range_in=13)


def test_a_save_against_some_attacks_helps_against_them_alone():
    bell = sheet("Bell", "Models in this unit have a 3+ invulnerable save against ranged attacks.")
    deals(HIT * WOUND * Fraction(1, 3), GLAZIER, bell)
    deals(HIT * WOUND * HALF, GLAZIER, bell, phase="fight")


def test_feel_no_pain_against_psychic_attacks():
    bell = sheet("Bell", "This model has the Feel No Pain 4+ ability against Psychic Attacks.")
    deals(PLAIN, GLAZIER, bell)
    deals(PLAIN * HALF, sheet("Glazier", abilities=("psychic",)), bell)


def test_feel_no_pain_against_mortal_wounds_alone():
    bell = sheet("Bell", "This model has the Feel No Pain 4+ ability against mortal wounds.")
    rule = play("Hot Ash", "Roll one D6: on a 2+, that enemy unit suffers 3 mortal wounds.")
    deals(PLAIN + Fraction(5, 6) * 3 * HALF, sheet("Glazier", rule), bell, "Hot Ash")


def test_abilities_of_weapons_are_given_to_those_spoken_of():
    text = "This model's ranged weapons have the [SUSTAINED HITS 1] ability."
    hits = HIT + Fraction(1, 6)
    deals(hits * WOUND * THROUGH, sheet("Glazier", text))


def test_the_ability_that_was_selected_is_given():
    rule = play(
        "Two Songs",
        "Select either the [LETHAL HITS] or [SUSTAINED HITS 2] ability. Until the end of the phase, "
        "weapons equipped "
        "by models in your unit have the selected ability.",
    )
    lethal = (Fraction(2, 6) * WOUND + Fraction(1, 6)) * THROUGH
    sustained = (HIT + Fraction(2, 6)) * WOUND * THROUGH
    deals(max(lethal, sustained), sheet("Glazier", rule), BELL, "Two Songs")
    deals(lethal, sheet("Glazier", rule), BELL, "Two Songs: lethal hits")
    with pytest.raises(InputError, match="expected one of: lethal hits; sustained hits 2"):
        deals(lethal, sheet("Glazier", rule), BELL, "Two Songs: lance")
