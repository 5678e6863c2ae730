"""What invented pages in the form of the real ones say."""

import pytest

from importers import made_pages
from warbook.importers.ledger import unaccounted
from warbook.importers.page import read_page, system_of
from warbook.sheets.sheet import Item


def sheet(name):
    return read_page(made_pages.PAGES[name], name)[0]


def page(*lines, name="Ashen Host – Soot Walker"):
    return read_page("\n".join((name, *lines)), "page")[0]


def named(things, name):
    (found,) = [thing for thing in things if thing.name == name]
    return found


@pytest.mark.parametrize("name", made_pages.PAGES)
def test_every_line_is_accounted_for(name):
    assert unaccounted(made_pages.PAGES[name], sheet(name)) == []


@pytest.mark.parametrize("name", made_pages.PAGES)
def test_every_line_is_understood(name):
    assert sheet(name).problems == ()


@pytest.mark.parametrize("name", made_pages.PAGES)
def test_the_system_is_told_from_the_page(name):
    assert system_of(made_pages.PAGES[name]) == ("heresy3" if name in ("captain", "gunners") else "wh40k10")
    assert system_of(made_pages.PAGES[name])


def test_a_printed_statline_makes_a_sheet_complete():
    (model,) = sheet("marshal").models
    assert model.characteristics == {
        "M": '6"', "T": "5", "Sv": "2+", "W": "6", "Ld": "6+", "OC": "1", "Inv": "4+",
    }  # fmt: skip
    assert model.base_mm == 40
    assert sheet("marshal").complete


def test_a_statline_in_single_lines_serves_every_model():
    found = sheet("squad")
    assert [model.characteristics["Sv"] for model in found.models] == ["3+", "3+"]
    assert [(model.count_min, model.count_max) for model in found.models] == [(1, 1), (4, 9)]
    assert found.complete


@pytest.mark.parametrize(
    "lines", [["INVULNERABLE SAVE", "5+"], ["INVULNERABLE SAVE 5+"], ["INVULNERABLE SAVE | 5+ |"]]
)
@pytest.mark.parametrize("where", ["first", "later"])
def test_an_invulnerable_save_on_a_page_that_lost_its_statline(lines, where):
    keywords = ["KEYWORDS: A", "ABILITIES", "CORE: Leader"]
    found = page(*lines, *keywords) if where == "first" else page(*keywords, *lines, "Slow Walk", "It is slow.")
    assert found.models[0].characteristics == {"Inv": "5+"}
    assert "statline" in {entry.token for entry in found.missing}
    assert found.problems == ()


@pytest.mark.parametrize(
    "lines", [["5+*", "* Only from the front."], ["5+", "Against ranged attacks only"], ["4+*"]]
)
def test_an_invulnerable_save_with_a_condition_is_no_characteristic(lines):
    found = page("INVULNERABLE SAVE", *lines, "KEYWORDS: A")
    assert "Inv" not in found.models[0].characteristics
    assert [problem.line for problem in found.problems] == [2]


def test_enhancements():
    found = page(
        "KEYWORDS: CHARACTER", "ENHANCEMENTS", "Ember Crown", "15 pts", "Kiln Wardens Detachment",
        "Glass Eye (+20 pts)", "LONG NIGHT", "1CP", "Core – Epic Deed Stratagem", "WHEN: Now.", "TARGET: It.",
        "EFFECT: Dark.", "Glass Eye", "The bearer sees through every wall and over every hill of the land.",
    )  # fmt: skip
    assert found.enhancements[1].text
    assert [(item.name, item.points, item.detachment) for item in found.enhancements] == [
        ("Ember Crown", 15, "Kiln Wardens"),
        ("Glass Eye", 20, None),
    ]
    assert [play.name for play in found.plays] == ["LONG NIGHT"]


def test_profiles_that_share_a_name_are_one_weapon():
    pistol = named(sheet("marshal").weapons, "Ember pistol")
    assert [profile.name for profile in pistol.profiles] == ["Ember pistol – banked", "Ember pistol – stoked"]
    assert pistol.profiles[1].abilities == ("hazardous", "pistol")


def test_profiles_under_a_heading_row():
    found = page(
        "RANGED WEAPONS | RANGE | A | BS | S | AP | D | |",
        "| Slag gun | |||||||",
        '| ➤ banked [pistol] | 12" | 1 | 3+ | 4 | 0 | 1 | |',
        '| ➤ stoked [hazardous] | 12" | 1 | 3+ | 6 | -1 | 2 | |',
    )
    (gun,) = found.weapons
    assert gun.name == "Slag gun"
    assert [profile.name for profile in gun.profiles] == ["Slag gun – banked", "Slag gun – stoked"]


def test_a_row_without_values_is_told_as_lost():
    found = page("MELEE WEAPONS | RANGE | A | WS | S | AP | D | |", "| Claw | |||||||")
    assert found.weapons == ()
    assert ("table", "Claw: its profile") in {(entry.token, entry.where) for entry in found.missing}


def test_wargear_abilities_and_headings_of_their_own():
    found = sheet("marshal").abilities
    assert named(found, "Slag brand").group == "wargear"
    assert named(found, "SUPREME COMMANDER").group == "datasheet"
    assert named(found, 'Scouts 6"').group == "core"


def test_bullets_belong_to_the_ability_before_them():
    text = named(sheet("squad").abilities, "Shield of Ash").text
    assert text.count("\n- ") == 2


def test_leaders_keep_their_units_and_what_else_is_said():
    found = sheet("marshal")
    assert found.leads == ("CINDER GUARD", "SOOT WALKERS")
    assert [note.about for note in found.notes] == ["leader"]


@pytest.mark.parametrize(
    "lines",
    [
        ["This model can be attached to the following units: ■ CINDER GUARD ■ SOOT WALKERS"],
        ["This model can be attached to the following units:", "CINDER GUARD", "SOOT WALKERS"],
        ["This unit can be attached to the following units: CINDER GUARD, SOOT WALKERS"],
    ],
)
def test_lists_of_led_units_in_other_forms(lines):
    assert page("ABILITIES", "CORE: Leader", "LEADER", *lines, "KEYWORDS: A").leads == (
        "CINDER GUARD",
        "SOOT WALKERS",
    )


def test_who_leads_a_unit():
    found = page("LED BY", "This unit can be led by the following units:", "- ASH HERALD", "KEYWORDS: INFANTRY")
    assert found.led_by == ("ASH HERALD",)


def test_points_rows():
    assert [(row.models, row.points, row.note) for row in sheet("squad").points] == [
        (5, 90, None),
        (10, 170, None),
    ]
    found = page(
        "UNIT COMPOSITION",
        "- 1 Chief",
        "| 3 models (Hired) | 45 |",
        "| 1 Chief and 4 Hounds | +60 pts |",
        "KEYWORDS: A",
    )
    assert [(row.models, row.points, row.note) for row in found.points] == [
        (3, 45, "Hired"),
        (5, 60, "1 Chief and 4 Hounds"),
    ]


def test_compositions():
    found = page(
        "UNIT COMPOSITION", "- 1 Chief and 4 Hounds", "OR", "- 2 Chiefs", "- 0-3 Hawks*", "KEYWORDS: A"
    )
    assert [(e.name, e.count_min, e.count_max, e.alternative) for e in found.composition] == [
        ("Chief", 1, 1, 0),
        ("Hounds", 4, 4, 0),
        ("Chiefs", 2, 2, 1),
        ("Hawks", 0, 3, 1),
    ]


def test_loadouts_of_several_models():
    captain, guard = sheet("squad").loadout
    assert captain.items == (Item("Coal carbine"), Item("Boots"), Item("spark charge"))
    assert guard.items == (Item("Coal carbine"), Item("Boots"))


def test_a_model_equipped_with_nothing_has_a_known_loadout():
    found = page("UNIT COMPOSITION", "- 1 Gate", "This model is equipped with: nothing.", "KEYWORDS: A")
    assert found.loadout[0].items == ()
    assert "loadout" not in {entry.token for entry in found.missing}


def test_keywords_of_all_and_of_some_models():
    found = sheet("squad")
    assert found.keywords == ("INFANTRY", "BATTLELINE", "CINDER GUARD", "CHARACTER")
    assert named(found.models, "Cinder Captain").keywords == ("CHARACTER",)
    assert found.faction_keywords == ("ASHEN HOST",)


def test_sections_in_another_order():
    found = sheet("carrier")
    assert found.points[0].points == 130
    assert [weapon.name for weapon in found.weapons] == ["Iron wheels"]
    assert found.options == ()
    assert found.keywords[0] == "VEHICLE"


def test_a_damaged_bracket_with_two_changes():
    damaged = sheet("carrier").damaged
    assert (damaged.low, damaged.high, damaged.hit, damaged.objective_control) == (1, 7, -1, -3)


def test_a_damaged_bracket_that_is_not_wholly_understood_has_no_modifier():
    text = made_pages.hurt("1-3") + " Its wheels come off."
    found = page("DAMAGED: 1-3 WOUNDS REMAINING", text, "KEYWORDS: A").damaged
    assert (found.low, found.high, found.hit) == (1, 3, None)
    assert found.text == text


def test_a_stratagem_without_a_card_is_told():
    found = page("KEYWORDS: A", "STRATAGEMS", "LONG NIGHT", "1CP", "Kiln – Battle Tactic")
    assert [(play.name, play.source, play.effect) for play in found.plays] == [("LONG NIGHT", "Kiln", None)]
    assert "card of LONG NIGHT" in [entry.where for entry in found.missing]


def test_a_cost_that_differs_is_a_problem():
    found = page(
        "KEYWORDS: A", "STRATAGEMS", "LONG NIGHT", "1CP", "Core – Epic Deed", "C", "LONG NIGHT", "2CP",
        "Core – Epic Deed Stratagem", "WHEN: Now.", "TARGET: It.", "EFFECT: Dark.",
    )  # fmt: skip
    assert found.plays[0].cost == 2
    assert [problem.line for problem in found.problems] == [4]


def test_a_page_with_a_glossary_and_no_stratagems():
    found = page(
        "KEYWORDS: A", "FACTION KEYWORDS:", "ASHEN HOST", "LONE WALK", "It walks alone and is not seen."
    )
    assert found.faction_keywords == ("ASHEN HOST",)
    assert [rule.name for rule in found.rules] == ["LONE WALK"]


def test_units_of_an_index_are_kept():
    (index,) = sheet("marshal").indexes
    assert [(group.role, group.units) for group in index.groups] == [
        ("Characters", ("Marshal Torvane",)),
        ("Battleline", ("Cinder Guard",)),
    ]


def test_a_heading_that_stands_twice_is_one_rule():
    rules = sheet("marshal").rules
    assert [rule.name for rule in rules] == ["Slow Burn", "Stone Skin"]
    assert named(rules, "Stone Skin").lines == (86, 88)


def test_what_no_section_explains_is_a_problem_with_its_line():
    found = page("RANGED WEAPONS | RANGE | A |", "| 1 | 2 |", "KEYWORDS: A", "| strange | row | here |")
    assert [problem.line for problem in found.problems] == [5]


def test_a_heresy_reaction_is_a_play_and_its_profile_is_no_weapon_of_the_unit():
    found = sheet("captain")
    (play,) = found.plays
    assert (play.name, play.cost, play.source) == ("Broadside", 2, "Dead Reckoning")
    assert [weapon.name for weapon in found.weapons if weapon.reaction_only] == ["Broadside"]


def test_heresy_wargear_without_a_profile_is_an_ability():
    assert named(sheet("captain").abilities, "Star Charts").group == "wargear"


def test_a_special_rule_with_a_value_finds_its_text():
    assert named(sheet("captain").abilities, "Steady (2)").text


def test_a_box_within_a_rule():
    rules = sheet("captain").rules
    assert named(rules, "Dazzled").text.count("\n") == 0
    assert "twice" in named(rules, "Flash (X)").text


def test_heresy_types_and_traits():
    found = sheet("gunners")
    assert (found.types, found.sub_types, found.traits) == (("Infantry",), ("Sergeant",), ("Loyalist",))
    assert [(model.name, model.count_min) for model in found.models] == [("Lamp Chief", 1), ("Lamp Gunner", 4)]


def test_heresy_options_have_costs():
    swap, take = sheet("gunners").options
    assert swap.replaces == (Item("Lamp Lance"),)
    assert swap.choices == ((Item("Boarding Axe"),), (Item("Signal Gun"),))
    assert swap.costs == (5, 0)
    assert (take.model, take.limit, take.costs) == ("Lamp Gunner", None, (3,))


def test_a_heresy_vehicle():
    found = page(
        "- Lamp Barge 200 Points", "UNIT COMPOSITION: 1 LAMP BARGE",
        "| M | BS | Front | Side | Rear | HP | Transport Capacity |",
        "| Lamp Barge | 12 | 4 | 13 | 12 | 10 | 6 | 10 |",
        "TRAITS", "- Loyalist", "TYPE", "- Vehicle (Transport)", name="Lost Fleet – Lamp Barge",
    )  # fmt: skip
    assert found.models[0].characteristics["HP"] == "6"
    assert "statline" not in {entry.token for entry in found.missing}
