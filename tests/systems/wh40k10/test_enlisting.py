"""Lists of any form become parties: leaders join, who is not known stays at home."""

import pytest

from warbook.errors import InputError
from warbook.sheets.roster import Entry, Listed, Roster
from warbook.sheets.sheet import Item, Source
from warbook.systems.wh40k10 import army
from warbook.systems.wh40k10.army import Muster
from warbook.systems.wh40k10.enlisting import enlist

WARRIORS = Entry(
    "Necron Warriors",
    listed=(Listed("Necron Warrior", 10, (Item("Gauss flayer", 6), Item("Gauss reaper", 4))),),
    faction="Necrons",
)
NAMES = ("Overlord", "Royal Warden", "Technomancer")
OVERLORD = Entry("Overlord", listed=(Listed("Overlord", 1, (Item("Staff of light"),)),), joins=0)


def exported(*units):
    return Roster("Exported", units, faction="Necrons", source=Source("list.txt"))


def test_what_is_listed_is_carried():
    (party,) = enlist(exported(WARRIORS)).parties
    ((sheet, models, leads),) = party.parts
    assert (sheet.name, leads) == ("Necron Warriors", False)
    carried = {item.name.casefold(): group.count for group in models for item in group.items if item.count == 1}
    assert (carried["gauss flayer"], carried["gauss reaper"]) == (6, 4)


def test_a_leader_joins_the_unit_that_the_list_says():
    (party,) = enlist(exported(WARRIORS, OVERLORD)).parties
    assert [(sheet.name, leads) for sheet, _, leads in party.parts] == [
        ("Necron Warriors", False),
        ("Overlord", True),
    ]


def test_a_leader_of_another_unit_stands_alone_and_that_is_told():
    immortals = Entry("Lokhust Destroyers", models=1)
    enlisted = enlist(exported(immortals, OVERLORD))
    assert [party.entry.sheet for party in enlisted.parties] == ["Lokhust Destroyers", "Overlord"]
    assert "Overlord stands alone: it does not lead Lokhust Destroyers (K-LDR-01)" in enlisted.told


def test_two_leaders_join_and_a_third_stands_alone():
    enlisted = enlist(exported(WARRIORS, *(Entry(name, joins=0) for name in NAMES)))
    assert [[sheet.name for sheet, _, _ in party.parts] for party in enlisted.parties] == [
        ["Necron Warriors", "Overlord", "Royal Warden"],
        ["Technomancer"],
    ]
    told = "Technomancer stands alone: Necron Warriors has 2 leaders, the most that there may be (K-LDR-01)"
    assert told in enlisted.told
    with pytest.raises(InputError, match="the most that there may be"):
        enlist(Roster("Own", (Entry("Necron Warriors"), *(Entry(n, joins=0) for n in NAMES))))


def test_an_unknown_unit_stays_at_home_and_its_leader_fights_alone():
    unknown = Entry("Moss Crawler", listed=(Listed("Moss Crawler", 1, (Item("Claws"),)),))
    enlisted = enlist(exported(unknown, OVERLORD, WARRIORS))
    assert [party.entry.sheet for party in enlisted.parties] == ["Overlord", "Necron Warriors"]
    assert [told.startswith("Moss Crawler stays at home") for told in enlisted.absent] == [True]
    assert set(enlisted.absent) <= set(enlisted.told)


def test_a_list_of_unknown_units_alone_is_refused():
    with pytest.raises(InputError, match="Moss Crawler stays at home"):
        enlist(exported(Entry("Moss Crawler", listed=(Listed("Moss Crawler", 1),))))


def test_in_warbooks_own_list_an_unknown_unit_is_a_mistake():
    with pytest.raises(InputError, match=r"units\[1\]"):
        enlist(Roster("Own", (Entry("Immortals"), Entry("Moss Crawler"))))


@pytest.mark.parametrize("joins", [1, 99, -1])
def test_a_join_that_leads_nowhere_is_none(joins):
    entry = Entry("Overlord", joins=joins)
    parties = enlist(exported(WARRIORS, entry)).parties
    assert [party.entry.sheet for party in parties] == ["Necron Warriors", "Overlord"]


def test_both_sides_muster_with_what_was_told():
    muster = Muster((exported(WARRIORS, OVERLORD), exported(WARRIORS, Entry("Moss Crawler"))))
    assert [unit.name for unit in muster.units] == ["Necron Warriors with Overlord", "Necron Warriors"]
    assert len(muster.entries) == len(muster.units)
    assert [len(told) > 0 for told in muster.told][1]


def test_of_an_exported_list_a_unit_that_cannot_be_mustered_stays_at_home(monkeypatch):
    mustered = army._trooper

    def failing(sheet, *rest):
        if sheet.name == "Immortals":
            raise InputError("Immortals", "S", "expected a number, got '2D6'")
        return mustered(sheet, *rest)

    monkeypatch.setattr(army, "_trooper", failing)
    muster = Muster((exported(WARRIORS, Entry("Immortals")), exported(WARRIORS)))
    assert [unit.name for unit in muster.units] == ["Necron Warriors", "Necron Warriors"]
    assert muster.absent[0] == ("Immortals stays at home: Immortals: S: expected a number, got '2D6'",)
    with pytest.raises(InputError, match=r"units\[1\]"):
        Muster((Roster("Own", (Entry("Overlord"), Entry("Immortals"))),) * 2)
