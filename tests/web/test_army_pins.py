"""Links of lists and heat maps: by which rules and data they mean the same for good."""

import pytest

from library.shelves import home, keep, unit  # noqa: F401
from warbook.errors import InputError
from warbook.probability import fielded
from warbook.sheets.roster import Entry, Roster
from warbook.web.army import asked, judged, lists, saving
from warbook.web.army.asked import UNPINNED, Pins, Wish

COURT = Roster("Court", (Entry("Moss Crawler"), Entry("Root Sledge")))


@pytest.fixture
def shelf(home):  # noqa: F811
    """Data of two dates of one unit, of one of the other."""
    for date, points in (("2025-01-01", 130), ("2025-07-01", 145)):
        keep(unit(points=points, date=date))
    keep(unit("Root Sledge", points=50, date="2025-07-01"))


@pytest.mark.usefixtures("shelf")
@pytest.mark.parametrize(
    ("dated", "points", "newer"),
    [(None, 195, ()), ("2025-07-01", 195, ()), ("2025-03-01", 180, ("Moss Crawler", "Root Sledge")),
     ("2024-01-01", 195, ("Moss Crawler", "Root Sledge"))],
)  # fmt: skip
def test_no_later_data_count_than_the_link_says(dated, points, newer):
    made = judged.checked(COURT, Pins(dated=dated))
    assert (made.told.points, made.newer) == (points, newer)
    assert sum(each.points for each in fielded.fielded(COURT, dated).units) == points


@pytest.mark.usefixtures("shelf")
def test_what_a_list_was_judged_by_pins_its_link():
    made = judged.checked(COURT, UNPINNED)
    assert made.pins == Pins("wh40k10", made.told.revision, "2025-07-01")
    assert judged.checked(COURT, made.pins) == made
    assert asked.at("My list", made.pins).startswith("/army/My%20list?system=wh40k10&revision=")


def test_a_heat_map_keeps_what_its_list_pinned():
    pins = Pins("wh40k10", "2024-06", "2025-07-01")
    wish = Wish(*(getattr(pins, name) for name in pins.__struct_fields__), figure="chance")
    assert asked.pinned(wish) == asked.pinned(pins)
    assert asked.read(asked.parameters(wish)) == wish
    assert asked.query(wish) == "system=wh40k10&revision=2024-06&dated=2025-07-01&figure=chance"


def test_a_revision_that_there_is_not_is_told():
    with pytest.raises(InputError, match="2019"):
        judged.checked(Roster("Court", (Entry("Overlord"),)), Pins(revision="2019"))


@pytest.mark.usefixtures("home")
def test_two_lists_of_one_name_are_told_apart_by_their_game():
    for system, name in (("wh40k10", "Overlord"), ("heresy3", "Praetor")):
        saving.saved(Roster("Patrol", (Entry(name),), system=system), None)
    assert lists.find("Patrol", "heresy3").units[0].sheet == "Praetor"
    with pytest.raises(InputError):
        lists.find("Patrol")
