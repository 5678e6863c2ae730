"""Counting wounds kind by kind gives what a grid of joint counts gives."""

from functools import partial

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from heresy import answer, engagement, gun, model, sure, target
from oracle.engagements import engagements as other_engagements
from oracle.heresy_engagements import engagements
from warbook.probability import counts, decode, effects, state
from warbook.probability.chain import chain
from warbook.probability.peel import first_share, peeled
from warbook.systems import find

checked = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))

MANY_KINDS = [
    sure("Breaching (5+)", "Shred (6+)", strength=4, ap="-", count=6),
    gun("Precision (5+)", "Breaching (6+)", "Rending (6+)", count=4, ap=5),
    gun('Blast (5")', "Breaching (6+)", "Shred (5+)", count=2, ap=5),
    gun("Deflagrate (5)", "Breaching (6+)", "Critical Hit (6+)", count=5, ap=5),
]


def figures(document, monkeypatch, above):
    monkeypatch.setattr(state, "peeled", partial(peeled, above=above))
    found = answer(document)
    assert found["exact"]
    return {key: found[key] for key in ("damage", "models_destroyed", "p_destroyed", "wasted", "models")}


def flat(value):
    if isinstance(value, dict):
        return [number for key in sorted(value) for number in flat(value[key])]
    if isinstance(value, list):
        return [number for one in value for number in flat(one)]
    return [] if isinstance(value, str) else [value]


def same(document, monkeypatch):
    grid, kinds = (figures(document, monkeypatch, above) for above in (10**9, 0))
    assert len(grid["models"]) == len(kinds["models"])
    for key in ("p_destroyed", "wasted", "models"):
        assert flat(kinds[key]) == pytest.approx(flat(grid[key]), abs=1e-12)
    for key in ("damage", "models_destroyed"):
        size = max(len(grid[key]["pmf"]), len(kinds[key]["pmf"]))
        padded = [np.pad(one[key]["pmf"], (0, size - len(one[key]["pmf"]))) for one in (grid, kinds)]
        assert padded[0] == pytest.approx(padded[1], abs=1e-12)


@pytest.mark.parametrize("weapon", MANY_KINDS, ids=lambda weapon: weapon["abilities"][0])
def test_worked_attacks_agree(weapon, monkeypatch):
    squad = target(model(count=5, wounds=2, save="3+"), model("captain", leader=True, wounds=3, save="2+"))
    same(engagement(weapon, squad, under_marker=3), monkeypatch)


@settings(checked, max_examples=100)
@given(engagements())
def test_random_attacks_agree(engagement):
    with pytest.MonkeyPatch.context() as monkeypatch:
        same(engagement, monkeypatch)


@settings(checked, max_examples=60)
@given(other_engagements(limit=20_000))
def test_random_attacks_of_the_other_game_agree(engagement):
    with pytest.MonkeyPatch.context() as monkeypatch:
        same(engagement, monkeypatch)


def first_volley(weapon):
    system, fought = (
        find("heresy3"),
        decode(engagement(weapon, target(count=5, wounds=2, save="3+"), under_marker=3)),
    )
    formation = system.form(fought)
    volleys = system.assault(system, fought, fought.units[0], formation.alive).volleys
    (found,) = effects.resolved(volleys, chain(formation, False).formation, False, 1)
    return found


@pytest.mark.parametrize("weapon", MANY_KINDS[::2], ids=lambda weapon: weapon["abilities"][0])
def test_the_shares_make_up_the_joint_counts(weapon):
    found = first_volley(weapon)
    totals, shares = peeled(found.volley, found.merge, above=0)
    (joint,) = counts.joint(found.volley, found.merge, False)
    both = first_share(totals, shares[0])
    first = joint.reshape(len(joint), -1)
    rest = np.indices(joint.shape[1:]).sum(axis=0).reshape(-1)
    made = np.zeros_like(both)
    for taken, row in enumerate(first):
        inside = rest < both.shape[1]
        assert not row[~inside].any()
        np.add.at(made[taken], rest[inside], row[inside])
    assert made == pytest.approx(both, abs=1e-13)


def test_hits_that_share_a_mark_are_left_to_the_grid():
    """All hits of one Blast are critical or none is: their kinds depend on each other."""
    found = first_volley(gun('Blast (5")', "Critical Hit (6+)", count=3))
    assert peeled(found.volley, found.merge, above=0) is None


def test_many_attacks_with_many_kinds_stay_exact():
    guns = gun("Breaching (6+)", "Shred (5+)", "Precision (5+)", count=60, attacks="2", skill=7, ap=5)
    unit = target(model(count=20, save="3+"), model("captain", leader=True, wounds=4))
    assert answer(engagement(guns, unit))["exact"]
