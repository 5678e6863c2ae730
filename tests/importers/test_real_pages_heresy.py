"""What the real Horus Heresy page says, row by row of the inventory."""

import re

import pytest

from importers.real_pages import LOTARA, path_of, sheet_of
from warbook.importers.ledger import unaccounted


@pytest.fixture(scope="module")
def lotara():
    return sheet_of(LOTARA)


def rule(sheet, name):
    (found,) = [rule for rule in sheet.rules if rule.name == name]
    return found


def weapon(sheet, name):
    (found,) = [weapon for weapon in sheet.weapons if weapon.name == name]
    return found, found.profiles[0]


def test_title(lotara):
    assert (lotara.faction, lotara.name, lotara.system) == ("Legiones Astartes", "Lotara Sarrin", "heresy3")
    assert lotara.revision == "2025"
    assert [note.text for note in lotara.notes if note.about == "subtitle"]


def test_points_and_composition(lotara):
    assert [(row.models, row.points) for row in lotara.points] == [(1, 85)]
    assert [(entry.name, entry.count_min, entry.count_max) for entry in lotara.composition] == [
        ("Lotara Sarrin", 1, 1)
    ]


def test_statline(lotara):
    (model,) = lotara.models
    assert model.base_mm == 28
    printed = "M6 WS3 BS3 S3 T3 W2 I3 A2 LD9 CL9 WP8 IN8 SAV6+ INV5+"
    assert " ".join(head + value for head, value in model.characteristics.items()) == printed
    assert lotara.complete


def test_wargear(lotara):
    (carried,) = lotara.loadout
    assert [item.name for item in carried.items] == ["Fleet Service Pistol", "The Conqueror's Bite"]
    assert lotara.options == ()


def test_traits_types_and_role(lotara):
    assert lotara.traits == ("Traitor", "World Eaters")
    assert lotara.types == ("Infantry",)
    assert lotara.sub_types == ("Unique", "Sergeant", "Specialist")
    assert lotara.role == "Command"
    assert "Traitor" in lotara.keywords
    assert "Command" not in lotara.keywords


def test_special_rules(lotara):
    assert [ability.name for ability in lotara.abilities] == ["Shadow of the Conqueror", "Level-headed"]
    assert all(ability.text for ability in lotara.abilities)
    assert lotara.abilities[0].text.count("\n- ") == 2


def test_ranged_table(lotara):
    found, pistol = weapon(lotara, "Fleet Service Pistol")
    assert not found.reaction_only
    assert pistol.characteristics == {"R": "12", "FP": "1", "RS": "3", "AP": "-", "D": "1"}
    assert (pistol.abilities, pistol.traits) == (("Pistol",), ("Assault",))
    assert [weapon.kind for weapon in lotara.weapons].count("ranged") == 2


def test_melee_table(lotara):
    found, blade = weapon(lotara, "The Conqueror's Bite")
    assert found.kind == "melee"
    assert blade.characteristics == {"IM": "I", "AM": "A", "SM": "S", "AP": "2", "D": "1"}
    assert (blade.abilities, blade.traits) == ((), ("Power",))


def test_the_bombardment_belongs_to_its_reaction_alone(lotara):
    found, guns = weapon(lotara, "Guns of the Conqueror")
    assert found.reaction_only
    assert guns.characteristics == {"R": "24", "FP": "1", "RS": "10", "AP": "3", "D": "3"}
    assert guns.abilities == ("Barrage (2)", 'Blast (7")', "Breaching (5+)")
    assert all(item.name != found.name for carried in lotara.loadout for item in carried.items)


def test_the_reaction(lotara):
    (reaction,) = lotara.plays
    assert (reaction.name, reaction.cost, reaction.category) == (
        "Guns of the Conqueror",
        3,
        "Advanced Reaction",
    )
    assert reaction.source == "Shadow of the Conqueror"
    assert reaction.when
    assert reaction.target
    assert len(reaction.effect.split("\n")) == 2
    assert "Reacting Unit" in reaction.cost_text


def test_repeated_blocks_are_read_once(lotara):
    names = [rule.name for rule in lotara.rules]
    assert names.count("Shadow of the Conqueror") == names.count("Level-headed") == 1
    assert len(lotara.weapons) == 3
    assert len([note for note in lotara.notes if note.about == "design"]) == 1


@pytest.mark.parametrize(
    "name", ["Infantry", "Unique", "Aerial Reserves", "Barrage (X)", "Sergeant", "Specialist"]
)
def test_rules_beside_a_glued_heading_are_not_swallowed(lotara, name):
    assert rule(lotara, name).text


def test_the_characteristics_are_explained(lotara):
    heads = re.findall(r"\w+", "LD CL WP IN M WS BS S T W I A SAV INV R FP RS AP D IM AM SM")
    explained = [rule.name for rule in lotara.rules]
    assert all(any(name.endswith(f"({head})") for name in explained) for head in heads)


def test_a_box_within_a_rule_does_not_cut_it(lotara):
    assert len(rule(lotara, "Hits on Other Units").text.split("\n")) == 1
    assert "Hit Test is unsuccessful" in rule(lotara, "Blast (X)").text


def test_the_status_keeps_all_its_points(lotara):
    assert rule(lotara, "Routed").text.count("\n- ") == 12


def test_roles_are_explained(lotara):
    assert rule(lotara, "HIGH COMMAND").text
    assert rule(lotara, "COMMAND").text


def test_trait_indexes(lotara):
    assert [entry.keywords for entry in lotara.indexes] == [("Traitor",), ("World Eaters",)]


def test_a_menu_below_the_army_list_is_no_unit(lotara):
    assert lotara.army_list == ()
    assert "units of the army list" in {entry.where for entry in lotara.missing}


def test_lost_lists_are_told(lotara):
    told = {entry.where.split(":")[0]: entry.token for entry in lotara.missing}
    assert told["units of the Command role"] == "table"
    assert told["Shooting Attacks"] == told["Advanced Reactions"] == "rule"


def test_no_line_is_lost(lotara):
    assert unaccounted(path_of(LOTARA).read_text("utf-8"), lotara) == []
    assert lotara.problems == ()
