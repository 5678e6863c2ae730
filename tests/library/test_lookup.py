"""A name is looked for in the library first, then in the bundled packs."""

import pytest

from library.shelves import home, keep, unit  # noqa: F401
from pages import MOSS_CRAWLER
from warbook import data
from warbook.errors import InputError
from warbook.library import adding, lookup, removing
from warbook.library.search import Wanted
from warbook.sheets.roster import Entry, Roster, bundled
from warbook.sheets.sheet import Faction, Missing, Rule, Source

pytestmark = pytest.mark.usefixtures("home")


def test_without_a_library_only_the_packs_are_known():
    bundled = sum(len(data.pack(system)) for system in data.systems())
    assert len(lookup.known()) == bundled
    assert {unit.system for unit in lookup.known("heresy3")} == {"heresy3"}
    for known in lookup.known():
        assert lookup.load(known).name == known.name


def test_what_is_kept_is_known_before_what_is_bundled():
    keep(unit(), unit("Chaos Land Raider", "Emperor’s Children", points=7))
    names = [(known.name, known.source) for known in lookup.known("wh40k10")]
    assert names[:2] == [("Chaos Land Raider", "court.json"), ("Moss Crawler", "court.json")]
    assert len([name for name, _ in names if name == "Chaos Land Raider"]) == 1
    assert lookup.find("chaos land raiders").sheet.points[0].points == 7


def test_what_is_known_follows_the_library():
    keep(unit())
    before = lookup.known()
    keep(unit("Reed Piper"))
    assert len(lookup.known()) == len(before) + 1
    removing.remove(Wanted(name="Reed Piper"))
    assert lookup.known() == before


def test_a_unit_that_was_removed_is_told():
    keep(unit())
    known = lookup.known()[0]
    removing.remove(Wanted(name=known.name))
    keep(unit())
    with pytest.raises(InputError, match="removed"):
        lookup.load(known)


def test_a_name_of_several_factions_lists_them():
    keep(unit(), unit(faction="Tide Choir", points=9))
    with pytest.raises(data.UnknownName) as caught:
        lookup.find("moss crawler")
    assert "expected one of Moss Crawler (Gravel Court), Moss Crawler (Tide Choir)" in str(caught.value)


@pytest.mark.parametrize(
    "written",
    ["Moss Crawler (Tide Choir)", "moss crawlers [tide choir]", "Tide Choir – Moss Crawler", "moss (choir)"],
)
def test_the_faction_picks_one(written):
    keep(unit(), unit(faction="Tide Choir", points=9))
    assert lookup.find(written).sheet.points[0].points == 9


def test_the_faction_picks_one_by_an_argument():
    keep(unit(), unit(faction="Tide Choir", points=9))
    assert lookup.find("Moss Crawler", faction="tide choir").sheet.points[0].points == 9


def test_a_bundled_unit_may_have_its_faction_behind_it():
    assert lookup.find("Chaos Land Raider (Emperor's Children)").sheet.name == "Chaos Land Raider"


def test_a_part_of_a_name_is_enough_where_one_unit_has_it_and_that_is_told():
    keep(unit("Elder Moss Crawler"), unit("Reed Piper"))
    found = lookup.find("piper")
    assert (found.sheet.name, found.assumed) == ("Reed Piper", ("'piper': taken for Reed Piper",))


def test_a_slip_is_forgiven_and_told():
    keep(unit())
    found = lookup.find("Moss Crwaler")
    assert found.sheet.name == "Moss Crawler"
    assert "Moss Crawler" in found.assumed[0]


def test_an_unknown_name_tells_what_comes_closest():
    keep(unit())
    with pytest.raises(data.UnknownName, match="closest: Moss Crawler"):
        lookup.find("Mass Crawley")


def test_of_a_faction_s_two_the_one_still_sold_is_taken():
    keep(unit(points=1, legends=True), unit(points=2))
    assert lookup.find("Moss Crawler").sheet.points[0].points == 2


def test_one_of_several_sheets_in_a_document_is_picked_by_its_name(tmp_path):
    for name in ("Moss Crawler", "Reed Piper"):
        (tmp_path / f"{name}.txt").write_text(MOSS_CRAWLER.replace("Moss Crawler", name), "utf-8")
    assert lookup.find(f"{tmp_path}#reed pipers").sheet.name == "Reed Piper"
    with pytest.raises(InputError, match="found 2: Moss Crawler, Reed Piper"):
        lookup.find(str(tmp_path))
    with pytest.raises(InputError, match="'Bell Warden'"):
        lookup.find(f"{tmp_path}#Bell Warden")


def test_a_page_without_a_statline_is_completed_from_another_document():
    bare = unit(
        models=(), missing=(Missing("statline", "page"),), complete=False, path="page.txt", date="2025-06-01"
    )
    keep(unit(date="2025-01-01"))
    keep(bare)
    found = lookup.find("Moss Crawler")
    assert found.sheet.models[0].characteristics["T"] == "8"
    assert "statline from the library (court.json, 2025-01-01)" in found.assumed[0]


def test_a_page_is_not_completed_from_another_faction():
    bare = unit(models=(), missing=(Missing("statline", "page"),), path="page.txt")
    keep(bare, unit(faction="Tide Choir"))
    assert lookup.find("Moss Crawler (Gravel Court)").sheet.models == ()


def test_a_faction_is_joined_from_its_documents():
    assert lookup.faction("Gravel Court", "wh40k10") is None
    old = Faction("Gravel Court", "wh40k10", Source("a.json", "2025-01-01"), (Rule("Slow Growth", "old"),))
    new = Faction("Gravel Court", "wh40k10", Source("b.cat", "2026-01-01"), allies=("Tide Choir",))
    adding.keep([adding.Read("/a", (old,), ()), adding.Read("/b", (new,), ())])
    found = lookup.faction("GRAVEL COURT", "wh40k10")
    assert (found.rules[0].text, found.allies, found.source.path) == ("old", ("Tide Choir",), "b.cat")
    assert lookup.faction("Gravel Court", "heresy3") is None


@pytest.mark.parametrize(("written", "name"), [("tidez", "Tide"), ("knife", "Knives"), ("Boys", "Boyz")])
def test_another_form_of_a_name_is_the_name_before_any_part_of_another(written, name):
    keep(unit(name), unit("Knife Boys Tidez Eater"))
    assert lookup.find(written).sheet.name == name


def told_of(name):
    """The sheet of a name, or what is offered for it."""
    try:
        return lookup.find(name).sheet.name
    except data.UnknownName as fault:
        return fault.expected.partition("closest: ")[2]


@pytest.mark.parametrize(
    ("written", "meant"),
    [("gharzkull", "Ghorzhkull Thrum"), ("big pipr", "Big Piper"), ("wardon", "Bell Warden")],
)
def test_what_comes_closest_is_offered_first_though_only_a_part_is_written(written, meant):
    keep(*map(unit, ("Ghorzhkull Thrum", "Big Piper", "Bell Warden", "Big Pig", "Warm Hole")))
    assert told_of(written).startswith(meant)


def test_of_a_name_of_several_factions_the_one_that_is_bundled_is_taken_and_said():
    keep(
        unit("Chaos Land Raider", "Gravel Court", points=7),
        unit("Chaos Land Raider", "Emperor's Children", points=8),
    )
    found = lookup.find("Chaos Land Raider")
    assert (found.sheet.faction, found.sheet.points[0].points) == ("Emperor's Children", 8)
    assert "there is one of Gravel Court too" in found.assumed[0]
    keep(unit("Lychguard", "Gravel Court"))
    assert lookup.find("Lychguard").sheet.faction == "Necrons"


def test_without_a_library_a_mistake_says_how_to_have_one():
    with pytest.raises(data.UnknownName, match=r"closest: Necron Warriors.*warbook library add"):
        lookup.find("Nekron Varriers")


def test_without_a_library_a_small_slip_is_forgiven_too():
    found = lookup.find("Necron Wariors")
    assert (found.sheet.name, found.assumed) == (
        "Necron Warriors",
        ("'Necron Wariors': taken for Necron Warriors",),
    )


def army(name, path, faction="Gravel Court"):
    return Roster(name, (Entry("Moss Crawler"),), faction=faction, source=Source(path))


def keep_lists(*rosters):
    adding.keep([adding.Read("/lists", rosters, ())])


def test_a_list_is_found_by_its_name_in_the_library_before_the_bundled_ones():
    assert lookup.roster("Necrons").units == bundled("wh40k10")[names().index("Necrons")].units
    assert lookup.roster("Mossy") is None
    keep_lists(army("Mossy", "/a.txt"), army("Necrons", "/b.txt"))
    assert lookup.roster("mossy").source.path == "/a.txt"
    assert lookup.roster("Necrons").source.path == "/b.txt"
    assert lookup.roster("Mossy", "heresy3") is None


def names():
    return [one.name for one in bundled("wh40k10")]


def test_of_lists_of_one_name_the_faction_or_the_file_picks_one():
    keep_lists(army("Mossy", "/x/a.txt"), army("Mossy", "/x/b.txt", "Tide Choir"))
    with pytest.raises(InputError, match=r"expected one of Mossy \(Gravel Court\).*, Mossy \(Tide Choir\)"):
        lookup.roster("Mossy")
    assert lookup.roster("Mossy (Tide Choir)").source.path == "/x/b.txt"
    keep_lists(army("Mossy", "/x/c.txt", "Tide Choir"))
    with pytest.raises(InputError, match=r"Mossy \(c.txt\), Mossy \(b.txt\)"):
        lookup.roster("Mossy (Tide Choir)")
    assert lookup.roster("Mossy (c.txt)").source.path == "/x/c.txt"


def test_of_several_factions_the_one_that_what_stands_with_the_unit_is_of():
    keep(unit("War Sledge"), unit("War Sledge", "Tide Choir", points=9))
    found = lookup.find("war sledge", homes=[("Odo Karst", ("Tide Choir",))])
    assert found.sheet.faction == "Tide Choir"
    assert found.assumed == ("War Sledge: that of Tide Choir, as Odo Karst is",)
    with pytest.raises(InputError, match=r'"War Sledge \(FACTION\)" picks one'):
        lookup.find("war sledge", homes=[("Nobody", ("Elsewhere",))])


def test_the_sheet_that_asks_for_no_part_of_a_faction_goes_before_those_of_its_parts():
    keep(
        unit("War Sledge", "Lower Quarry", points=9, faction_keywords=("GRAVEL COURT", "LOWER QUARRY")),
        unit("War Sledge", faction_keywords=("GRAVEL COURT",)),
        unit("War Sledge", "Upper Quarry", points=8, faction_keywords=("GRAVEL COURT", "UPPER QUARRY")),
    )
    found = lookup.find("War Sledge")
    assert found.sheet.faction == "Gravel Court"
    assert "there is one of Lower Quarry, Upper Quarry too" in found.assumed[0]


def test_a_part_of_many_names_means_no_bundled_unit_but_the_one_of_that_name():
    bundled = data.pack("wh40k10")[0]
    part = bundled.name.split()[-1]
    keep(unit(f"{part} Squad"), unit(f"Old {part}"))
    assert lookup.find(part).sheet.name == f"{part} Squad"
    keep(unit(f"{part} Squad", "Tide Choir", points=7))
    with pytest.raises(InputError, match="expected one of"):
        lookup.find(part)


def test_a_template_is_meant_where_it_is_asked_for():
    keep(unit("Moss Crawler Rider [Crucible]"), unit("Old Moss Crawler Rider"))
    assert lookup.find("Crawler Rider").sheet.name == "Old Moss Crawler Rider"
    assert lookup.find("Moss Crawler Rider Crucible").sheet.name == "Moss Crawler Rider [Crucible]"
