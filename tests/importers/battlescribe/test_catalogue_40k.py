"""Datasheets of invented 40k catalogues; the right values are read by hand."""

import pytest

from importers.battlescribe.made_catalogues import (
    ability,
    bounds,
    catalogue,
    condition,
    element,
    entry,
    group,
    link,
    melee,
    modifier,
    points,
    profile,
    ranged,
    statline,
    system,
    write,
)
from warbook import importers
from warbook.effects import from_json
from warbook.errors import InputError
from warbook.importers.shields import bearer_save
from warbook.sheets.loadout import cost, squad
from warbook.sheets.sheet import Item, Points

DRILL = entry("drill", "Drill", constraints=bounds(1, 1), profiles=[melee("pd", "Drill")])
SLING = entry("sling", "Sling", constraints=bounds(1, 1), profiles=[ranged("ps", "Sling")])


def trooper(identity, name, *arms, constraints=()):
    return entry(identity, name, "model", selectionEntries=list(arms), constraints=list(constraints))


def squad_of(*models, least=4, most=9, default="", **more):
    members = group(
        "members",
        f"{least}-{most} Troopers",
        constraints=bounds(least, most),
        selectionEntries=list(models),
        defaultSelectionEntryId=default,
    )
    leader = trooper("boss", "Digger Boss", DRILL, constraints=bounds(1, 1))
    return entry(
        "squad",
        "Diggers",
        "unit",
        selectionEntries=[leader],
        selectionEntryGroups=[members],
        profiles=[statline("stat", "Diggers")],
        **more,
    )


@pytest.fixture
def read(tmp_path):
    """The sheets of documents by name."""

    def sheets(*documents, form="xml", told=False):
        path = write(tmp_path, system(), *documents, form=form)
        found = importers.collect(path)
        return found if told else {sheet.name: sheet for sheet in found.sheets}

    return sheets


def mole(**more):
    more.setdefault("profiles", [statline("stat", "Mole")])
    return entry("mole", "Mole", "model", **more)


@pytest.mark.parametrize("form", ["xml", "json"])
def test_entries_that_differ_in_arms_are_one_kind_of_model_with_an_option(read, form):
    armed = [
        trooper("a", "Trooper w/ sling", SLING),
        trooper("b", "Trooper w/ drill", DRILL, constraints=bounds(0, 2)),
    ]
    sheet = read(catalogue(selectionEntries=[squad_of(*armed, default="a")]), form=form)["Diggers"]
    assert [(one.name, one.count_min, one.count_max) for one in sheet.models] == [
        ("Digger Boss", 1, 1),
        ("Trooper", 4, 9),
    ]
    assert sheet.models[1].characteristics == {"M": '6"', "T": "4", "Sv": "3+", "W": "2", "Ld": "6+", "OC": "1"}
    assert [(one.model, one.items) for one in sheet.loadout] == [
        ("Digger Boss", (Item("Drill"),)),
        ("Trooper", (Item("Sling"),)),
    ]
    [option] = sheet.options
    assert (option.model, option.choices, option.replaces, option.limit) == (
        "Trooper",
        ((Item("Drill"),),),
        (Item("Sling"),),
        2,
    )
    carried = {(one.model.name, one.items): one.count for one in squad(sheet, 10, ["2 drill"])}
    assert carried[("Trooper", (Item("Drill"),))] == 2


def test_models_named_by_their_arms_are_named_after_their_group(read):
    armed = [trooper("a", "Sling and rope", SLING), trooper("b", "Drill and rope", DRILL)]
    sheet = read(catalogue(selectionEntries=[squad_of(*armed, default="a")]))["Diggers"]
    assert sheet.models[1].name == "Trooper"


def test_points_stand_at_the_largest_unit_of_each_price(read):
    dear = modifier("set", "pts", "150", [condition("greaterThan", 5, "model")])
    unit = squad_of(trooper("a", "Trooper", SLING), costs=points(80), modifiers=[dear])
    sheet = read(catalogue(selectionEntries=[unit]))["Diggers"]
    assert sheet.points == (Points(5, 80), Points(10, 150))
    assert [cost(sheet, size) for size in (5, 6, 10)] == [80, 150, 150]


def test_models_that_cost_points_each_are_added(read):
    one = trooper("a", "Trooper", SLING)
    one[2]["costs"] = points(12)
    sheet = read(catalogue(selectionEntries=[squad_of(one, least=1, most=3, costs=points(50))]))["Diggers"]
    assert sheet.points == (Points(2, 62), Points(3, 74), Points(4, 86))


def test_profiles_with_a_mark_are_modes_of_one_weapon(read):
    modes = [ranged("a", "➤ Sling – light"), ranged("b", "➤ Sling – heavy")]
    plain = [ranged("c", "➤ Stones"), ranged("d", "➤ Shards")]
    arms = [
        entry("s", "Sling", constraints=bounds(1, 1), profiles=modes),
        entry("t", "Thrower", constraints=bounds(1, 1), profiles=plain),
    ]
    sheet = read(catalogue(selectionEntries=[mole(selectionEntries=arms)]))["Mole"]
    assert [(one.name, [each.name for each in one.profiles]) for one in sheet.weapons] == [
        ("Sling", ["light", "heavy"]),
        ("Thrower", ["Stones", "Shards"]),
    ]
    assert sheet.loadout[0].items == (Item("Sling"), Item("Thrower"))


@pytest.mark.parametrize(
    ("written", "abilities"),
    [
        ("-", ()),
        ("Rapid Fire 1, Twin Linked", ("rapid fire 1", "twin-linked")),
        ("Anti-BURROWER 4+; Heavy", ("anti-burrower 4+", "heavy")),
        ("anti burrower 2. Ignores Cover", ("anti-burrower 2+", "ignores cover")),
        ("[**^^Blast^^**], Sustained Hits d3", ("blast", "sustained hits D3")),
    ],
)
def test_weapon_abilities_are_spelt_as_on_a_card(read, written, abilities):
    gun = ranged("g", "Gun", "18", "d6+1", "4", "4", "-0", "1", written)
    sheet = read(catalogue(selectionEntries=[mole(profiles=[statline("stat", "Mole"), gun])]))["Mole"]
    [weapon] = sheet.weapons
    assert weapon.profiles[0].abilities == abilities
    assert weapon.profiles[0].characteristics == {
        "range": '18"', "A": "D6+1", "BS": "4+", "S": "4", "AP": "0", "D": "1"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "save"),
    [
        ("This model has a 4+ invulnerable save.", "4+"),
        ("Models in this unit have a 5+ invulnerable save", "5+"),
        ("**^^Mole^^** has a 4+\u00a0invulnerable save.", "4+"),
        ("4+", "4+"),
        ("This model has an invulnerable save of 4+", "4+"),
        ("A Mole has a 4+ Invulnerable save.", "4+"),
        ("Models in this units have an Invulnerable Save characteristic of 6+", "6+"),
        ("This model has a 4+ invulnerable save against ranged attacks only.", None),
        ("This model has a 4+ invulnerable save against ranged attacks.", None),
        ("While it digs, this model has a 4+ invulnerable save.", None),
    ],
)
def test_only_a_save_that_holds_at_all_times_is_in_the_statline(read, text, save):
    told = [statline("stat", "Mole"), ability("i", "Invulnerable Save", text)]
    sheet = read(catalogue(selectionEntries=[mole(profiles=told)]))["Mole"]
    assert sheet.models[0].characteristics.get("Inv") == save
    assert len(sheet.abilities) == (save is None)


@pytest.mark.parametrize(
    ("printed", "text"),
    [("A **^^Deep Mole^^** digs.", "A DEEP MOLE digs."),
     ("One ^^**Mole, Shrew or Vole of Tar**^^ unit digs.", "One MOLE, SHREW OR VOLE OF TAR unit digs."),
     ("A ^^**Mole^^**model digs.", "A MOLE model digs."),
     ("It **^^grows^^** slowly.", "It grows slowly."),
     ("It has **^^[Lethal Hits]^^**.", "It has [Lethal Hits]."),
     ("A ^^Mole** digs near a ^^Shrew^^.", "A Mole digs near a SHREW.")],
)  # fmt: skip
def test_words_in_small_capitals_are_keywords(read, printed, text):
    told = [statline("stat", "Mole"), ability("i", "Digging", printed)]
    sheet = read(catalogue(selectionEntries=[mole(profiles=told)]))["Mole"]
    assert [one.text for one in sheet.abilities] == [text]


@pytest.mark.parametrize(
    ("text", "control"),
    [("Its mole adds 1 to the Objective Control characteristic.", "1"),
     ("It is bright.", "2")],
)  # fmt: skip
def test_what_wargear_adds_by_a_text_of_its_own_is_not_in_the_statline_too(read, text, control):
    push = modifier("increment", "unit-oc", "1", scope="model", affects="self.entries.recursive.profiles.Unit")
    flag = entry("f", "Flag", constraints=bounds(1, 1), modifiers=[push], profiles=[ability("p", "Flag", text)])
    sheet = read(catalogue(selectionEntries=[mole(selectionEntries=[flag])]))["Mole"]
    assert sheet.models[0].characteristics["OC"] == control
    assert [(one.name, one.group) for one in sheet.abilities] == [("Flag", "wargear")]


def test_what_a_models_own_text_adds_to_its_bearer_is_wargear_and_counts_once(read):
    """Whoever carries the shield has 2 + 1 Wounds, be they printed so or modified; a Banner adds 1 OC to 1."""
    shield = ability("shield", "Root Shield", "Add 1 to the bearer's Wounds characteristic.")
    text = "Its friends add 1 to their Objective Control characteristic."
    banner = entry("flag", "Banner", constraints=bounds(1, 1), profiles=[ability("flag", "Banner", text)])
    plain, shielded, bearer = (trooper(each, f"Trooper ({each})", SLING) for each in ("a", "b", "c"))
    plain[2]["profiles"] = [statline("one", "Trooper")]
    shielded[2]["profiles"] = [statline("two", "Trooper (shield)"), shield]
    shielded[2]["profiles"][0][2]["modifiers"] = [modifier("set", "unit-w", "3")]
    bearer[2]["profiles"] = [statline("three", "Trooper (banner)", '6"', "4", "3+", "3", "6+", "2"), shield]
    bearer[2]["selectionEntries"].append(banner)
    unit = squad_of(plain, shielded, bearer, default="a")
    sheet = read(catalogue(selectionEntries=[unit]))["Diggers"]
    assert {one.characteristics["W"] for one in sheet.models} == {"2"}
    assert {one.characteristics["OC"] for one in sheet.models} == {"1"}
    gained = {item.name for option in sheet.options for choice in option.choices for item in choice}
    assert {"Root Shield", "Banner"} <= gained
    assert {(one.name, one.group) for one in sheet.abilities} == {
        ("Root Shield", "wargear"),
        ("Banner", "wargear"),
    }


def test_a_save_of_one_kind_of_model_is_only_its_own(read):
    unit = squad_of(trooper("a", "Trooper", SLING))
    unit[2]["profiles"].append(ability("i", "Invulnerable Save", "The Digger Boss has a 4+ invulnerable save."))
    sheet = read(catalogue(selectionEntries=[unit]))["Diggers"]
    assert [one.characteristics.get("Inv") for one in sheet.models] == ["4+", None]


def test_a_save_may_leave_out_one_kind_or_belong_to_one_against_some_attacks(read):
    unit = squad_of(trooper("a", "Trooper", SLING))
    text = "Models in this unit (excluding the Digger Boss) have a 5+ invulnerable save."
    unit[2]["profiles"].append(ability("i", "Invulnerable Save", text))
    sheet = read(catalogue(selectionEntries=[unit]))["Diggers"]
    assert [one.characteristics.get("Inv") for one in sheet.models] == [None, "5+"]


def test_a_save_with_a_footnote_is_what_the_footnote_says(read):
    text = "4+\n* This model has a 4+ invulnerable save against melee attacks."
    told = [statline("stat", "Mole"), ability("i", "Invulnerable Save (4+*)", text)]
    sheet = read(catalogue(selectionEntries=[mole(profiles=told)]))["Mole"]
    assert "Inv" not in sheet.models[0].characteristics
    (save,) = from_json(list(sheet.abilities[0].effects))
    assert (save.what, save.needs, save.against) == ("invulnerable", 4, ("melee",))


def test_what_is_said_behind_a_save_stays_an_ability(read):
    text = "This model has a 2+ invulnerable save. It shrinks when it fails."
    told = [statline("stat", "Mole"), ability("i", "Invulnerable Save", text)]
    sheet = read(catalogue(selectionEntries=[mole(profiles=told)]))["Mole"]
    assert sheet.models[0].characteristics["Inv"] == "2+"
    assert [one.text for one in sheet.abilities] == ["It shrinks when it fails."]


def test_names_of_units_that_the_catalogue_has_for_keywords_are_keywords_without_marks(read):
    told = [statline("stat", "Mole"), ability("i", "Digging", "A Deep\nMole unit digs near Deep Vole models.")]
    kinds = [element("categoryEntry", id=name, name=name) for name in ("Deep", "Mole")]
    sheet = read(catalogue(categoryEntries=kinds, selectionEntries=[mole(profiles=told)]))["Mole"]
    assert [one.text for one in sheet.abilities] == ["A DEEP MOLE unit digs near Deep Vole models."]


def test_a_rule_of_the_catalogue_itself_is_the_factions_too(tmp_path):
    own = catalogue(
        rules=[element("rule", id="slow", name="Slow Growth", description="It grows.")],
        selectionEntries=[
            mole(infoLinks=[link("l2", "slow", "infoLink", type="rule")], profiles=[statline("stat", "Mole")])
        ],
    )
    found = importers.collect(write(tmp_path, system(), own))
    assert [(one.name, one.group) for one in found.sheets[0].abilities] == [("Slow Growth", "faction")]
    assert [rule.name for rule in found.factions[0].rules] == ["Slow Growth"]


def test_rules_are_core_where_the_game_has_them_and_the_factions_where_the_catalogue_shares_them(tmp_path):
    game = system(
        sharedRules=[element("rule", id="hide", name="Thick Hide"), element("rule", id="b", name="Blast")]
    )
    own = catalogue(
        sharedRules=[element("rule", id="slow", name="Slow Growth", description="It **^^grows^^** slowly.")],
        selectionEntries=[
            mole(
                infoLinks=[
                    link("l1", "hide", "infoLink", type="rule", modifiers=[modifier("append", "name", "5+")]),
                    link("l2", "slow", "infoLink", type="rule"),
                    link("l3", "b", "infoLink", type="rule"),
                ],
                profiles=[
                    statline("stat", "Mole"),
                    ability("d", "Digging", "It digs."),
                    ranged("g", "Gun", '24"', "1", "3+", "4", "0", "1", "Blast"),
                ],
            )
        ],
    )
    [sheet] = importers.collect(write(tmp_path, game, own)).sheets
    assert [(one.name, one.group, one.text) for one in sheet.abilities] == [
        ("Thick Hide 5+", "core", None),
        ("Slow Growth", "faction", "It grows slowly."),
        ("Digging", "datasheet", "It digs."),
    ]


def test_what_only_wargear_gives_is_an_ability_of_wargear(read):
    shield = entry(
        "sh", "Stone shield", profiles=[ability("i", "Stone shield", "The bearer has a 4+ invulnerable save.")]
    )
    sheet = read(catalogue(selectionEntries=[mole(selectionEntries=[shield])]))["Mole"]
    [told] = sheet.abilities
    assert (told.name, told.group, told.effects) == (
        "Stone shield",
        "wargear",
        bearer_save("4+"),
    )
    assert sheet.options[0].choices == ((Item("Stone shield"),),)


def test_a_group_of_one_is_an_exchange(read):
    arms = group(
        "g",
        "Arms",
        constraints=bounds(1, 1),
        selectionEntries=[
            entry("a", "Axe", profiles=[melee("pa", "Axe")]),
            entry("b", "Bow", profiles=[ranged("pb", "Bow")], costs=points(5)),
        ],
        defaultSelectionEntryId="a",
    )
    sheet = read(catalogue(selectionEntries=[mole(selectionEntryGroups=[arms], costs=points(60))]))["Mole"]
    [option] = sheet.options
    assert (option.choices, option.replaces, option.costs) == (((Item("Bow"),),), (Item("Axe"),), (5,))


EACH_TIME, LESS = "each time it", "subtract 1 from"


def test_what_is_at_the_bottom_of_a_card_is_read(read):
    capacity = profile("t", "Mole", "Transport", ("Capacity",),
                       ("This model has a transport capacity of 6 **^^Court Infantry^^**models.",))  # fmt: skip
    hurt = ability(
        "d",
        "Damaged: 1-4 wounds remaining",
        f"While this model has 1-4 wounds remaining, {EACH_TIME} makes an attack, {LESS} the Hit roll.",
    )
    kinds = [
        element("categoryEntry", id=key, name=name)
        for key, name in (
            ("v", "Vehicle"),
            ("f", "Faction: Gravel Court"),
            ("m", "Mole"),
            ("a", "Allied Units"),
        )
    ]
    kinds.append(element("categoryEntry", id="h", name="Builder's Slot", hidden="true"))
    held = [link(f"c{key}", key, "categoryLink", primary="true" if key == "v" else "false") for key in "vfmah"]
    moved = modifier("set-primary", "category", "x", [condition("instanceOf", 1, "cat", "primary-catalogue")])
    sheet = read(
        catalogue(
            categoryEntries=[*kinds, element("categoryEntry", id="x", name="Elsewhere")],
            selectionEntries=[
                mole(
                    profiles=[statline("s", "Mole", '20+"', "9", "3+", "9", "7+", "0"), capacity, hurt],
                    categoryLinks=held,
                    modifiers=[moved],
                )
            ],
        )
    )["Mole"]
    assert sheet.models[0].characteristics["M"] == '20+"'
    assert (sheet.damaged.low, sheet.damaged.high, sheet.damaged.hit) == (1, 4, -1)
    assert (sheet.transport.capacity, sheet.transport.keywords) == (6, ("COURT", "INFANTRY"))
    assert sheet.keywords == ("VEHICLE", "MOLE")
    assert (sheet.faction, sheet.faction_keywords, sheet.role) == ("Gravel Court", ("GRAVEL COURT",), "Vehicle")


JOINS = "This model can be attached to the following units:\n- **^^Diggers^^**\n- **^^Gravel Court Borers^^**"


def test_leaders_name_units_by_name_or_by_keywords_and_these_name_them(read):
    boss = entry("boss", "Mole King [Legends]", "model", profiles=[
        statline("s1", "Mole King"),
        ability("l", "Leader", JOINS),
    ])  # fmt: skip
    kinds = [
        element("categoryEntry", id="f", name="Faction: Gravel Court"),
        element("categoryEntry", id="b", name="Borers"),
    ]
    second = mole(categoryLinks=[link("c1", "f", "categoryLink"), link("c2", "b", "categoryLink")])
    found = read(
        catalogue(categoryEntries=kinds, selectionEntries=[boss, second, squad_of(trooper("a", "Trooper"))])
    )
    assert found["Mole King"].legends
    assert found["Mole King"].leads == ("Diggers", "Mole")
    assert found["Mole"].led_by == found["Diggers"].led_by == ("Mole King",)


def test_what_belongs_to_another_way_of_playing_is_left_out_and_a_hidden_unit_is_not(tmp_path):
    game = system(
        forceEntries=[
            element("forceEntry", id="force", name="Host"),
            element("forceEntry", id="war", name="War"),
        ]
    )
    hides = modifier("set", "hidden", "true", [condition("lessThan", 1, "war", "roster", "forces")])
    honour = entry("h", "Honours", profiles=[ability("p", "Honour", "It is honoured.")])
    rank = group("g", "Ranks", modifiers=[hides], selectionEntries=[honour])
    blood = modifier("append", "name", "(Blooded)", [condition("atLeast", 1, "war", "roster", "forces")])
    unit = mole(selectionEntryGroups=[rank], modifiers=[blood, hides])
    [sheet] = importers.collect(write(tmp_path, game, catalogue(selectionEntries=[unit]))).sheets
    assert (sheet.name, sheet.abilities, sheet.options) == ("Mole", (), ())


def test_a_detachment_has_no_rule_that_only_explains_an_ability_of_weapons(read):
    """The text of a weapon ability is linked to what grants it, so that apps show it."""
    sling = entry("sw", "Sling", constraints=bounds(1, 1), profiles=[
        ranged("pw", "Sling", '24"', "2", "3+", "4", "0", "1", "Tumbling Hits 2"),
    ])  # fmt: skip
    explained = element("rule", id="th", name="Tumbling Hits", description="Some weapons tumble.")
    own = [element("rule", id="r", name="Deep Roads", description="They go deep.")]
    hosts = [entry("deep", "Deep Host", rules=own, infoLinks=[link("il", "th", "infoLink", type="rule")])]
    choices = [group("cg", "Detachment", selectionEntries=hosts)]
    choice = entry("choice", "Detachment", selectionEntryGroups=choices)
    units = [squad_of(trooper("a", "Trooper", sling)), choice]
    [faction] = read(catalogue(sharedRules=[explained], selectionEntries=units), told=True).factions
    assert [rule.name for rule in faction.detachments[0].rules] == ["Deep Roads"]


def test_a_faction_has_its_detachments_with_their_rules_and_enhancements(read):
    hides = modifier("set", "hidden", "true", [condition("lessThan", 1, "deep", "force")])
    crown = entry(
        "e",
        "Stone Crown",
        costs=points(25),
        profiles=[ability("p", "Stone Crown", "It shines.")],
        modifiers=[hides],
    )
    gifts = group("gifts", "Enhancements", selectionEntries=[crown])
    told = [element("rule", id="r", name="Deep Roads", description="They go deep.")]
    hosts = [entry("deep", "Deep Host", rules=told), entry("wide", "Wide Host")]
    choices = [group("cg", "Detachment", selectionEntries=hosts)]
    choice = entry("choice", "Detachment", selectionEntryGroups=choices)
    found = read(catalogue(selectionEntries=[mole(selectionEntryGroups=[gifts]), choice]), told=True)
    [faction] = found.factions
    deep, wide = faction.detachments
    assert (deep.name, [(one.name, one.text) for one in deep.rules]) == (
        "Deep Host",
        [("Deep Roads", "They go deep.")],
    )
    assert [(one.name, one.points, one.text) for one in deep.enhancements] == [
        ("Stone Crown", 25, "It shines.")
    ]
    assert (wide.name, wide.enhancements) == ("Wide Host", ())
    assert found.sheets[0].abilities == ()


def test_a_catalogue_alone_gives_what_it_imports_and_a_folder_gives_each_unit_once(tmp_path):
    lent = catalogue("lib", "Deep Library", library="true", selectionEntries=[
        mole(), entry("no", "Hermit", "model", profiles=[statline("s2", "Hermit")]),
    ])  # fmt: skip
    lent[2]["selectionEntries"][1][1]["import"] = "false"
    own = catalogue(
        catalogueLinks=[link("cl", "lib", "catalogueLink", type="catalogue", importRootEntries="true")],
        selectionEntries=[squad_of(trooper("a", "Trooper"))],
    )
    path = write(tmp_path, system(), lent, own)
    assert [sheet.name for sheet in importers.collect(path).sheets] == ["Diggers", "Mole"]
    assert sorted(sheet.name for sheet in importers.collect(tmp_path).sheets) == ["Diggers", "Hermit", "Mole"]


def test_a_unit_without_models_is_one_model(read):
    sheet = read(
        catalogue(selectionEntries=[entry("u", "Lone Post", "unit", profiles=[statline("s", "Lone Post")])])
    )
    assert [(one.name, one.count_min, one.count_max) for one in sheet["Lone Post"].models] == [
        ("Lone Post", 1, 1)
    ]


def test_what_is_forbidden_below_a_size_is_a_limit_for_so_many_models(read):
    few = condition("lessThan", 10, "model", "squad")
    many = condition("greaterThan", 1, "b", "squad")
    both = element("conditionGroup", type="and", conditions=[few, many])
    forbids = element("modifier", type="add", field="error", value="too many", conditionGroups=[both])
    drill = trooper("b", "Trooper w/ drill", DRILL, constraints=bounds(0, 2))
    drill[2]["modifiers"] = [forbids]
    sheet = read(catalogue(selectionEntries=[squad_of(trooper("a", "Trooper w/ sling", SLING), drill)]))[
        "Diggers"
    ]
    [option] = sheet.options
    assert (option.limit, option.per_models) == (1, 5)
    with pytest.raises(InputError):
        squad(sheet, 5, ["2 drill"])
    assert squad(sheet, 10, ["2 drill"])


def test_what_the_unit_may_have_once_is_an_option_of_the_unit(read):
    flag = entry("f", "Flag", constraints=bounds(0, 1), profiles=[ability("p", "Flag", "It flies.")])
    unit = squad_of(trooper("a", "Trooper", SLING))
    unit[2]["selectionEntries"].append(flag)
    [option] = read(catalogue(selectionEntries=[unit]))["Diggers"].options
    assert (option.model, option.choices, option.limit) == (None, ((Item("Flag"),),), 1)


def test_a_heads_that_no_card_has_does_no_harm(read):
    odd = profile("o", "Gun", "Ranged Weapons", ("Range", "A", "BS", "S", "AP", "D", "Heat", "Keywords"),
                  ('9"', "1", "4+", "4", "-1", "1", "7", "Blast"))  # fmt: skip
    [weapon] = read(catalogue(selectionEntries=[mole(profiles=[statline("s", "Mole"), odd])]))["Mole"].weapons
    assert list(weapon.profiles[0].characteristics) == ["range", "A", "BS", "S", "AP", "D"]


def test_a_choice_that_arms_nobody_is_left_to_the_player_and_changes_nothing(read):
    grows = modifier("set", "melee weapons-s", "9", [condition("atLeast", 1, "fire", "mole")])
    claw = melee("pc", "Claw")
    claw[2]["modifiers"] = [grows]
    sides = [entry("fire", "Fire"), entry("ice", "Ice")]
    side = group("g", "Side", constraints=bounds(1, 1), selectionEntries=sides)
    arms = group("h", "Arms", constraints=bounds(1, 1), selectionEntries=[entry("c", "Claw", profiles=[claw])])
    sheet = read(catalogue(selectionEntries=[mole(selectionEntryGroups=[side, arms])]))["Mole"]
    assert sheet.weapons[0].profiles[0].characteristics["S"] == "4"
    assert [(one.name, one.entries) for one in sheet.choice_lists] == [("Side", ("Fire", "Ice"))]
    assert sheet.loadout[0].items == (Item("Claw"),)


def test_what_a_choice_by_default_pushes_belongs_to_that_choice(read):
    push = modifier("increment", "unit-t", "1", scope="model", affects="self.entries.recursive.profiles.Unit")
    hides = [
        entry("thick", "Thick hide", modifiers=[push], profiles=[ability("p", "Thick hide", "It is thick.")])
    ]
    hides.append(entry("thin", "Thin hide"))
    choice = group(
        "g", "Hide", constraints=bounds(1, 1), selectionEntries=hides, defaultSelectionEntryId="thick"
    )
    sheet = read(catalogue(selectionEntries=[mole(selectionEntryGroups=[choice])]))["Mole"]
    assert sheet.models[0].characteristics["T"] == "4"


def test_of_two_arms_one_or_both_may_be_exchanged(read):
    pair = [
        entry("a", "Axe", constraints=bounds(0, 2), profiles=[melee("pa", "Axe")]),
        entry("b", "Bow", constraints=bounds(0, 2), profiles=[ranged("pb", "Bow")]),
        entry("c", "Club", constraints=bounds(0, 1), profiles=[melee("pc", "Club")]),
    ]
    arms = group("g", "Arms", constraints=bounds(2, 2), selectionEntries=pair, defaultSelectionEntryId="a")
    sheet = read(catalogue(selectionEntries=[mole(selectionEntryGroups=[arms])]))["Mole"]
    assert sheet.loadout[0].items == (Item("Axe", 2),)
    [option] = sheet.options
    assert option.replaces == (Item("Axe", 2),)
    assert option.choices == (
        (Item("Axe"), Item("Bow")),
        (Item("Bow", 2),),
        (Item("Axe"), Item("Club")),
        (Item("Bow"), Item("Club")),
    )


def test_what_may_be_had_several_times_may_be_picked_so_often(read):
    guns = entry("g", "Gun", constraints=bounds(0, 4), profiles=[ranged("p", "Gun")])
    [option] = read(catalogue(selectionEntries=[mole(selectionEntries=[guns])]))["Mole"].options
    assert (option.choices, option.picks, option.duplicates) == (((Item("Gun"),),), 4, True)


def test_models_of_one_name_are_one_kind_in_whichever_groups_they_stand(read):
    special = group(
        "special",
        "Special arms",
        constraints=bounds(None, 2, key="s"),
        selectionEntries=[
            trooper("b", "Trooper w/ drill", DRILL, constraints=bounds(0, 2)),
            trooper("c", "Trooper w/ sling and drill", SLING, DRILL, constraints=bounds(0, 2)),
        ],
    )
    unit = squad_of(trooper("a", "Troopers", SLING, constraints=bounds(0, 9)), default="a")
    unit[2]["selectionEntryGroups"][0][2]["selectionEntryGroups"] = [special]
    sheet = read(catalogue(selectionEntries=[unit]))["Diggers"]
    assert [(one.name, one.count_min, one.count_max) for one in sheet.models] == [
        ("Digger Boss", 1, 1),
        ("Trooper", 4, 9),
    ]
    assert [(one.replaces, one.choices, one.limit) for one in sheet.options] == [
        ((Item("Sling"),), ((Item("Drill"),),), 2),
        ((), ((Item("Drill"),),), 2),
    ]


def test_choices_that_a_group_bounds_together_are_one_option(read):
    chip = entry("chip", "Chip", constraints=bounds(1, 1), profiles=[melee("pc", "Chip")])
    special = group(
        "special",
        "Special arms",
        constraints=bounds(None, 2, key="s"),
        selectionEntries=[
            trooper("b", "Trooper w/ drill", DRILL),
            trooper("c", "Trooper w/ chip", chip),
        ],
    )
    unit = squad_of(trooper("a", "Trooper", SLING), default="a")
    unit[2]["selectionEntryGroups"][0][2]["selectionEntryGroups"] = [special]
    [option] = read(catalogue(selectionEntries=[unit]))["Diggers"].options
    assert (option.choices, option.replaces, option.limit) == (
        ((Item("Drill"),), (Item("Chip"),)),
        (Item("Sling"),),
        2,
    )


def test_a_model_that_its_group_needs_not_may_be_left_out_for_others(read):
    heavy = entry(
        "h", "Hauler", "model", constraints=bounds(0, 3, key="h"), profiles=[statline("hs", "Hauler")]
    )
    unit = squad_of(
        trooper("a", "Trooper", SLING, constraints=bounds(2, 9)), heavy, least=9, most=9, default="a"
    )
    sheet = read(catalogue(selectionEntries=[unit]))["Diggers"]
    assert [(one.name, one.count_min, one.count_max) for one in sheet.composition] == [
        ("Digger Boss", 1, 1),
        ("Trooper", 6, 9),
        ("Hauler", 0, 3),
    ]
    assert [group.count for group in squad(sheet, 10)] == [1, 9]


def test_models_of_one_name_with_several_statlines_keep_them_under_their_full_names(read):
    plain = trooper("a", "Trooper", SLING)
    heavy = trooper("b", "Trooper w/ plates", SLING)
    heavy[2]["profiles"] = [statline("hs", "Trooper", '6"', "4", "2+", "3", "6+", "1")]
    sheet = read(catalogue(selectionEntries=[squad_of(plain, heavy, default="a")]))["Diggers"]
    assert [(one.name, one.count_min, one.count_max) for one in sheet.models[1:]] == [
        ("Trooper", 4, 9),
        ("Trooper w/ plates", 0, 0),
    ]
    assert sheet.models[2].characteristics["W"] == "3"
    assert [one.count_max for one in sheet.composition] == [1, 9, 9]


def test_a_bound_of_the_unit_in_its_army_is_no_number_of_models(read):
    sheet = read(catalogue(selectionEntries=[mole(constraints=bounds(None, 3))]))["Mole"]
    assert [(one.count_min, one.count_max) for one in sheet.models] == [(1, 1)]


def test_what_a_group_of_models_has_its_models_have(read):
    unit = squad_of(trooper("a", "Trooper", SLING))
    unit[2]["profiles"] = []
    unit[2]["selectionEntries"][0][2]["profiles"] = [statline("bs", "Boss", '7"', "4", "3+", "3", "6+", "1")]
    unit[2]["selectionEntryGroups"][0][2]["profiles"] = [
        statline("gs", "Troopers", '6"', "4", "3+", "2", "6+", "1"),
        ability("dig", "Deep Digging", "It digs."),
    ]
    sheet = read(catalogue(selectionEntries=[unit]))["Diggers"]
    assert [one.characteristics["M"] for one in sheet.models] == ['7"', '6"']
    assert [(one.name, one.group) for one in sheet.abilities] == [("Deep Digging", "datasheet")]
    assert sheet.complete


def makeup(identity, name, troopers, bosses, *more):
    models = [
        trooper(f"{identity}t", "Trooper", SLING, constraints=bounds(troopers, troopers)),
        trooper(f"{identity}b", "Boss", DRILL, constraints=bounds(bosses, bosses)),
    ]
    return entry(identity, name, selectionEntries=[*models, *more])


def test_of_entries_with_all_models_of_a_size_only_one_is_taken(read):
    armed = [
        trooper(f"{size}d", "Trooper w/ drill", DRILL, constraints=bounds(n, n))
        for size, n in (("s", 1), ("l", 2))
    ]
    sizes = group(
        "sizes",
        "Sizes",
        constraints=bounds(1, 1),
        defaultSelectionEntryId="ten",
        selectionEntries=[
            makeup("twenty", "20", 18, 2),
            makeup("ten", "10", 9, 1),
            makeup("armed ten", "10 armed", 8, 1, armed[0]),
            makeup("armed twenty", "20 armed", 16, 2, armed[1]),
        ],
    )
    dear = modifier("set", "pts", "110", [condition("greaterThan", 11, "model")])
    unit = entry(
        "u", "Diggers", "unit", selectionEntryGroups=[sizes], profiles=[statline("stat", "Diggers")],
        costs=points(60), modifiers=[dear],
    )  # fmt: skip
    sheet = read(catalogue(selectionEntries=[unit]))["Diggers"]
    assert [(one.name, one.count_min, one.count_max) for one in sheet.models] == [
        ("Trooper", 9, 18),
        ("Boss", 1, 2),
    ]
    assert [(one.name, one.count_min, one.count_max, one.alternative) for one in sheet.composition] == [
        ("Trooper", 9, 9, 0),
        ("Boss", 1, 1, 0),
        ("Trooper", 18, 18, 1),
        ("Boss", 2, 2, 1),
    ]
    assert sheet.points == (Points(10, 60), Points(20, 110))
    [option] = sheet.options
    assert (option.model, option.choices, option.replaces, option.limit, option.per_models) == (
        "Trooper", ((Item("Drill"),),), (Item("Sling"),), 1, 10
    )  # fmt: skip


def test_a_weapon_that_several_entries_hold_has_each_of_its_modes_once(read):
    def sling(identity):
        modes = [
            ranged(f"{identity}l", "➤ Sling – light"),
            ranged(f"{identity}h", "➤ Sling – heavy", '24"', "1", "3+", "8", "-2", "2", "Hazardous"),
        ]
        return entry(identity, "Sling", constraints=bounds(1, 1), profiles=modes)

    unit = squad_of(trooper("a", "Trooper", sling("s1")), trooper("b", "Trooper w/ two", sling("s2"), DRILL))
    sheet = read(catalogue(selectionEntries=[unit]))["Diggers"]
    [weapon] = [one for one in sheet.weapons if one.name == "Sling"]
    assert [one.name for one in weapon.profiles] == ["light", "heavy"]


def test_a_link_to_itself_beside_a_catalogue_is_passed_over(tmp_path):
    path = write(tmp_path, system(), catalogue(selectionEntries=[mole()]))
    (tmp_path / "circle.cat").symlink_to(tmp_path / "circle.cat")
    assert [sheet.name for sheet in importers.collect(path).sheets] == ["Mole"]
    assert [sheet.name for sheet in importers.collect(tmp_path).sheets] == ["Mole"]


def test_detachments_of_an_imported_catalogue_are_those_that_this_army_may_have(tmp_path):
    def only(identity):
        return modifier("set", "hidden", "true", [condition("notInstanceOf", 1, identity, "primary-catalogue")])

    def boon(identity, name, asked):
        free = modifier("set", "hidden", "true", [condition("lessThan", 1, asked, "force")])
        return entry(identity, name, costs=points(10), modifiers=[free])

    choice = entry(
        "choice",
        "Detachment",
        selectionEntries=[
            entry("deep", "Deep Band"),
            entry("grey", "Grey Band", modifiers=[only("chapter")]),
            entry("red", "Red Band", modifiers=[only("other")]),
        ],
    )
    boons = group(
        "boons",
        "Enhancements",
        selectionEntries=[boon("b1", "Lamp", "deep"), boon("b2", "Cloak", "grey"), boon("b3", "Horn", "red")],
    )
    lender = catalogue(
        "court",
        selectionEntries=[choice, mole(selectionEntryGroups=[boons])],
    )
    borrows = element(
        "catalogueLink", id="cl", targetId="court", type="catalogue", importRootEntries="true", name="Court"
    )
    chapter = catalogue("chapter", "Court - Grey Court", catalogueLinks=[borrows])
    write(tmp_path, system(), lender, chapter)
    found = {faction.name: faction for faction in importers.collect(tmp_path).factions}
    named = [(one.name, [each.name for each in one.enhancements]) for one in found["Grey Court"].detachments]
    assert named == [("Deep Band", ["Lamp"]), ("Grey Band", ["Cloak"])]


def test_two_of_a_group_may_be_two_others_than_the_default(read):
    def arm(identity, name):
        return entry(
            identity, name, constraints=bounds(None, 2, key=identity), profiles=[melee(f"p{identity}", name)]
        )

    arms = group(
        "arms",
        "Arms",
        constraints=bounds(2, 2),
        defaultSelectionEntryId="x",
        selectionEntries=[arm("x", "Axe"), arm("y", "Bore"), arm("z", "Claw")],
    )
    [option] = read(catalogue(selectionEntries=[mole(selectionEntryGroups=[arms])]))["Mole"].options
    assert option.replaces == (Item("Axe", 2),)
    assert sorted(sorted((each.name, each.count) for each in one) for one in option.choices) == [
        [("Axe", 1), ("Bore", 1)],
        [("Axe", 1), ("Claw", 1)],
        [("Bore", 1), ("Claw", 1)],
        [("Bore", 2)],
        [("Claw", 2)],
    ]
