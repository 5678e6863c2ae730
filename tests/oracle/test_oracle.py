"""The oracle against the worked cases, against hand-derived figures, and against its own dice."""

from __future__ import annotations

import json
from fractions import Fraction as F
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings

from oracle import brute, cost, needs, simulate
from oracle.brute import counts
from oracle.engagements import engagements
from oracle.reading import REVISIONS, dice, outcomes, read

DATA = Path(__file__).parents[1] / "data"
CASES = [
    case
    for case in json.loads((DATA / "odds_cases.json").read_text())
    if case["engagement"]["system"] == "wh40k10"
]
FRACTIONS = [case for case in CASES if case.get("expected_exact") and cost(case["engagement"]) <= 2_000]
THROWN = [case for case in CASES if case["engagement"]["id"].startswith(("t05", "t49", "t54", "m17", "t58"))]

checked = settings(derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def differences(expected, found, close, path=""):
    """Every figure of ``expected`` that ``found`` does not have."""
    if isinstance(expected, dict):
        return [d for key in expected for d in differences(expected[key], found[key], close, f"{path}/{key}")]
    if isinstance(expected, list) and expected and isinstance(expected[0], dict):
        return differences(by_name(expected), by_name(found), close, path)
    if isinstance(expected, list):
        size = max(len(expected), len(found))
        expected, found = ([*pmf, *[0] * (size - len(pmf))] for pmf in (expected, found))
        return differences(dict(enumerate(expected)), dict(enumerate(found)), close, path)
    return [] if close(expected, found) else [(path, expected, found)]


def by_name(entries):
    return {entry["name"]: {key: value for key, value in entry.items() if key != "name"} for entry in entries}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["engagement"]["id"])
def test_worked_case(case):
    found = brute(case["engagement"])
    assert not differences(case["expected"], found, lambda one, other: abs(one - other) <= 1e-9)


@pytest.mark.parametrize("case", FRACTIONS, ids=lambda case: case["engagement"]["id"])
def test_worked_case_in_fractions(case):
    found = brute(case["engagement"], fractions=True)
    assert not differences(case["expected_exact"], found, lambda one, other: F(one) == other)


def spread(pmf):
    mean = sum(value * p for value, p in enumerate(pmf))
    return sqrt(max(0.0, sum((value - mean) ** 2 * p for value, p in enumerate(pmf))))


def agree(engagement, trials, seed, sigmas):
    """Thrown and enumerated figures lie within ``sigmas`` standard errors.

    A few battles are allowed on top, because rare events are far from normal.
    """
    exact, thrown = brute(engagement), simulate(engagement, trials, seed)

    def bound(sd, most=1):
        return sigmas * sd / sqrt(trials) + 8 * most / trials

    chance = exact["p_destroyed"]
    assert abs(chance - thrown["p_destroyed"]) <= bound(sqrt(max(0.0, chance * (1 - chance))))
    names = ["damage", "models_destroyed"]
    pairs = [(exact[name], thrown[name]) for name in names]
    if "self_damage" in exact:
        pairs += [(exact["self_damage"], thrown["self_damage"])]
        pairs += [(exact["self_damage"]["models_destroyed"], thrown["self_damage"]["models_destroyed"])]
    for one, other in pairs:
        assert abs(one["mean"] - other["mean"]) <= bound(spread(one["pmf"]), len(one["pmf"]))
        for p, q in zip(one["pmf"], other["pmf"], strict=True):
            assert abs(p - q) <= bound(sqrt(max(0.0, p * (1 - p))))
    wasted = exact["wasted"]["mean"] - thrown["wasted"]["mean"]
    assert abs(wasted) <= bound(thrown["wasted"]["sd"], 20)
    for one, other in zip(exact["models"], thrown["models"], strict=True):
        chance = one["p_all_destroyed"]
        assert abs(chance - other["p_all_destroyed"]) <= bound(sqrt(max(0.0, chance * (1 - chance))))


@pytest.mark.parametrize("case", THROWN, ids=lambda case: case["engagement"]["id"])
def test_dice_agree_on_a_worked_case(case):
    agree(case["engagement"], 8_000, 7, 4)


@settings(checked, max_examples=120)
@given(engagements(limit=20_000))
def test_dice_agree_on_random_engagements(engagement):
    agree(engagement, 1_500, 11, 5)


@settings(checked, max_examples=80)
@given(engagements(limit=20_000, engaged=True))
def test_figures_hang_together(engagement):
    found = brute(engagement)
    assert sum(found["damage"]["pmf"]) == pytest.approx(1, abs=1e-12)
    assert sum(found["models_destroyed"]["pmf"]) == pytest.approx(1, abs=1e-12)
    lost = sum(entry["wounds_lost_mean"] for entry in found["models"])
    killed = sum(entry["destroyed_mean"] for entry in found["models"])
    assert lost == pytest.approx(found["damage"]["mean"])
    assert killed == pytest.approx(found["models_destroyed"]["mean"])
    assert found["p_destroyed"] == pytest.approx(found["damage"]["pmf"][-1])
    assert found["wounds"]["mean"] <= found["hits"]["mean"] + 1e-12


def chances(faces, rerolls):
    """How likely a die fails, succeeds and is critical after its re-roll."""
    once = [F(faces.count(result), 6) for result in range(3)]
    kept = [F(sum(f == r and n not in rerolls for n, f in enumerate(faces, 1)), 6) for r in range(3)]
    return [kept[result] + F(len(rerolls), 6) * once[result] for result in range(3)]


def linear(fight):
    """Mean attacks, hits and wounds by formula, for want of a command re-roll."""
    selection, sums = needs.select(fight, fight.start), [F(0), F(0), F(0)]
    for unit in fight.units:
        for number, weapon in enumerate(unit.weapons):
            line = needs.line(fight, unit, number, selection)
            _, plain, critical = (0, 1, 0) if line.has("torrent") else chances(line.hit, line.hit_rerolls)
            extra = critical * F(weapon.sustained.mean)
            wounds = 1 - chances(line.wound, line.wound_rerolls)[0]
            rapid = F(weapon.rapid_fire.mean) if fight.situation.get("half_range") else 0
            attacks = weapon.count * (F(weapon.attacks.mean) + rapid + line.extra_attacks)
            automatic = critical if line.has("lethal hits") else critical * wounds
            sums[0] += attacks
            sums[1] += attacks * (plain + critical + extra)
            sums[2] += attacks * (automatic + (plain + extra) * wounds)
    return dict(zip(("attacks", "hits", "wounds"), sums, strict=True))


@settings(checked, max_examples=60)
@given(engagements(limit=20_000, engaged=True))
def test_counts_follow_the_formula(engagement):
    fight = read(engagement)
    assume(fight.command is None)
    found = counts(fight, F(1))
    assert linear(fight) == {name: found[name]["mean"] for name in found}


@settings(checked, max_examples=15)
@given(engagements(limit=1_500))
def test_fractions_and_floats_agree(engagement):
    exact, rounded = brute(engagement, fractions=True), brute(engagement)
    assert sum(exact["damage"]["pmf"]) == 1
    assert not differences(exact, rounded, lambda one, other: one == other or abs(one - other) < 1e-12)


def test_every_revision_is_read():
    for revision in REVISIONS:
        found = brute({**CASES[0]["engagement"], "revision": revision}, fractions=True)
        assert sum(map(F, found["damage"]["pmf"])) == 1


@pytest.mark.parametrize(
    ("text", "lowest", "highest", "ways"), [("3", 3, 3, 1), (2, 2, 2, 1), ("D6+1", 2, 7, 6), ("2d3", 2, 6, 9)]
)
def test_dice_expression(text, lowest, highest, ways):
    found = outcomes(dice(text))
    assert (found[0][0], found[-1][0], sum(count for _, count in found)) == (lowest, highest, ways)
