"""Attacks that wounds cause: followed path by path, sampled, and by linear algebra."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from heresy import engagement, exactly, gun, model, sure, target
from oracle.heresy_engagements import engagements
from warbook.dice import exact
from warbook.probability import decode, sampling
from warbook.probability.engage import fight
from warbook.rules.sequence import Standing, strike
from warbook.systems import find

SYSTEM = find("heresy3")
checked = settings(deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))

SMALL = [
    (sure("Deflagrate (4)", attacks="2"), target(count=3)),
    (sure("Deflagrate (4)", "Shred (6+)", attacks="2", strength=4), target(count=2, wounds=2, save="6+")),
    (
        gun("Deflagrate (4)", "Precision (6+)", attacks="2"),
        target(model(count=2), model("captain", leader=True)),
    ),
]


def followed(fought):
    """Chances of the wounds left, by following every path of the one unit's attacks."""
    formation = SYSTEM.form(fought)
    assault = SYSTEM.assault(SYSTEM, fought, fought.units[0], formation.alive)
    return exact(lambda: strike(assault, Standing.of(formation, False)))


@pytest.mark.parametrize(("weapon", "unit"), SMALL)
def test_every_path_agrees_with_the_odds(weapon, unit):
    fought = decode(engagement(weapon, unit))
    paths, odds = followed(fought), fight(SYSTEM, fought)
    start = int(odds.chain.lost.sum(axis=1).max())
    lost = np.zeros(start + 1)
    for standing, p in paths.items():
        assert not standing.owed
        lost[start - sum(left for _, left in (*standing.front, *standing.leaders))] += p
    found = np.bincount(odds.chain.damage_index, weights=odds.states, minlength=start + 1)
    assert lost == pytest.approx(found, abs=1e-12)
    assert sum(standing.wasted * p for standing, p in paths.items()) == exactly(odds.wasted)


@settings(checked, max_examples=40)
@given(engagements())
def test_samples_agree_with_the_odds(document):
    fought = decode(document)
    sample, odds = sampling.fight(SYSTEM, fought), fight(SYSTEM, fought)
    mean = float(odds.states @ odds.chain.damage_index)
    spread = sqrt(max(0.0, float(odds.states @ odds.chain.damage_index**2) - mean**2))
    assert (
        abs(float(sample.states @ sample.chain.damage_index) - mean) <= 5 * spread / sqrt(sample.trials) + 1e-9
    )
    assert sample.wasted == pytest.approx(odds.wasted, abs=0.08 * (1 + odds.wasted))
