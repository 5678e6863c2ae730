"""Ordnance (section 15, H-CHR-03)."""

from fractions import Fraction as F

from heresy import exactly, giant, gun, modifier, odds, sure


def test_a_stationary_unit_doubles_the_characteristic():
    assert odds(sure("Ordnance (D)", damage="3"), giant(), stationary=True).damage == exactly(F(5, 6) * 6)
    assert odds(sure("Ordnance (D)", damage="3"), giant()).damage == exactly(F(5, 6) * 3)


def test_what_is_added_comes_after_doubling():
    told = odds(sure("Ordnance (D)", damage="3"), giant(), modifier("damage", 1, op="add"), stationary=True)
    assert told.damage == exactly(F(5, 6) * 7)


def test_strength_is_doubled():
    assert odds(sure("Ordnance (RS)", strength=4), giant(toughness=8), stationary=True).wounds == exactly(
        F(1, 2)
    )


def test_ap_becomes_two():
    assert odds(sure("Ordnance (AP)", ap=5), giant(save="2+"), stationary=True).damage == exactly(F(5, 6))


def test_firepower_is_doubled():
    told = odds(sure("Ordnance (FP)", attacks="3"), giant(), stationary=True)
    assert told.attacks == exactly(6)


def test_of_dice_the_result_is_doubled_and_what_is_added_comes_after():
    thrice = gun("Ordnance (FP)", attacks="D3", skill="automatic")
    told = odds(thrice, giant(toughness=0), stationary=True)
    assert told.attacks == exactly(4)
    assert told.damage_pmf == exactly([0, 0, F(1, 3), 0, F(1, 3), 0, F(1, 3)])
    more = odds({**thrice, "abilities": ["Ordnance (FP)", "Heavy (FP)"]}, giant(toughness=0), stationary=True)
    assert more.damage_pmf == exactly([0, 0, 0, F(1, 3), 0, F(1, 3), 0, F(1, 3)])


def test_a_stationary_unit_shoots_twice_as_far():
    far = {"range_in": 40}
    assert odds(sure("Ordnance (R)", range_in=24), giant(), stationary=True, **far).damage == exactly(F(5, 6))
    assert odds(sure("Ordnance (R)", range_in=24), giant(), **far).damage == exactly(0)
