"""An entry of a list becomes the sheet's models, each with what it carries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warbook import data
from warbook.muster.fitting import fit
from warbook.sheets.loadout import squad
from warbook.sheets.roster import Entry, Listed
from warbook.sheets.sheet import (
    Composition,
    Datasheet,
    Equipped,
    Item,
    Model,
    Option,
    Points,
    Weapon,
    WeaponProfile,
)
from warbook.sheets.spreading import spread


def weapon(name, kind="melee"):
    return Weapon(name, kind, (WeaponProfile(name, {"A": "1", "S": "4", "AP": "0", "D": "1"}),))


def sheet(**fields):
    wardens = {
        "name": "Gravel Wardens",
        "faction": "Gravel Court",
        "system": "wh40k10",
        "models": (Model("Warden Prime", 1, 1), Model("Gravel Warden", 4, 9)),
        "weapons": (weapon("Stone spear"), weapon("Pit maul"), weapon("Slag pistol", "ranged")),
        "loadout": (
            Equipped("Warden Prime", (Item("Stone spear"),)),
            Equipped("Gravel Warden", (Item("Stone spear"),)),
        ),
        "options": (
            Option("Gravel Warden", ((Item("Court banner"),),)),
            Option(
                "Gravel Warden", ((Item("Pit maul"), Item("Slag pistol")),), (Item("Stone spear"),), limit=None
            ),
        ),
        "points": (Points(5, 100), Points(10, 200)),
    }
    return Datasheet(**(wardens | fields))


CRAWLER = sheet(
    name="Moss Crawler",
    models=(Model("Moss Crawler", 1, 1),),
    weapons=(weapon("Pebble sling", "ranged"), weapon("Root claws")),
    loadout=(Equipped("Moss Crawler", (Item("Pebble sling"), Item("Root claws"))),),
    options=(),
    points=(),
)


def carried(fitted):
    return [
        (group.model.name, group.count, {item.name: item.count for item in group.items})
        for group in fitted.squad
    ]


def test_totals_are_spread_over_the_models_of_their_line():
    entry = Entry(
        "Gravel Wardens",
        listed=(
            Listed("Warden Prime", 1, (Item("Stone spear"),)),
            Listed("Gravel Warden", 4, (Item("Stone spear", 4), Item("Court banner"))),
        ),
    )
    fitted = fit(entry, sheet())
    assert carried(fitted) == [
        ("Warden Prime", 1, {"Stone spear": 1}),
        ("Gravel Warden", 1, {"Stone spear": 1, "Court banner": 1}),
        ("Gravel Warden", 3, {"Stone spear": 1}),
    ]
    assert (fitted.problems, fitted.notes) == ((), ())


def test_what_one_option_gives_together_goes_to_the_same_models():
    line = Listed("Gravel Wardens", 5, (Item("Stone spear", 3), Item("Pit maul", 2), Item("Slag pistol", 2)))
    assert carried(fit(Entry("Gravel Wardens", listed=(line,)), sheet())) == [
        ("Gravel Warden", 3, {"Stone spear": 1}),
        ("Gravel Warden", 2, {"Pit maul": 1, "Slag pistol": 1}),
    ]


def test_model_and_weapon_lines_of_one_level_are_told_apart_by_the_sheet():
    flat = (
        ("Warden Prime", 1), ("Stone spear", 1), ("Gravel Warden", 4), ("Stone spear", 3), ("Pit maul", 1),
        ("Slag pistol", 1),
    )  # fmt: skip
    told = [
        ("Warden Prime", 1, {"Stone spear": 1}),
        ("Gravel Warden", 3, {"Stone spear": 1}),
        ("Gravel Warden", 1, {"Pit maul": 1, "Slag pistol": 1}),
    ]
    items = tuple(Item(name, count) for name, count in flat)
    under_the_unit = Entry("Gravel Wardens", listed=(Listed("Gravel Wardens", 1, items),))
    assert carried(fit(under_the_unit, sheet())) == told


def test_the_weapons_of_a_single_model_need_no_line_for_the_model():
    entry = Entry("Moss Crawler", listed=(Listed("Root claws", 1), Listed("Pebble slings", 2)))
    fitted = fit(entry, CRAWLER)
    assert carried(fitted) == [("Moss Crawler", 1, {"Root claws": 1, "Pebble sling": 2})]


def test_names_are_taken_forgivingly_and_what_was_assumed_is_told():
    entry = Entry("Moss Crawler", listed=(Listed("Moss Crawlr", 1, (Item("Pebbel sling"),)),))
    fitted = fit(entry, CRAWLER)
    assert carried(fitted) == [("Moss Crawler", 1, {"Pebble sling": 1})]
    assert fitted.notes == ("'Pebbel sling': taken for Pebble sling", "'Moss Crawlr': taken for Moss Crawler")


def test_wargear_that_the_sheet_does_not_know_is_a_problem_and_kept():
    entry = Entry(
        "Moss Crawler", listed=(Listed("Moss Crawler", 1, (Item("Plasma lute"), Item("Root claws"))),)
    )
    fitted = fit(entry, CRAWLER)
    assert carried(fitted) == [("Moss Crawler", 1, {"Plasma lute": 1, "Root claws": 1})]
    assert fitted.problems == ("Plasma lute: the sheet of Moss Crawler has no such model or wargear",)


def test_models_listed_alone_carry_the_default():
    fitted = fit(Entry("Gravel Wardens", listed=(Listed("Gravel Warden", 4),)), sheet())
    assert carried(fitted) == [("Gravel Warden", 4, {"Stone spear": 1})]
    assert fitted.notes == ("Gravel Warden: default loadout, the list tells of no weapons",)


def test_a_unit_whose_models_are_not_listed_has_the_size_that_it_costs():
    entry = Entry("Gravel Wardens", points=200, listed=(Listed("Gravel Wardens", 1, (Item("Court banner"),)),))
    fitted = fit(entry, sheet())
    assert carried(fitted) == [
        ("Warden Prime", 1, {"Stone spear": 1}),
        ("Gravel Warden", 1, {"Stone spear": 1, "Court banner": 1}),
        ("Gravel Warden", 8, {"Stone spear": 1}),
    ]
    assert "Gravel Wardens: 10 models, the list does not say how many" in fitted.notes


def test_models_have_the_names_of_the_composition_where_one_statline_serves_all():
    one = sheet(
        models=(Model("Gravel Wardens", 5, 10),),
        composition=(Composition("Warden Prime", 1, 1), Composition("Gravel Warden", 4, 9)),
        loadout=(Equipped("Gravel Wardens", (Item("Stone spear"),)),),
    )
    entry = Entry(
        "Gravel Wardens",
        listed=(
            Listed("Warden Prime", 1, (Item("Slag pistol"),)),
            Listed("Gravel Warden", 4, (Item("Stone spear", 4),)),
        ),
    )
    assert carried(fit(entry, one)) == [
        ("Gravel Wardens", 1, {"Slag pistol": 1}),
        ("Gravel Wardens", 4, {"Stone spear": 1}),
    ]


def test_an_unknown_name_that_carries_something_is_the_nearest_kind_of_model():
    entry = Entry("Gravel Wardens", listed=(Listed("Warden Prime of the Pit", 1, (Item("Stone spear"),)),))
    fitted = fit(entry, sheet())
    assert carried(fitted) == [("Warden Prime", 1, {"Stone spear": 1})]
    assert fitted.notes == ("'Warden Prime of the Pit': taken for Warden Prime",)


def test_a_size_and_options_are_asked_of_the_sheet():
    fitted = fit(Entry("Gravel Wardens", models=6, loadout=("2 pit mauls", "1 spoon")), sheet())
    assert sum(count for _, count, _ in carried(fitted)) == 6
    assert [(count, items) for _, count, items in carried(fitted) if "Pit maul" in items] == [
        (2, {"Pit maul": 1, "Slag pistol": 1})
    ]
    assert len(fitted.problems) == 1
    assert "spoon" in fitted.problems[0]


def test_a_unit_without_a_size_has_as_many_models_as_carry_what_it_takes():
    """Of 4 to 9 alike; four where fewer are asked for, and no more than there may be."""
    alike = sheet(
        models=(Model("Gravel Warden", 4, 9),),
        loadout=(Equipped("Gravel Warden", (Item("Stone spear"),)),),
        options=(Option("Gravel Warden", ((Item("Pit maul"),),), (Item("Stone spear"),), limit=None),),
        points=(),
    )
    for number, size in ((7, 7), (2, 4), (12, 4)):
        fitted = fit(Entry("Gravel Wardens", loadout=(f"{number} pit mauls",)), alike)
        assert sum(group.count for group in fitted.squad) == size
    assert fit(Entry("Gravel Wardens", models=5, loadout=("7 pit mauls",)), alike).problems


@pytest.mark.parametrize("models", [3, 40])
def test_a_size_that_the_sheet_does_not_allow_is_a_problem_and_stays(models):
    fitted = fit(Entry("Gravel Wardens", models=models), sheet())
    assert sum(group.count for group in fitted.squad) == models
    assert fitted.problems == (f"expected from 5 to 10 models, got {models}",)


def test_a_sheet_without_models_is_a_problem():
    fitted = fit(Entry("Gravel Wardens"), sheet(models=()))
    assert fitted.squad == ()
    assert fitted.problems


def test_an_absurd_number_of_models_is_a_problem_at_once():
    fitted = fit(Entry("Moss Crawler", listed=(Listed("Moss Crawler", 10**9),)), CRAWLER)
    assert (fitted.squad, fitted.problems) == ((), ("expected at most 200 models",))


def test_spreading_loses_nothing():
    shared = spread(3, (Item("a", 3), Item("b", 2), Item("c", 1), Item("d", 7)))
    totals = {}
    for count, items in shared:
        for item in items:
            totals[item.name] = totals.get(item.name, 0) + count * item.count
    assert totals == {"a": 3, "b": 2, "c": 1, "d": 7}
    assert sum(count for count, _ in shared) == 3


PACKS = [each for system in data.systems() for each in data.pack(system) if each.models]


@pytest.mark.parametrize("known", PACKS, ids=lambda known: f"{known.system} {known.name}")
def test_a_bundled_units_default_comes_back_from_its_totals(known):
    default = squad(known)
    listed = tuple(
        Listed(group.model.name, group.count, tuple(Item(i.name, i.count * group.count) for i in group.items))
        for group in default
    )
    fitted = fit(Entry(known.name, listed=listed), known)
    assert fitted.problems == ()
    assert totals(fitted.squad) == totals(default)
    assert [(g.model.name, g.count) for g in fitted.squad] == [(g.model.name, g.count) for g in default]


def totals(groups):
    counts = {}
    for group in groups:
        for item in group.items:
            counts[item.name] = counts.get(item.name, 0) + group.count * item.count
    return counts


@given(st.data())
def test_nothing_makes_fitting_fail(drawn):
    known = drawn.draw(st.sampled_from(PACKS))
    names = [
        known.name,
        *(m.name for m in known.models),
        *(w.name for w in known.weapons),
        "Moss",
        "",
        "Warlord",
    ]
    name, count = st.sampled_from(names), st.integers(-1, 300)
    line = st.builds(Listed, name, count, st.lists(st.builds(Item, name, count), max_size=4).map(tuple))
    entry = Entry(
        known.name,
        models=drawn.draw(st.none() | count),
        listed=tuple(drawn.draw(st.lists(line, max_size=4))),
        loadout=tuple(drawn.draw(st.lists(name, max_size=2))),
        points=drawn.draw(st.none() | count),
    )
    assert all(group.count > 0 for group in fit(entry, known).squad)


def test_models_of_another_unit_are_left_out_and_told():
    rows = (Listed("Moss Crawler", 1, (Item("Root claws"),)), Listed("Odo Karst", 1, (Item("Root claws"),)))
    fitted = fit(Entry("Moss Crawler", listed=rows), CRAWLER)
    assert carried(fitted) == [("Moss Crawler", 1, {"Root claws": 1})]
    assert fitted.problems[0].startswith("Odo Karst: the sheet of Moss Crawler has no such model")


def test_models_that_carry_nothing_of_the_sheet_are_none_of_its():
    rows = (Listed("Gravel Warden", 4, (Item("Pit maul", 4),)), Listed("Odo Karst", 1, (Item("Tar staff"),)))
    fitted = fit(Entry("Gravel Wardens", listed=rows), sheet())
    assert carried(fitted) == [("Gravel Warden", 4, {"Pit maul": 1})]
    assert "1 Tar staff" in fitted.problems[0]


def test_a_models_other_name_is_taken_where_the_unit_has_room_and_its_wargear():
    rows = (Listed("Gravel Warden", 4, (Item("Pit maul", 4),)), Listed("Foreman", 1, (Item("Stone spear"),)))
    fitted = fit(Entry("Gravel Wardens", listed=rows), sheet())
    assert sum(group.count for group in fitted.squad) == 5
    assert not fitted.problems


def test_a_thing_without_a_number_that_two_options_offer_is_there_once():
    def trade(old):
        return Option("Moss Crawler", ((Item("Tar cannon"),),), (Item(old),), limit=1)

    crawler = sheet(
        name="Moss Crawler",
        models=CRAWLER.models,
        weapons=(*CRAWLER.weapons, weapon("Tar cannon", "ranged")),
        loadout=CRAWLER.loadout,
        options=(trade("Pebble sling"), trade("Root claws")),
    )
    once = fit(Entry("Moss Crawler", loadout=("tar cannon",)), crawler)
    assert carried(once) == [("Moss Crawler", 1, {"Root claws": 1, "Tar cannon": 1})]
    twice = fit(Entry("Moss Crawler", loadout=("2 tar cannon",)), crawler)
    assert sum(item.count for group in twice.squad for item in group.items) == 2
    assert not twice.problems


def test_what_a_unit_of_one_name_with_its_models_has_as_a_whole_is_kept():
    rows = (
        Listed("Gravel Warden", 4, (Item("Stone spear", 4),)),
        Listed("Gravel Wardens", 0, (Item("Court banner"),)),
    )
    fitted = fit(
        Entry("Gravel Wardens", listed=rows),
        sheet(name="Gravel Wardens", models=(Model("Gravel Wardens", 4, 9),)),
    )
    assert sum(i.count * g.count for g in fitted.squad for i in g.items if i.name == "Court banner") == 1


@pytest.mark.parametrize("models", [-3, 0, 10**6])
def test_an_impossible_number_of_models_ends(models):
    fitted = fit(Entry("Gravel Wardens", models=models), sheet())
    assert 0 < sum(group.count for group in fitted.squad) <= 200
    assert fitted.problems
