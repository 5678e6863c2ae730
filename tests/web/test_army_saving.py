"""Saving a list: nothing is replaced, or hidden, that whoever saves has not seen."""

import pytest

from library.shelves import home  # noqa: F401
from warbook.sheets import roster
from warbook.sheets.roster import Entry, Roster
from warbook.web.army import drafts, lists
from warbook.web.army.saving import Taken, mark, saved, seen

FIRST, SECOND = (Roster("Burrow", (Entry(name),)) for name in ("Mole Squad", "Cart"))
pytestmark = pytest.mark.usefixtures("home")


def test_a_list_of_a_new_name_is_saved_at_once():
    assert saved(FIRST, None) == "Burrow"
    assert lists.find("Burrow") == FIRST


def test_a_name_that_a_saved_list_has_is_asked_about_and_given_when_it_is_meant():
    saved(FIRST, None)
    told = saved(SECOND, None)
    assert told == Taken("Burrow", "saved", mark(FIRST), "Burrow 2")
    assert lists.find("Burrow") == FIRST
    assert saved(SECOND, told.mark) == "Burrow"
    assert lists.find("Burrow") == SECOND


def test_a_list_that_was_opened_and_changed_is_saved_without_a_question():
    saved(FIRST, None)
    opened = seen("Burrow", lists.find("Burrow"))
    assert saved(SECOND, opened) == "Burrow"


def test_the_second_window_is_told_that_the_list_changed_meanwhile():
    saved(FIRST, None)
    one = other = seen("Burrow", lists.find("Burrow"))
    saved(SECOND, one)
    told = saved(Roster("burrow", (Entry("Digger"),)), other)
    assert (told.name, told.why, told.mark) == ("Burrow", "changed", mark(SECOND))


def test_what_was_agreed_to_is_asked_again_when_it_changes_once_more():
    saved(FIRST, None)
    agreed = saved(SECOND, None).mark
    third = Roster("Burrow", (Entry("Digger"),))
    saved(third, agreed)
    assert saved(SECOND, agreed).mark == mark(third)


def test_a_list_is_changed_and_changed_back():
    for made, before in ((FIRST, None), (SECOND, FIRST), (FIRST, SECOND)):
        saved(made, before and mark(before))
        assert lists.find("Burrow") == made


def test_a_name_of_a_list_that_comes_with_warbook_is_asked_about():
    bundled = roster.find("Necrons")
    assert seen("Necrons", bundled) is None
    told = saved(Roster("Necrons", (Entry("Immortals"),)), None)
    assert (told.why, told.free) == ("bundled", "Necrons 2")
    assert saved(Roster("Necrons", (Entry("Immortals"),)), told.mark) == "Necrons"


def test_a_draft_is_no_list_that_was_saved():
    saved(FIRST, None)
    assert seen(drafts.keep(FIRST), FIRST) is None


def test_the_same_list_is_saved_twice_without_a_question():
    assert saved(FIRST, None) == saved(FIRST, None) == "Burrow"
