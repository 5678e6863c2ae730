"""The odds against the slow oracle, which enumerates every die, and against the worked cases."""

import json
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings

from oracle import brute, simulate
from oracle.engagements import engagements, ruled
from warbook.probability import answer
from wh40k import blade, engagement, flamer, leader, model, modifier, target, weapon

CASES = [
    case
    for case in json.loads((Path(__file__).parents[1] / "data" / "odds_cases.json").read_text())
    if case["engagement"]["system"] == "wh40k10"
]
SIZES = {
    "attacks",
    "hits",
    "wounds",
    "damage",
    "wasted",
    "models_destroyed",
    "p_destroyed",
    "models",
    "self_damage",
}


def differences(expected, found, within, path=""):
    """Every figure of ``expected`` that ``found`` does not have; pmfs may end in zeros."""
    if isinstance(expected, dict):
        pairs = ((key, expected[key], found[key]) for key in expected)
    elif isinstance(expected, list) and expected and isinstance(expected[0], dict):
        pairs = zip((entry["name"] for entry in expected), expected, sorted_like(expected, found), strict=True)
    elif isinstance(expected, list):
        size = max(len(expected), len(found))
        padded = ([*pmf, *[0.0] * (size - len(pmf))] for pmf in (expected, found))
        pairs = zip(range(size), *padded, strict=True)
    elif isinstance(expected, str):
        return [] if expected == found else [(path, expected, found)]
    else:
        return [] if abs(float(expected) - found) <= within else [(path, expected, found)]
    return [each for key, one, other in pairs for each in differences(one, other, within, f"{path}/{key}")]


def sorted_like(expected, found):
    by_name = {entry["name"]: entry for entry in found}
    return [by_name[entry["name"]] for entry in expected]


def out_of_sight(document):
    """Whether a weapon without Indirect Fire is aimed at what it does not see: it may not shoot at all."""
    attackers = [document["attacker"]] if "attacker" in document else document["attackers"]
    guns = [gun for unit in attackers for gun in unit["weapons"] if gun["kind"] == "ranged"]
    unseen = document["situation"].get("indirect_unseen")
    return unseen and any("indirect fire" not in gun["abilities"] for gun in guns)


RANDOMLY = settings(
    max_examples=150,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def agrees(document):
    """Whether the odds and the oracle give the same for an engagement."""
    assume(not out_of_sight(document))
    found = answer(document)
    assert found["problems"] == []
    assert found["exact"]
    assert differences({k: v for k, v in brute(document).items() if k in SIZES}, found, 1e-10) == []


@RANDOMLY
@given(engagements(limit=25_000))
def test_a_random_engagement_agrees_with_the_oracle(document):
    agrees(document)


@RANDOMLY
@given(ruled(limit=25_000))
def test_an_engagement_with_rules_of_sheets_agrees_with_the_oracle(document):
    agrees(document)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["engagement"]["id"])
def test_a_worked_case_has_its_figures(case):
    found = answer(case["engagement"])
    assert found["problems"] == []
    assert found["exact"]
    assert differences(case["expected"], found, 1e-9) == []


def test_a_large_engagement_agrees_with_dice_on_the_table():
    document = engagement(
        [
            weapon("rapid fire 1", "sustained hits 1", attacks="2", count=10, ap=-1),
            weapon("blast", "devastating wounds", attacks="D6", strength=6, damage="2", count=2),
            flamer("ignores cover", attacks="D6", strength=4, count=2),
            blade(
                "precision", "lethal hits", "twin-linked", attacks=4, strength=6, ap=-2, damage="D3", count=3
            ),
        ],
        target(
            model(count=9, save="3+", wounds=2),
            model("sergeant", save="3+", invulnerable="4+", wounds=3, wounds_lost=1),
            leader(save="2+", wounds=5, feel_no_pain="5+"),
        ),
        modifier("reroll hits", which="ones"),
        modifier("hit", -1),
        half_range=True,
        cover=True,
    )
    trials = 3_000
    exact, thrown = answer(document), simulate(document, trials, 40_000)
    assert exact["exact"]
    for name in ("damage", "models_destroyed"):
        pmf, mean = exact[name]["pmf"], exact[name]["mean"]
        error = sqrt(sum((n - mean) ** 2 * p for n, p in enumerate(pmf)) / trials)
        assert abs(mean - thrown[name]["mean"]) <= 5 * error
        for p, q in zip(pmf, thrown[name]["pmf"], strict=False):
            assert abs(p - q) <= 5 * sqrt(p * (1 - p) / trials) + 5 / trials
    assert abs(exact["wasted"]["mean"] - thrown["wasted"]["mean"]) <= 5 * thrown["wasted"]["sd"] / sqrt(trials)
    for one, other in zip(exact["models"], thrown["models"], strict=True):
        p = one["p_all_destroyed"]
        assert abs(p - other["p_all_destroyed"]) <= 5 * sqrt(p * (1 - p) / trials) + 5 / trials
