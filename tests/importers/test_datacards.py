"""One faction's game-datacards file becomes sheets and a faction, as a reader of the file would write them."""

import json

import pytest

from importers.cards import STONE_GUARD, document, written
from warbook import importers
from warbook.effects import from_json
from warbook.errors import InputError
from warbook.importers import datacards
from warbook.importers.shields import bearer_save
from warbook.sheets.sheet import Equipped, Item, Points


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return datacards.collect(written(tmp_path_factory.mktemp("cards") / "gravel.json", document()))


@pytest.fixture(scope="module")
def crawler(found):
    return found.sheets[0]


@pytest.fixture(scope="module")
def guard(found):
    return found.sheets[1]


def collected(tmp_path, **changes):
    return datacards.collect(written(tmp_path / "gravel.json", document(**changes)))


def test_a_sheet_says_whose_it_is_and_since_when(crawler, guard):
    assert (crawler.name, crawler.faction, crawler.system, crawler.id) == (
        "Moss Crawler", "Gravel Court", "wh40k10", "b7",
    )  # fmt: skip
    assert (crawler.source.date, crawler.revision) == ("2031-04-05", "2025-06")
    assert (crawler.legends, guard.legends) == (False, True)
    assert crawler.complete


def test_a_statline_has_the_heads_of_a_card(crawler):
    (model,) = crawler.models
    assert (model.name, model.count_min, model.count_max) == ("Moss Crawler", 1, 1)
    assert model.characteristics == {
        "M": '8"', "T": "9", "Sv": "3+", "W": "12", "Ld": "7+", "OC": "4", "Inv": "6+",
    }  # fmt: skip


def test_profiles_of_one_weapon_stand_together_under_their_modes(crawler):
    mortar, sling, claws = crawler.weapons
    assert (mortar.name, [profile.name for profile in mortar.profiles]) == ("Slag mortar", ["high", "low"])
    assert mortar.profiles[1].characteristics == {
        "range": '24"', "A": "D6+1", "BS": "3+", "S": "6", "AP": "0", "D": "2",
    }  # fmt: skip
    assert mortar.profiles[1].abilities == ("sustained hits D3", "anti-fly 4+")
    assert (sling.name, sling.kind, sling.profiles[0].name) == ("Pebble sling", "ranged", "Pebble sling")
    assert sling.profiles[0].characteristics["range"] == '24"'
    assert claws.profiles[0].characteristics["WS"] == "3+"


def test_loadout_and_options_name_the_weapons_of_the_table(crawler):
    assert crawler.loadout == (
        Equipped("Moss Crawler", (Item("Slag mortar"), Item("Pebble sling", 2), Item("Root claws"))),
    )
    (option,) = crawler.options
    assert option.replaces == (Item("Slag mortar"),)
    assert option.choices == ((Item("Pebble sling", 2),), (Item("Slate plate"),))


def test_abilities_of_every_group_have_clean_texts(crawler):
    told = {ability.name: (ability.group, ability.text) for ability in crawler.abilities}
    assert told == {
        "Deadly Demise 1": ("core", None),
        "Slow Growth": ("faction", "It grows.\nIt ends."),
        "Lichen Coat": ("datasheet", "Moss COVERS it.\n- Thick moss.\n- Thin moss."),
        "Old One": ("datasheet", "It is old."),
        "Sour": ("datasheet", "It is sour."),
        "Slate plate": ("wargear", "The bearer has a 5+ invulnerable save."),
    }
    assert crawler.abilities[-1].effects == bearer_save("5+")
    assert ("weapon ability Grip", "It grips.") in [(note.about, note.text) for note in crawler.notes]


def test_points_damage_transport_keywords_and_leaders(crawler, guard):
    assert crawler.points == (Points(1, 130, "2031-04-05"), Points(1, 140, "2031-04-05", "Quarry"))
    assert (crawler.damaged.low, crawler.damaged.high, crawler.damaged.hit) == (1, 2, 2)
    assert crawler.damaged.objective_control == -2
    assert (crawler.transport.capacity, crawler.transport.keywords) == (6, ("GRAVEL COURT", "INFANTRY"))
    assert (crawler.keywords, crawler.faction_keywords) == (("VEHICLE", "MOSS CRAWLER"), ("GRAVEL COURT",))
    assert (crawler.led_by, guard.leads) == (("Gravel King",), ("PEBBLE FOLK",))


def test_models_have_their_own_statlines_keywords_and_saves(guard):
    warden, other = guard.models
    assert (warden.name, warden.count_max, warden.characteristics["W"]) == ("Warden", 1, "3")
    assert (other.count_min, other.count_max, other.characteristics["W"]) == (4, 9, "2")
    assert (warden.characteristics["Inv"], "Inv" in other.characteristics) == ("4+", False)
    assert (warden.keywords, guard.keywords) == (("CHARACTER",), ("INFANTRY", "STONE GUARD", "CHARACTER"))


def test_a_footnote_and_a_slip_of_the_pen_are_told(guard):
    said = [problem.message for problem in guard.problems]
    assert any("footnote binds its T" in message for message in said)
    assert any("'stone mual' taken for Stone maul" in message for message in said)
    assert guard.models[1].characteristics["T"] == "5"
    assert all(equipped.items == (Item("Stone maul"),) for equipped in guard.loadout)


@pytest.mark.parametrize(
    ("value", "info", "always", "needs", "attacks"),
    [("4+", "Against ranged attacks only", None, 4, "ranged"),
     ("5+", "* This model has a 5+ invulnerable save against melee attacks.", None, 5, "melee"),
     ("5+", "4+ against melee attacks only", "5+", 4, "melee"),
     ("", "4+ against melee attacks only", None, 4, "melee")],
)  # fmt: skip
def test_a_save_against_some_attacks_alone_is_an_ability_that_acts(
    tmp_path, value, info, always, needs, attacks
):
    card = {**STONE_GUARD, "abilities": {"invul": {"value": value, "info": info}}}
    (sheet,) = collected(tmp_path, datasheets=[card]).sheets
    assert {model.characteristics.get("Inv") for model in sheet.models} == {always}
    (save,) = from_json(list(sheet.abilities[-1].effects))
    assert (save.what, save.needs, save.against) == ("invulnerable", needs, (attacks,))
    assert not any("holds only sometimes" in problem.message for problem in sheet.problems)


@pytest.mark.parametrize(
    "info",
    [
        "See Slate Field ability.",
        "You cannot re-roll invulnerable saving throws made for this model. One only.",
    ],
)
def test_a_save_of_which_a_footnote_tells_more_is_one(tmp_path, info):
    card = {**STONE_GUARD, "abilities": {"invul": {"value": "2+", "info": info}}}
    (sheet,) = collected(tmp_path, datasheets=[card]).sheets
    assert {model.characteristics.get("Inv") for model in sheet.models} == {"2+"}
    assert any("has a footnote" in problem.message for problem in sheet.problems)


def test_a_save_that_holds_only_sometimes_is_no_plain_save(tmp_path):
    card = {**STONE_GUARD, "abilities": {"invul": {"value": "4+", "info": "Against those who dig"}}}
    (sheet,) = collected(tmp_path, datasheets=[card]).sheets
    assert not any("Inv" in model.characteristics for model in sheet.models)
    assert any("holds only sometimes" in problem.message for problem in sheet.problems)


def test_a_faction_has_its_rules_plays_and_enhancements(found):
    (faction,) = found.factions
    assert (faction.name, faction.id, faction.parent, faction.allies) == (
        "Gravel Court",
        "GRV",
        "ROK",
        ("SND",),
    )
    assert [(rule.name, rule.text) for rule in faction.rules] == [("Slow Growth", "It grows.\nIt ends.")]
    scree, cairn = faction.detachments
    assert (scree.rules[0].name, scree.rules[0].text) == ("Landslide", "Stones roll.")
    (play,) = scree.plays
    assert (play.name, play.cost, play.source, play.category) == (
        "Rolling Stones", 1, "Scree Host", "Battle Tactic",
    )  # fmt: skip
    assert (play.when, play.target, play.effect, play.restrictions) == (
        "Your Shooting phase.", "One unit.", "It rolls.", None,
    )  # fmt: skip
    (crown,) = cairn.enhancements
    assert (crown.points, crown.keywords, crown.excluded) == (25, ("GRAVEL COURT",), ("VEHICLE",))


def test_plays_of_no_faction_are_cores(tmp_path):
    shared = {
        "id": "basic",
        "name": "Basic",
        "is_subfaction": False,
        "stratagems": [{"name": "Stand Up", "cost": 1}],
    }
    found = datacards.collect(written(tmp_path / "core.json", shared))
    assert [(faction.name, len(faction.plays)) for faction in found.factions] == [("Core", 1)]


def test_enhancements_apart_from_their_faction_are_told(tmp_path):
    path = written(tmp_path / "more.json", [{"faction_id": "GRV", "enhancements": [{"name": "Old Crown"}]}])
    assert datacards.recognises(path)
    found = datacards.collect(path)
    assert (found.factions, [problem.message for problem in found.problems]) == (
        (), ["1 Enhancements of GRV without a detachment"],
    )  # fmt: skip


def test_an_enhancement_of_the_only_detachment_needs_no_name_for_it(tmp_path):
    crown = [{"name": "Quartz Crown", "cost": "25", "faction_id": "GRV"}]
    found = collected(tmp_path, detachments=["Scree Host"], rules={}, stratagems=[], enhancements=crown)
    assert [d.name for d in found.factions[0].detachments if d.enhancements] == ["Scree Host"]
    found = collected(tmp_path, enhancements=crown)
    assert any("expected its detachment" in problem.message for problem in found.problems)


def test_a_value_of_another_kind_is_told_with_its_place(tmp_path):
    card = {
        **STONE_GUARD,
        "stats": [{"name": ["Warden"], "m": 5, "t": True, "sv": None}],
        "keywords": "Infantry",
    }
    found = collected(tmp_path, datasheets=[card, 7, {"name": ""}])
    told = {(problem.place, problem.message) for problem in found.problems}
    assert ("datasheets[0].stats[0].name", "expected a text, found a list") in told
    assert ("datasheets[0].stats[0].t", "expected a text, found true or false") in told
    assert ("datasheets[0].keywords", "expected a list, found a text") in told
    assert ("datasheets[1]", "expected an object, found a number") in told
    assert ("datasheets[2]", "expected a datasheet with a name") in told
    assert not found.sheets[0].complete


@pytest.mark.parametrize(
    ("text", "expected"), [('{"datasheets": [', "expected JSON"), ("{}", "expected datasheets")]
)
def test_what_is_no_such_file_is_refused(tmp_path, text, expected):
    path = tmp_path / "x.json"
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=expected):
        datacards.collect(str(path))


def test_a_folder_is_read_file_by_file_and_tells_how_far_it_is(tmp_path):
    for name in ("a", "b"):
        written(tmp_path / f"{name}.json", document(name=f"Court {name}"))
    steps = []
    found = importers.collect(tmp_path, lambda done, total: steps.append((done, total)))
    assert ([faction.name for faction in found.factions], steps) == (["Court a", "Court b"], [(1, 2), (2, 2)])


def test_other_json_is_not_recognised(tmp_path):
    for text in ('{"catalogue": {}}', '{"units": [{"enhancements": []}]}', "[]", "enhancements"):
        path = tmp_path / "x.json"
        path.write_text(text, "utf-8")
        assert not datacards.recognises(str(path))


def test_the_folders_name_tells_the_date_where_the_file_does_not(tmp_path):
    (tmp_path / "2030-02").mkdir()
    path = tmp_path / "2030-02" / "gravel.json"
    path.write_text(json.dumps({key: value for key, value in document().items() if key != "updated"}), "utf-8")
    assert datacards.collect(str(path)).sheets[0].source.date == "2030-02"


def test_a_sentence_behind_the_name_of_a_led_unit_is_no_part_of_it(tmp_path):
    said = "If it is so, then the two of them shall be counted as one from there on until the end."
    led = {"units": [f"PEBBLE FOLK {said}", "PEBBLE GUARD.", said], "extra": ""}
    (guard,) = collected(tmp_path, datasheets=[STONE_GUARD | {"leads": led}]).sheets
    assert guard.leads == ("PEBBLE FOLK", "PEBBLE GUARD")
    assert [note.text for note in guard.notes if note.about == "leader"] == [said]


def test_detachments_and_rules_of_the_later_form_are_those_of_the_earlier_one(tmp_path):
    earlier = document()
    listed = [
        {"name": rule["name"], "rules": [{**part, "title": None} for part in rule["rule"]]}
        for rule in earlier["rules"]["detachment"]
    ]
    army = [{"name": rule["name"], "rules": rule["rule"]} for rule in earlier["rules"]["army"]]
    later = collected(
        tmp_path,
        detachments=[{"name": name, "faction": "Gravel Court"} for name in earlier["detachments"]],
        rules={"army": army, "detachment": [{"detachment": "Scree Host", "faction": "x", "rules": listed}]},
    )
    assert later.factions == collected(tmp_path).factions
    assert later.problems == collected(tmp_path).problems


def test_several_rules_of_one_detachment_are_all_read_and_a_title_without_text_is_told(tmp_path):
    rules = [
        {"name": "Landslide", "rules": [{"order": 1, "title": None, "text": "Stones roll."}]},
        {"name": "Dust", "rules": [{"order": 1, "title": "Haze", "text": None}]},
    ]
    found = collected(
        tmp_path, rules={"army": [], "detachment": [{"detachment": "Scree Host", "rules": rules}]}
    )
    scree = found.factions[0].detachments[0]
    assert [(rule.name, rule.text) for rule in scree.rules] == [("Landslide", "Stones roll."), ("Dust", "Haze")]
    assert [problem.message for problem in found.problems] == ["Haze: expected a text"]


def test_a_form_that_changed_again_is_told_with_the_keys_that_stand_there_instead(tmp_path):
    rules = {"army": [], "detachment": [{"detachment": "Scree Host", "title": "Landslide", "body": "Roll."}]}
    path = written(tmp_path / "gravel.json", document(rules=rules))
    found = importers.collect(path)
    told = {problem.place: problem.message for problem in found.problems if "[]" in (problem.place or "")}
    assert told == {
        "rules.detachment[]": "expected rule or rules, missing from 1 of 1; not known there: 'title', 'body'"
    }
    assert "expected a detachment rule, found neither name nor text" in [
        problem.message for problem in found.problems
    ]
    assert found.factions[0].detachments[0].rules == ()


def test_excluded_keywords_of_the_earliest_form_count(tmp_path):
    (crown,) = document()["enhancements"]
    crown["exclusions"] = crown.pop("excludes")
    (faction,) = collected(tmp_path, enhancements=[crown]).factions
    assert faction.detachments[1].enhancements[0].excluded == ("VEHICLE",)


def squad(*composition, lines):
    """A card of these models with statlines of these names and wounds."""
    row = STONE_GUARD["stats"][0]
    stats = [{**row, "name": name, "w": str(wounds)} for name, wounds in lines.items()]
    carried = "Every model is equipped with: stone maul."
    changed = {"stats": stats, "composition": list(composition), "loadout": carried}
    return {**STONE_GUARD, "keywords": ["Infantry"], "abilities": {}, **changed}


@pytest.mark.parametrize(
    ("composition", "lines", "model", "wounds"),
    [(["1 Digger Foreman", "2-5 Diggers", "0-1 Mole"], {"Digger": 2, "Mole": 5}, "Digger Foreman", "2"),
     (["1 Foreman", "0-10 Novices", "4-9 Diggers"], {"Novice": 1, "Digger": 2}, "Foreman", "2"),
     (["1 Foreman", "2-8 Old Novices", "4-9 Old Diggers"], {"Novice": 1, "Digger": 2}, "Foreman", "2"),
     (["1 Mole King", "1 Scribe", "1 Piper"], {"Mole King": 5, "Piper": 3}, "Scribe", "3"),
     (["1 Foreman", "3 Moles (Old Grey)"], {"Foreman": 2, "Old Grey": 4}, "Moles", "4")],
)  # fmt: skip
def test_a_model_without_a_statline_has_that_of_those_it_belongs_to(
    tmp_path, composition, lines, model, wounds
):
    (sheet,) = collected(tmp_path, datasheets=[squad(*composition, lines=lines)]).sheets
    found = {one.name.partition(" (")[0]: one.characteristics["W"] for one in sheet.models}
    assert found[model] == wounds
    assert all(one.count_max for one in sheet.models)
    assert "statline" not in {missing.token for missing in sheet.missing}
    assumed = [problem.message for problem in sheet.problems if "has no statline of its own" in problem.message]
    assert bool(assumed) == (model != "Moles")
