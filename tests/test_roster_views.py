"""What is written of a roster is read again as the same roster, up to what the form cannot hold."""

import msgspec
import pytest

from importers.real_pages import DATA
from importers.rosters import lists
from importers.rosters.test_trees import ROS
from warbook.importers import rosters
from warbook.importers.rosters import vocabulary
from warbook.importers.rosters.vocabulary import HEADINGS
from warbook.sheets.roster import Entry, Listed, Roster
from warbook.sheets.sheet import Item
from warbook.views import roster as view

MADE = Roster(
    "Stone rain",
    (
        Entry(
            "Odo Karst",
            listed=(Listed("Odo Karst", 1, (Item("Slate axe"), Item("Pick", 2))),),
            points=120,
            enhancements=("Lamp of Tar",),
            warlord=True,
            joins=2,
            role="Characters",
        ),
        Entry(
            "Gravel Wardens",
            listed=(
                Listed("Warden Prime", 1, (Item("Maul"),)),
                Listed("Gravel Warden", 4, (Item("Spear", 4),)),
            ),
            points=100,
            role="Battleline",
        ),
        Entry(
            "Gravel Wardens",
            listed=(
                Listed("Gravel Warden", 9, (Item("Spear", 7), Item("Maul", 2))),
                Listed("Gravel Wardens", 0, (Item("Court banner"),)),
            ),
            points=200,
            role="Battleline",
        ),
        Entry(
            "Pit Wolves",
            listed=(Listed("Pit Wolves", 3, (Item("Teeth", 3),)),),
            points=40,
            role="Allied Units",
            allied=True,
        ),
    ),
    points_limit=1000,
    faction="Gravel Court",
    detachments=("Quarry Host",),
    points=460,
    battle_size="Incursion",
)


def plain(roster, *, of_units=True):
    """A roster without what no text holds; and without what units say of their faction."""
    units = tuple(
        msgspec.structs.replace(
            entry,
            line=None,
            written=None,
            notes=(),
            faction=None,
            role=HEADINGS.get(vocabulary.plain(view._role(entry)), view._role(entry).title()),
            detachment=entry.detachment if of_units else None,
        )
        for entry in roster.units
    )
    return msgspec.structs.replace(roster, units=units, source=None, notes=(), problems=(), data=None)


@pytest.mark.parametrize("form", [view.json, view.app, view.simple])
def test_a_made_roster_comes_back(form):
    assert plain(rosters.parse(form(MADE))) == plain(MADE)


def test_json_holds_everything():
    roster = rosters.parse(ROS)
    assert rosters.parse(view.json(roster)) == roster


@pytest.mark.parametrize("form", [view.app, view.simple])
@pytest.mark.parametrize("text", [lists.APP_1, lists.APP_2, lists.WTC, lists.SIMPLE, lists.MARKDOWN])
def test_lists_of_other_tools_come_back(form, text):
    roster = rosters.parse(text)
    again = rosters.parse(form(roster))
    assert plain(again) == plain(roster)
    assert again.problems == ()


def test_new_recruits_text_holds_detachments_of_units():
    roster = rosters.parse(lists.HERESY_TEXT)
    again = rosters.parse(view.simple(roster))
    assert plain(again) == plain(roster)


@pytest.mark.parametrize("form", [view.app, view.simple])
@pytest.mark.parametrize("number", [1, 3, 5, 6, 7, 9])
def test_real_lists_come_back(form, number):
    found = sorted((DATA / "rosters").glob(f"{number:02}_*"))
    if not found:
        pytest.skip("no documents")
    roster = rosters.read(found[0])
    assert plain(rosters.parse(form(roster))) == plain(roster)


@pytest.mark.parametrize("form", [view.app, view.simple])
def test_a_leader_without_an_entry_gets_one_and_options_are_told(form):
    roster = Roster(
        "Asked", (Entry("Gravel Wardens", models=10, loadout=("2 mauls", "banner"), leader="Odo Karst"),)
    )
    again = rosters.parse(form(roster))
    assert [(unit.sheet, unit.joins) for unit in again.units] == [("Gravel Wardens", None), ("Odo Karst", 0)]
    assert sum(line.count for line in again.units[0].listed) == 10
    assert "banner" in form(roster)
