"""An export's folder of tables becomes sheets and factions, as a reader of the tables would write them."""

import pytest

from importers.cards import TABLES, folder
from warbook import importers
from warbook.errors import InputError
from warbook.importers import wahapedia
from warbook.sheets.sheet import Equipped, Item, Points


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return wahapedia.collect(folder(tmp_path_factory.mktemp("export") / "2031-04"))


@pytest.fixture(scope="module")
def crawler(found):
    return found.sheets[0]


@pytest.fixture(scope="module")
def guard(found):
    return found.sheets[1]


def changed(**tables):
    return {**TABLES, **tables}


def without(name):
    return {key: value for key, value in TABLES.items() if key != name}


def test_a_sheet_says_whose_it_is_and_since_when(crawler, guard):
    assert (crawler.name, crawler.faction, crawler.id, crawler.role) == (
        "Moss Crawler", "Gravel Court", "000000001", "Other",
    )  # fmt: skip
    assert (crawler.source.date, crawler.revision) == ("2031-04", "2025-06")
    assert (crawler.legends, guard.legends, crawler.complete) == (False, True, True)


def test_the_last_update_goes_before_the_folders_name(tmp_path):
    tables = changed(Last_update=("last_update", ["2031-05-06 07:08:09"]))
    assert wahapedia.collect(folder(tmp_path / "2031-04", tables)).sheets[0].source.date == "2031-05-06"


def test_statlines_come_in_the_order_of_their_lines(guard):
    warden, other = guard.models
    assert warden.characteristics == {"M": '5"', "T": "5", "Sv": "2+", "W": "3", "Ld": "6+", "OC": "1"}
    assert (warden.base_mm, other.base_mm, other.characteristics["W"]) == ("75x42", 32, "2")
    assert (warden.keywords, guard.keywords) == (("CHARACTER",), ("INFANTRY", "CHARACTER"))


def test_a_model_on_its_hull_lacks_no_base(crawler):
    assert crawler.models[0].base_mm is None
    assert crawler.missing == ()


def test_rows_of_one_line_are_profiles_of_one_weapon(crawler):
    mortar, sling, claws = crawler.weapons
    assert (mortar.name, [profile.name for profile in mortar.profiles]) == ("Slag mortar", ["high", "low"])
    assert mortar.profiles[0].characteristics == {
        "range": '48"', "A": "D6", "BS": "4+", "S": "6", "AP": "-1", "D": "2",
    }  # fmt: skip
    assert mortar.profiles[1].characteristics["A"] == "D6+1"
    assert mortar.profiles[1].characteristics["AP"] == "0"
    assert mortar.profiles[1].abilities == ("sustained hits D3", "anti-fly 4+")
    assert (sling.profiles[0].abilities, claws.kind) == (("rapid fire 2",), "melee")


def test_sentences_in_html_are_read_as_those_of_a_page(crawler, guard):
    assert crawler.loadout == (
        Equipped("Moss Crawler", (Item("Slag mortar"), Item("Pebble sling", 2), Item("Root claws"))),
    )
    (option,) = crawler.options
    assert option.choices == ((Item("Pebble sling", 2),), (Item("Slate plate"),))
    assert (crawler.transport.capacity, crawler.transport.keywords) == (6, ("GRAVEL COURT", "INFANTRY"))
    assert [equipped.model for equipped in guard.loadout] == ["Warden", "Stone Guardsmen"]


def test_abilities_come_from_both_tables_in_their_groups(crawler):
    told = {ability.name: (ability.group, ability.text) for ability in crawler.abilities}
    assert told == {
        "Deadly Demise 1": ("core", "It bursts."),
        "Slow Growth": ("faction", "It grows."),
        "Lichen Coat": ("datasheet", "Moss covers it.\n- Thick moss."),
        "Slate plate": ("wargear", "The bearer has a 5+ invulnerable save."),
        "OLD ONE": ("datasheet", "It is old."),
    }
    notes = [(note.about, note.text) for note in crawler.notes]
    assert ("weapon ability Grip", "It grips.") in notes
    assert ("abilities", "Glue it.") in notes


def test_points_leaders_and_what_is_no_unit_of_a_list(crawler, guard):
    assert guard.points == (Points(5, 90, "2031-04"), Points(10, 180, "2031-04", "QUARRY Detachment"))
    assert (guard.leads, crawler.led_by) == (("Pebble Folk", "Moss Crawler"), ("Stone Guard",))
    assert any("army list" in note.text for note in guard.notes)
    assert [(one.name, one.points, one.text) for one in guard.enhancements] == [("Quartz Crown", 25, None)]


def test_a_sheet_without_its_rows_tells_what_it_lacks(found):
    folk = found.sheets[2]
    assert not folk.complete
    lacks = {(missing.token, missing.where) for missing in folk.missing}
    assert {("statline", "Pebble Folk"), ("loadout", "Pebble Folk"), ("table", "points")} <= lacks


def test_rows_of_no_datasheet_are_counted(found):
    (problem,) = found.problems
    assert (problem.place, problem.message) == (
        "Datasheets_wargear.csv", "1 rows of 1 ids that are not in the export: 000000009",
    )  # fmt: skip


def test_factions_have_rules_detachments_plays_and_enhancements(found):
    court, core = found.factions
    assert (court.name, court.id, court.rules[0].text) == ("Gravel Court", "GRV", "It grows.")
    scree, cave = court.detachments
    (play,) = scree.plays
    assert (play.cost, play.source, play.category, play.flavour) == (
        1, "Scree Host", "Battle Tactic", "They roll.",
    )  # fmt: skip
    assert (play.when, play.target, play.effect, play.restrictions) == (
        "Your Shooting phase.", "One unit.", "It rolls.", "Once.",
    )  # fmt: skip
    assert (scree.rules[0].text, scree.enhancements[0].text, scree.kind) == ("Stones roll.", "It shines.", None)
    assert (cave.name, cave.kind) == ("Cave Host", "Cave Fights")
    assert (core.name, [play.source for play in core.plays]) == ("Core", ["Core", "Cave Fights"])
    assert core.rules[0].name == "Deadly Demise"


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_marks_change_nothing(tmp_path, found, line_end, mark):
    again = wahapedia.collect(folder(tmp_path / "2031-04", TABLES, line_end, mark))
    assert [sheet.weapons for sheet in again.sheets] == [sheet.weapons for sheet in found.sheets]


def test_columns_count_by_their_heads(tmp_path, found):
    heads, rows = TABLES["Datasheets_wargear"]
    order = list(reversed(range(heads.count("|") + 1)))
    turned = ["|".join(line.split("|")[place] for place in order) for line in (heads, *rows)]
    leader = ("attached_datasheet_id|leader_id", ["000000003|000000002", "000000001|000000002"])
    tables = changed(Datasheets_wargear=(turned[0], turned[1:]), Datasheets_leader=leader)
    again = wahapedia.collect(folder(tmp_path / "2031-04", tables))
    assert [sheet.weapons for sheet in again.sheets] == [sheet.weapons for sheet in found.sheets]
    assert again.sheets[1].leads == found.sheets[1].leads


def test_detachments_of_a_later_export_tell_their_kind(tmp_path):
    tables = changed(Detachments=("id|faction_id|name|legend|type", ["1|GRV|Scree Host||Cave Fights"]))
    court = wahapedia.collect(folder(tmp_path / "x", tables)).factions[0]
    assert court.detachments[0].kind == "Cave Fights"


@pytest.mark.parametrize("name", [name for name in TABLES if name != "Datasheets"])
def test_a_missing_table_is_told(tmp_path, name):
    found = wahapedia.collect(folder(tmp_path / "x", without(name)))
    plain = name.split(" (")[0].lower()
    assert any(problem.message == f"the export lacks its table {plain}" for problem in found.problems)
    assert len(found.sheets) == 3
    if name in ("Datasheets_models", "Datasheets_wargear"):
        assert not any(sheet.complete for sheet in found.sheets)


def test_a_missing_column_and_uneven_rows_are_told(tmp_path):
    tables = changed(
        Datasheets_models_cost=("datasheet_id|line|description", ["000000001|1|1 model", "000000002|1"])
    )
    said = [problem.message for problem in wahapedia.collect(folder(tmp_path / "x", tables)).problems]
    assert "the table lacks its column cost" in said
    assert "1 rows with other than 3 cells, the first on line 3" in said


def test_absurd_values_are_told_at_their_unit(tmp_path):
    heads, rows = TABLES["Datasheets_wargear"]
    values = dict(zip(heads.split("|"), rows[2].split("|"), strict=True))
    shifted = {**values, "A": "3+", "BS_WS": "4", "S": "-1", "AP": "2", "D": ""}
    bad = ["|".join(shifted[head] for head in heads.split("|"))]
    (sheet, *_) = wahapedia.collect(folder(tmp_path / "x", changed(Datasheets_wargear=(heads, bad)))).sheets
    said = [problem.message for problem in sheet.problems]
    assert "Pebble sling: A of '3+' is no value of that kind" in said
    assert "Pebble sling: AP of '2' is no value of that kind" in said
    assert "Pebble sling: S of '-1' is no value of that kind" in said
    assert ("table", "Pebble sling: its D") in {(missing.token, missing.where) for missing in sheet.missing}


def test_the_folder_or_its_first_table_is_recognised(tmp_path):
    path = folder(tmp_path / "x")
    assert wahapedia.recognises(path)
    assert wahapedia.recognises(f"{path}/Datasheets.csv")
    assert not wahapedia.recognises(f"{path}/Factions.csv")
    assert not wahapedia.recognises(str(tmp_path))
    assert len(importers.collect(path).sheets) == 3


def test_an_export_without_datasheets_is_refused(tmp_path):
    with pytest.raises(InputError, match="datasheets"):
        wahapedia.collect(folder(tmp_path / "x", without("Datasheets")))


def test_a_rules_heading_background_and_recap_are_no_part_of_its_text(tmp_path):
    rule = "<div>SLOW GROWTH</div><p>Green things.</p>It grows by 1 in each phase."
    rows = ["78|Slow Growth|Green things.|GRV|" + rule]
    tables = changed(Abilities=("id|name|legend|faction_id|description", rows))
    found = wahapedia.collect(folder(tmp_path / "x", tables))
    (told,) = found.factions[0].rules
    assert (told.text, told.flavour) == ("It grows by 1 in each phase.", "Green things.")
    growth = next(one for one in found.sheets[0].abilities if one.name == "Slow Growth")
    assert growth.text == told.text


def test_a_detachment_told_by_its_id_only_has_its_name(tmp_path):
    heads, rows = TABLES["Enhancements"]
    later = (heads.replace("detachment", "detachment_id"), [rows[0].replace("Scree Host", "007")])
    tables = changed(Enhancements=later, Detachments=("id|faction_id|name|type", ["007|GRV|Scree Host|"]))
    court = wahapedia.collect(folder(tmp_path / "x", tables)).factions[0]
    assert [d.name for d in court.detachments if d.enhancements] == ["Scree Host"]


def test_references_to_what_is_not_there_are_counted(tmp_path):
    heads, rows = TABLES["Datasheets_enhancements"]
    tables = changed(Datasheets_enhancements=(heads, [*rows, "000000001|9", "000000002|9"]))
    tables["Abilities"] = (tables["Abilities"][0], tables["Abilities"][1][:1])
    said = {problem.message for problem in wahapedia.collect(folder(tmp_path / "x", tables)).problems}
    assert "2 rows name enhancements that the export lacks: 9" in said
    assert "1 rows name abilities that the export lacks: 78" in said
