"""Datasheets of a public export, printed as pages, read back as the export has them."""

import os

import pytest

from importers.exported_pages import Export
from warbook.importers.ledger import unaccounted
from warbook.importers.page import read_page
from warbook.sheets.document import normalise

EVERY = int(os.environ.get("WARBOOK_EVERY_SHEET", "6"))
"""Every so many datasheets are read; all of them take a quarter of a minute."""
HEADS = ("M", "T", "Sv", "W", "Ld", "OC")


@pytest.fixture(scope="module")
def export():
    return Export()


@pytest.fixture(scope="module")
def read_sheets(export):
    return [(row, read_page(export.page(row), row["name"])[0]) for row in export.sheets[::EVERY]]


def wrong(pairs, told, read):
    return [row["name"] for row, sheet in pairs if told(row) != read(sheet)]


def tidy(text):
    return " ".join(normalise(text).split())


def test_there_are_many(read_sheets):
    assert len(read_sheets) * EVERY > 1500


def test_weapons(export, read_sheets):
    def told(row):
        found = [w for kind in ("Ranged", "Melee") for w in export.weapon_rows(row, kind)]
        return {tuple(tidy(w[key]) for key in ("name", "range", "A", "BS_WS", "S", "AP", "D")) for w in found}

    def read(sheet):
        profiles = [profile for weapon in sheet.weapons for profile in weapon.profiles]
        return {(profile.name, *profile.characteristics.values()) for profile in profiles}

    assert wrong(read_sheets, told, read) == []


def test_statlines(export, read_sheets):
    odd = [
        row["name"]
        for row, sheet in read_sheets
        for model in export.models[row["id"]]
        if {head: tidy(model[head]) for head in HEADS} not in [found.characteristics for found in sheet.models]
    ]
    assert len(odd) <= 0.005 * len(read_sheets), odd


def test_keywords(export, read_sheets):
    def told(row):
        return {tidy(entry["keyword"].upper()) for entry in export.keywords[row["id"]]} - {""}

    assert wrong(read_sheets, told, lambda sheet: {*sheet.keywords, *sheet.faction_keywords}) == []


def test_leaders(export, read_sheets):
    def told(row):
        return {
            tidy(export.names.get(entry["attached_id"], "?").upper()) for entry in export.leaders[row["id"]]
        }

    assert wrong(read_sheets, told, lambda sheet: set(sheet.leads)) == []


def test_points(export, read_sheets):
    def told(row):
        return {(tidy(entry["description"]), int(entry["cost"])) for entry in export.costs[row["id"]]}

    def read(sheet):
        return {row.points for row in sheet.points}

    assert wrong(read_sheets, lambda row: {cost for _, cost in told(row)}, read) == []


def test_abilities(export, read_sheets):
    odd = [
        (row["name"], name)
        for row, sheet in read_sheets
        for entry in export.own_abilities(row, "Datasheet", "Wargear")
        if (name := tidy(entry["name"])) not in {ability.name for ability in sheet.abilities}
    ]
    assert len(odd) <= 0.01 * len(read_sheets), odd


def test_damaged_brackets(read_sheets):
    pairs = [(row, sheet) for row, sheet in read_sheets if row["damaged_w"]]
    assert wrong(pairs, lambda row: row["damaged_w"], lambda s: f"{s.damaged.low}-{s.damaged.high}") == []
    assert sum(sheet.damaged.hit == -1 for _, sheet in pairs) >= 0.98 * len(pairs)


def test_transports(read_sheets):
    found = [sheet.transport for row, sheet in read_sheets if row["transport"]]
    assert sum(transport is not None for transport in found) >= len(found) - 1
    assert sum(bool(transport) and not transport.unread for transport in found) >= 0.65 * len(found)


def test_options(read_sheets):
    understood = sum(len(sheet.options) for _, sheet in read_sheets)
    doubted = sum("option" in problem.message for _, sheet in read_sheets for problem in sheet.problems)
    assert understood > len(read_sheets)
    assert doubted <= 0.05 * understood


def test_loadouts(read_sheets):
    assert sum(row["loadout"] != "" and not sheet.loadout for row, sheet in read_sheets) <= 1


def test_no_line_is_lost(export, read_sheets):
    assert [row["name"] for row, sheet in read_sheets if unaccounted(export.page(row), sheet)] == []
