"""Written names find the sheet that they mean, or what comes closest, and never another real unit unsaid."""

import json
import os
from pathlib import Path

import msgspec
import pytest

from warbook.names import words
from warbook.sheets.matching import match

DATA = Path(os.environ.get("WARBOOK_DATA", Path(__file__).parents[2] / "shared" / "data"))


class Named(msgspec.Struct, frozen=True):
    name: str
    faction: str
    keywords: tuple[str, ...] = ()


KNOWN = (
    Named("Moss Crawler", "Gravel Court"),
    Named("Gravel Wardens", "Gravel Court"),
    Named("Chéri d’Orage", "Gravel Court"),
    Named("Slate Knight [Legends]", "Gravel Court"),
    Named("Pit Wolves", "Chaos - Tar Fiends"),
    Named("War Sledge", "Gravel Court"),
    Named("War Sledge", "Chaos - Tar Fiends"),
    Named("Grand Marshal Odo Karst", "Gravel Court", ("CHARACTER", "EPIC HERO")),
    Named("Quarry Captain on Moss Crawler", "Gravel Court"),
    Named("Shale Lancers", "Gravel Court"),
    Named("Shale Dancers", "Gravel Court"),
    Named("Tar Heralds Squad", "Chaos - Tar Fiends"),
)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Moss Crawler", "Moss Crawler"),
        ("MOSS  CRAWLERS", "Moss Crawler"),
        ("moss-crawler", "Moss Crawler"),
        ("Cheri d'Orage", "Chéri d’Orage"),
        ("gravel warden", "Gravel Wardens"),
        ("Pit Wolf", "Pit Wolves"),
    ],
)
def test_case_accents_apostrophes_and_plurals_need_no_assumption(written, meant):
    found = match(written, KNOWN)
    assert found.found is not None
    assert (found.found.name, found.assumed) == (meant, None)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Slate Knight", "Slate Knight [Legends]"),
        ("The Moss Crawler [Legends]", "Moss Crawler"),
        ("Mosscrawler", "Moss Crawler"),
        ("Crawler, Moss", "Moss Crawler"),
        ("Moss Crawlr", "Moss Crawler"),
        ("Gravel Wradens", "Gravel Wardens"),
        ("Odo Karst", "Grand Marshal Odo Karst"),
        ("Karst", "Grand Marshal Odo Karst"),
        ("Tar Heralds", "Tar Heralds Squad"),
    ],
)
def test_what_a_name_was_taken_for_is_told(written, meant):
    found = match(written, KNOWN)
    assert found.found is not None
    assert found.found.name == meant
    assert found.assumed == f"{written!r}: taken for {meant}"


def test_two_that_a_slip_may_mean_are_candidates():
    found = match("Shale Tancers", (*KNOWN[:2], Named("Shale Tanners", "A"), Named("Shale Tankers", "A")))
    assert found.found is None
    assert set(found.candidates) == {"Shale Tanners", "Shale Tankers"}


def test_the_name_of_another_real_unit_is_no_slip():
    without = tuple(thing for thing in KNOWN if thing.name != "Shale Lancers")
    found = match("Shale Lancers", without)
    assert found.found is None
    assert found.candidates[0] == "Shale Dancers"


def test_a_shortened_name_does_not_take_a_variant():
    found = match("Quarry Captain", KNOWN)
    assert found.found is None
    assert "Quarry Captain on Moss Crawler" in found.candidates


@pytest.mark.parametrize(
    ("faction", "meant"),
    [
        ("Gravel Court", "Gravel Court"),
        ("Tar Fiends", "Chaos - Tar Fiends"),
        ("Chaos - Tar Fiends", "Chaos - Tar Fiends"),
        ("Order - Gravel Court", "Gravel Court"),
    ],
)
def test_the_lists_faction_decides_between_units_of_one_name(faction, meant):
    found = match("War Sledge", KNOWN, faction)
    assert found.found is not None
    assert found.found.faction == meant


@pytest.mark.parametrize("faction", [None, "Salt Legion"])
def test_without_the_faction_two_of_a_name_are_candidates(faction):
    found = match("War Sledge", KNOWN, faction)
    assert found.found is None
    assert found.candidates == ("War Sledge (Gravel Court)", "War Sledge (Chaos - Tar Fiends)")


@pytest.mark.parametrize(
    "written",
    [
        "War Sledge (Tar Fiends)",
        "war sledges [Chaos - Tar Fiends]",
        "Tar Fiends – War Sledge",
        "Chaos - Tar Fiends - War Sledge",
    ],
)
def test_every_name_that_is_offered_is_taken(written):
    found = match(written, KNOWN)
    assert found.found == KNOWN[6]
    for offered in match("War Sledge", KNOWN).candidates:
        assert match(offered, KNOWN).found is not None


def test_a_faction_is_known_by_its_keyword_too():
    kept = Named("Ember", "Lantern Court", ("BEAST", "LEGION OF LAMPS"))
    other = Named("Ember", "Gravel Court", ("BEAST", "GRAVEL COURT"))
    assert match("Ember", (other, kept), "Chaos - Legion of Lamps").found == kept
    assert match("Ember (Legion of Lamps)", (other, kept)).found == kept
    assert match("Ember", (other, kept), "Beast").several == (other, kept)


def test_several_of_a_name_are_told_as_such():
    found = match("War Sledge", KNOWN)
    assert found.several == KNOWN[5:7]
    assert found.why.startswith("several factions have it, pick one: War Sledge (Gravel Court), ")
    assert match("Salt", KNOWN).why == "no sheet of this name is known"


def test_an_ending_of_several_in_another_spelling_is_the_same_name():
    known = (Named("Tarboy", "Orks"), Named("Pitboyz Mob", "Orks"), Named("Boyz", "Orks"))
    for written in ("boys", "Boy", "BOYZ"):
        assert match(written, known).found == known[2]
    assert match("boys", known).assumed == "'boys': taken for Boyz"


@pytest.mark.parametrize(
    ("written", "first"),
    [("karrst", "Grand Marshal Odo Karst"), ("lancrs", "Shale Lancers"), ("Crowler", "Moss Crawler")],
)
def test_a_misspelt_part_of_a_name_offers_the_name(written, first):
    assert match(written, KNOWN).candidates[0] == first


def test_an_ally_is_found_by_its_own_name_only():
    assert match("Pit Wolves", KNOWN, "Gravel Court").found == KNOWN[4]
    assert match("Pit Wolvess", KNOWN, "Gravel Court").found is None


@pytest.mark.parametrize("written", ["", "   ", "+++", "x", "\x00", "🜲"])
def test_what_is_no_name_finds_nothing(written):
    assert match(written, KNOWN).found is None


def test_nothing_is_found_among_nothing():
    assert match("Moss Crawler", ()).candidates == ()


def real(date):
    for path in sorted((DATA / "gdc" / date).glob("*.json")):
        document = json.loads(path.read_bytes())
        if isinstance(document, dict):
            for sheet in document.get("datasheets", ()):
                yield Named(sheet["name"], document["name"], tuple(sheet.get("keywords", ())))


needs_data = pytest.mark.skipif(not (DATA / "gdc").is_dir(), reason="no documents")


@needs_data
@pytest.mark.parametrize("date", ["2024-03", "2025-07"])
def test_every_real_name_finds_its_own_sheet(date):
    known = tuple(real(date))
    for thing in known:
        found = match(thing.name, known, thing.faction)
        assert found.found is not None, thing
        assert (found.found.name, found.found.faction, found.assumed) == (thing.name, thing.faction, None)


@needs_data
@pytest.mark.parametrize("date", ["2024-03", "2025-07"])
def test_a_real_name_whose_sheet_is_absent_takes_no_other_unsaid(date):
    known = tuple(real(date))
    taken = []
    for name in sorted({thing.name for thing in known}):
        others = tuple(thing for thing in known if words(thing.name) != words(name))
        found = match(name, others)
        assert found.found is None or found.assumed is not None
        taken += [name] if found.found else []
    assert len(taken) <= 0.005 * len(known), taken


@needs_data
def test_a_letter_left_out_never_makes_another_unit():
    known = tuple(real("2025-07"))
    right = tried = 0
    for thing in known[::7]:
        for at in range(1, len(thing.name) - 1, 3):
            written = thing.name[:at] + thing.name[at + 1 :]
            found = match(written, known, thing.faction)
            assert found.found is None or words(found.found.name) == words(thing.name), written
            right, tried = right + (found.found is not None), tried + 1
    assert right > 0.75 * tried


@pytest.mark.parametrize(
    ("written", "meant"),
    [("Shal", None), ("Shale L", "Shale Lancers"), ("Dancer", "Shale Dancers"), ("Grav", "Gravel Wardens")],
)
def test_a_beginning_or_a_word_is_enough_where_the_faction_has_one_such_unit(written, meant):
    found = match(written, KNOWN, "Gravel Court")
    assert (found.found and found.found.name) == meant
    assert found.short == (meant is not None)
    if meant:
        assert found.assumed == f"{written!r}: taken for {meant}"


@pytest.mark.parametrize("written", ["Gra", "Squad", "Wardens of Gravel Deep", "on Moss Crawler", "Tar Her"])
def test_too_little_of_a_name_or_another_factions_is_not_enough(written):
    assert match(written, KNOWN, "Gravel Court").found is None
    assert match("Grav", KNOWN).found is None
