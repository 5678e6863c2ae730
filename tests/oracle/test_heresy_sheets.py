"""Sheets of the second game against their slow twin: rules of models, Firing Protocols, pistols, no range."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oracle import heresy_sheets as twin
from oracle.heresy import brute
from oracle.test_heresy import differences
from warbook.probability import odds
from warbook.probability.matchup import Setting, matchup
from warbook.rules.engagement import Situation
from warbook.rules.pick import Pick
from warbook.sheets.sheet import (
    Ability,
    Datasheet,
    Equipped,
    Item,
    Model,
    Note,
    Weapon,
    WeaponProfile,
)
from warbook.systems import find

SYSTEM = find("heresy3")
ON_MODELS = (
    "Precision (5+)", "Shred (4+)", "Critical Hit (5+)", "Poisoned (3+)", "Breaching (5+)", "Rending (6+)",
    "Hatred (Infantry)", "Hatred (Psyker, Walker)", "Impact (S)", "Impact (A, S)", "Feel No Pain (5+)",
    "Feel No Pain (6+)", "Shrouded (5+)", "Eternal Warrior (1)", "Firing Protocols (2)", "Firing Protocols (3)",
)  # fmt: skip


@st.composite
def guns(draw, name):
    printed = {
        "R": draw(st.sampled_from(("24", "12", "-"))),
        "FP": draw(st.sampled_from(("1", "2"))),
        "RS": str(draw(st.integers(3, 6))),
        "AP": draw(st.sampled_from(("-", "3", "5"))),
        "D": draw(st.sampled_from(("1", "2"))),
    }
    rules = draw(st.lists(st.sampled_from(("Pistol", "Shred (6+)", "Breaching (6+)")), unique=True, max_size=2))
    return Weapon(name, "ranged", (WeaponProfile(name, printed, tuple(rules)),))


@st.composite
def blades(draw, name):
    printed = {
        "IM": draw(st.sampled_from(("I", "1", "-2"))),
        "AM": draw(st.sampled_from(("A", "+1", "1"))),
        "SM": draw(st.sampled_from(("S", "+1", "5", "x2"))),
        "AP": draw(st.sampled_from(("-", "3", "5"))),
        "D": "1",
    }
    rules = draw(st.lists(st.sampled_from(("Impact (SM)", "Shred (6+)", "Rending (6+)")), max_size=1))
    return Weapon(name, "melee", (WeaponProfile(name, printed, tuple(rules)),))


@st.composite
def sheets(draw, name):
    weapons = [draw(guns(f"{name} gun {n}")) for n in range(draw(st.integers(1, 3)))]
    weapons += [draw(blades(f"{name} blade {n}")) for n in range(draw(st.integers(1, 2)))]
    models, loadout = [], []
    for n in range(draw(st.integers(1, 2))):
        line = {head: str(draw(st.integers(3, 5))) for head in ("WS", "BS", "S", "T", "I")}
        line |= {"A": str(draw(st.integers(1, 2))), "W": str(draw(st.integers(1, 2)))}
        line |= {"SAV": draw(st.sampled_from(("3+", "5+", "-"))), "INV": "-"}
        models.append(Model(f"{name} {n}", 1, 1, characteristics=line))
        items = tuple(Item(weapon.name, draw(st.sampled_from((1, 1, 2)))) for weapon in weapons)
        loadout.append(Equipped(f"{name} {n}", items))
    rules = draw(st.lists(st.sampled_from(ON_MODELS), unique=True, max_size=3))
    notes = [Note(rule, draw(st.sampled_from(models)).name) for rule in rules if draw(st.booleans())]
    return Datasheet(
        name,
        "Gravel Court",
        "heresy3",
        models=tuple(models),
        weapons=tuple(weapons),
        loadout=tuple(loadout),
        abilities=tuple(Ability(rule, "datasheet") for rule in rules),
        notes=tuple(notes),
        keywords=(draw(st.sampled_from(("Infantry", "Walker"))), "Psyker"),
    )


def chosen(sheet, other, phase, here):
    """The twin's engagement: of each kind of model the choice with most mean damage, all that are as good."""
    picked = []
    for choices in twin.engagements(sheet, other, phase, here):
        worth = [brute(each)["damage"]["mean"] for each in choices]
        picked.append([c for c, mean in zip(choices, worth, strict=True) if mean >= max(worth) - 1e-9])
    return picked


def cheapest_first(sheet):
    """A sheet whose models, one of each kind, stand as wounds go to them: fewer Wounds, less Toughness, worse
    Save first."""

    def cost(model):
        line = model.characteristics
        return int(line["W"]), int(line["T"]), -int(line["SAV"].replace("-", "7").rstrip("+"))

    return msgspec.structs.replace(sheet, models=tuple(sorted(sheet.models, key=cost)))


@settings(
    max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
@given(
    sheets("Ash"),
    sheets("Brick"),
    st.sampled_from(("shooting", "fight")),
    st.booleans(),
    st.sampled_from((10, 20)),
)
def test_two_sheets_mean_what_their_twin_says(sheet, other, phase, charged, away):
    here = {"charged": charged} if phase == "fight" else {"range_in": away}
    made = matchup(SYSTEM, (sheet, other), (Pick(), Pick()), Setting(phase, Situation(**here)))
    picked = chosen(sheet, cheapest_first(other), phase, here)
    lines = [weapon for choices in picked for weapon in choices[0]["attacker"]["weapons"]]
    whole = {**picked[0][0], "attacker": {"weapons": lines, "keywords": list(sheet.keywords)}}
    told, expected = odds(made.engagement), brute(whole)
    if all(len(choices) == 1 for choices in picked):
        found = {"damage": {"mean": told.damage.mean, "pmf": list(told.damage.pmf)}, "wounds": told.wounds.mean}
        wanted = {"damage": expected["damage"], "wounds": expected["wounds"]["mean"]}
        assert not differences(wanted, found)
    elif len(picked) == 1:  # choices that are as good differ in what they waste
        assert told.damage.mean == pytest.approx(expected["damage"]["mean"], abs=1e-9)
