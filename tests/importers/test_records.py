"""No record without a name comes in, whatever format brings it, and what lost its name or text is told."""

import copy

import pytest

from importers.cards import STONE_GUARD, TABLES, document, folder, written
from warbook import importers
from warbook.importers.records import checked
from warbook.sheets.sheet import (
    Collection,
    Datasheet,
    Detachment,
    DetachmentRule,
    Enhancement,
    Faction,
    Play,
    Rule,
    Source,
)


def of_faction(**fields):
    return checked(Collection(factions=(Faction("Gravel Court", "wh40k10", Source("court.json"), **fields),)))


def messages(found):
    return [problem.message for problem in found.problems]


def test_a_weapon_without_a_name_is_dropped_and_told_with_its_profile(tmp_path):
    tables = copy.deepcopy(TABLES)
    heads, rows = tables["Datasheets_wargear"]
    row = rows[2].replace("Pebble sling", "")
    tables["Datasheets_wargear"] = (heads, [*rows, row.replace("|1|2||", "|1|9||")])
    found = importers.collect(folder(tmp_path / "export", tables))
    crawler = found.sheets[0]
    assert [weapon.name for weapon in crawler.weapons] == ["Slag mortar", "Pebble sling", "Root claws"]
    assert [message for message in messages(crawler) if "a name" in message] == [
        'expected a name for the weapon: range 24" A 2 BS 3+ S 4 AP 0 D 1'
    ]


def test_a_row_of_a_page_without_a_name_is_dropped_and_told(tmp_path):
    page = tmp_path / "page.txt"
    page.write_text(
        "Gravel Court – Stone Guard\n"
        "RANGED WEAPONS | RANGE | A | BS | S | AP | D\n"
        'Pebble sling | 24" | 2 | 3+ | 4 | 0 | 1\n'
        '| 12" | 1 | 4+ | 3 | 0 | 1\n'
        "ABILITIES\nFACTION: Slow Growth\n"
        "KEYWORDS: INFANTRY, STONE GUARD\nFACTION KEYWORDS: GRAVEL COURT\n",
        "utf-8",
    )
    (sheet,) = importers.read(str(page))
    assert [weapon.name for weapon in sheet.weapons] == ["Pebble sling"]
    assert ("table", 4) in [(missing.token, missing.line) for missing in sheet.missing]


def test_a_card_with_nameless_records_keeps_the_others(tmp_path):
    weapon = copy.deepcopy(STONE_GUARD["meleeWeapons"][0])
    weapon["profiles"][0]["name"] = " "
    card = {**STONE_GUARD, "meleeWeapons": [*STONE_GUARD["meleeWeapons"], weapon]}
    found = importers.collect(written(tmp_path / "gravel.json", document(datasheets=[card])))
    assert [one.name for one in found.sheets[0].weapons] == ["Stone maul"]
    assert any("expected a name for the weapon" in message for message in messages(found.sheets[0]))


@pytest.mark.parametrize(
    ("fields", "told"),
    [({"rules": (Rule(""),)}, "expected a rule, found neither name nor text"),
     ({"plays": (Play("", 1, "CP", "", "", effect="It rolls."),)},
      "expected a name for the Stratagem or Reaction: It rolls."),
     ({"detachments": (Detachment("Host", enhancements=(Enhancement(" "),)),)},
      "expected an Enhancement, found neither name nor text"),
     ({"detachments": (Detachment("Host", (DetachmentRule("", "Host"),)),)},
      "expected a detachment rule, found neither name nor text")],
)  # fmt: skip
def test_a_factions_record_without_a_name_is_dropped_and_told(fields, told):
    found = of_faction(**fields)
    (faction,) = found.factions
    assert messages(found) == [told]
    assert not faction.rules
    assert not faction.plays
    assert not any(one.rules or one.enhancements for one in faction.detachments)


def test_a_detachments_rule_without_a_name_is_called_after_the_detachment():
    found = of_faction(detachments=(Detachment("Host", (DetachmentRule("", "Host", "It rolls."),)),))
    assert found.factions[0].detachments[0].rules[0].name == "Host"
    assert messages(found) == ["expected the rule's name: it is called Host"]


def test_a_rule_with_a_name_alone_is_kept_and_told():
    found = of_faction(rules=(Rule("Slow Growth"), Rule("Old Age", "It ends.")))
    assert [rule.name for rule in found.factions[0].rules] == ["Slow Growth", "Old Age"]
    assert messages(found) == ["Slow Growth: expected a text, the rule has none"]


def test_what_is_in_order_is_left_as_it_is():
    whole = Collection((Datasheet("Stone Guard", "Gravel Court", "wh40k10"),))
    assert checked(whole) is whole


def test_a_keyword_a_letter_off_a_usual_one_or_the_units_own_name_is_told_and_kept():
    words = ("INFANTRY", "QUARRY")
    usual = [Datasheet(f"Digger {n}", "Gravel Court", "wh40k10", keywords=words) for n in range(5)]
    odd = Datasheet("Quartz Mole", "Gravel Court", "wh40k10", keywords=("I NFANTRY", "UARTZ MOLE", "QUARRIES"))
    *others, found = checked(Collection((*usual, odd))).sheets
    assert not any(sheet.problems for sheet in others)
    assert found.keywords == odd.keywords
    assert messages(found) == [
        "keyword 'I NFANTRY': a letter off INFANTRY; it is kept as printed",
        "keyword 'UARTZ MOLE': a letter off QUARTZ MOLE; it is kept as printed",
    ]
