"""Which units a leader may join."""

import pytest

from warbook.leading import may_lead
from warbook.sheet import Datasheet


def sheet(name, *keywords, faction=(), **fields):
    return Datasheet(name, "Tide Choir", "wh40k10", keywords=keywords, faction_keywords=faction, **fields)


@pytest.mark.parametrize(
    ("asked", "leads"),
    [
        ("WADERS", True),
        ("Waders", True),
        ("WADER", True),
        ("TIDE CHOIR INFANTRY", True),
        ("INFANTRY TIDE CHOIR", True),
        ("INFANTRY", True),
        ("INFANTRY SQUAD", False),
        ("TIDE INFANTRY", False),
        ("CHOIR", False),
        ("Tide Choir Infantry", False),
        ("", False),
        ("...", False),
    ],
)
def test_by_name_or_by_all_of_its_keywords(asked, leads):
    waders = sheet("Waders", "INFANTRY", "WADERS", faction=("TIDE CHOIR",))
    assert may_lead(sheet("Piper", leads=(asked,)), waders) is leads


def test_by_the_name_that_the_unit_itself_gives():
    assert may_lead(sheet("Piper"), sheet("Waders", led_by=("PIPER",)))
    assert not may_lead(sheet("Drummer"), sheet("Waders", led_by=("PIPER",)))
