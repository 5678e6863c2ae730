"""The first failed save that a rule spares its unit."""

from fractions import Fraction as F

from wh40k import exactly, flamer, giant, model, modifier, odds, target

SPARED = modifier("first failed save", 0, op="set")
SURE = F(5, 6)


def test_one_wound_of_several_does_nothing():
    found = odds(flamer(attacks=3, damage="2"), giant(), SPARED)
    assert found.damage == exactly(2 * (3 * SURE - (1 - F(1, 6) ** 3)))


def test_saves_that_succeed_leave_it_there():
    found = odds(flamer(attacks=2), giant(save="4+"), SPARED)
    failed = SURE * F(3, 6)
    assert found.damage == exactly(2 * failed - (1 - (1 - failed) ** 2))


def test_what_allows_no_save_does_not_use_it():
    found = odds(flamer("devastating wounds", "anti-infantry 2+", damage="2"), giant(), SPARED)
    assert found.damage == exactly(SURE * 2)


def test_damage_set_to_0_is_raised_again_by_melta():
    """Setting to 0 comes before other modifiers (K-MOD-04)."""
    found = odds(flamer("melta 2", damage="3"), giant(), SPARED, half_range=True)
    assert found.damage == exactly(SURE * 2)


def test_it_may_set_damage_to_1():
    found = odds(flamer(damage="5"), giant(), modifier("first failed save", 1, op="set"))
    assert found.damage == exactly(SURE)


def test_a_single_model_has_it_for_itself():
    unit = target(model(wounds=1), model("saint", wounds=9, modifiers=[SPARED]))
    found = odds(flamer(attacks=2, damage="1"), unit)
    assert found.lost["saint"] == exactly(0)
    assert found.damage == exactly(1 - F(1, 6) ** 2)


def test_it_lasts_for_all_units_of_an_engagement():
    from wh40k import odds_of_units

    found = odds_of_units([[flamer()], [flamer()]], giant(), SPARED)
    assert found.damage == exactly(SURE**2)


def test_what_each_of_several_models_has_is_told():
    found = odds(flamer(), target(count=2, modifiers=[SPARED]))
    assert any("first failed save" in text for text in found.not_modelled)
