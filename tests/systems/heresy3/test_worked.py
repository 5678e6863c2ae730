"""Worked cases that come in another form than engagements."""

import json
from pathlib import Path

import pytest

from heresy import answer, engagement, gun, sure, tank, target

OTHER = {
    case["id"]: case["expected"]
    for case in json.loads((Path(__file__).parents[2] / "data" / "odds_other.json").read_text("utf-8"))
}
BLAST = gun('Blast (5")', strength=4, ap=5)
BOMBARDMENT = gun("Barrage (2)", 'Blast (7")', "Breaching (5+)", strength=10, ap=3, damage="3")


def agree(expected, document):
    found = answer(document)
    assert not found["problems"]
    for key in ("wounds", "damage", "models_destroyed"):
        assert found[key]["mean"] == pytest.approx(expected[key]["mean"], abs=1e-9)
    pmf = expected["models_destroyed"]["pmf"]
    assert found["models_destroyed"]["pmf"] == pytest.approx(pmf, abs=1e-9)
    assert found["p_destroyed"] == pytest.approx(expected["p_destroyed"], abs=1e-9)


def test_a_blast_over_four_models():
    squad = target(count=10, save="3+")
    agree(OTHER["h24-blast-hit"], engagement(BLAST, squad, under_marker=4, under_marker_scattered=0))


@pytest.mark.parametrize(
    ("skill", "situation"),
    [("F", {}), (3, {"indirect_unseen": True}), (3, {"under_marker": 4}), (1, {"snap_shots": True})],
)
def test_a_bombardment_that_scatters_over_four_models(skill, situation):
    squad = target(count=5, wounds=2, save="2+", invulnerable="5+")
    document = engagement({**BOMBARDMENT, "skill": skill}, squad, under_marker_scattered=4, **situation)
    agree(OTHER["h25-guns-of-the-conqueror"], document)


def test_six_hits_on_armour():
    found = answer(engagement(sure(strength=8, attacks="6"), tank(armour=12, hull_points=4)))
    expected = OTHER["m15-hh3-armour-penetration"]
    assert found["wounds"]["mean"] == pytest.approx(expected["mean_penetrating"], abs=1e-9)
    assert found["p_destroyed"] == pytest.approx(expected["p_destroyed"], abs=1e-9)
