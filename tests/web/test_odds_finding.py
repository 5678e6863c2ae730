"""Units are found by what players type."""

import pytest

from warbook.web.odds import finding


def names(typed, system=None):
    return [unit.name for unit in finding.units(typed, system)]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Lychguard", "Lychguard"),
        ("lych", "Lychguard"),
        ("clr", "Chaos Land Raider"),
        ("flawless bl", "Flawless Blades"),
        ("raider chaos", "Chaos Land Raider"),
        ("imortals", "Immortals"),
        ("EMPEROR’S tormentors", "Tormentors"),
    ],
)
def test_what_players_type_finds_the_unit_first(typed, name):
    assert names(typed)[0] == name


def test_a_faction_alone_lists_its_units():
    assert {unit.faction for unit in finding.units("necrons")} == {"Necrons"}


def test_only_units_of_the_game_are_offered_where_one_is_asked_for():
    assert {unit.system for unit in finding.units("a", "heresy3")} == {"heresy3"}


@pytest.mark.parametrize("typed", ["", "   ", "%_\\'\"", "\x00", "<>"])
def test_what_means_nothing_finds_nothing(typed):
    assert finding.units(typed) == ()


def test_a_hundred_thousand_keystrokes_are_cut():
    assert len(finding.units("immortals " * 10_000)) <= finding.MOST


def test_names_that_several_factions_have_are_told_with_the_faction():
    assert all(finding.title(unit).startswith(unit.name) for unit in finding.units("a"))
