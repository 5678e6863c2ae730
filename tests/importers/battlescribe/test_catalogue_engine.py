"""What a unit holds when it is freshly taken, from invented catalogues; the right values are read by hand."""

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
    modifier,
    points,
    profile,
    statline,
    system,
    write,
)
from warbook.importers.battlescribe import library
from warbook.importers.battlescribe.reading import Reading


@pytest.fixture
def unit(tmp_path):
    """Takes the first root entry of the last document."""

    def take(*documents, form="xml"):
        path = write(tmp_path, system(), *documents, form=form)
        found, document = library.of_file(str(path))
        reading = Reading(found, document)
        return reading.unit(reading.roots()[0]), reading

    return take


def shown(selection):
    """Every entry with its number, in order; groups by their contents."""
    return [(one.name, one.number) for one in selection.inside()]


def names(reading, selection):
    return [info.name for info in reading.infos.of(selection)]


def squad(**more):
    return entry("squad", "Squad", "unit", **more)


TROOPERS = group(
    "g",
    "4-9 Troopers",
    constraints=bounds(4, 9),
    selectionEntries=[
        entry("m1", "Trooper with drill", "model"),
        entry("m2", "Trooper", "model", constraints=bounds(0, 9, key="m2")),
    ],
    defaultSelectionEntryId="m2",
)


@pytest.mark.parametrize("form", ["xml", "json"])
def test_a_group_is_filled_with_its_default_up_to_its_least_number(unit, form):
    root, _ = unit(catalogue(selectionEntries=[squad(selectionEntryGroups=[TROOPERS])]), form=form)
    assert shown(root) == [("Trooper with drill", 0), ("Trooper", 4)]


def test_a_default_that_may_not_be_taken_often_enough_leaves_the_rest_to_the_others(unit):
    pair = [entry("a", "Axe", constraints=bounds(0, 1)), entry("b", "Bow")]
    arms = group("g", "Arms", constraints=bounds(3), selectionEntries=pair, defaultSelectionEntryId="a")
    root, _ = unit(catalogue(selectionEntries=[squad(selectionEntryGroups=[arms])]))
    assert shown(root) == [("Axe", 1), ("Bow", 2)]


def test_a_link_is_merged_with_its_target(unit):
    shared = entry("s", "Squad", "unit", rules=[element("rule", id="r1", name="Digging")], costs=points(10))
    own = link(
        "l", "s", constraints=bounds(2), rules=[element("rule", id="r2", name="Singing")], costs=points(30)
    )
    own[2]["categoryLinks"] = [link("c", "k", "categoryLink", name="Mole", primary="true")]
    root, reading = unit(
        catalogue(
            categoryEntries=[element("categoryEntry", id="k", name="Mole")],
            entryLinks=[own],
            sharedSelectionEntries=[shared],
        )
    )
    assert names(reading, root) == ["Digging", "Singing"]
    assert root.own_costs == {"pts": 30}
    assert reading.categories(root) == ["Mole"]
    assert root.primary == "k"


def test_what_two_catalogues_share_is_found_over_links_between_them(unit):
    far = catalogue("far", sharedSelectionEntries=[squad(profiles=[statline("p", "Mole")])], library="true")
    near = catalogue("near", catalogueLinks=[link("cl", "far", "catalogueLink", type="catalogue")])
    own = catalogue(
        catalogueLinks=[link("cl2", "near", "catalogueLink", type="catalogue")], entryLinks=[link("l", "squad")]
    )
    root, reading = unit(far, near, own)
    assert names(reading, root) == ["Mole"]
    assert not reading.library.problems


def test_an_entry_inside_itself_is_cut_and_told(unit):
    cart = entry("cart", "Cart", selectionEntries=[entry("seat", "Seat", entryLinks=[link("back", "cart")])])
    root, reading = unit(catalogue(selectionEntries=[squad(selectionEntries=[cart])]))
    assert [one.name for one in root.below()] == ["Cart", "Seat"]
    assert [problem.place for problem in reading.library.problems] == ["entryLink back"]


def test_links_that_only_lead_to_each_other_end(unit):
    first = link("l1", "l2", type="selectionEntry")
    second = link("l2", "l1", type="selectionEntry")
    root, reading = unit(catalogue(selectionEntries=[squad(entryLinks=[first, second])]))
    assert list(root.below()) == []
    assert reading.library.problems


@pytest.mark.parametrize(
    ("tests", "name"),
    [
        ([condition("atLeast", 4, "model")], "Squad of many"),
        ([condition("greaterThan", 4, "model")], "Squad"),
        ([condition("equalTo", 4, "m2")], "Squad of many"),
        ([condition("equalTo", 4, "g")], "Squad of many"),
        ([condition("lessThan", 1, "unknown")], "Squad of many"),
        ([condition("atMost", 3, "any")], "Squad"),
        ([condition("instanceOf", 1, "unit")], "Squad of many"),
        ([condition("notInstanceOf", 1, "unit")], "Squad"),
        ([condition("instanceOf", 1, "cat", "primary-catalogue")], "Squad of many"),
        ([condition("instanceOf", 1, "force", "force")], "Squad of many"),
        ([condition("atLeast", 1, "other-force", "roster", "forces")], "Squad"),
        ([condition("atLeast", 1, "m2", "roster", includeChildSelections="false")], "Squad"),
        ([condition("atLeast", 4, "m2", "roster")], "Squad of many"),
        ([condition("atLeast", 40, "any", "self", "pts")], "Squad of many"),
        ([condition("always", 1, "any")], "Squad of many"),
        ([condition("never", 1, "any")], "Squad"),
        ([condition("never", 1, "any"), condition("always", 1, "any")], "Squad"),
    ],
)
def test_conditions_are_met_as_they_count(unit, tests, name):
    changed = [modifier("append", "name", "of many", tests)]
    members = group(
        "g",
        "Troopers",
        constraints=bounds(4),
        selectionEntries=[entry("m1", "Driller", "model"), entry("m2", "Trooper", "model", costs=points(10))],
        defaultSelectionEntryId="m2",
    )
    root, _ = unit(catalogue(selectionEntries=[squad(selectionEntryGroups=[members], modifiers=changed)]))
    assert root.name == name


@pytest.mark.parametrize(
    ("kind", "name"),
    [("and", "Squad"), ("or", "Squad!"), ("not", "Squad"), ("count", "Squad!")],
)
def test_groups_of_conditions_have_their_connective(unit, kind, name):
    parts = [condition("always", 1, "any"), condition("never", 1, "any")]
    both = element("conditionGroup", type=kind, conditions=parts, min="1")
    changed = [element("modifier", type="append", field="name", value="!", join="", conditionGroups=[both])]
    root, _ = unit(catalogue(selectionEntries=[squad(modifiers=changed)]))
    assert root.name == name


@pytest.mark.parametrize(
    ("change", "value"),
    [
        (modifier("set", "unit-m", '9"'), '9"'),
        (modifier("increment", "unit-m", "2"), '8"'),
        (modifier("decrement", "unit-sv", "1"), '6"'),
        (modifier("multiply", "unit-m", "2"), '12"'),
        (modifier("divide", "unit-m", "2"), '3"'),
        (modifier("floor", "unit-m", "7"), '7"'),
        (modifier("ceil", "unit-m", "5"), '5"'),
        (modifier("append", "unit-m", "*", join=""), '6"*'),
        (modifier("prepend", "unit-m", "about"), 'about 6"'),
        (modifier("replace", "unit-m", "+", arg='"'), "6+"),
    ],
)
def test_modifiers_change_a_characteristic(unit, change, value):
    moving = profile("p", "Mole", "Unit", ("M", "SV"), ('6"', "3+"), modifiers=[change])
    root, reading = unit(catalogue(selectionEntries=[squad(profiles=[moving])]))
    assert reading.infos.of(root)[0].values["M"] == value


def test_a_modifier_without_a_number_to_change_leaves_dice_alone(unit):
    change = modifier("increment", "arm-a", "1")
    dice = profile("p", "Drill", "Arm", ("A",), ("2D6+1",), modifiers=[change])
    root, reading = unit(catalogue(selectionEntries=[squad(profiles=[dice])]))
    assert reading.infos.of(root)[0].values["A"] == "2D6+2"


def test_a_link_to_a_rule_gives_it_a_value_where_it_is_used(unit):
    shield = element("rule", id="r", name="Thick Hide")
    used = link("i", "r", "infoLink", type="rule", modifiers=[modifier("append", "name", "5+")])
    root, reading = unit(catalogue(sharedRules=[shield], selectionEntries=[squad(infoLinks=[used])]))
    assert names(reading, root) == ["Thick Hide 5+"]


def test_repeats_multiply_a_cost(unit):
    more = element("repeat", value="1", repeats="1", field="selections", scope="self", childId="model",
                   includeChildSelections="true")  # fmt: skip
    change = element("modifier", type="increment", field="pts", value="7", repeats=[more])
    root, _ = unit(
        catalogue(
            selectionEntries=[squad(costs=points(20), modifiers=[change], selectionEntryGroups=[TROOPERS])]
        )
    )
    assert root.own_costs["pts"] == 20 + 4 * 7


def test_a_hidden_entry_is_not_there_and_one_that_a_condition_shows_is(unit):
    shows = modifier("set", "hidden", "false", [condition("atLeast", 1, "model", "root-entry")])
    hides = modifier("set", "hidden", "true", [condition("lessThan", 1, "elsewhere", "roster", "forces")])
    flag = element("selectionEntry", id="f", name="Flag", type="upgrade", hidden="true", modifiers=[shows])
    horn = entry("h", "Horn", modifiers=[hides])
    root, _ = unit(
        catalogue(selectionEntries=[squad(selectionEntries=[flag, horn], selectionEntryGroups=[TROOPERS])])
    )
    assert [one.name for one in root.inside()] == ["Flag", "Trooper with drill", "Trooper"]


def test_a_constraint_moves_with_its_modifiers(unit):
    grows = modifier("set", "min", "6", [condition("atLeast", 1, "cat", "force", "forces")])
    members = group(
        "g", "T", constraints=bounds(4), modifiers=[grows], selectionEntries=[entry("m", "T", "model")]
    )
    root, _ = unit(catalogue(selectionEntries=[squad(selectionEntryGroups=[members])]))
    assert shown(root) == [("T", 6)]


def test_a_modifier_reaches_the_profiles_that_its_path_leads_to(unit):
    push = modifier("increment", "arm-s", "1", affects="self.entries.recursive.profiles.Arm", scope="unit")
    drill = entry("d", "Drill", profiles=[profile("p", "Drill", "Arm", ("S",), ("4",))])
    shovel = entry("s", "Shovel", profiles=[profile("q", "Shovel", "Other", ("S",), ("4",))])
    charm = entry("c", "Charm", constraints=bounds(1), modifiers=[push])
    root, reading = unit(catalogue(selectionEntries=[squad(selectionEntries=[charm, drill, shovel])]))
    read = {one.name: [info.values["S"] for info in reading.infos.of(one)] for one in root.inside()}
    assert read == {"Charm": [], "Drill": ["5"], "Shovel": ["4"]}


def test_categories_are_added_and_taken_by_modifiers(unit):
    changes = [modifier("add", "category", "k2"), modifier("remove", "category", "k1")]
    kinds = [element("categoryEntry", id=key, name=key.upper()) for key in ("k1", "k2", "k3")]
    held = [link(f"c{key}", key, "categoryLink") for key in ("k1", "k3")]
    root, reading = unit(
        catalogue(categoryEntries=kinds, selectionEntries=[squad(categoryLinks=held, modifiers=changes)])
    )
    assert reading.categories(root) == ["K3", "K2"]


def test_information_groups_lend_their_contents_and_hide_them_together(unit):
    told = ability("p", "Digging", "It digs.")
    groups = [
        element("infoGroup", id="i1", name="Shown", hidden="false", profiles=[told]),
        element(
            "infoGroup", id="i2", name="Not", hidden="true", profiles=[ability("q", "Singing", "It sings.")]
        ),
    ]
    root, reading = unit(catalogue(selectionEntries=[squad(infoGroups=groups)]))
    assert names(reading, root) == ["Digging"]


def test_both_forms_give_the_same_unit(tmp_path):
    document = catalogue(
        selectionEntries=[
            squad(profiles=[statline("p", "Mole")], costs=points(70), selectionEntryGroups=[TROOPERS])
        ]
    )
    found = []
    for form in ("xml", "json"):
        folder = tmp_path / form
        folder.mkdir()
        loaded, own = library.of_file(str(write(folder, system(), document, form=form)))
        reading = Reading(loaded, own)
        root = reading.unit(reading.roots()[0])
        found.append(
            [(one.path, one.number, one.least, one.most, one.own_costs) for one in (root, *root.below())]
        )
        found[-1].append([(info.name, info.values) for info in reading.infos.of(root)])
    assert found[0] == found[1]
