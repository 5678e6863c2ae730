"""Pages that lost marks, that hold blocks twice, or that print names and dashes in another way."""

import re

import pytest

from importers import made_pages
from importers.real_pages import LAND_RAIDER, LOTARA, OBYRON, path_of
from importers.test_accidents import facts
from warbook.errors import InputError
from warbook.importers.ledger import unaccounted
from warbook.importers.page import read_page

HERESY = ("captain", "gunners")
REAL = (LAND_RAIDER, OBYRON, LOTARA)


def read(text):
    sheet = read_page(text, "page")[0]
    assert unaccounted(text, sheet) == []
    return sheet


def real(number):
    return path_of(number).read_text("utf-8")


def without_first_line(text):
    return text.split("\n", 1)[1]


SENTENCE_CASE = {
    "Lamp Pistol": "Lamp pistol", "Boarding Axe": "Boarding axe", "Star Charts": "Star charts",
    "Dead Reckoning": "Dead reckoning", "Lamp Lance": "Lamp lance", "Signal Gun": "Signal gun",
}  # fmt: skip


def sentence_case(text):
    for name, plain in SENTENCE_CASE.items():
        text = text.replace(name, plain)
    return text


# Headings


@pytest.mark.parametrize("name", HERESY)
def test_names_in_sentence_case_are_headings(name):
    expected = facts(read(made_pages.PAGES[name]))
    shown = str(facts(read(sentence_case(made_pages.PAGES[name]))))
    assert shown == sentence_case(str(expected))


@pytest.mark.parametrize("flavour", [["It burns with a cold light."], ["A thing of the deep"], []])
@pytest.mark.parametrize("listed", ["Rivet cannon", "Star Charts"])
def test_a_weapon_table_makes_the_line_above_it_a_heading(flavour, listed):
    rows = [
        "| Ranged Weapon | |||||||",
        made_pages.SHOOTING,
        "| Rivet cannon | 12 | 2 | 5 | 4 | 1 | - | Lamp |",
    ]
    text = "\n".join(
        [
            "Lost Fleet – Gunner", "TRAITS", "- Loyalist", "TYPE", "- Infantry", "WARGEAR", f"- {listed}",
            "WARGEAR", "Rivet cannon", *flavour, *rows, "SPECIAL RULES", "Steady (X)",
            "A Unit with this Special Rule ignores X Statuses.",
        ]
    )  # fmt: skip
    sheet = read(text)
    assert [weapon.name for weapon in sheet.weapons] == ["Rivet cannon"]
    assert [rule.name for rule in sheet.rules] == ["Steady (X)"]
    assert [note.text for note in sheet.notes if note.about == "flavour"] == flavour


def test_a_weapon_table_without_any_name_above_it_is_read():
    text = made_pages.CAPTAIN.replace(
        "Lamp Pistol\nIt burns with a cold light.\n", "It burns with a cold light.\n"
    )
    assert [weapon.name for weapon in read(text).weapons if not weapon.reaction_only] == [
        "Lamp Pistol",
        "Boarding Axe",
    ]


def test_a_weapon_table_that_lost_its_heads_leaves_the_sheet_incomplete():
    text = made_pages.CAPTAIN.replace(made_pages.FIGHTING + "\n", "")
    assert read(made_pages.CAPTAIN).complete
    assert not read(text).complete


def test_the_real_page_in_sentence_case():
    swaps = {"Fleet Service Pistol": "Bolt pistol", "The Conqueror’s Bite": "Power axe"}
    text = real(LOTARA)
    for name, plain in swaps.items():
        text = text.replace(name, plain)
    shown = str(facts(read(real(LOTARA)))).replace("Fleet Service Pistol", "Bolt pistol")
    assert facts(read(text)) is not None
    assert str(facts(read(text))) == shown.replace('"The Conqueror\'s Bite"', "'Power axe'")


# Marks of bullets


@pytest.mark.parametrize("mark", ["* ", "• ", "-", "•"])
@pytest.mark.parametrize("name", made_pages.PAGES)
def test_other_marks_of_bullets_change_nothing(name, mark):
    text = made_pages.PAGES[name].replace("\n* Only", "\n** Only")
    expected = facts(read(text))
    assert facts(read(text.replace("\n- ", f"\n{mark}"))) == expected


@pytest.mark.parametrize("mark", ["* ", "• ", "-", "•"])
@pytest.mark.parametrize("number", REAL)
def test_other_marks_of_bullets_change_nothing_on_real_pages(number, mark):
    text = real(number)
    assert facts(read(text.replace("\n- ", f"\n{mark}"))) == facts(read(text))


STRUCTURE = (
    "points", "models", "weapons", "loadout", "composition", "types", "sub_types", "traits", "keywords",
    "options", "army_list", "complete",
)  # fmt: skip


def structure(sheet):
    found = facts(sheet)
    return {name: found[name] for name in STRUCTURE}


@pytest.mark.parametrize("number", REAL)
def test_a_real_page_that_lost_all_marks_keeps_its_structure(number):
    text = real(number)
    assert structure(read(text.replace("\n- ", "\n"))) == structure(read(text))


@pytest.mark.parametrize("name", made_pages.PAGES)
def test_a_page_that_lost_all_marks_keeps_its_structure(name):
    text = made_pages.PAGES[name]
    assert structure(read(text.replace("\n- ", "\n"))) == structure(read(text))


def test_points_never_come_from_a_sentence():
    text = made_pages.CAPTAIN.replace("- Captain Idris Vale 110 Points\n", "")
    lists = r"\n(?:WARGEAR|TRAITS|SPECIAL RULES|TYPE)(?=\n- )"
    for page in (text, re.sub(lists, "", text), text.replace("\n- ", "\n")):
        sheet = read(page)
        assert sheet.points == ()
        assert ("table", "points") in {(entry.token, entry.where) for entry in sheet.missing}


def test_some_stars_among_other_marks():
    text = made_pages.SQUAD.replace("- 1 slag thrower", "* 1 slag thrower").replace("- 4-9", "* 4-9")
    assert structure(read(text)) == structure(read(made_pages.SQUAD))


@pytest.mark.parametrize("lines", [["* Something else entirely."], ["The lamp is lit."], []])
def test_options_that_give_nothing_are_told(lines):
    sheet = read("\n".join(["Ashen Host – Soot Walker", "WARGEAR OPTIONS", *lines, "KEYWORDS: A"]))
    assert "no wargear option was understood" in {problem.message for problem in sheet.problems}


# Dashes


@pytest.mark.parametrize("dash", ["—", "-", "―"])
@pytest.mark.parametrize("name", made_pages.PAGES)
def test_other_dashes_change_nothing(name, dash):
    text = made_pages.PAGES[name]
    shown = str(facts(read(text.replace("–", dash)))).replace(f" {'-' if dash == '-' else '–'} ", " – ")
    assert shown == str(facts(read(text)))


@pytest.mark.parametrize("dash", ["—", "-"])
@pytest.mark.parametrize("number", REAL)
def test_other_dashes_change_nothing_on_real_pages(number, dash):
    text = real(number)
    shown = str(facts(read(text.replace("–", dash)))).replace(" - ", " – ")
    assert shown == str(facts(read(text))).replace(" - ", " – ")


# Blocks that stand twice


def twice(text):
    return f"{text}\n{text}"


def twice_without_title(text):
    return f"{text}\n{without_first_line(text)}"


def twice_glued(text):
    return text.rstrip("\n") + text


@pytest.mark.parametrize("deform", [twice, twice_without_title])
@pytest.mark.parametrize("name", made_pages.PAGES)
def test_a_page_that_stands_twice_is_read_once(name, deform):
    text = made_pages.PAGES[name]
    assert facts(read(deform(text))) == facts(read(text))


@pytest.mark.parametrize("deform", [twice, twice_without_title, twice_glued])
@pytest.mark.parametrize("number", REAL)
def test_a_real_page_that_stands_twice_is_read_once(number, deform):
    text = real(number)
    assert facts(read(deform(text))) == facts(read(text))


@pytest.mark.parametrize(("first", "last"), [(0, 19), (1, 19), (1, 21), (5, 18)])
@pytest.mark.parametrize("name", ["captain", "real"])
def test_a_head_that_stands_twice_is_read_once(name, first, last):
    text = real(LOTARA) if name == "real" else made_pages.CAPTAIN
    lines = text.split("\n")
    assert facts(read("\n".join(lines[:last] + lines[first:last] + lines[last:]))) == facts(read(text))


# What stands after the indexes


def test_a_section_after_the_glossary_leaves_the_detachment_index_alone():
    text = made_pages.MARSHAL + "KEYWORDS: SOOT WALKER\nCold Iron\nA unit with this ability is never burned.\n"
    sheet, expected = read(text), read(made_pages.MARSHAL)
    assert facts(sheet)["detachment_rules"] == facts(expected)["detachment_rules"]
    assert {rule.name for rule in sheet.rules} - {rule.name for rule in expected.rules} == {"Cold Iron"}
    assert "SOOT WALKER" in sheet.keywords


def test_a_real_page_with_another_section_at_its_end():
    expected = read(real(LAND_RAIDER))
    sheet = read(real(LAND_RAIDER) + "\nKEYWORDS: SOOT")
    assert facts(sheet)["detachment_rules"] == facts(expected)["detachment_rules"]
    assert facts(sheet)["rules"] == facts(expected)["rules"]


# Titles and menus


@pytest.mark.parametrize("name", made_pages.PAGES)
def test_a_title_glued_to_the_first_heading(name):
    text = made_pages.PAGES[name]
    lines = text.split("\n", 1)
    if lines[1].startswith("M\n"):
        pytest.skip("a bare statline is no heading")
    sheet = read("".join(lines))
    assert facts(sheet) == facts(read(text))


@pytest.mark.parametrize("blank", ["", " "])
@pytest.mark.parametrize("number", REAL)
def test_a_real_title_glued_to_the_first_heading(number, blank):
    text = real(number)
    assert facts(read(text.replace("\n", blank, 1))) == facts(read(text))


def test_line_numbers_of_a_page_with_a_glued_title():
    sheet = read("Ashen Host – Soot WalkerABILITIES\nThe lamp is lit.\n\nHere is nothing")
    assert (sheet.name, [note.lines for note in sheet.notes]) == ("Soot Walker", [(2, 2), (4, 4)])


def test_a_title_alone_is_still_no_page():
    with pytest.raises(InputError):
        read_page("Ashen Host – Soot Walkers of the north", "page")


def test_a_menu_is_no_unit():
    text = made_pages.MARSHAL.replace(
        "Datasheets collated\n", "Datasheets collatedFaction Rules\n• Wargear\nArmy Rules • Datasheets\n", 1
    )
    assert facts(read(text))["army_list"] == facts(read(made_pages.MARSHAL))["army_list"]
