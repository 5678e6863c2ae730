"""The bundled packs decode, hold together, and say what two independent exports say."""

import re
from collections import Counter
from importlib import resources
from itertools import chain

import msgspec
import pytest

from data_packs.exports import DATA, differences
from warbook import data
from warbook.sheets.sheet import Datasheet, Item

SHEETS = data.pack("wh40k10")
DIE = r"(?:\d*D[36](?:\+\d+)?|\d+)"
STATLINE = {"M": r'\d+\+?"', "T": r"\d+", "Sv": r"[2-7]\+", "W": r"\d+", "Ld": r"[4-9]\+", "OC": r"\d+"}
PROFILE = {"A": DIE, "S": DIE, "AP": r"0|-[1-6]", "D": DIE}
SKILL = {"ranged": ("BS", r"[2-6]\+|N/A", r'\d+"'), "melee": ("WS", r"[2-6]\+", "Melee")}
ABILITY = (
    r"anti-[a-z]+ [2-6]\+|assault|blast|devastating wounds|extra attacks|hazardous|heavy|ignores cover|lance"
    r"|lethal hits|melta \d|one shot|pistol|precision|psychic|rapid fire \d|sustained hits (?:\d|D3)|torrent"
    r"|twin-linked"
)
NO_POINTS = "no points for Legends in this export"
OLDER = "an older ability, which two later sources replace by another"
EXPECTED_DIFFERENCES = {
    ("gdc/2024-03", "Nemesor Zahndrekh", "abilities"): OLDER,
    ("gdc/2024-03", "Nemesor Zahndrekh", "points"): NO_POINTS,
    ("gdc/2024-03", "Vargard Obyron", "points"): NO_POINTS,
    ("gdc/2025-07", "Nemesor Zahndrekh", "abilities"): OLDER,
    ("gdc/2025-07", "Nemesor Zahndrekh", "points"): NO_POINTS,
    ("gdc/2025-07", "Vargard Obyron", "points"): NO_POINTS,
    ("wahapedia/2025-07", "Technomancer", "loadout"): "adds a cloak, neither a weapon nor a rule",
}

each_sheet = pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)


def items(sheet: Datasheet) -> list[Item]:
    options = (items for option in sheet.options for items in (option.replaces, *option.choices))
    return list(chain(*(equipped.items for equipped in sheet.loadout), *options))


def unknown_keys(raw: object, decoded: object) -> list[str]:
    if isinstance(raw, dict) and isinstance(decoded, dict):
        below = (unknown_keys(raw[key], decoded[key]) for key in raw.keys() & decoded.keys())
        return [*(raw.keys() - decoded.keys()), *chain(*below)]
    if isinstance(raw, list) and isinstance(decoded, list):
        return list(chain(*map(unknown_keys, raw, decoded)))
    return []


def test_every_key_in_a_pack_is_a_field_of_the_sheet() -> None:
    for file in (resources.files(data) / "wh40k10").iterdir():
        raw = msgspec.json.decode(file.read_bytes())
        sheets = msgspec.json.decode(file.read_bytes(), type=tuple[Datasheet, ...], strict=True)
        assert unknown_keys(raw, msgspec.json.decode(msgspec.json.encode(sheets))) == []


def test_both_armies_are_there_under_distinct_names() -> None:
    assert Counter(sheet.faction for sheet in SHEETS) == {"Emperor's Children": 17, "Necrons": 17}
    assert len(set(data.names("wh40k10"))) == len(SHEETS)


@each_sheet
def test_a_sheet_says_what_it_is_and_whence(sheet: Datasheet) -> None:
    assert (sheet.system, sheet.revision) == ("wh40k10", None)
    assert sheet.faction_keywords == (sheet.faction.upper(),)
    assert sheet.source is not None
    assert sheet.source.date is not None
    assert sheet.complete == (not sheet.missing)
    assert not sheet.problems


@each_sheet
def test_no_sheet_holds_a_sentence(sheet: Datasheet) -> None:
    assert all(ability.text is None for ability in sheet.abilities)
    assert (sheet.plays, sheet.rules, sheet.detachment_rules) == ((), (), ())
    assert max(map(len, re.findall(r'"text":"([^"]*)"', msgspec.json.encode(sheet).decode())), default=0) < 40


@each_sheet
def test_statlines_are_well_formed(sheet: Datasheet) -> None:
    for model in sheet.models:
        found = dict(model.characteristics)
        assert re.fullmatch(r"[2-6]\+", found.pop("Inv", "4+"))
        assert list(found) == list(STATLINE)
        assert all(re.fullmatch(STATLINE[head], text) for head, text in found.items())
        assert model.base_mm is None or re.fullmatch(r"\d{2,3}(?:x\d{2,3})?", str(model.base_mm))


@each_sheet
def test_weapon_profiles_are_well_formed(sheet: Datasheet) -> None:
    for weapon in sheet.weapons:
        head, skill, reach = SKILL[weapon.kind]
        forms = {"range": reach, "A": PROFILE["A"], head: skill} | PROFILE
        for profile in weapon.profiles:
            assert list(profile.characteristics) == ["range", "A", head, "S", "AP", "D"]
            assert all(re.fullmatch(forms[key], text) for key, text in profile.characteristics.items())
            assert all(re.fullmatch(ABILITY, ability) for ability in profile.abilities)
            assert ("torrent" in profile.abilities) == (profile.characteristics[head] == "N/A")


@each_sheet
def test_profiles_have_names_of_their_own_where_there_are_several(sheet: Datasheet) -> None:
    for weapon in sheet.weapons:
        named = [profile.name for profile in weapon.profiles]
        assert named == [weapon.name] if len(named) == 1 else weapon.name not in named
    assert len({(weapon.name, weapon.kind) for weapon in sheet.weapons}) == len(sheet.weapons)


@each_sheet
def test_everything_carried_is_a_weapon_or_a_named_piece_of_wargear(sheet: Datasheet) -> None:
    weapons = {weapon.name for weapon in sheet.weapons}
    wargear = {ability.name for ability in sheet.abilities if ability.group == "wargear"}
    assert {item.name for item in items(sheet)} == weapons | wargear


@each_sheet
def test_options_give_up_only_what_a_model_has(sheet: Datasheet) -> None:
    carried = {equipped.model: set(equipped.items) for equipped in sheet.loadout}
    assert list(carried) == [model.name for model in sheet.models]
    for option in sheet.options:
        takers = carried if option.model is None else {option.model: carried[option.model]}
        assert all(set(option.replaces) <= has for has in takers.values())
        assert not option.all_or_none or option.limit is None


@each_sheet
def test_composition_models_and_points_agree(sheet: Datasheet) -> None:
    counts = [(line.count_min, line.count_max) for line in sheet.composition]
    assert counts == [(model.count_min, model.count_max) for model in sheet.models]
    smallest, largest = map(sum, zip(*counts, strict=True))
    for date in {row.date for row in sheet.points}:
        sizes = [row.models for row in sheet.points if row.date == date]
        assert (sizes[0], sizes[-1], sizes) == (smallest, largest, sorted(set(sizes)))


@each_sheet
def test_points_have_dates_and_the_newest_come_first(sheet: Datasheet) -> None:
    dates = [row.date or "" for row in sheet.points]
    assert dates
    assert dates == sorted(dates, reverse=True)
    assert all(re.fullmatch(r"\d{4}-\d\d(?:-\d\d)?", date) for date in dates)


@each_sheet
def test_damage_brackets_and_transports_are_possible(sheet: Datasheet) -> None:
    if sheet.damaged:
        assert 1 == sheet.damaged.low < sheet.damaged.high < int(sheet.models[0].characteristics["W"])
        assert sheet.damaged.hit == -1
    assert (sheet.transport is not None) == ("TRANSPORT" in sheet.keywords)


@each_sheet
def test_leaders_lead_units_of_the_pack(sheet: Datasheet) -> None:
    assert bool(sheet.leads) == any(ability.name == "Leader" for ability in sheet.abilities)
    assert set(sheet.leads) <= set(data.names("wh40k10"))


def test_a_land_raider_has_two_soulshatter_lascannons() -> None:
    (equipped,) = data.find("Chaos Land Raider").loadout
    carried = (Item("Soulshatter lascannon", 2), Item("Twin heavy bolter"), Item("Armoured tracks"))
    assert equipped.items == carried


def test_one_obsessionist_leads_four_to_nine_tormentors() -> None:
    models = data.find("Tormentors").models
    counts = [(model.name, model.count_min, model.count_max) for model in models]
    assert counts == [("Obsessionist", 1, 1), ("Tormentor", 4, 9)]


def test_lychguard_take_swords_and_shields_together_or_not_at_all() -> None:
    (option,) = data.find("Lychguard").options
    assert option.choices == ((Item("Hyperphase sword"), Item("Dispersion Shield")),)
    assert (option.replaces, option.limit, option.all_or_none) == ((Item("Warscythe"),), None, True)


@pytest.mark.parametrize("export", ["gdc/2024-03", "gdc/2025-07", "wahapedia/2025-07"])
def test_the_sheets_say_what_an_export_says(export: str) -> None:
    if not (DATA / export).is_dir():
        pytest.skip(f"no {export} in {DATA}")
    expected = {(sheet, fact) for source, sheet, fact in EXPECTED_DIFFERENCES if source == export}
    assert {found[:2]: found for found in differences(export, SHEETS)}.keys() == expected
