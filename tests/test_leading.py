"""Which units a leader may join."""

import msgspec
import pytest

from warbook.sheets.leading import may_lead, may_share
from warbook.sheets.sheet import Datasheet, Note


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


SINGER, DRUMMER, PRIEST = (sheet(n, n.upper()) for n in ("Singer", "Drummer", "Marsh Priest"))
MUTE = "This model can be attached to Waders."
MASTERS = (sheet("Master of Tides"), sheet("Master of Tides"))


def says(text, leader):
    return msgspec.structs.replace(leader, notes=(Note("Leader", text),))


@pytest.mark.parametrize(
    ("text", "other", "may"),
    [
        (MUTE, SINGER, False),
        ("It can be so even if one SINGER model has already been attached to it.", SINGER, True),
        ("It can be so even if one SINGER model has already been attached to it.", DRUMMER, False),
        ("It can be so even if a Singer, DRUMMER or MARSH PRIEST unit is already attached.", PRIEST, True),
        ("It can be so, even if one DRUMMER, SINGER, or Marsh Priest has already been attached.", PRIEST, True),
        ("It is so even if one other Leader has already been attached.", DRUMMER, True),
        (
            "It can be so, even if one other Leader unit (excluding Singer units) is already attached.",
            SINGER,
            False,
        ),
        (
            "It can be so, even if one other Leader unit (excluding Singer units) is already attached.",
            DRUMMER,
            True,
        ),
        ("It can be so even if one or more DRUMMER units have already been attached to it.", DRUMMER, True),
    ],
)
def test_a_second_leader_only_where_a_sheet_allows_it(text, other, may):
    """Whoever of the two says so (K-LDR-01)."""
    waders, other = sheet("Waders"), says(MUTE, other)
    speaker = says(text, sheet("Piper"))
    assert may_share(speaker, other, waders) is may_share(other, speaker, waders) is may


@pytest.mark.parametrize(
    ("bar", "leaders", "may"),
    [
        ("a unit cannot have two MASTERS OF TIDES", MASTERS, False),
        ("a unit cannot have two DRUMMERS attached", MASTERS, True),
        ("not more than one of the same", MASTERS, False),
        ("it can never include more than one DRUMMER model", (DRUMMER, DRUMMER), False),
        ("it can never include more than one DRUMMER model", (DRUMMER, SINGER), True),
    ],
)
def test_what_allows_a_second_may_bar_two_of_a_kind(bar, leaders, may):
    text = f"It joins even if one other Leader is already attached ({bar})."
    first, second = (says(text, each) for each in leaders)
    assert may_share(first, second, sheet("Waders")) is may


TWO = "up to two Leader units may be with it"
NOT_BOTH, ONE_OF = "no more than one of those units is a DRUMMER unit", "only if one of those is a DRUMMER unit"
LARGE = "If this unit has a Starting Strength of 20"


@pytest.mark.parametrize(
    ("text", "leaders", "models", "may"),
    [
        (f"Then {TWO}.", (SINGER, DRUMMER), 5, True),
        (f"Then {TWO}, if {NOT_BOTH}.", (SINGER, DRUMMER), 5, True),
        (f"Then {TWO}, if {NOT_BOTH}.", (DRUMMER, DRUMMER), 5, False),
        (f"{LARGE}, {TWO}.", (SINGER, DRUMMER), 20, True),
        (f"{LARGE}, {TWO}.", (SINGER, DRUMMER), 10, False),
        (f"{LARGE}, {TWO}.", (SINGER, DRUMMER), None, None),
        (f"Then {TWO} ({ONE_OF}).", (SINGER, DRUMMER), 5, True),
        (f"Then {TWO} ({ONE_OF}).", (SINGER, PRIEST), 5, False),
        (f"Then {TWO}, if they are not duplicates.", (SINGER, SINGER), 5, False),
    ],
)
def test_the_units_own_sheet_may_take_two(text, leaders, models, may):
    first, second = (says(MUTE, each) for each in leaders)
    assert may_share(first, second, says(text, sheet("Waders")), models) is may


def test_the_silence_of_a_sheet_without_words_tells_nothing():
    waders = sheet("Waders")
    assert may_share(SINGER, DRUMMER, waders) is None
    assert may_share(says(MUTE, SINGER), DRUMMER, waders) is None
    assert may_share(says(MUTE, SINGER), says(MUTE, DRUMMER), waders) is False
