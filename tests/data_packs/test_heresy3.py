"""The packs of the Horus Heresy decode, hold together, and say what three public catalogues say."""

import re
from importlib import resources
from itertools import chain

import msgspec
import pytest

from data_packs.catalogues import HEADS, compare, fold, named_within, points, roles, rules
from data_packs.exports import DATA
from warbook import data
from warbook.sheets.loadout import squad
from warbook.sheets.sheet import Datasheet, Item

SHEETS = data.pack("heresy3")
XML, JSON, OTHER = "bsdata-heresy3/xml", "bsdata-heresy3/json", "newrecruit-heresy3"
NAMES = {
    "Legiones Astartes": (
        "Angron", "Angron Transfigured", "Assault Squad", "Cataphractii Terminator Squad", "Centurion",
        "Contemptor Dreadnought", "Despoiler Squad", "Khârn the Bloody", "Lotara Sarrin", "Praetor", "Predator",
        "Rampager Squad", "Red Butchers", "Rhino", "Tactical Squad", "Veteran Tactical Squad",
    ),
    "Mechanicum": (
        "Archmagos Draykavac", "Castellax Battle Maniple", "Domitar Battle Maniple", "Krios Battle Tank",
        "Myrmidon Secutor Host", "Tech-Thrall Covenant", "Thallax Cohort", "Thanatar Siege Maniple",
        "Triaros Armoured Conveyor", "Ursarax Cohort", "Vorax Attack Maniple",
    ),
}  # fmt: skip
NUMBER = r"\d{1,2}"
SAVE = r"[2-6]\+|-"
MODEL = dict.fromkeys(HEADS["model"], NUMBER) | {"SAV": SAVE, "INV": SAVE}
VEHICLE = dict.fromkeys(HEADS["vehicle"], NUMBER)
AP = "[2-6]|-"
RANGED = {
    "R": r"\d+(?:-\d+)?|[<>]\d+(?:-\d+)?|Template", "FP": r"\d|\d?D[36]", "RS": r"\d+", "AP": AP, "D": r"\d",
}  # fmt: skip
MELEE = {"IM": r"I|[+-]?\d", "AM": r"A|[+-]?\d", "SM": r"S|[+-]?\d+", "AP": AP, "D": r"\d"}
VALUE = {
    r"\d\+": ("Breaching", "Shred", "Rending", "Poisoned", "Precision", "Critical Hit", "Armour-breaker"),
    r"\d+": (
        "Panic", "Pinning", "Stun", "Suppressive", "Overload", "Deflagrate", "Limited", "Melta", "Barrage",
        "Reaping Blow", "Duellist's Edge",
    ),
    r"FP|RS|D|R|IM|S|T|A|T & S": ("Heavy", "Ordnance", "Impact", "Phage"),
    r'\d+"': ("Blast",),
    "Pinned|Stunned|Suppressed": ("Shock",),
}  # fmt: skip
PLAIN = "Armourbane|Combi|Detonation|Pistol|Skyfire|Template"
MISSPELT = "the catalogue misspells Conqueror; the name is as on the unit's page"
LETTER = "a 1 for the letter I, which the later catalogue has"
SLIP = "two editions of the other catalogue agree on another figure"
EXPECTED_DIFFERENCES = {
    (XML, "Guns of the Conqueror"): MISSPELT,
    (XML, "Shadow of the Conqueror"): MISSPELT,
    (JSON, "Shadow of the Conqueror"): MISSPELT,
    (XML, "Meteor hammer"): LETTER,
    (XML, "Blades of the Red Angel Eviscerating Slashes"): LETTER,
    (XML, "Gravis plasma cannon Maximal"): "Overload (2), where its rule and the later catalogue have (1)",
    (OTHER, "Heavy chainsword"): SLIP,
    (OTHER, "Lightning claw"): SLIP,
    (OTHER, "Paired Gravis chainfists"): SLIP,
    (OTHER, "Plasma blaster Maximal"): SLIP,
    (OTHER, "Plasma blaster Sustained"): SLIP,
    (OTHER, "Power maul"): SLIP,
    (OTHER, "Volkite caliver"): "the figures of a volkite culverin",
    (OTHER, "Volkite charger"): SLIP,
    (OTHER, "points of Rhino"): "50, an older price",
}
COMPARED = {XML: 469, JSON: 400, OTHER: 120}
"""How many statlines and weapon profiles an export must at least have in common with the packs."""

each_sheet = pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)


def well_formed(ability: str) -> bool:
    name, _, value = ability.removesuffix(")").partition(" (")
    if not value:
        return re.fullmatch(PLAIN, name) is not None
    return any(name in names and re.fullmatch(form, value) for form, names in VALUE.items())


def test_every_key_in_a_pack_is_a_field_of_the_sheet() -> None:
    for file in (resources.files(data) / "heresy3").iterdir():
        raw = msgspec.json.decode(file.read_bytes())
        sheets = msgspec.json.decode(file.read_bytes(), type=tuple[Datasheet, ...], strict=True)
        assert _without_defaults(raw, msgspec.json.decode(msgspec.json.encode(sheets)))


def _without_defaults(raw: object, decoded: object) -> bool:
    """Whether all that stands in the file has come through."""
    if isinstance(raw, dict) and isinstance(decoded, dict):
        return all(key in decoded and _without_defaults(raw[key], decoded[key]) for key in raw)
    if isinstance(raw, list) and isinstance(decoded, list):
        return len(raw) == len(decoded) and all(map(_without_defaults, raw, decoded))
    return raw == decoded


@pytest.mark.parametrize("faction", NAMES)
def test_both_armies_are_there(faction: str) -> None:
    assert tuple(sorted(sheet.name for sheet in SHEETS if sheet.faction == faction)) == NAMES[faction]


@each_sheet
def test_a_sheet_says_what_it_is_and_whence(sheet: Datasheet) -> None:
    assert (sheet.system, sheet.revision) == ("heresy3", "2025")
    assert sheet.source is not None
    assert sheet.source.date is not None
    assert sheet.role
    assert sheet.complete == (not sheet.missing)
    assert not sheet.problems


@each_sheet
def test_no_sheet_holds_a_sentence(sheet: Datasheet) -> None:
    assert all(ability.text is None for ability in sheet.abilities)
    assert not any((play.when, play.target, play.effect) != (None, None, None) for play in sheet.plays)
    assert (sheet.rules, sheet.detachment_rules) == ((), ())
    assert all(len(note.text) < 20 for note in sheet.notes)


@each_sheet
def test_types_and_traits_are_the_keywords(sheet: Datasheet) -> None:
    assert sheet.keywords == (*sheet.types, *sheet.sub_types, *sheet.traits)
    assert len(sheet.types) == 1
    assert {keyword for model in sheet.models for keyword in model.keywords} == {*sheet.types, *sheet.sub_types}
    assert sheet.traits[0] in ("[Allegiance]", "Traitor")
    assert ("World Eaters" in sheet.traits) == (sheet.faction == "Legiones Astartes")


@each_sheet
def test_statlines_are_well_formed(sheet: Datasheet) -> None:
    for model in sheet.models:
        forms = VEHICLE if "Vehicle" in sheet.types else MODEL
        assert list(model.characteristics) == list(forms)
        assert all(re.fullmatch(forms[head], text) for head, text in model.characteristics.items())
        assert model.base_mm is None or re.fullmatch(r"\d{2,3}(?:x\d{2,3})?", str(model.base_mm))


@each_sheet
def test_a_model_has_a_base_or_lacks_it_expressly_unless_it_stands_on_its_hull(sheet: Datasheet) -> None:
    lacking = {missing.where for missing in sheet.missing if missing.token == "base"}
    without = {model.name for model in sheet.models if model.base_mm is None}
    assert lacking == (set() if "Vehicle" in sheet.types else without)


@each_sheet
def test_weapon_profiles_are_well_formed(sheet: Datasheet) -> None:
    for weapon in sheet.weapons:
        forms = RANGED if weapon.kind == "ranged" else MELEE
        for profile in weapon.profiles:
            assert list(profile.characteristics) == list(forms)
            assert all(re.fullmatch(forms[head], text) for head, text in profile.characteristics.items())
            assert all(map(well_formed, profile.abilities)), profile
            assert ("Template" in profile.abilities) == (profile.characteristics.get("R") == "Template")


@each_sheet
def test_profiles_have_names_of_their_own_where_there_are_several(sheet: Datasheet) -> None:
    for weapon in sheet.weapons:
        named = [profile.name for profile in weapon.profiles]
        assert named == [weapon.name] if len(named) == 1 else weapon.name not in named
        assert len(set(named)) == len(named)
    assert len({weapon.name for weapon in sheet.weapons}) == len(sheet.weapons)


@each_sheet
def test_everything_carried_is_a_weapon_or_a_named_piece_of_wargear(sheet: Datasheet) -> None:
    options = (items for option in sheet.options for items in (option.replaces, *option.choices))
    carried = {item.name for item in chain(*(equipped.items for equipped in sheet.loadout), *options)}
    weapons = {weapon.name for weapon in sheet.weapons if not weapon.reaction_only}
    assert carried == weapons | {ability.name for ability in sheet.abilities if ability.group == "wargear"}


@each_sheet
def test_options_give_up_only_what_a_model_has_or_another_option_gives(sheet: Datasheet) -> None:
    carried = {equipped.model: {item.name for item in equipped.items} for equipped in sheet.loadout}
    assert list(carried) == [model.name for model in sheet.models]
    given = {item.name for option in sheet.options for choice in option.choices for item in choice}
    for option in sheet.options:
        takers = carried if option.model is None else {option.model: carried[option.model]}
        assert all({item.name for item in option.replaces} <= has | given for has in takers.values())
        assert len(option.costs) == len(option.choices)
        assert not option.all_or_none or option.limit is None


@each_sheet
def test_composition_models_and_points_agree(sheet: Datasheet) -> None:
    for alternative in {line.alternative for line in sheet.composition}:
        lines = [line for line in sheet.composition if line.alternative == alternative]
        smallest, largest = (
            sum(getattr(line, count) for line in lines) for count in ("count_min", "count_max")
        )
        rows = [row.models for row in sheet.points if bool(row.note) == bool(alternative)]
        assert rows == list(range(smallest, largest + 1))
    assert {line.name for line in sheet.composition} == {model.name for model in sheet.models}
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", row.date or "") for row in sheet.points)


@each_sheet
def test_the_smallest_unit_can_be_set_up(sheet: Datasheet) -> None:
    groups = squad(sheet)
    assert sum(group.count for group in groups) == sheet.points[0].models
    assert all(group.items for group in groups)


@each_sheet
def test_transports_have_a_capacity(sheet: Datasheet) -> None:
    assert (sheet.transport is not None) == ("Transport" in sheet.sub_types)


def test_the_guns_of_lotara_sarrin_are_no_ordinary_weapon() -> None:
    sheet = data.find("Lotara Sarrin", "heresy3")
    assert [weapon.name for weapon in sheet.weapons if weapon.reaction_only] == ["Guns of the Conqueror"]
    assert [(play.name, play.cost) for play in sheet.plays] == [("Guns of the Conqueror", 3)]


def test_a_plasma_pistol_has_a_sustained_and_a_maximal_profile() -> None:
    (pistol,) = (weapon for weapon in data.find("kharn").weapons if weapon.name == "Plasma pistol")
    assert [profile.name for profile in pistol.profiles] == ["Sustained", "Maximal"]


def test_every_butcher_may_change_his_axes_for_a_bolter_and_an_axe() -> None:
    sheet = data.find("Red Butchers")
    changed = squad(sheet, 5, ["combi-bolter"])
    assert {group.items for group in changed} == {(Item("Combi-bolter"), Item("Power axe"))}


@pytest.mark.parametrize("export", [XML, JSON, OTHER])
def test_the_sheets_say_what_a_catalogue_says(export: str) -> None:
    if not (DATA / export).is_dir():
        pytest.skip(f"no {export} in {DATA}")
    counts, profiles = zip(*(compare(export, sheet) for sheet in SHEETS), strict=True)
    found = set().union(*profiles, *(_other_differences(export, sheet) for sheet in SHEETS))
    assert found == {name for source, name in EXPECTED_DIFFERENCES if source == export}
    assert sum(counts) >= COMPARED[export]


def _other_differences(export: str, sheet: Datasheet) -> set[str]:
    cost, told = points(export, sheet.name), rules(export, sheet.name)
    found = {f"points of {sheet.name}"} if cost not in (0, sheet.points[0].points) else set()
    if export == XML and sheet.role not in roles(export, sheet.name):
        found.add(f"role of {sheet.name}")
    if told:
        known = told | named_within(export, sheet.name)
        ours = {ability.name for ability in sheet.abilities if ability.group == "datasheet"}
        found |= {name for name in ours if fold(name) not in known}
        assert len(told) <= len(ours)
    return found
