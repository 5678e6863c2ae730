"""Enhancements among the wargear, or several behind one label, are told apart by the names that are known."""

import pytest

from warbook.muster.enhancing import enhanced
from warbook.sheets.roster import Entry, Listed
from warbook.sheets.sheet import (
    Datasheet,
    Detachment,
    Enhancement,
    Faction,
    Item,
    Model,
    Weapon,
    WeaponProfile,
)

COURT = Faction(
    "Gravel Court",
    "wh40k10",
    detachments=(
        Detachment("Quarry Host", enhancements=(Enhancement("Lamp of Tar"), Enhancement("Pit, Deep and Dark"))),
        Detachment("Moss Column", enhancements=(Enhancement("Slow Bell"), Enhancement("Slate axe"))),
    ),
)
KARST = Datasheet(
    "Odo Karst",
    "Gravel Court",
    "wh40k10",
    models=(Model("Odo Karst", 1, 1),),
    weapons=(Weapon("Slate axe", "melee", (WeaponProfile("Slate axe", {"A": "1"}),)),),
)


def test_an_enhancement_in_the_list_of_items_is_one_and_no_wargear():
    row = Listed("Odo Karst", 1, (Item("Lamp of tar"), Item("Slate axe"), Item("Odd hat")))
    told = enhanced(Entry("Odo Karst", listed=(row,)), KARST, COURT)
    assert told.enhancements == ("Lamp of tar",)
    assert told.listed == (Listed("Odo Karst", 1, (Item("Slate axe"), Item("Odd hat"))),)


def test_an_enhancement_asked_for_as_wargear_is_one():
    told = enhanced(Entry("Odo Karst", loadout=("Slow Bell", "Slate axe")), KARST, COURT)
    assert (told.enhancements, told.loadout) == (("Slow Bell",), ("Slate axe",))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lamp of Tar, Slow Bell", ("Lamp of Tar", "Slow Bell")),
        ("Lamp of Tar; Nobody's Hat", ("Lamp of Tar", "Nobody's Hat")),
        ("Pit, Deep and Dark", ("Pit, Deep and Dark",)),
        ("Lamp of Tar, Pit, Deep and Dark", ("Lamp of Tar", "Pit, Deep and Dark")),
        ("Hat, Stick", ("Hat", "Stick")),
    ],
)
def test_several_behind_one_label_are_parted_and_a_name_with_a_comma_stays_whole(text, expected):
    assert enhanced(Entry("Odo Karst", enhancements=(text,)), KARST, COURT).enhancements == expected


def test_nothing_is_parted_where_no_enhancement_is_known():
    entry = Entry("Odo Karst", enhancements=("Hat, Stick",))
    assert enhanced(entry, KARST, Faction("Gravel Court", "wh40k10")) == entry
