"""What may be picked of a unit."""

import pytest

from warbook.errors import InputError
from warbook.queries import Side
from warbook.rules.assumed import Noted, NotHeld, Picked, Unasked, Unused
from warbook.web.odds.sides import loadout, offered, seconds
from warbook.web.odds.words import taken


def test_a_unit_offers_its_sizes_and_what_its_options_give():
    told = offered(Side("Necron Warriors"))
    assert (told.size, told.least, told.most, told.wounds) == (10, 10, 20, 1)
    assert [(c.name, c.taken, c.most) for c in told.choices] == [("Gauss reaper", 0, 10)]


def test_what_is_taken_is_counted_and_taken_back():
    side = Side("Necron Warriors", models=20, loadout=["7 gauss reaper"])
    told = offered(side)
    assert [(c.taken, c.most) for c in told.choices] == [(7, 20)]
    assert {weapon.name for weapon in told.weapons} >= {"Gauss flayer", "Gauss reaper"}
    assert loadout(side.loadout, told.choices, "Gauss reaper", 0) == []
    assert loadout(side.loadout, told.choices, "Gauss reaper", 8) == ["8 Gauss reaper"]


def test_a_size_that_the_sheet_does_not_allow_is_told_and_the_rest_still_offered():
    told = offered(Side("Necron Warriors", models=3))
    assert told.problem == "models: expected from 10 to 20 models, got 3"
    assert told.most == 20


def test_a_name_that_there_is_not_is_refused():
    with pytest.raises(InputError):
        offered(Side("<b>Nobody</b>"))


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (NotHeld("Zorb", ("near", "far")), "Zorb: taken as not so: near; far (“Rules in play” says otherwise)"),
        (Picked("Zorb", "ray", ("axe",)), "Zorb: ray (best here), not axe (“Rules in play” names another)"),
        (Unused("Zorb", "Chalk"), "Zorb: Chalk not used (“Rules in play” uses it)"),
        (Unasked("near"), "no rule of these units asks for this: near"),
        (Noted("Zorb --holding (old)"), "Zorb --holding (old)"),
    ],
)  # fmt: skip
def test_options_of_the_command_line_are_not_told_on_the_page(told, shown):
    assert taken(told) == shown


def test_both_leaders_offer_wargear_and_weapons():
    side = Side("Necron Warriors", leader="Technomancer", second_leader="Overlord")
    told = offered(side)
    assert told.led == ()
    assert "Voidscythe" in {choice.name for choice in told.led_too}
    assert {weapon.name for weapon in told.weapons} >= {"Gauss flayer", "Staff of light", "Overlord's blade"}


def test_who_may_lead_beside_the_leader_is_offered():
    names = ("Overlord", "Technomancer", "Royal Warden")
    assert seconds(Side("Necron Warriors"), names) == ()
    assert seconds(Side("Necron Warriors", leader="Overlord"), names) == names[1:]
