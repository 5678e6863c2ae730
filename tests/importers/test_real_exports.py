"""The real exports, where this machine has them: everything is read, and what they say is what stands there."""

import functools
import json
import re

import pytest

from importers.real_pages import DATA
from warbook import data, importers
from warbook.sheets.crosscheck import crosscheck

FOLDERS = ("gdc/2024-03", "gdc/2025-07", "wahapedia/2025-07")


@functools.cache
def export(name):
    if not (DATA / name).is_dir():
        pytest.skip(f"no {name} on this machine")
    return importers.collect(DATA / name)


def sheets(name):
    return export(name).sheets


def sheet(folder, name, faction):
    (found,) = (one for one in sheets(folder) if (one.name, one.faction) == (name, faction))
    return found


@pytest.mark.parametrize("name", ["gdc/2024-03", "gdc/2025-07"])
def test_every_card_of_every_file_is_read(name):
    cards = 0
    for path in sorted((DATA / name).glob("*.json")):
        document = json.loads(path.read_text("utf-8"))
        cards += len(document.get("datasheets", [])) if isinstance(document, dict) else 0
    assert len(sheets(name)) == cards
    assert all(one.name and one.faction and one.source.date for one in sheets(name))


def test_every_row_of_the_table_of_datasheets_is_read():
    export("wahapedia/2025-07")
    rows = (DATA / "wahapedia/2025-07/Datasheets.csv").read_text("utf-8-sig").strip().split("\n")
    assert len(sheets("wahapedia/2025-07")) == len(rows) - 1


@pytest.mark.parametrize("name", FOLDERS)
def test_no_mark_up_is_left_in_any_text(name):
    for one in sheets(name):
        texts = [ability.text or "" for ability in one.abilities] + [
            option.text or "" for option in one.options
        ]
        for text in [*texts, *(note.text for note in one.notes)]:
            assert not re.search(r"</?[a-z]|\*\*|&[a-z#]+;|\^\^|^\|\s*$", text, re.MULTILINE), (one.name, text)


@pytest.mark.parametrize("name", FOLDERS)
def test_nearly_all_sheets_can_be_played(name):
    """What is lost is told: an export lacks the weapons of many a sheet, and some loadouts."""
    with_weapons = [one for one in sheets(name) if not any(m.where == "weapons" for m in one.missing)]
    assert sum(one.complete for one in with_weapons) >= 0.95 * len(with_weapons)
    for one in sheets(name):
        lost = {missing.token for missing in one.missing}
        assert one.complete or lost & {"statline", "loadout", "table"}, one.name


@pytest.mark.parametrize("name", FOLDERS)
def test_nearly_all_sentences_are_understood(name):
    told = {"options": 0, "unit": 0}
    for one in sheets(name):
        for field in {problem.place.rpartition(", ")[2] for problem in one.problems} & told.keys():
            told[field] += 1
    assert told["options"] <= 0.06 * len(sheets(name))
    assert told["unit"] <= 0.04 * len(sheets(name))


@pytest.mark.parametrize("name", FOLDERS)
def test_the_bundled_packs_agree_with_an_export_on_every_statline_and_profile(name):
    found = crosscheck(data.pack("wh40k10"), sheets(name), ("statline", "weapons", "weapon list"))
    assert found.shared >= 17
    assert [unit for unit in found.differing if name != "gdc/2024-03"] == []


def test_two_exports_of_one_month_agree_but_for_their_own_slips():
    """Eleven sheets of Chaos Knights changed between the two exports; they are left out."""
    before = [one for one in sheets("gdc/2025-07") if one.faction != "Chaos Knights"]
    found = crosscheck(before, sheets("wahapedia/2025-07"), ("statline", "weapons"))
    statline, weapons = found.agreement
    assert found.shared > 1100
    assert statline.share >= 0.995
    assert weapons.profiles_agree >= 0.992 * weapons.profiles
    assert weapons.share >= 0.975


def test_a_land_raider_as_a_reader_finds_it():
    for folder, date in (("gdc/2025-07", "2025-07-22"), ("wahapedia/2025-07", "2025-07")):
        one = sheet(folder, "Chaos Land Raider", "Emperor's Children")
        assert (one.source.date, one.revision) == (date, "2025-06")
        assert [(row.models, row.points) for row in one.points] == [(1, 240)]
        assert one.models[0].characteristics == {
            "M": '10"', "T": "12", "Sv": "2+", "W": "16", "Ld": "6+", "OC": "5",
        }  # fmt: skip
        assert (one.damaged.low, one.damaged.high, one.damaged.hit) == (1, 5, -1)
        assert one.transport.capacity == 14
        assert len(one.options) == 2


def test_later_points_than_those_of_the_older_cards():
    older = sheet("gdc/2024-03", "Ghost Ark", "Necrons")
    newer = sheet("gdc/2025-07", "Ghost Ark", "Necrons")
    assert [older.points[0].points, newer.points[0].points] == [125, 115]
    assert (older.revision, newer.revision) == ("2023-12", "2025-06")


def test_factions_of_both_exports_have_their_detachments():
    for folder in ("gdc/2025-07", "wahapedia/2025-07"):
        (court,) = (one for one in export(folder).factions if one.name == "Emperor's Children")
        names = {detachment.name for detachment in court.detachments}
        assert {"Mercurial Host", "Peerless Bladesmen", "Carnival of Excess"} <= names
        plays = [play for detachment in court.detachments for play in detachment.plays]
        assert len(plays) == 36
        assert all(play.when and play.target and play.effect and play.cost in (1, 2) for play in plays)
        assert sum(len(detachment.enhancements) for detachment in court.detachments) == 24
