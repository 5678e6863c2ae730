"""Datasheets of invented Horus Heresy catalogues; the right values are read by hand."""

import pytest

from importers.battlescribe.made_catalogues import (
    bounds,
    catalogue,
    condition,
    element,
    entry,
    group,
    link,
    modifier,
    profile,
    system,
    write,
)
from warbook import importers
from warbook.importers.battlescribe.heresy3_rules import RuleNames, listed
from warbook.sheets.loadout import squad
from warbook.sheets.sheet import Item, Note, Points

MODEL = ("Type", "M", "WS", "BS", "S", "T", "W", "I", "A", "LD", "CL", "WP", "IN", "SAV", "INV")
TANK = (
    "Type", "M", "BS", "Front Armour", "Side Armour", "Rear Armour", "HP", "Transport Capacity", "Access Points"
)  # fmt: skip
RANGED = ("R", "FP", "RS", "AP", "D", "Special Rules", "Traits")
MELEE = ("IM", "AM", "SM", "AP", "D", "Special Rules", "Traits")
REACTION = ("Summary", "Trigger", "Cost", "Target", "Process")
FIGURES = ("7", "4", "4", "4", "4", "1", "4", "1", "7", "7", "7", "7", "3+")
PRINTED = dict(zip(MODEL[1:], (*FIGURES, "-"), strict=True))


def trooper(identity, name, kind="Infantry", inv="-", constraints=(), **more):
    line = profile(f"line-{identity}", name, "Profile", MODEL, (kind, *FIGURES, inv))
    return entry(identity, name, "model", profiles=[line], constraints=list(constraints), **more)


def ranged(identity, name, *values, kind="Ranged Weapon"):
    values = values or ("24", "2", "4", "5", "1", "-", "Moss")
    return profile(identity, name, kind, RANGED, values)


def melee(identity, name, *values):
    values = values or ("I", "A", "S", "-", "1", "-", "-")
    return profile(identity, name, "Melee Weapon", MELEE, values)


def weapon(identity, name, least=None, most=None, **more):
    return entry(
        identity, name, profiles=[ranged(f"p-{identity}", name)], constraints=bounds(least, most), **more
    )


def reaction(name, cost, process="1. It digs."):
    texts = ("", f"A {name} Advanced Reaction may be declared.", cost, "Whoever dug.", process)
    return profile(f"r-{name}", name, "Reaction", REACTION, texts)


def points(value):
    return [element("cost", name="Point(s)", typeId="pt", value=value)]


def rule(identity, name, text="Dig.", **more):
    return element("rule", id=identity, name=name, hidden="false", description=text, **more)


def kind(name, heads):
    types = [element("characteristicType", id=f"{name}-{head}".lower(), name=head) for head in heads]
    return element("profileType", id=name, name=name, characteristicTypes=types)


def heresy(**groups):
    groups.setdefault("costTypes", [element("costType", id="pt", name="Point(s)")])
    groups.setdefault("profileTypes", [kind("Profile", MODEL), kind("Melee Weapon", MELEE)])
    groups.setdefault("sharedRules", [rule("burrow", "Burrow (X)"), rule("undermine", "Undermine")])
    return system(**groups)


@pytest.fixture
def read(tmp_path):
    """What is read of documents, or the sheets by name."""

    def sheets(*documents, told=False, form="xml", game=None):
        path = write(tmp_path, game or heresy(), *documents, form=form)
        found = importers.collect(path)
        return found if told else {sheet.name: sheet for sheet in found.sheets}

    return sheets


def diggers(**more):
    models = [
        trooper("boss", "Boss", "Infantry (Sergeant, Light)", constraints=bounds(1, 1)),
        trooper("digger", "Digger", constraints=bounds(4, 9), costs=points(10)),
    ]
    more.setdefault("entryLinks", [])
    return entry("squad", "Diggers", "unit", selectionEntries=[*models, *more.pop("arms", [])], **more)


def problems(sheet):
    return [problem.message for problem in sheet.problems]


@pytest.mark.parametrize("form", ["xml", "json"])
def test_a_squad_has_its_statlines_types_and_prices(read, form):
    sheet = read(catalogue(selectionEntries=[diggers(costs=points(40))]), form=form)["Diggers"]
    assert [(one.name, one.count_min, one.count_max, one.keywords) for one in sheet.models] == [
        ("Boss", 1, 1, ("Infantry", "Sergeant", "Light")),
        ("Digger", 4, 9, ("Infantry",)),
    ]
    assert sheet.models[1].characteristics == PRINTED
    assert (sheet.types, sheet.sub_types) == (("Infantry",), ("Sergeant", "Light"))
    assert sheet.points[0] == Points(5, 80)
    assert sheet.points[-1] == Points(10, 130)
    assert (sheet.system, sheet.revision, sheet.complete) == ("heresy3", "2025", True)


def test_a_tank_has_armour_on_three_sides_and_room(read):
    values = ("Vehicle (Transport)", "12", "4", "13", "12", "10", "5", "12", "Both flanks")
    line = profile("t", "Borer", "Vehicle", TANK, values)
    model = entry("model", "Borer", "model", profiles=[line], constraints=bounds(1, 1))
    sheet = read(catalogue(selectionEntries=[entry("borer", "Borer", "unit", selectionEntries=[model])]))[
        "Borer"
    ]
    assert sheet.models[0].characteristics == {
        "M": "12", "BS": "4", "Front": "13", "Side": "12", "Rear": "10", "HP": "5"
    }  # fmt: skip
    assert sheet.transport.capacity == 12
    assert [(note.about, note.text) for note in sheet.notes] == [("access points", "Both flanks")]
    assert (sheet.types, sheet.sub_types) == (("Vehicle",), ("Transport",))


def test_what_the_whole_unit_has_each_model_carries(read):
    sheet = read(catalogue(selectionEntries=[diggers(arms=[weapon("sling", "Sling", 1, 1)])]))["Diggers"]
    assert [(one.model, one.items) for one in sheet.loadout] == [
        ("Boss", (Item("Sling"),)),
        ("Digger", (Item("Sling"),)),
    ]


def test_a_name_that_says_two_stands_for_two(read):
    model = trooper(
        "m", "Borer", constraints=bounds(1, 1),
        selectionEntries=[
            entry(
                "two", "Two Sponson Mounted slings", profiles=[ranged("s", "Sling")], constraints=bounds(1, 1)
            )
        ],
    )  # fmt: skip
    sheet = read(catalogue(selectionEntries=[entry("b", "Borer", "unit", selectionEntries=[model])]))["Borer"]
    assert sheet.loadout[0].items == (Item("Sling", 2),)
    assert [(note.about, note.text) for note in sheet.notes] == [("Sling", "sponsons")]


@pytest.mark.parametrize(
    "names",
    [
        ("Slag gun (Sustained)", "Slag gun (Maximal)"),
        ("Slag gun - Sustained", "Slag gun -Maximal"),
        ("1) Slag gun (Sustained)", "2) Slag gun (Maximal)"),
        ("Slag gun Sustained", "Slag gun Maximal"),
    ],
)
def test_profiles_that_share_a_name_are_modes_of_one_weapon(read, names):
    gun = entry("gun", "Slag gun", profiles=[ranged(str(n), name) for n, name in enumerate(names)])
    [found] = read(catalogue(selectionEntries=[diggers(arms=[gun])]))["Diggers"].weapons
    assert (found.name, [one.name for one in found.profiles]) == ("Slag gun", ["Sustained", "Maximal"])


def test_profiles_that_share_no_name_are_modes_of_what_holds_them(read):
    gun = entry("gun", "Combi-mole", profiles=[ranged("a", "Sling (Primary)"), ranged("b", "Mole (Secondary)")])
    [found] = read(catalogue(selectionEntries=[diggers(arms=[gun])]))["Diggers"].weapons
    assert (found.name, [one.name for one in found.profiles]) == (
        "Combi-mole",
        ["Sling (Primary)", "Mole (Secondary)"],
    )


def test_a_weapon_for_both_ranges_is_two(read):
    arms = entry("cut", "Cutter", profiles=[ranged("a", "Cutter (Ranged)"), melee("b", "Cutter (Melee)")])
    found = read(catalogue(selectionEntries=[diggers(arms=[arms])]))["Diggers"].weapons
    assert [(one.name, one.kind) for one in found] == [("Cutter", "ranged"), ("Cutter", "melee")]


def test_values_are_as_printed_and_what_is_none_is_told(read):
    blade = entry(
        "blade", "Blade", profiles=[melee("b", "Blade", "+1", "a", "s", "–", "2d6", "Burrow (2)", "Chain")]
    )
    odd = entry("odd", "Odd", profiles=[ranged("o", "Odd", "far", "1", "4", "9", "1", "-", "-")])
    sheet = read(catalogue(selectionEntries=[diggers(arms=[blade, odd])]))["Diggers"]
    found = {one.name: one.profiles[0] for one in sheet.weapons}
    assert found["Blade"].characteristics == {"IM": "+1", "AM": "A", "SM": "S", "AP": "-", "D": "2D6"}
    assert (found["Blade"].abilities, found["Blade"].traits) == (("Burrow (2)",), ("Chain",))
    assert problems(sheet) == [
        "Odd: R of 'far' is no value of that kind",
        "Odd: AP of '9' is no value of that kind",
    ]


def test_an_invulnerable_save_may_be_dirty_or_left_out(read):
    models = [
        trooper("a", "Ant", inv="5++", constraints=bounds(1, 1)),
        trooper("b", "Bug", inv="", constraints=bounds(1, 1)),
    ]
    sheet = read(catalogue(selectionEntries=[entry("u", "Bugs", "unit", selectionEntries=models)]))["Bugs"]
    assert [one.characteristics["INV"] for one in sheet.models] == ["5+", "-"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Heavy (RS, FP), Pistol", ["Heavy (RS, FP)", "Pistol"]),
        ("Shred (4+) Reaping Blow (2)", ["Shred (4+)", "Reaping Blow (2)"]),
        ("Breaching (6+", ["Breaching (6+)"]),
        ("Breaching (6+, Heavy (FP)", ["Breaching (6+)", "Heavy (FP)"]),
        ("Heavy (FP). Combi", ["Heavy (FP)", "Combi"]),
        (" - ", []),
    ],
)
def test_lists_of_rules_are_parted_outside_brackets_whatever_is_lost(text, names):
    assert listed(text) == names


def test_a_misspelt_rule_is_taken_for_the_one_it_nearly_is_and_that_is_told():
    rules, doubts = RuleNames(["Undermine", "Burrow (X)", "Overmine"]), []
    assert rules.spelt("Undermne (2)", doubts) == "Undermine (2)"
    assert doubts == ["special rule 'Undermne (2)': taken for Undermine"]
    assert rules.spelt("Uvermine", doubts) == "Uvermine"  # two known ones are as near
    assert rules.spelt("Moss", doubts) == "Moss"
    assert len(doubts) == 1


@pytest.mark.parametrize(
    "change", [modifier("replace", "name", "3", arg="X"), modifier("set", "name", "Burrow (3)")]
)
def test_rules_have_their_values_however_the_link_sets_them(read, change):
    links = [link("l", "burrow", "infoLink", type="rule", modifiers=[change])]
    sheet = read(catalogue(selectionEntries=[diggers(infoLinks=links)]))["Diggers"]
    assert [(one.name, one.group) for one in sheet.abilities] == [("Burrow (3)", "datasheet")]
    assert problems(sheet) == []


def test_a_rule_without_its_value_is_told(read):
    links = [link("l", "burrow", "infoLink", type="rule")]
    sheet = read(catalogue(selectionEntries=[diggers(infoLinks=links)]))["Diggers"]
    assert [one.name for one in sheet.abilities] == ["Burrow (X)"]
    assert problems(sheet) == ["special rule Burrow: its value is missing"]


def test_rules_beside_a_weapon_are_the_weapons(read):
    gun = weapon("sling", "Sling", 1, 1, rules=[rule("r", "Undermine")])
    assert read(catalogue(selectionEntries=[diggers(arms=[gun])]))["Diggers"].abilities == ()


def test_a_profile_of_a_reaction_is_no_ordinary_weapon(read):
    unit = diggers(
        arms=[weapon("sling", "Sling", 1, 1), weapon("fall", "Falling Bouldre", 1, 1)],
        profiles=[reaction("Falling Boulder", "3 points of their Reaction Allotment")],
        rules=[rule("r", "Loose Ceiling", "They may make the Falling Boulder Advanced Reaction.")],
    )
    sheet = read(catalogue(selectionEntries=[unit]))["Diggers"]
    assert {one.name: one.reaction_only for one in sheet.weapons} == {"Sling": False, "Falling Boulder": True}
    assert sheet.loadout[0].items == (Item("Sling"),)
    [play] = sheet.plays
    assert (play.name, play.cost, play.currency, play.category, play.source) == (
        "Falling Boulder", 3, "reaction points", "Advanced Reaction", "Loose Ceiling"
    )  # fmt: skip
    assert problems(sheet) == ["Falling Bouldre: taken for Falling Boulder, which makes use of it"]


def test_a_reaction_typed_under_one_head_is_read_by_its_labels(read):
    parts = (
        "It is swift.",
        "Trigger: Whenever it digs.",
        "Cost: 2 points.",
        "Target: Whoever dug.",
        "Process.",
    )
    told = "\n\n".join((*parts, "1. It digs."))
    card = profile("r", "Advanced Reaction: Swift Spade", "Reaction", REACTION, (told, "", "", "", ""))
    sheet = read(catalogue(selectionEntries=[diggers(profiles=[card])]))["Diggers"]
    [play] = sheet.plays
    assert (play.name, play.cost, play.category) == ("Swift Spade", 2, "Advanced Reaction")
    assert (play.when, play.target, play.effect, play.flavour) == (
        "Whenever it digs.", "Whoever dug.", "1. It digs.", "It is swift."
    )  # fmt: skip


def test_a_profile_that_a_gambit_names_is_no_ordinary_weapon(read):
    heads = ("Summary", "Description")
    gambit = profile(
        "g", "Gambit: Acid Bath", "Gambit:", heads, ("", "It attacks with the Profile listed below.")
    )
    arms = entry("bath", "Acid Bath", profiles=[gambit, ranged("a", "Acid")], constraints=bounds(1, 1))
    sheet = read(catalogue(selectionEntries=[diggers(arms=[arms])]))["Diggers"]
    assert [(one.name, one.reaction_only) for one in sheet.weapons] == [("Acid", True)]
    assert [(one.name, one.category, one.cost) for one in sheet.plays] == [("Acid Bath", "Gambit", 0)]
    assert ("Acid Bath", "datasheet") in [(one.name, one.group) for one in sheet.abilities]


def test_a_weapon_beside_a_reaction_that_does_not_use_it_stays_a_weapon(read):
    arms = entry("moss", "Moss Lore", profiles=[reaction("Moss Wall", "1 point"), ranged("m", "Moss Burst")])
    sheet = read(catalogue(selectionEntries=[diggers(arms=[arms])]))["Diggers"]
    assert [(one.name, one.reaction_only) for one in sheet.weapons] == [("Moss Burst", False)]


def test_a_profile_of_an_unknown_sort_is_kept_and_told(read):
    strange = profile("s", "Tunnel Map", "Cartography", ("Scale", "Legend"), ("1:10", "It shows tunnels."))
    sheet = read(catalogue(selectionEntries=[diggers(profiles=[strange])]))["Diggers"]
    assert [(one.name, one.text) for one in sheet.abilities] == [
        ("Tunnel Map", "Scale: 1:10\nLegend: It shows tunnels.")
    ]
    assert problems(sheet) == ["Tunnel Map: a profile of an unknown sort (Cartography) is kept as a text"]


def test_each_group_within_a_choice_is_exchanged_apart(read):
    pistols = group(
        "p", "Pistol", constraints=bounds(1, 1, key="p"), defaultSelectionEntryId="a",
        selectionEntries=[weapon("a", "Sling"), weapon("b", "Mole", costs=points(5))],
    )  # fmt: skip
    blades = group(
        "q",
        "Blade",
        constraints=bounds(1, 1, key="q"),
        selectionEntries=[weapon("c", "Drill"), weapon("d", "Pick")],
    )
    outer = group(
        "o", "Both for", constraints=bounds(None, 2, key="o"),
        selectionEntries=[weapon("e", "Pair of claws")], selectionEntryGroups=[pistols, blades],
    )  # fmt: skip
    model = trooper("m", "Boss", constraints=bounds(1, 1), selectionEntryGroups=[outer])
    sheet = read(catalogue(selectionEntries=[entry("u", "Boss", "unit", selectionEntries=[model])]))["Boss"]
    found = {tuple(i.name for i in one.replaces): [c[0].name for c in one.choices] for one in sheet.options}
    assert found == {
        ("Sling", "Drill"): ["Pair of claws"], ("Sling",): ["Mole"], ("Drill",): ["Pick"]
    }  # fmt: skip
    assert {one.model for one in sheet.options} == {"Boss"}
    assert [one.costs for one in sheet.options] == [(), (5,), ()]


def test_what_is_free_is_carried_by_default(read):
    arms = group(
        "g", "Arms", constraints=bounds(1, 1),
        selectionEntries=[weapon("a", "Mole", costs=points(5)), weapon("b", "Sling")],
    )  # fmt: skip
    model = trooper("m", "Boss", constraints=bounds(1, 1), selectionEntryGroups=[arms])
    sheet = read(catalogue(selectionEntries=[entry("u", "Boss", "unit", selectionEntries=[model])]))["Boss"]
    assert sheet.loadout[0].items == (Item("Sling"),)


def test_one_for_every_five_models(read):
    heavy = group(
        "h", "One in five", constraints=[
            element("constraint", id="top", type="max", value="0", field="selections", scope="unit")
        ],
        modifiers=[
            modifier("increment", "top", "1", repeats=[
                element("repeat", value="5", repeats="1", field="selections", scope="unit", childId="model",
                        includeChildSelections="true", roundUp="false")
            ])
        ],
        selectionEntries=[weapon("mole", "Mole", None, 1)],
    )  # fmt: skip
    models = [trooper("digger", "Digger", constraints=bounds(5, 20), selectionEntryGroups=[heavy])]
    sheet = read(catalogue(selectionEntries=[entry("u", "Diggers", "unit", selectionEntries=models)]))[
        "Diggers"
    ]
    [option] = sheet.options
    assert (option.limit, option.per_models, option.model) == (1, 5, "Digger")
    assert len([one for one in squad(sheet, 12, ("Mole",)) if one.carries("Mole") and one.count == 2]) == 1


def test_what_only_a_choice_shows_is_offered(read):
    hidden = group(
        "in", "In-built", constraints=bounds(None, 1, key="in"),
        modifiers=[modifier("set", "hidden", "true", [condition("equalTo", "0", "fist", "model")])],
        selectionEntries=[weapon("spark", "Spark gun")],
    )  # fmt: skip
    model = trooper(
        "m", "Boss", constraints=bounds(1, 1), selectionEntries=[weapon("fist", "Fist", None, 1)],
        selectionEntryGroups=[hidden],
    )  # fmt: skip
    sheet = read(catalogue(selectionEntries=[entry("u", "Boss", "unit", selectionEntries=[model])]))["Boss"]
    assert [one.name for one in sheet.weapons] == ["Fist", "Spark gun"]
    assert sheet.loadout[0].items == ()
    assert [[choice[0].name for choice in one.choices] for one in sheet.options] == [["Fist"], ["Spark gun"]]


def test_a_model_has_the_name_that_its_statline_prints(read):
    line = profile("l", "Deep Digger", "Profile", MODEL, ("Infantry", *FIGURES, "-"))
    models = [entry("m", "Digger", "model", profiles=[line], constraints=bounds(1, 3))]
    sheet = read(catalogue(selectionEntries=[entry("u", "Diggers", "unit", selectionEntries=models)]))[
        "Diggers"
    ]
    assert [one.name for one in sheet.models] == ["Deep Digger"]
    assert [one.model for one in sheet.loadout] == ["Deep Digger"]


def test_an_army_list_is_the_library_that_lends_its_units(read):
    shared = element(
        "catalogue", id="host", name="Moss Host", gameSystemId="sys-moss", revision="1", library="true",
        selectionEntries=[diggers()],
    )  # fmt: skip
    own = catalogue(
        name="IV - Gravel Sons",
        catalogueLinks=[
            element("catalogueLink", id="cl", targetId="host", name="Moss Host", importRootEntries="true")
        ],
        selectionEntries=[entry("own", "Gravel Guard", "unit", selectionEntries=[trooper("g", "Guard")])],
    )
    found = read(shared, own, told=True)
    assert {(one.name, one.faction) for one in found.sheets} == {
        ("Gravel Guard", "Moss Host"),
        ("Diggers", "Moss Host"),
    }
    [faction] = found.factions
    assert (faction.name, faction.parent) == ("Gravel Sons", "Moss Host")


def test_detachments_reactions_and_rites_are_the_factions(read):
    troops = element("categoryEntry", id="troops", name="Troops", hidden="false")
    slots = [link("s", "troops", "categoryLink", name="Troops", constraints=bounds(1, 4))]
    force = element("forceEntry", id="f", name="Deep Detachment", hidden="false", categoryLinks=slots)
    game = heresy(
        forceEntries=[force], categoryEntries=[troops], sharedProfiles=[reaction("Dig In", "1 point is spent")]
    )
    rite = entry("rite", "Rite", rules=[rule("r", "Rite of Moss", "Moss grows.")])
    [faction] = read(catalogue(selectionEntries=[diggers(), rite]), told=True, game=game).factions
    [detachment] = faction.detachments
    assert (detachment.name, [(one.name, one.text) for one in detachment.rules]) == (
        "Deep",
        [("Troops", "1 to 4")],
    )
    assert [(one.name, one.cost) for one in faction.plays] == [("Dig In", 1)]
    assert [(one.name, one.text) for one in faction.rules] == [("Rite of Moss", "Moss grows.")]


def test_heads_that_are_spelt_out_are_the_same(read):
    spelt = (
        "Range", "Fire Power (FP)", "Range Strength (RS)", "Melee Initiative Modifier (IM)",
        "Melee Attacks Modifier (AM)", "Melee Strength Modifier (SM)", "Armour Penetration (AP)", "Damage (D)",
    )  # fmt: skip
    gun = profile("a", "Sling", "Weapon", spelt, ("24", "2", "4", "Range", "Range", "Range", "5", "1"))
    axe = profile("b", "Axe", "Weapon", spelt, ("Melee", "Melee", "Melee", "I", "A", "+1", "4", "2"))
    arms = [
        entry(
            "a", "Sling", profiles=[gun], categoryLinks=[link("c", "heavy", "categoryLink", name="Burrow (2)")]
        ),
        entry("b", "Axe", profiles=[axe]),
    ]
    found = read(catalogue(selectionEntries=[diggers(arms=arms)]))["Diggers"].weapons
    assert [(one.name, one.kind, one.profiles[0].characteristics) for one in found] == [
        ("Sling", "ranged", {"R": "24", "FP": "2", "RS": "4", "AP": "5", "D": "1"}),
        ("Axe", "melee", {"IM": "I", "AM": "A", "SM": "+1", "AP": "4", "D": "2"}),
    ]
    assert found[0].profiles[0].abilities == ("Burrow (2)",)


def test_a_machine_of_several_parts_has_each_parts_armour(read):
    heads = ("M", "BS", "Primary Armour", "Exposed Armour", "HP", "Transport Capacity")
    parts = [
        profile(name, name, f"Titan {name}", heads, (move, "4", "15", "12", hull, "-"))
        for name, move, hull in (("Legs", "10", "8"), ("Head", "-", "4"))
    ]
    model = entry("m", "Strider", "model", profiles=parts, constraints=bounds(1, 1))
    sheet = read(catalogue(selectionEntries=[entry("u", "Strider", "unit", selectionEntries=[model])]))[
        "Strider"
    ]
    assert sheet.models[0].characteristics == {
        "M": "10", "BS": "4", "Primary": "15", "Exposed": "12", "HP": "8",
        "Head Primary": "15", "Head Exposed": "12", "Head HP": "4",
    }  # fmt: skip


def test_a_weapon_on_a_mount_is_the_weapon(read):
    arms = [
        entry("a", "Sponson mounted slings", profiles=[ranged("a", "Sponson mounted slings")]),
        entry("b", "Sling", profiles=[ranged("b", "Sling")]),
    ]
    sheet = read(catalogue(selectionEntries=[diggers(arms=arms)]))["Diggers"]
    assert [(one.name, [each.name for each in one.profiles]) for one in sheet.weapons] == [("sling", ["sling"])]
    assert sheet.notes[0] == Note("sling", "sponson")


def test_two_weapons_of_one_name_with_other_values_are_told(read):
    arms = [
        entry("a", "Sling", profiles=[ranged("a", "Sling")]),
        entry("b", "Long sling", profiles=[ranged("b", "Sling", "36", "2", "4", "5", "1", "-", "Moss")]),
    ]
    sheet = read(catalogue(selectionEntries=[diggers(arms=arms)]))["Diggers"]
    assert [(one.name, one.profiles[0].characteristics["R"]) for one in sheet.weapons] == [
        ("Sling", "24"),
        ("Sling", "36"),
    ]
    assert problems(sheet) == ["Sling: the unit has it with other values, too"]


def test_advantages_of_a_prime_unit_are_a_list_and_no_wargear(read):
    perks = [entry(name, name, rules=[rule(f"r{name}", name)]) for name in ("Veterans", "Master")]
    prime = entry(
        "prime", "Prime Unit", constraints=bounds(None, 1),
        selectionEntryGroups=[group("g", "Advantages", constraints=bounds(None, 1), selectionEntries=perks)],
    )  # fmt: skip
    sheet = read(catalogue(selectionEntries=[diggers(arms=[prime])]))["Diggers"]
    assert [(one.name, one.entries) for one in sheet.choice_lists] == [("Advantages", ("Veterans", "Master"))]
    assert (sheet.options, sheet.abilities) == ((), ())


def test_what_the_unit_exchanges_once_is_exchanged_by_all_its_models(read):
    arms = group(
        "g",
        "All models",
        constraints=bounds(1, 1, key="g"),
        defaultSelectionEntryId="a",
        selectionEntries=[weapon("a", "Sling"), weapon("b", "Mole")],
    )
    sheet = read(catalogue(selectionEntries=[diggers(selectionEntryGroups=[arms])]))["Diggers"]
    assert [(one.choices, one.limit, one.all_or_none) for one in sheet.options] == [
        (((Item("Mole"),),), None, True)
    ]
    for wanted in ("mole", "5 mole"):
        taken = squad(sheet, None, [wanted])
        assert [(one.model.name, one.count, one.items) for one in taken] == [
            ("Boss", 1, (Item("Mole"),)),
            ("Digger", 4, (Item("Mole"),)),
        ]


def test_what_a_unit_takes_once_is_one_models_and_told(read):
    arms = group("g", "Wargear", constraints=bounds(None, 1), selectionEntries=[weapon("b", "Mole")])
    sheet = read(catalogue(selectionEntries=[diggers(selectionEntryGroups=[arms])]))["Diggers"]
    told = "the document does not tell whether one model takes it or each: taken for one"
    assert [(one.model, one.limit) for one in sheet.options] == [(None, 1)]
    assert ("Mole", told) in [(one.about, one.text) for one in sheet.notes]


def test_a_rule_that_a_weapon_beside_a_gambit_prints_is_the_weapons(read):
    gambit = profile("g", "Gambit: Acid Bath", "Gambit:", ("Summary", "Description"), ("", "It attacks."))
    acid = melee("a", "Acid", "I", "1", "S", "2", "1", "Undermine", "-")
    arms = entry(
        "bath",
        "Acid Bath",
        profiles=[gambit, acid],
        constraints=bounds(1, 1),
        rules=[rule("r", "Undermine"), rule("s", "Stubborn")],
    )
    sheet = read(catalogue(selectionEntries=[diggers(arms=[arms])]))["Diggers"]
    assert [one.name for one in sheet.abilities if one.group == "datasheet"] == ["Acid Bath", "Stubborn"]
