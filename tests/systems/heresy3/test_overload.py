"""Overload (section 15)."""

from fractions import Fraction as F

from heresy import exactly, giant, gun, model, odds

PLASMA = gun("Overload (1)", strength=4, ap=4)


def test_low_hit_dice_are_hits_on_the_own_unit():
    told = odds(PLASMA, giant(), models=[model("gunner", save="3+")])
    assert told.self_damage["mean"] == exactly(F(1, 6) * F(1, 2) * F(1, 3))


def test_a_higher_number_misfires_more_often():
    told = odds(gun("Overload (2)", strength=4), giant(), models=[model("gunner")])
    assert told.self_damage["mean"] == exactly(F(2, 6) * F(1, 2))


def test_only_models_that_fired_can_suffer():
    """Two guns among five models: both misfire and wound with (1/6 x 1/2) squared, no third model ever
    falls."""
    told = odds({**PLASMA, "count": 2, "attacks": "3"}, giant(), models=[model("gunner", count=5)])
    assert len(told.self_damage["pmf"]) == 3


def test_the_bearer_suffers_where_it_is_named():
    guns = {**PLASMA, "bearer": "sergeant"}
    told = odds(
        guns, giant(), models=[model("trooper", toughness=4), model("sergeant", toughness=4, feel_no_pain="4+")]
    )
    assert told.self_damage["mean"] == exactly(F(1, 6) * F(1, 2) * F(1, 2))


def test_misfires_have_no_rules_of_the_hit_test_but_those_of_the_wound():
    guns = gun("Overload (1)", "Critical Hit (2+)", "Shred (4+)", strength=4)
    assert odds(guns, giant(), models=[model(wounds=5)]).self_damage["mean"] == exactly(F(1, 6) * F(1, 2) * 2)


def test_a_template_rolls_its_firepower_too():
    told = odds(gun("Overload (1)", "Template"), giant(), models=[model()])
    assert told.self_damage["mean"] == exactly(F(1, 6) * F(1, 2))


def test_without_the_attackers_it_is_not_told():
    told = odds(PLASMA, giant())
    assert told.self_damage is None
    assert told.not_modelled == ["self-damage from Overload: the attacking models are not given"]


def test_a_weapon_that_may_not_shoot_does_not_misfire():
    told = odds(PLASMA, giant(), models=[model()], attacker_engaged=True)
    assert told.self_damage["mean"] == exactly(0)
