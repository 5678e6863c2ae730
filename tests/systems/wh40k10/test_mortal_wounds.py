"""Mortal wounds that come from no attack (K-MW-01)."""

from fractions import Fraction as F

import pytest

from warbook.probability import answer
from wh40k import engagement, exactly, flamer, giant, leader, model, modifier, target, told, weapon


def wounding(unit, *specs, arms=(), modifiers=(), models=()):
    return told(document(unit, *specs, arms=arms, modifiers=modifiers, models=models))


def document(unit, *specs, arms=(), modifiers=(), models=()):
    made = engagement(list(arms), unit, *modifiers, models=models)
    made["attacker"]["mortal"] = list(specs)
    return made


@pytest.mark.parametrize(
    ("spec", "mean"),
    [
        ({"each": 3}, 3),
        ({"each": "D3"}, 2),
        ({"dice": 6, "needs": "4+"}, 3),
        ({"dice": 6, "needs": "4+", "each": "D3"}, 6),
        ({"dice": "D6", "needs": "5+"}, F(7, 2) * F(2, 6)),
        (
            {"dice": 1, "table": [{"least": 2, "most": 5, "wounds": "D3"}, {"least": 6, "wounds": 3}]},
            F(4, 6) * 2 + F(1, 6) * 3,
        ),
        ({"dice": 3, "needs": "4+", "modifier": 1}, 3 * F(4, 6)),
        ({"dice": 2, "needs": "4+", "reroll": "ones"}, 2 * (F(3, 6) + F(1, 6) * F(3, 6))),
        ({"dice": 2, "needs": "4+", "reroll": "failed"}, 2 * (F(3, 6) + F(3, 6) * F(3, 6))),
        ({"dice": 2, "needs": "10+", "total": True, "each": 6}, F(6, 36) * 6),
        ({"dice": 1, "sides": 3, "needs": "3+"}, F(1, 3)),
        ({"dice": 2, "needs": "4+", "most": 1}, 1 - F(1, 4)),
        ({"dice": 0, "needs": "4+"}, 0),
    ],
)
def test_mean(spec, mean):
    found = wounding(giant(save="2+", invulnerable="2+"), spec)
    assert found.damage == exactly(mean)
    assert (found.attacks, found.hits, found.wounds) == (0, 0, 0)


def test_each_is_lost_by_itself_and_spills_over():
    found = wounding(target(count=2, wounds=2), {"each": 3})
    assert found.destroyed == exactly(1)
    assert found.damage == exactly(3)


def test_what_the_last_model_had_no_wounds_for_is_wasted():
    found = wounding(target(count=2, feel_no_pain="5+"), {"each": 4})
    assert found.damage + found.wasted == exactly(4 * F(4, 6))


def test_feel_no_pain_against_mortal_wounds():
    found = wounding(giant(feel_no_pain="6+", feel_no_pain_mortal="4+"), {"each": 2})
    assert found.damage == exactly(1)
    given = wounding(giant(), {"each": 2}, modifiers=[modifier("feel no pain", 5, against=["mortal"])])
    assert given.damage == exactly(2 * F(4, 6))
    other = wounding(giant(), {"each": 2}, modifiers=[modifier("feel no pain", 5, against=["ranged"])])
    assert other.damage == exactly(2)


def test_leaders_take_them_last():
    found = wounding(target(leader(wounds=3), model(count=2)), {"each": 3})
    assert (found.lost["trooper"], found.lost["leader"]) == (exactly(2), exactly(1))


def test_those_before_the_attacks_change_what_is_attacked():
    unit = target(count=5, wounds=1)
    before = wounding(unit, {"each": 1, "when": "before"}, arms=[weapon("blast", attacks=1)])
    assert before.attacks == exactly(2)
    blast = flamer("blast", attacks=1)
    killed = wounding(target(count=5), {"each": 1, "when": "before"}, arms=[blast])
    assert killed.damage == exactly(1 + F(5, 6))
    after = wounding(target(count=5), {"each": 1}, arms=[blast])
    assert after.damage == exactly(1 + 2 * F(5, 6))


def test_those_of_the_engagement_come_first_and_last():
    made = engagement(flamer("blast"), target(count=5))
    made["mortal"] = [{"each": 1, "when": "before"}, {"each": 1, "when": "after"}]
    assert told(made).damage == exactly(2 + F(5, 6))


def test_a_unit_may_hurt_itself():
    made = document(
        giant(),
        {"dice": 1, "needs": "4+", "each": 3, "on": "attacker"},
        arms=[weapon()],
        models=[model(count=3)],
    )
    found = told(made)
    assert found.self_damage["mean"] == exactly(F(3, 6) * 3)
    assert found.self_damage["models_destroyed"]["pmf"] == exactly([F(1, 2), 0, 0, F(1, 2)])


def test_what_a_unit_does_to_itself_needs_its_models():
    found = told(document(giant(), {"each": 1, "on": "attacker"}, arms=[weapon()]))
    assert any("models are not given" in text for text in found.not_modelled)


@pytest.mark.parametrize(
    "spec",
    [
        {"dice": 1000, "needs": "2+"},
        {"each": "D7"},
        {"dice": "many"},
        {"needs": "x"},
        {"needs": "4+", "table": [{"least": 1, "wounds": 1}]},
        {"dice": "D6", "needs": "4+", "total": True},
        {"each": 5000},
        {"when": "later"},
        {"table": [{"least": 1, "wounds": "no"}]},
    ],
)
def test_bad_ones_are_refused(spec):
    assert answer(document(giant(), spec))["problems"]


def test_the_other_game_has_none():
    made = {"system": "heresy3", "attacker": {"weapons": [], "mortal": [{"each": 1}]}, "target": {"models": []}}
    assert any("mortal" in problem for problem in answer(made)["problems"])
