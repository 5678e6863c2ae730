"""The second game's odds against its slow twin, and the twin against the worked cases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from oracle.heresy import brute
from oracle.heresy_engagements import engagements
from warbook.probability import answer

CASES = [
    case
    for case in json.loads((Path(__file__).parents[1] / "data" / "odds_cases.json").read_text("utf-8"))
    if case["engagement"]["system"] == "heresy3"
]


def differences(expected, found, path=""):
    """Every figure of ``expected`` that ``found`` does not have."""
    if isinstance(expected, dict):
        return [one for key in expected for one in differences(expected[key], found[key], f"{path}/{key}")]
    if isinstance(expected, list):
        size = max(len(expected), len(found))
        padded = ([*values, *[0.0] * (size - len(values))] for values in (expected, found))
        return [
            one for n, pair in enumerate(zip(*padded, strict=True)) for one in differences(*pair, f"{path}/{n}")
        ]
    same = expected == found if isinstance(expected, str) else abs(expected - found) <= 1e-9
    return [] if same else [(path, expected, found)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["engagement"]["id"])
def test_both_agree_with_a_worked_case(case):
    assert not differences(case["expected"], brute(case["engagement"]))
    assert not differences(case["expected"], answer(case["engagement"]))


@settings(
    max_examples=400, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
@given(engagements())
def test_the_odds_are_those_of_every_die_rolled(engagement):
    found = answer(engagement)
    assert not found["problems"]
    assert found["exact"]
    assert not differences(brute(engagement), found)
