"""Real catalogues, where this machine has them. Figures are read by hand from the files and the cards."""

from functools import cache

import pytest

from importers.real_pages import DATA
from warbook import importers, systems
from warbook.importers.battlescribe import library
from warbook.importers.battlescribe.entries import Entries
from warbook.importers.battlescribe.reading import Reading
from warbook.importers.names import key
from warbook.probability import odds
from warbook.probability.matchup import Setting, matchup
from warbook.rules.pick import Pick
from warbook.sheets.loadout import squad
from warbook.sheets.sheet import Item, Points

FORTY = DATA / "bsdata-wh40k10"
HEADS = ("M", "T", "Sv", "W", "Ld", "OC", "Inv")


@cache
def collection():
    if not FORTY.is_dir():
        pytest.skip("the catalogues are not on this machine")
    return importers.collect(FORTY)


def sheet_of(name, faction):
    [found] = [one for one in collection().sheets if (one.name, one.faction) == (name, faction)]
    return found


def test_every_root_unit_is_read_and_every_link_leads_somewhere():
    found = collection()
    assert found.problems == ()
    assert len(found.sheets) == 221
    assert [sheet.name for sheet in found.sheets if not sheet.models or not sheet.faction] == []


def test_a_unit_of_several_arms_is_as_on_its_card():
    sheet = sheet_of("Necron Warriors", "Necrons")
    [model] = sheet.models
    assert (model.count_min, model.count_max) == (10, 20)
    assert model.characteristics == {"M": '5"', "T": "4", "Sv": "4+", "W": "1", "Ld": "7+", "OC": "2"}
    assert sheet.loadout[0].items == (Item("Gauss flayer"), Item("Close combat weapon"))
    assert [(option.choices, option.replaces) for option in sheet.options] == [
        (((Item("Gauss reaper"),),), (Item("Gauss flayer"),))
    ]
    assert sheet.points == (Points(10, 90), Points(20, 200))
    assert sheet.role == "Battleline"


def test_prices_have_the_steps_of_the_file():
    assert sheet_of("Lokhust Destroyers", "Necrons").points == (
        Points(1, 40), Points(2, 60), Points(3, 90), Points(6, 180)
    )  # fmt: skip
    assert sheet_of("Tormentors", "Emperor's Children").points == (Points(5, 85), Points(10, 160))


def test_a_vehicle_is_as_on_its_card():
    sheet = sheet_of("Chaos Land Raider", "Emperor's Children")
    assert sheet.loadout[0].items == (
        Item("Armoured tracks"), Item("Soulshatter lascannon", 2), Item("Twin heavy bolter")
    )  # fmt: skip
    assert (sheet.damaged.low, sheet.damaged.high, sheet.damaged.hit) == (1, 5, -1)
    assert (sheet.transport.capacity, sheet.transport.keywords) == (14, ("EMPEROR'S CHILDREN", "INFANTRY"))
    assert sheet.points == (Points(1, 220),)
    assert {item.name for option in sheet.options for choice in option.choices for item in choice} == {
        "Combi-bolter", "Combi-weapon", "Havoc launcher"
    }  # fmt: skip


def test_what_is_no_longer_sold_is_marked_and_shown_without_its_mark():
    sheet = sheet_of("Vargard Obyron", "Necrons")
    assert sheet.legends
    assert sheet.models[0].characteristics["T"] == "5"
    assert sheet.leads == ("Immortals", "Lychguard", "Necron Warriors")


def test_a_value_stands_in_the_name_of_a_linked_rule():
    names = [one.name for one in sheet_of("Lucius the Eternal", "Emperor's Children").abilities]
    assert "Feel No Pain 5+" in names


def test_every_sheet_gives_a_unit_and_every_option_can_be_taken():
    for sheet in collection().sheets:
        assert squad(sheet), sheet.name
        for option in sheet.options:
            for choice in option.choices:
                squad(sheet, None, [choice[0].name])


def cards():
    folder = DATA / "gdc" / "2025-07"
    if not folder.is_dir():
        pytest.skip("the cards are not on this machine")
    return {(key(one.faction), key(one.name)): one for one in importers.collect(folder).sheets}


def statlines(sheet):
    return [tuple(one.characteristics.get(head) for head in HEADS) for one in sheet.models]


CHANGED = {
    "C'tan Shard of the Deceiver", "C'tan Shard of the Nightbringer", "C'tan Shard of the Void Dragon",
    "Transcendent C'tan", "Defiler", "Daemonettes",
}  # fmt: skip
"""Units whose cards were written anew between the date of the cards and that of the catalogues."""


def test_statlines_are_those_of_the_cards():
    known = cards()
    other = []
    for sheet in collection().sheets:
        card = known.get((key(sheet.faction), key(sheet.name)))
        if card is None or sheet.name in CHANGED:
            continue
        other.extend((sheet.name, line) for line in statlines(sheet) if line not in statlines(card))
    assert other == []


def entries_in(*parts):
    folder = DATA.joinpath(*parts)
    if not folder.is_dir():
        pytest.skip("the catalogues are not on this machine")
    found = library.of_folder(str(folder))
    entries = Entries(found)
    units = 0
    for document in list(found.documents.values()):
        found.check(document)
        reading = Reading(found, document, entries)
        for entry in reading.roots():
            root = reading.unit(entry)
            units += entry.type in ("unit", "model")
            for one in (root, *root.below()):
                reading.infos.of(one)
    return found, units


def test_the_second_games_catalogues_resolve_without_a_lost_link():
    found, units = entries_in("bsdata-heresy3", "xml")
    assert units > 200
    assert not [
        problem for problem in found.problems if "is nowhere" in problem.message or "no file" in problem.message
    ]


def test_links_into_absent_files_are_told():
    found, units = entries_in("bsdata-heresy3", "json")
    assert units > 0
    told = [problem.message for problem in found.problems]
    assert "no file here has catalogue 9b32-f350-6aa9-9c09" in told
    assert any("no file here has sys-9fe4-1dc3-b7c2-73cf: add its .gst" in message for message in told)


def test_a_set_in_the_other_form_resolves():
    found, units = entries_in("newrecruit-heresy3")
    assert units > 50
    told = [problem.message for problem in found.problems]
    assert "no file here has catalogue daemons-of-the-ruinstorm" in told


def test_the_odds_of_a_catalogues_unit_are_those_that_its_figures_give():
    warriors = sheet_of("Necron Warriors", "Necrons")
    raider = sheet_of("Chaos Land Raider", "Emperor's Children")
    made = matchup(systems.find("wh40k10"), (warriors, raider), (Pick(), Pick()), Setting(phase="shooting"))
    told = odds(made.engagement)
    critical, plain = 10 / 6, 10 / 3
    assert told.hits.mean == pytest.approx(critical + plain, abs=1e-9)
    assert told.damage.mean == pytest.approx((critical + plain / 6) / 6, abs=1e-9)


def test_every_unit_can_attack_and_be_attacked():
    target = sheet_of("Necron Warriors", "Necrons")
    system = systems.find("wh40k10")
    for sheet in collection().sheets:
        if not sheet.complete:
            continue
        kinds = {weapon.kind for weapon in sheet.weapons for one in sheet.loadout for item in one.items
                 if key(item.name) == key(weapon.name)}  # fmt: skip
        if "ranged" in kinds:
            matchup(system, (sheet, target), (Pick(), Pick()), Setting(phase="shooting"))
        matchup(system, (target, sheet), (Pick(), Pick()), Setting(phase="fight"))
