"""Detachments of the Horus Heresy as facts: against the rules and, where it is present, the catalogue."""

import os
import re
from pathlib import Path

import pytest
from defusedxml import ElementTree

from warbook.systems.heresy3.muster.organisation import ROLES, detachments, find

DATA = Path(os.environ.get("WARBOOK_DATA", Path(__file__).parents[2] / "shared" / "data"))
GAME = DATA / "bsdata-heresy3" / "xml" / "Horus Heresy 3rd Edition.gst"

RULES = {
    "Crusade Primary Detachment": {"High Command": 1, "Command": 3, "Troops": 4, "Transport": 4},
    "Auxiliary - Armoured Fist": {"Transport": 4, "Heavy Transport": 4},
    "Auxiliary - Tactical Support": {"Troops": 2, "Support": 2},
    "Auxiliary - Armoured Support": {"Armour": 4},
    "Auxiliary - Heavy Support": {"War-engine": 1},
    "Auxiliary - Combat Pioneer": {"Recon": 2},
    "Auxiliary - Shock Assault": {"Heavy Assault": 2},
    "Auxiliary - First Strike": {"Fast Attack": 2},
    "Apex - Combat Retinue": {"Retinue": 3},
    "Apex - Officer Cadre": {"Command": 2},
    "Apex - Army Vanguard": {"Elites": 3},
}
"""Slots of the rulebook's detachments (H-ARM-02, H-ARM-05)."""


@pytest.mark.parametrize("name", RULES)
def test_slots_are_those_of_the_rules(name):
    assert {slot.role: slot.most for slot in find(name).slots} == RULES[name]


@pytest.mark.parametrize(
    ("name", "primes"),
    [
        ("Crusade Primary Detachment", {"Command": 1, "Troops": 1}),
        ("Combat Retinue", {"Retinue": 1}),
        ("Officer Cadre", {"Command": 1}),
        ("Army Vanguard", {"Elites": 1}),
        ("Armoured Fist", {}),
    ],
)
def test_prime_slots_are_those_of_the_rules(name, primes):
    assert {slot.role: slot.prime for slot in find(name).slots if slot.prime} == primes


def test_every_slot_has_a_role_and_a_place():
    for each in detachments():
        assert each.slots, each.name
        for slot in each.slots:
            assert slot.role in ROLES
            assert slot.prime >= 0
            assert slot.most > 0


def test_a_name_without_a_meaning_finds_nothing():
    assert find("Mushroom Ring") is None
    assert find("Lord of War Detachment").kind == "lord of war"
    assert find("Allied Detachment").kind == "allied"
    assert find("Warlord Detachment").kind == "warlord"


@pytest.mark.skipif(not GAME.is_file(), reason="no catalogue")
def test_every_detachment_of_the_catalogue_is_known():
    named = [
        entry.get("name")
        for entry in ElementTree.parse(GAME).getroot().iter()
        if entry.tag.endswith("forceEntry")
    ]
    kinds = {name: re.match(r"(Auxiliary|Apex) - ", name) for name in named}
    for name, kind in kinds.items():
        if kind:
            assert find(name).kind == kind.group(1).casefold(), name
