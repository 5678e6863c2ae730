"""What counts as a difference between two sheets, and which sheets of two sources are the same unit."""

import json

import msgspec
import pytest

from importers.cards import document, folder, written
from warbook.cli import app
from warbook.sheets.crosscheck import crosscheck, of_faction, shared
from warbook.sheets.differences import FIELDS, Difference, between
from warbook.sheets.sheet import (
    Ability,
    Datasheet,
    Equipped,
    Item,
    Model,
    Points,
    Weapon,
    WeaponProfile,
)

STATS = {"M": '6"', "T": "4", "W": "2"}
PROFILE = {"range": '24"', "A": "2", "BS": "3+", "S": "4", "AP": "0", "D": "1"}


def weapon(name="Slag gun", abilities=(), **changes):
    return Weapon(name, "ranged", (WeaponProfile(name, {**PROFILE, **changes}, abilities),))


def sheet(**changes):
    fields = {
        "models": (Model("Hound", 5, 10, 32, STATS),),
        "weapons": (weapon(abilities=("heavy", "twin-linked")),),
        "points": (Points(5, 100, "2031-01"),),
        "loadout": (Equipped("Hound", (Item("Slag gun"), Item("Knife", 2))),),
        "abilities": (Ability("Howl", "datasheet", "It howls."),),
        "keywords": ("BEASTS",),
        "faction_keywords": ("GRAVEL COURT",),
    }
    return Datasheet("Hounds", "Gravel Court", "wh40k10", **{**fields, **changes})


def test_a_sheet_differs_from_itself_in_nothing():
    assert between(sheet(), sheet()) == ()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"points": (Points(5, 90, "2031-02"), Points(5, 100, "2031-01"))},
         ("points", "100", "90", "5 models")),
        ({"models": (Model("Hound", 5, 10, 32, {**STATS, "T": "5"}),)}, ("statline", "4", "5", "Hound T")),
        ({"models": (Model("Hound", 5, 10, 40, STATS),)}, ("base", "32mm", "40mm", None)),
        ({"weapons": (weapon(abilities=("heavy", "twin-linked"), S="5"),)},
         ("weapons", "4", "5", "Slag gun (ranged) S")),
        ({"weapons": (weapon(abilities=("heavy", "blast")),)},
         ("weapons", "twin-linked", "blast", "Slag gun (ranged) abilities")),
        ({"keywords": ("BEASTS", "FLY")}, ("keywords", None, "FLY", None)),
        ({"abilities": (Ability("Howl", "datasheet", "It cries."),)},
         ("ability texts", "It howls.", "It cries.", "Howl")),
        ({"abilities": ()}, ("abilities", "Howl", None, None)),
        ({"loadout": (Equipped("Hound", (Item("Slag gun"),)),)},
         ("loadout", "2 Knife, Slag gun", "Slag gun", "every model")),
    ],
)  # fmt: skip
def test_each_change_is_one_difference(change, expected):
    assert between(sheet(), sheet(**change)) == (Difference(*expected),)


def test_case_plurals_order_and_misspelling_are_no_difference():
    other = sheet(
        models=(Model("HOUNDS", 5, 10, 32, STATS),),
        weapons=(weapon("Slagg gun", ("Twin linked", "Heavy")),),
        keywords=("Beast",),
        loadout=(Equipped("Hounds", (Item("knives", 2), Item("slag guns"))),),
    )
    assert between(sheet(), other) == ()


def test_a_weapon_under_another_name_is_told_as_such():
    found = between(sheet(), sheet(weapons=(weapon("Ooze hose", ("heavy", "twin-linked")),)))
    assert [(one.field, one.old[:8], one.new[:9], one.about) for one in found] == [
        ("weapon list", "Slag gun", "Ooze hose", None)
    ]


def test_statlines_are_compared_whatever_their_models_are_called():
    two = (Model("Master", 1, 1, 32, {**STATS, "W": "3"}), Model("Hound", 4, 9, 32, STATS))
    renamed = (Model("Pack leader", 1, 1, 32, {**STATS, "W": "3"}), Model("Wolf", 4, 9, 32, STATS))
    changed = (renamed[0], Model("Wolf", 4, 9, 32, {**STATS, "W": "1"}))
    assert between(sheet(models=two), sheet(models=renamed)) == ()
    assert between(sheet(models=two), sheet(models=changed)) == (Difference("statline", "2", "1", "Wolf W"),)


def test_a_field_that_one_source_does_not_tell_is_not_compared():
    found = crosscheck([sheet()], [sheet(points=(), weapons=())])
    assert {row.field: row.compared for row in found.agreement}["points"] == 0
    assert found.differing == ()
    assert all(row.share == 1 for row in found.agreement)


def test_units_are_paired_by_faction_then_by_its_keywords_then_by_name():
    def of(faction, *words, name="Hounds"):
        return msgspec.structs.replace(sheet(faction_keywords=words), faction=faction, name=name)

    first = [of("Rock", "ROCK"), of("Sand", "SAND"), of("Chapter", "CLAY", "MUD"), of("Rock", name="Lone")]
    second = [
        of("Host", "MUD", "CLAY"),
        of("Sand", "X"),
        of("Rock", "Y"),
        of("Ash", name="Lone"),
        of("Ash", "Z"),
    ]
    found = [(one.faction, other.faction) for one, other in shared(first, second)]
    assert found == [("Rock", "Rock"), ("Sand", "Sand"), ("Chapter", "Host"), ("Rock", "Ash")]


def test_every_field_can_be_told_from_any_sheet():
    bare = Datasheet("Hounds", "Gravel Court", "wh40k10")
    assert {one.field for one in between(bare, sheet())} <= FIELDS.keys()


def test_the_command_compares_two_exports(tmp_path, capsys):
    cards = written(tmp_path / "gravel.json", document())
    tables = folder(tmp_path / "2031-04")
    app(["crosscheck", cards, tables, "--json"], standalone_mode=False)
    found = json.loads(capsys.readouterr().out)
    assert (found["sources"], found["shared"]) == ([cards, tables], 2)
    shares = {row["field"]: row["share"] for row in found["agreement"]}
    assert (shares["statline"], shares["weapons"], shares["loadout"]) == (0.5, 1, 1)
    told = [
        (one["about"], one["old"], one["new"]) for unit in found["differing"] for one in unit["differences"]
    ]
    assert ("Warden Inv", "4+", None) in told
    assert [unit["name"] for unit in found["only_second"]] == ["Pebble Folk"]


def test_the_command_prints_and_takes_a_game_for_its_bundled_units(tmp_path, capsys):
    cards = written(tmp_path / "gravel.json", document())
    app(["crosscheck", "wh40k10", cards, "--field", "points", "--verbose"], standalone_mode=False)
    shown = capsys.readouterr().out
    assert "share 0 units" in shown
    assert "Moss Crawler (Gravel Court)" in shown


@pytest.mark.parametrize("words", [["--field", "colour"], ["--faction", "Nobody"]])
def test_what_there_is_not_is_refused_with_what_there_is(tmp_path, words):
    cards = written(tmp_path / "gravel.json", document())
    with pytest.raises(ValueError, match="expected one of"):
        app(["crosscheck", cards, cards, *words], standalone_mode=False)


def named(name="Hounds", faction="Gravel Court", *marks):
    return msgspec.structs.replace(sheet(faction_keywords=marks), name=name, faction=faction)


def test_of_one_faction_only_its_units_count_as_missing():
    others = [named(), named("Silt Rider"), named("Bell Warden", "Tide Choir", "TIDE CHOIR")]
    found = crosscheck([named()], others, wholly=False)
    assert [one.name for one in found.only_second] == ["Silt Rider"]
    assert len(crosscheck([named()], others).only_second) == 2


def test_a_faction_is_picked_by_its_keyword_too():
    mine = named("Hounds", "Court", "GRAVEL COURT")
    assert of_faction([mine, named("Hounds", "Tide Choir")], "gravel court") == [mine]


def test_a_folder_with_several_dates_is_compared_by_its_newest(tmp_path, capsys):
    for date in ("2024-03", "2025-07"):
        (tmp_path / date).mkdir()
        told = {key: value for key, value in document().items() if key != "updated"}
        written(tmp_path / date / "court.json", told)
    app(["crosscheck", str(tmp_path), str(tmp_path / "2025-07"), "--json"], standalone_mode=False)
    found = json.loads(capsys.readouterr().out)
    assert (found["differing"], found["only_first"]) == ([], [])
    assert "older sheets of the same units are left out" in found["notes"][0]
