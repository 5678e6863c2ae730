"""Units are found as players call them."""

import pytest

from warbook.library.index import Indexed
from warbook.library.seeking import Catalogue, Search, abbreviates
from warbook.sheets.sheet import Transport


def unit(name, faction="Gravel Court", **more):
    more = {"role": "", "keywords": (), "faction_keywords": (faction.upper(),), **more}
    return Indexed(f"test/{faction}/{name}", name, faction, "wh40k10", **more)


SLEDGE = unit(
    "Mossy War Sledge", role="Vehicle",
    keywords=("VEHICLE", "TRANSPORT"), weapons=("Twin pebble gun",), least=200, most=200,
    transport=Transport(6, ("GRAVEL COURT", "INFANTRY"), excluded=("GIANT",)),
)  # fmt: skip
FOLK = unit(
    "Gravel Folk",
    keywords=("INFANTRY", "BATTLELINE"),
    weapons=("Sling",),
    abilities=("blast",),
    least=60,
    most=110,
)
GIANT = unit("Stone Giant", keywords=("INFANTRY", "GIANT"), legends=True, abilities=("Feel No Pain 5+",))
PIPER = unit("Piper", keywords=("CHARACTER", "INFANTRY"), leads=("Gravel Folk",))
STRANGER = unit("Glass Sledge", "Glass Choir", keywords=("INFANTRY",), weapons=("Pebble",))
ALL = Catalogue((SLEDGE, FOLK, GIANT, PIPER, STRANGER))


def names(**search):
    return [hit.unit.name for hit in ALL.seek(Search(**search))]


@pytest.mark.parametrize("text", ["mws", "war sl", "Mossy War Sledges", "gc mws", "mosswar", "gravel sledge"])
def test_a_unit_is_found_by_what_players_type(text):
    assert names(text=text)[:1] == ["Mossy War Sledge"]


def test_names_come_before_weapons():
    assert names(text="pebble") == ["Mossy War Sledge", "Glass Sledge"]
    assert names(text="sledge") == ["Mossy War Sledge", "Glass Sledge"]
    hits = ALL.seek(Search("pebble gun"))
    assert [(hit.unit.name, hit.why) for hit in hits] == [("Mossy War Sledge", "Twin pebble gun")]


def test_words_may_be_of_several_things():
    hits = ALL.seek(Search("pebble vehicle"))
    assert [(hit.unit.name, hit.why) for hit in hits] == [("Mossy War Sledge", "Twin pebble gun · VEHICLE")]


@pytest.mark.parametrize(
    ("search", "found"),
    [({"faction": "glass choir"}, ["Glass Sledge"]), ({"keywords": ("infantry", "giant")}, ["Stone Giant"]),
     ({"most": 100}, ["Gravel Folk"]), ({"least": 100}, ["Mossy War Sledge", "Gravel Folk"]),
     ({"weapon": "sling"}, ["Gravel Folk"]), ({"ability": "feel no"}, ["Stone Giant"]),
     ({"ability": "feel no", "current": True}, []), ({"role": "vehicle"}, ["Mossy War Sledge"]),
     ({"system": "heresy3"}, []), ({"text": "folk", "most": 10}, [])],
)  # fmt: skip
def test_a_search_is_narrowed(search, found):
    assert names(**search) == found


def test_what_nothing_is_called_is_answered_with_what_comes_closest():
    assert names(text="gravle flok") == []
    assert ALL.closest("gravle folk") == ("Gravel Folk",)


def test_transports_carry_those_that_have_the_keywords():
    assert ALL.carried(SLEDGE) == [FOLK, PIPER]
    assert ALL.carriers(FOLK) == [SLEDGE]
    assert ALL.carriers(GIANT) == []
    assert ALL.carriers(STRANGER) == []


def test_leaders_are_told_both_ways():
    assert ALL.led(PIPER) == [FOLK]
    assert ALL.led_by(FOLK) == [PIPER]


@pytest.mark.parametrize(
    ("letters", "is_one"), [("gf", True), ("gfo", True), ("g", False), ("gx", False), ("ff", False)]
)
def test_first_letters(letters, is_one):
    assert abbreviates(letters, ("gravel", "folk")) is is_one


def test_a_name_with_a_stroke_has_an_address():
    odd = unit("Half/Half", "Moss / Stone")
    assert Catalogue((odd, FOLK)).at("wh40k10", "Moss / Stone/Half/Half") is odd
    assert ALL.at("wh40k10", "Gravel Court/Gravel Folk") is FOLK
    assert ALL.at("wh40k10", "Gravel Folk") is None


def test_a_unit_is_found_by_its_address():
    assert ALL.unit("wh40k10", "Gravel Court", "gravel folk") is FOLK
    assert ALL.unit("wh40k10", "Glass Choir", "Gravel Folk") is None


def test_templates_are_found_by_their_mark_or_name_alone():
    pattern = unit("Sledge Rider [Crucible]", role="Character")
    known = Catalogue((SLEDGE, pattern))
    found = {text: [hit.unit.name for hit in known.seek(Search(text))] for text in ("sledge", "", "crucible")}
    assert found == {"sledge": [SLEDGE.name], "": [SLEDGE.name], "crucible": [pattern.name]}
    assert [hit.unit for hit in known.seek(Search("sledge rider"))] == [pattern]


def test_templates_stand_behind_all_units_of_a_faction():
    pytest.importorskip("nicegui", reason="the extra web is not installed")
    from warbook.web.pages.library.faction import by_role

    pattern = unit("Sledge Rider [Crucible]", role="Character")
    assert by_role([pattern, SLEDGE]) == [("Vehicle", [SLEDGE]), ("Crucible", [pattern])]
