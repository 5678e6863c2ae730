"""What a hand reading of each invented list gives, in every form that a list is copied in."""

import pytest

from importers.rosters.lists import (
    APP_1,
    APP_2,
    BATTLESCRIBE_TEXT,
    FRENCH,
    HERESY_TEXT,
    LIST_FORGE,
    MARKDOWN,
    SIMPLE,
    TYPED,
    WTC,
    WTC_UNITS,
)
from warbook.errors import InputError
from warbook.importers.rosters import parse, read


def units(roster):
    return [
        (
            unit.sheet,
            unit.points,
            [(line.name, line.count, {item.name: item.count for item in line.items}) for line in unit.listed],
        )
        for unit in roster.units
    ]


def head(roster):
    return (roster.name, roster.faction, roster.detachments, roster.points, roster.points_limit, roster.data)


def test_the_apps_first_dialect():
    roster = parse(APP_1)
    assert head(roster) == ("My long name 7", "Gravel Court", ("Quarry Host",), 405, 2000, "v581")
    assert (roster.parent, roster.battle_size, roster.problems) == ("Order Host", "Strike Force", ())
    karst, wardens, witch = roster.units
    assert (karst.warlord, karst.enhancements, karst.role) == (True, ("Lamp of Tar",), "Characters")
    assert karst.notes == ("Quarry Host Keywords: Character",)
    assert (witch.allied, wardens.allied, wardens.line) == (True, False, 19)
    assert units(roster) == [
        ("Odo Karst", 120, [("Odo Karst", 1, {"Slate axe": 1})]),
        (
            "Gravel Wardens",
            75,
            [
                ("Warden Prime", 1, {"Chisel": 1, "Slag pistol": 1}),
                ("Gravel Warden", 4, {"Spear": 4, "Court banner": 1}),
            ],
        ),
        ("Pit Witch", 210, [("Pit Witch", 1, {"Neural lash": 1})]),
    ]


def test_the_apps_second_dialect_without_bullets_on_further_wargear():
    roster = parse(APP_2)
    assert head(roster) == ("Stone rain", "Gravel Court", ("Quarry Host",), 1975, 2000, "v886")
    assert "Force Dispositions: Hold the Pit" in roster.notes
    assert [(unit.joins, unit.warlord) for unit in roster.units] == [
        (1, False),
        (None, False),
        (None, True),
        (None, False),
    ]
    assert units(roster) == [
        ("Odo Karst", 115, [("Odo Karst", 1, {"Slate axe": 1, "Slag pistol": 1})]),
        (
            "Gravel Wardens",
            180,
            [
                ("Warden Prime", 1, {"Chisel": 1, "Slag pistol": 1}),
                ("Gravel Warden", 9, {"Slag pistol": 7, "Chisel": 7, "Court banner": 1, "Great maul": 2}),
            ],
        ),
        ("Quarry Prince", 220, [("Quarry Prince", 1, {"Pit weapons": 1, "Slag cannon": 1})]),
        ("Tar Spawn", 95, [("Tar Spawn", 2, {"Tar whips": 2})]),
    ]


@pytest.mark.parametrize("changed", [
    lambda text: text.replace(" ", "\u00a0"),
    lambda text: text.replace("\n", "\r\n"),
    lambda text: "\ufeff" + text,
    lambda text: "\n".join(line.strip() for line in text.split("\n")),
    lambda text: text.replace("405 Points", "405 points").replace("2000", "2.000"),
])  # fmt: skip
def test_copies_change_blanks_line_ends_indents_and_separators(changed):
    assert units(parse(changed(APP_1))) == units(parse(APP_1))
    assert head(parse(changed(APP_1))) == head(parse(APP_1))


def test_the_battle_size_may_come_before_the_detachment():
    moved = APP_1.replace("Quarry Host\nStrike Force (2000 Points)", "Strike Force (2000 Points)\nQuarry Host")
    assert head(parse(moved)) == head(parse(APP_1))


def test_french():
    roster = parse(FRENCH)
    assert head(roster) == (
        "Pluie de pierres", "Cour de Gravier", ("Hôte de la Carrière",), 1995, 2000, "v875",
    )  # fmt: skip
    assert [unit.role for unit in roster.units] == ["Characters", "Battleline", "Allied Units"]
    assert (roster.units[0].warlord, roster.units[0].enhancements) == (True, ("Lampe de goudron",))
    assert units(roster)[1] == (
        "Gardes de gravier",
        75,
        [("Garde premier", 1, {"Masse": 1}), ("Garde de gravier", 4, {"Lance de pierre": 4})],
    )


@pytest.mark.parametrize("text", [WTC, WTC.replace("\n", ""), WTC.replace("\n", " ")])
def test_new_recruits_tournament_form_even_without_line_breaks(text):
    roster = parse(text)
    assert (roster.faction, roster.parent, roster.points) == ("Gravel Court", "Order", 830)
    assert roster.detachments == ("Quarry Host",)
    assert "Quarry Host: Deep Roots" in roster.notes
    assert units(roster) == WTC_UNITS
    assert [unit.enhancements for unit in roster.units[:4]] == [(), ("Lamp of Tar",), ("Pit Lantern",), ()]
    assert [unit.warlord for unit in roster.units[:3]] == [True, False, False]
    assert [unit.joins for unit in roster.units[:4]] == [None, None, 3, None]
    assert roster.problems == ()


def test_the_app_without_line_breaks():
    roster, whole = parse(APP_1.replace("\n", "")), parse(APP_1)
    assert units(roster) == units(whole)
    assert (roster.detachments, roster.points) == (whole.detachments, whole.points)
    assert any("line breaks" in note for note in roster.notes)


def test_a_tournament_header_over_the_apps_units():
    header = WTC[: WTC.index("\n\nChar1")].replace("NUMBER OF UNITS: 7", "NUMBER OF UNITS: 3")
    header = header.replace("(on Char2: Quarry Captain)", "(on Char1: Odo Karst)")
    header = header.replace("& Pit Lantern (on Char3: Quarry Captain)\n", "")
    roster = parse(header + "\n\n" + APP_1[APP_1.index("CHARACTERS") :])
    assert units(roster) == units(parse(APP_1))
    assert (roster.faction, roster.points, roster.problems) == ("Gravel Court", 830, ())


def test_new_recruits_simple_form():
    roster = parse(SIMPLE)
    assert head(roster) == ("Stone rain", "Gravel Court", ("Quarry Host",), 445, 2000, None)
    assert (roster.parent, roster.battle_size) == ("Imperium", "Strike Force")
    assert roster.units[0].enhancements == ("Lamp of Tar",)
    assert [(unit.warlord, unit.allied) for unit in roster.units] == [
        (False, False), (True, False), (False, True), (False, True),
    ]  # fmt: skip
    assert units(roster) == [
        ("Moss Crawler", 165, [("Moss Crawler", 1, {"Root claws": 1, "Pebble sling": 2})]),
        (
            "Gravel Wardens",
            135,
            [("Warden Prime", 1, {"Chisel": 1}), ("Gravel Warden", 4, {"Chisel": 4, "Slag pistol": 4})],
        ),
        ("Pit Wolves", 40, [("Pit Wolf", 3, {"Teeth": 3})]),
        ("Tar Beasts", 105, [("Tar Beast", 1, {"Tar gland": 1})]),
    ]


def test_markdown():
    roster = parse(MARKDOWN)
    assert head(roster) == ("My fiends", "Tar Fiends", ("Tar Pit",), 155, None, None)
    assert units(roster) == [
        ("Tarboss", 75, [("Tarboss", 1, {"Power hook": 1})]),
        ("Fiends", 80, [("Fiend", 9, {"Cleaver": 9}), ("Boss Fiend", 1, {"Big cleaver": 1})]),
    ]


def test_list_forge_text():
    roster = parse(LIST_FORGE)
    assert head(roster) == ("all tar", "Tar Fiends", ("Tar Pit",), 1995, None, None)
    assert units(roster)[1] == (
        "Tar Letters",
        110,
        [("Tar Reaper", 1, {"Hookblade": 1}), ("Tar Letter", 9, {"Hookblade": 9})],
    )


def test_battlescribes_text():
    roster = parse(BATTLESCRIBE_TEXT)
    assert head(roster)[1:] == ("Gravel Court", ("Quarry Host",), 1000, 2000, None)
    assert (roster.units[0].warlord, roster.units[0].enhancements) == (True, ("Veil of Tar",))
    assert units(roster)[1] == (
        "Gravel Wardens",
        90,
        [("Gravel Warden", 10, {"Close combat weapon": 10, "Spear": 10})],
    )


def test_a_text_of_the_second_game_has_its_detachments():
    roster = parse(HERESY_TEXT)
    assert (roster.system, roster.faction, roster.points) == ("heresy3", "Gravel Legion", 1800)
    assert roster.detachments == ("Crusade Primary Detachment", "Auxiliary - Armoured Support")
    assert [(unit.role, unit.detachment) for unit in roster.units] == [
        ("High Command", "Crusade Primary Detachment"),
        ("Troops", "Crusade Primary Detachment"),
        ("War-engine", "Auxiliary - Armoured Support"),
    ]
    assert units(roster)[1][2] == [
        ("Sergeant", 1, {"Power hook": 1}),
        ("Legionary", 9, {"Bolt sling": 9}),
    ]


def test_a_list_typed_by_hand():
    roster = parse(TYPED)
    assert (roster.name, roster.points, roster.points_limit) == ("Gravel", None, 1000)
    assert [(unit.sheet, unit.models, unit.points, unit.loadout) for unit in roster.units] == [
        ("Overseer", None, 85, ()),
        ("Gravel Wardens", 10, None, ("slag reapers",)),
        ("Immovables", 10, None, ()),
        ("Immovables", 10, None, ()),
        ("Slate Breakers", 3, 90, ()),
        ("Royal Mason", None, 50, ()),
        ("Moss Swarms", 6, 80, ()),
        ("Pit Mage", None, 100, ()),
        ("Overseer", None, None, ()),
        ("Gravel Wardens", 20, None, ("slag flayers", "slag reapers")),
    ]
    assert (roster.units[5].warlord, roster.units[7].enhancements) == (True, ("Nether casket",))
    assert roster.units[8].joins == 9


def test_a_line_that_is_not_understood_is_a_problem_with_its_line():
    roster = parse(APP_1.replace("BATTLELINE\n", "BATTLELINE\n\nwhat is this\n"))
    assert [(problem.line, problem.message) for problem in roster.problems] == [
        (19, "not understood: what is this")
    ]
    assert units(roster) == units(parse(APP_1))


def test_a_fragment_says_what_is_missing():
    roster = parse(WTC[: WTC.index("Char2: 1x")])
    assert [unit.sheet for unit in roster.units] == ["Odo Karst"]
    assert [(problem.line, problem.message) for problem in roster.problems] == [
        (7, "enhancement Lamp of Tar: no unit Char2 Quarry Captain in the list"),
        (8, "enhancement Pit Lantern: no unit Char3 Quarry Captain in the list"),
        (9, "the list says that it has 7 units, found 1"),
    ]


@pytest.mark.parametrize("text", ["", "   \n", "+++++", "{}", "[]", '{"roster": 3}', "<roster/>", "(80 pts)"])
def test_what_is_no_list_is_refused(text):
    with pytest.raises(InputError, match=r"[Ee]xpected"):
        parse(text, "some list")


def test_flat_lines_keep_their_order_for_only_the_sheet_tells_models_and_wargear_apart():
    text = """Flat (300 Points)

Tar Fiends
Tar Pit
Strike Force (2000 Points)

OTHER DATASHEETS

Tar Letter Squad (110 Points)
• 1x Tar Sergeant
• 4x Tar Letter
Tar Beasts (90 Points)
• 3x Tar Beast
• Tar gland
Lord of Tar (100 Points)
• 1x Bolt of Tar
• 1x Staff of Pits
"""
    assert units(parse(text)) == [
        ("Tar Letter Squad", 110, [("Tar Letter Squad", 4, {"Tar Sergeant": 1, "Tar Letter": 4})]),
        ("Tar Beasts", 90, [("Tar Beasts", 3, {"Tar Beast": 3, "Tar gland": 3})]),
        ("Lord of Tar", 100, [("Lord of Tar", 1, {"Bolt of Tar": 1, "Staff of Pits": 1})]),
    ]


def test_slots_with_numbers_before_units_are_roles():
    text = """++ Army Roster (Xenos - Gravel Court) [195pts] ++
Personnages 1 : Odo Karst [90pts]: Slate axe, Warlord
Véhicules 1 : Moss Crawler [105pts]: Root claws
++ Total: [195pts] ++
"""
    roster = parse(text)
    assert [(unit.sheet, unit.role, unit.points) for unit in roster.units] == [
        ("Odo Karst", "Characters", 90),
        ("Moss Crawler", "Vehicles", 105),
    ]
    assert (roster.units[0].warlord, roster.points) == (True, 195)


def test_numbers_alone_behind_a_name_are_models_or_points_by_their_size():
    roster = parse("Char1: Overseer (85)\nGravel Wardens (10)\nMoss Crawler 120\nPit Wolves 5\n")
    assert [(unit.sheet, unit.models, unit.points) for unit in roster.units] == [
        ("Overseer", None, 85),
        ("Gravel Wardens", 10, None),
        ("Moss Crawler", None, 120),
        ("Pit Wolves 5", None, None),
    ]


def test_a_slot_may_stand_before_each_typed_unit():
    roster = parse("HQ: Overseer - 85\nTroops: 10 Gravel Wardens\nElites - Slate Guard x5 (sword and shield)\n")
    assert [(unit.role, unit.sheet, unit.models, unit.points) for unit in roster.units] == [
        ("Characters", "Overseer", None, 85),
        ("Troops", "Gravel Wardens", 10, None),
        ("Elites", "Slate Guard", 5, None),
    ]
    assert roster.units[2].loadout == ("sword and shield",)


def test_a_copy_that_has_lost_bullets_and_indents_keeps_models_and_what_they_carry_in_order():
    text = APP_1.replace("     ◦ ", "").replace("  • ", "• ").replace("Gravel Wardens (75", "Wardens (75")
    wardens = parse(text.replace("Gravel Warden\n", "Warden\n")).units[1]
    things = [(item.name, item.count) for line in wardens.listed for item in line.items]
    assert things[0] == ("Warden Prime", 1)
    assert things.index(("Warden", 4)) > 1


def test_a_bullet_under_a_typed_unit_is_its_wargear():
    roster = parse("Quarry\n\nMoss Crawler\n- 1 root claw\n- warlord\nGravel Wardens x10\n* slag reapers\n")
    assert [(unit.sheet, unit.models, unit.loadout, unit.warlord) for unit in roster.units] == [
        ("Moss Crawler", None, ("1 root claw",), True),
        ("Gravel Wardens", 10, ("slag reapers",), False),
    ]


@pytest.mark.parametrize("text", ["Quarry\n- Moss Crawler\n- Pit Mage\n", "- Moss Crawler\n- Pit Mage\n"])
def test_units_may_all_have_bullets(text):
    assert [unit.sheet for unit in parse(text).units] == ["Moss Crawler", "Pit Mage"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("2x 10 Gravel Wardens", [(10, False)] * 2),
        ("3x Gravel Wardens", [(3, True)]),
        ("Gravel Wardens 11 models", [(11, False)]),
        ("10 Gravel Wardens", [(10, False)]),
    ],
)
def test_a_typed_number_says_whether_it_may_count_units(line, expected):
    units = parse(f"Quarry\n\n{line}\nPit Mage\n").units[:-1]
    assert [(unit.models, unit.copies) for unit in units] == expected


@pytest.mark.parametrize(
    "text",
    [
        "Dear friend,\nthe parcel that you sent to us last week has come, and we all thank you for it.\n"
        "It was opened at once, for nobody here could wait until the evening.\n",
        "import os\nfor name in os.listdir('.'):\n    print(name)\n",
        "1 0 obj\n<< /Kind /Leaf >>\nendobj\n",
        "key = 3\nother = [1, 2]\n",
    ],
)
def test_another_kind_of_text_is_no_list(text):
    with pytest.raises(InputError, match="expected an army list"):
        parse(text, "some text")


@pytest.mark.parametrize(
    "data", [b"%PDF-1.4\nMoss Crawler\n", b"{\\rtf1 Moss Crawler}", b"GIF89a Moss", b"\x01\x02\x03Moss" * 5]
)
def test_another_kind_of_file_is_no_list(tmp_path, data):
    path = tmp_path / "list.txt"
    path.write_bytes(data)
    with pytest.raises(InputError, match="expected an army list"):
        read(path)


@pytest.mark.parametrize("blank", ["", " ", "  "])
def test_the_app_without_line_breaks_has_all_its_units(blank):
    text = """Slate (700 Points)

Gravel Court
Quarry Host
Strike Force (2000 Points)

CHARACTERS

Quarry Captain (100 Points)
  • 1x Slag pistol
  • Enhancements: Pit Lantern

Master of Stone (80 Points)
  • 1x Maul

OTHER DATASHEETS

Moss Crawler (120 Points)
  • 1x Twin root claws

Captain in Slate Plate (150 Points)
  • 2x Great maul

Moss Crawler (120 Points)
  • 1x Claws

Exported with App Version: v1.29.0 (2), Data Version: v579
"""
    whole, joined = parse(text), parse(blank.join(text.splitlines()))
    assert units(joined) == units(whole)
    assert (joined.points, joined.units[0].enhancements) == (700, ("Pit Lantern",))
    assert any("lost its line breaks" in note for note in joined.notes)


def test_wargear_without_a_number_among_numbered_is_there_once_and_else_once_for_each_model():
    text = "Gravel Court\nStrike Force (2,000 points)\n\nCHARACTERS\n\nGravel Wardens (120 points)\n"
    numbered = parse(f"{text}• 3x Gravel Wardens\n• 3x Stone spear\n• Court banner\n")
    assert units(numbered)[0][2] == [
        ("Gravel Wardens", 3, {"Gravel Wardens": 3, "Stone spear": 3, "Court banner": 1})
    ]
    unnumbered = parse(f"{text}• 3x Gravel Wardens\n• Stone spear\n• Slag pistol\n")
    assert units(unnumbered)[0][2] == [
        ("Gravel Wardens", 3, {"Gravel Wardens": 3, "Stone spear": 3, "Slag pistol": 3})
    ]


def test_headings_between_rules_tags_behind_names_and_lines_of_weapons():
    text = (
        "── EPIC HEROES ─────────────────────────────────────────────\n"
        "Odo Karst [WARLORD]  [75 pts]\nWeapons: Slate axe\n"
        "── BATTLELINE ────────────────\nGravel Wardens x10  [60 pts]\nWeapons: Stone spear\n"
        "10 Tar Spawn [95 pts]\nTotal: 230 pts\n"
    )
    roster = parse(text)
    assert [(unit.sheet, unit.role, unit.warlord) for unit in roster.units] == [
        ("Odo Karst", "Epic Heroes", True),
        ("Gravel Wardens", "Battleline", False),
        ("Tar Spawn", "Battleline", False),
    ]
    assert units(roster)[0][2] == [("Odo Karst", 1, {"Slate axe": 1})]
    assert units(roster)[1][2] == [("Gravel Wardens", 10, {"Stone spear": 10})]
    assert (roster.units[2].models, roster.points, roster.problems) == (10, 230, ())


def test_slots_in_french_may_begin_the_units():
    text = "+ FACTION: Gravel Court\n+++++\nPersonnages 1 : Odo Karst [165pts] Slate axe, Warlord\n"
    roster = parse(f"{text}Ligne 1 : Gravel Wardens [90pts] 10x Stone spear\n++ Total: [255pts] ++\n")
    assert [(unit.sheet, unit.role, unit.points) for unit in roster.units] == [
        ("Odo Karst", "Characters", 165),
        ("Gravel Wardens", "Battleline", 90),
    ]
    assert (roster.faction, roster.units[0].warlord) == ("Gravel Court", True)


def test_what_follows_a_detachment_behind_the_battle_size_is_a_note():
    text = (
        "Stone rain (110 points)\n\nOrder Host\nGravel Court\nStrike Force (2000 points)\nQuarry Host\nHold\n\n"
    )
    roster = parse(f"{text}CHARACTERS\n\nOdo Karst (110 points)\n• 1x Slate axe\n")
    assert (roster.parent, roster.faction, roster.detachments) == (
        "Order Host",
        "Gravel Court",
        ("Quarry Host",),
    )
    assert "Hold" in roster.notes


def test_points_below_zero_are_a_problem_and_the_unit_stays():
    text = "Stone rain (500 points)\n\nGravel Court\nQuarry Host\nStrike Force (2000 points)\n\nCHARACTERS\n\n"
    roster = parse(f"{text}Odo Karst (-400 points)\n• 1x Slate axe\n")
    assert [(unit.sheet, unit.points) for unit in roster.units] == [("Odo Karst", None)]
    assert (roster.detachments, [problem.line for problem in roster.problems]) == (("Quarry Host",), [9])


@pytest.mark.parametrize("text", ["null", " true\n", "3", "-1.5e3", '"x"', '"Odo Karst"'])
def test_a_single_value_is_no_list(text):
    with pytest.raises(InputError, match="expected an army list, found only"):
        parse(text)


def test_rows_of_a_table_are_units():
    text = (
        "**Detachment:** Quarry Host\n\n| Unit | Config | Points |\n|------|:------:|---|\n"
        "| Odo Karst | Warlord, Slate axe | 105 |\n| Gravel Wardens x20 | Default | 120 |\n"
        "| Tar Spawn | - | 65 pts |\n| **Total** | | **290** |\n"
    )
    roster = parse(text)
    told = [(unit.sheet, unit.models, unit.points, unit.line) for unit in roster.units]
    assert told == [("Odo Karst", None, 105, 5), ("Gravel Wardens", 20, 120, 6), ("Tar Spawn", None, 65, 7)]
    assert (roster.points, roster.detachments, roster.problems) == (290, ("Quarry Host",), ())
    assert (roster.units[0].warlord, roster.units[0].loadout) == (True, ("Slate axe",))


def test_quoted_lines_and_sizes_behind_names_are_read():
    roster = parse("> Odo Karst - 80pts\n> Gravel Wardens 10 models - 65pts\n> Tar Spawn - 40pts\n")
    assert [(unit.sheet, unit.models, unit.points) for unit in roster.units] == [
        ("Odo Karst", None, 80),
        ("Gravel Wardens", 10, 65),
        ("Tar Spawn", None, 40),
    ]


def test_points_behind_dashes_are_typed_whatever_the_title_has_in_brackets():
    text = (
        "## Gravel Court - Hold the Pit (500pts)\n\n### HQ\n- **Odo Karst** (Warlord) - 80pts\n"
        "  - Enhancement: Lamp of Tar (25pts)\n\n### Other\n- **Gravel Wardens x20** - 120pts\n"
        "  - Stone spears\n\n**Total: 225pts**\n"
    )
    karst, wardens = parse(text).units
    assert (karst.sheet, karst.points, karst.warlord) == ("Odo Karst", 80, True)
    assert (wardens.sheet, wardens.points, wardens.models) == ("Gravel Wardens", 120, 20)
    assert (wardens.loadout, wardens.role) == (("Stone spears",), "Other Datasheets")


def test_a_detachment_may_stand_under_its_label_behind_its_faction():
    text = "### Détachements :\n* Gravel Court - Quarry Host\n--- Personnages ---\nOdo Karst : 85 pts\n"
    roster = parse(f"{text}- Slate axe\n--- Autres ---\n10 Wardens : 90 pts\n")
    assert (roster.faction, roster.detachments) == ("Gravel Court", ("Quarry Host",))
    assert [(unit.sheet, unit.role) for unit in roster.units] == [
        ("Odo Karst", "Characters"),
        ("Wardens", "Other Datasheets"),
    ]


@pytest.mark.parametrize(
    "said", ["with pit maul x7", "with pit maul × 7", "with 7x pit maul", "with 7 pit maul"]
)
def test_a_number_before_or_behind_wargear_is_of_the_wargear(said):
    unit = parse(f"Gravel Court\n\nMoss Crawler\nGravel Wardens {said}\n").units[-1]
    assert (unit.sheet, unit.models, unit.loadout) == ("Gravel Wardens", None, ("7 pit maul",))


@pytest.mark.parametrize("title", ["<My patrol>", "<b>My patrol</b>"])
def test_a_title_in_brackets_makes_no_xml_of_a_list(title, tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(f"{title}\n\nFaction: Gravel Court\n\nMoss Crawler\nPit Boyz\nOdo Karst\n", "utf-8")
    assert [unit.sheet for unit in read(path).units] == ["Moss Crawler", "Pit Boyz", "Odo Karst"]


@pytest.mark.parametrize("text", ["<roster>", "<html><body>", '<roster name="Mine', "<?xml", "<!-- Mine"])
def test_a_document_of_tags_is_no_text(text):
    with pytest.raises(InputError, match="XML"):
        parse(text)
