"""Real Horus Heresy catalogues, where this machine has them. Figures are read by hand from the files."""

from functools import cache

import pytest

from importers.real_pages import DATA
from warbook import data, importers, systems
from warbook.errors import InputError
from warbook.importers.names import key
from warbook.probability import Refusal, odds
from warbook.probability.matchup import Setting, matchup
from warbook.rules.pick import Pick
from warbook.sheets.sheet import Item, Points

XML = DATA / "bsdata-heresy3" / "xml"
JSON = DATA / "bsdata-heresy3" / "json"
THIRD = DATA / "newrecruit-heresy3"


@cache
def collection(folder=XML):
    if not folder.is_dir():
        pytest.skip("the catalogues are not on this machine")
    return importers.collect(folder)


def sheet_of(name, faction="Legiones Astartes", folder=XML):
    return next(one for one in collection(folder).sheets if (one.name, one.faction) == (name, faction))


def test_every_root_unit_is_read_and_every_link_leads_somewhere():
    if not XML.is_dir():
        pytest.skip("the catalogues are not on this machine")
    found = importers.collect(XML)
    assert found.problems == ()
    assert [sheet.name for sheet in found.sheets if not sheet.complete or not sheet.points] == []
    assert {sheet.faction for sheet in found.sheets} == {
        "Legiones Astartes", "Mechanicum", "Daemons of the Ruinstorm", "Divisio Assassinorum",
        "Cults Abominatio",
    }  # fmt: skip


def test_a_squad_is_as_in_the_file():
    sheet = sheet_of("Rampager Squad")
    assert [(one.name, one.count_min, one.count_max) for one in sheet.models] == [
        ("Rampager Champion", 1, 1),
        ("Rampager", 4, 14),
    ]
    assert (sheet.role, sheet.sub_types) == ("Heavy Assault", ("Champion", "Sergeant"))
    assert sheet.traits == ("[Allegiance]", "World Eaters")
    assert [one.name for one in sheet.abilities if one.group == "datasheet"] == ["Impact (S)", "Vanguard (3)"]
    assert (sheet.points[0], sheet.points[-1]) == (Points(5, 135), Points(15, 355))


def test_a_tank_is_as_in_the_file():
    sheet = sheet_of("Predator")
    assert sheet.models[0].characteristics == {
        "M": "12", "BS": "4", "Front": "13", "Side": "12", "Rear": "10", "HP": "5"
    }  # fmt: skip
    assert sheet.loadout[0].items == (Item("Heavy bolter", 2), Item("Predator cannon"))
    assert sheet.points == (Points(1, 100),)


@pytest.mark.parametrize("folder", [XML, JSON])
def test_a_bombardment_that_is_a_reactions_is_no_ordinary_weapon(folder):
    sheet = sheet_of("Lotara Sarrin", folder=folder)
    assert [one.name for one in sheet.weapons if one.reaction_only] == ["Guns of the Conqueror"]
    assert [(one.name, one.cost, one.category) for one in sheet.plays] == [
        ("Guns of the Conqueror", 3, "Advanced Reaction")
    ]
    assert sheet.loadout[0].items == (Item("Fleet service pistol"), Item("The Conqueror's Bite"))


def test_the_statlines_of_the_bundled_packs_are_the_same():
    own = {}
    for sheet in collection().sheets:
        own.setdefault(key(sheet.name), sheet)
    for sheet in data.pack("heresy3"):
        found = {key(one.name): one.characteristics for one in own[key(sheet.name)].models}
        assert found == {key(one.name): one.characteristics for one in sheet.models}, sheet.name


def test_both_forms_agree_on_the_units_that_they_share():
    xml = {sheet.name: sheet for sheet in collection().sheets if sheet.source.path == "World Eaters.cat"}
    for sheet in collection(JSON).sheets:
        assert [(one.name, one.characteristics) for one in sheet.models] == [
            (one.name, one.characteristics) for one in xml[sheet.name].models
        ]


def test_what_is_absent_is_told_and_the_rest_is_read():
    told = [problem.message for problem in collection(JSON).problems]
    assert any("no file here has catalogue" in message for message in told)
    assert len(collection(JSON).sheets) == 9


def test_statlines_that_a_document_has_not_are_told():
    found = collection(THIRD).sheets
    assert len(found) == 73
    assert [sheet.name for sheet in found if "statline" not in {one.token for one in sheet.missing}] == []
    rhino = sheet_of("Rhino", folder=THIRD)
    assert (rhino.types, rhino.sub_types, rhino.points) == (("Vehicle",), ("Transport",), (Points(1, 50),))


def test_the_odds_of_every_unit_are_answered_or_refused():
    system, other = systems.find("heresy3"), data.find("Tactical Squad", "heresy3")
    refused = set()
    for sheet in collection().sheets:
        for pair in ((sheet, other), (other, sheet)):
            for phase in ("shooting", "fight"):
                try:
                    told = odds(matchup(system, pair, (Pick(), Pick()), Setting(phase)).engagement)
                except InputError as fault:
                    refused.add(fault.expected.split(" (")[0])
                    continue
                refused.update(told.problems if isinstance(told, Refusal) else ())
    assert refused == {
        "a vehicle makes no attacks in a combat",
        "it carries no ranged weapon",
        "expected a statline",
        "target.models: a vehicle is a unit of one model (H-VEH-01)",
    }
