"""A list changed by hand: nothing else of it moves."""

import pytest

from warbook.errors import InputError
from warbook.sheets.roster import Entry, Listed, Roster
from warbook.sheets.sheet import Item
from warbook.web.army import edits

MOLES = Listed("Mole", 4, (Item("spade", 4), Item("lamp", 1)))
ARMY = Roster(
    "Burrow",
    (
        Entry("Mole Squad", listed=(MOLES,), points=40, leader="Mole King", warlord=True),
        Entry("Cart"),
        Entry("Digger", joins=3, embarked=1),
        Entry("Mole Squad", written="Mole Sqad"),
    ),
    points=140,
)


@pytest.mark.parametrize(("count", "spades", "lamps"), [(8, 8, 1), (2, 2, 1), (1, 1, 1)])
def test_what_each_model_has_follows_the_number_of_models(count, spades, lamps):
    row = edits.resized(MOLES, count)
    assert (row.count, row.items) == (count, (Item("spade", spades), Item("lamp", lamps)))


def test_no_models_carry_nothing():
    assert edits.resized(MOLES, 0) == Listed("Mole", 0)


def test_the_first_model_of_a_kind_has_what_is_plain():
    row = edits.resized(Listed("Mole Lord", 0), 2, [Item("crown"), Item("boots", 2)])
    assert row == Listed("Mole Lord", 2, (Item("crown", 2), Item("boots", 4)))


def test_what_models_carry_is_counted_between_them():
    assert edits.carrying(MOLES, "Spade", 3).items == (Item("spade", 3), Item("lamp", 1))
    assert edits.carrying(MOLES, "lamp", 0).items == (Item("spade", 4),)


def test_a_changed_unit_costs_what_its_sheet_says():
    made = edits.equipped(ARMY, 0, [edits.resized(MOLES, 5)])
    assert (made.units[0].points, made.points) == (None, None)
    assert made.units[1:] == ARMY.units[1:]


def test_a_unit_without_models_is_refused():
    with pytest.raises(InputError):
        edits.equipped(ARMY, 0, [edits.resized(MOLES, 0)])


def test_places_follow_when_a_unit_goes():
    made = edits.removed(ARMY, 1)
    assert [entry.sheet for entry in made.units] == ["Mole Squad", "Digger", "Mole Squad"]
    assert (made.units[1].joins, made.units[1].embarked) == (2, None)


def test_the_last_unit_stays():
    with pytest.raises(InputError):
        edits.removed(Roster("Alone", (Entry("Cart"),)), 0)


def test_added_units_keep_who_is_with_whom_among_them():
    made = edits.added(ARMY, (Entry("Cart"), Entry("Digger", embarked=0)))
    assert made.units[5].embarked == 4


def test_a_unit_stands_in_one_of_the_armys_detachments():
    made = edits.stationed(ARMY, 1, "Deep Cohort")
    assert [entry.detachment for entry in made.units] == [None, "Deep Cohort", None, None]
    assert edits.stationed(made, 1, None) == ARMY


def test_a_leader_without_an_entry_gets_one_and_what_it_bears():
    made = edits.apart(ARMY)
    assert made.units[0].leader is None
    assert made.units[4] == Entry("Mole King", joins=0, warlord=True)
    assert not made.units[0].warlord


def test_a_match_by_hand_is_for_all_that_are_written_so():
    army = edits.matched(edits.copied(ARMY, 3), 3, "Mole Platoon")
    assert [entry.sheet for entry in army.units] == [*(e.sheet for e in ARMY.units[:3]), *["Mole Platoon"] * 2]
    assert army.units[3].written == "Mole Sqad"


@pytest.mark.parametrize("name", ["", " \n ", "a\x07b"])
def test_a_name_that_cannot_be_printed_is_refused(name):
    with pytest.raises(InputError):
        edits.named(ARMY, name)
