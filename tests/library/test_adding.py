"""Things are kept with their versions, each once."""

import json
import zipfile

import pytest

from library.shelves import home, keep, results, unit  # noqa: F401
from pages import MOSS_CRAWLER
from warbook import importers
from warbook.errors import InputError
from warbook.library import adding, lookup, place, removing, search
from warbook.library.adding import Read
from warbook.library.search import Wanted
from warbook.sheets.sheet import Faction, Rule, Source

pytestmark = pytest.mark.usefixtures("home")


def current(name: str = "Moss Crawler"):
    (one,) = search.kept(Wanted(name=name))
    return search.sheet(one.id)


def test_what_is_kept_comes_back_as_it_was():
    sheet = unit()
    assert results(keep(sheet)) == ["new"]
    assert current() == sheet


def test_a_newer_version_becomes_the_current_one_and_the_older_stays():
    keep(unit(points=240, date="2025-07-22"))
    assert results(keep(unit(points=220, date="2026-06-14"))) == ["updated"]
    assert current().points[0].points == 220
    (one,) = search.kept(Wanted(name="moss crawler"))
    assert [version.date for version in search.versions(one)] == ["2026-06-14", "2025-07-22"]


def test_an_older_version_is_kept_behind_the_newer_one():
    keep(unit(points=220, date="2026-06-14"))
    assert results(keep(unit(points=240, date="2025-07-22"))) == ["older"]
    assert current().points[0].points == 220


def test_what_says_the_same_at_a_later_date_is_unchanged_and_named_by_the_later_document():
    keep(unit(date="2025-07-22"))
    assert results(keep(unit(date="2026-06-14", path="newer.json"))) == ["unchanged"]
    (one,) = search.kept(Wanted(name="Moss Crawler", every_version=True))
    assert (one.date, one.source) == ("2026-06-14", "newer.json")


def test_a_change_that_was_taken_back_is_a_version_of_its_own():
    keep(unit(points=100, date="2025-01-01"))
    keep(unit(points=110, date="2025-06-01"))
    assert results(keep(unit(points=100, date="2026-01-01"))) == ["updated"]
    assert current().points[0].points == 100


def test_without_a_date_what_was_added_last_counts_though_it_was_said_before():
    for points in (100, 110, 100):
        keep(unit(points=points, date=None))
    assert current().points[0].points == 100


def test_another_kind_of_document_stands_beside_the_first():
    keep(unit(points=100, date="2025-06-01"))
    assert results(keep(unit(points=105, date="2025-06-01", path="court.cat"))) == ["other source"]
    assert results(keep(unit(points=100, date="2025-06-01"))) == ["unchanged"]
    assert results(keep(unit(points=105, date="2025-06-01", path="court.catz"))) == ["unchanged"]


def test_one_name_in_two_factions_is_two_units():
    report = keep(unit(), unit(faction="Tide Choir"))
    assert results(report) == ["new", "new"]
    assert [one.faction for one in search.kept(Wanted(name="Moss Crawler"))] == ["Gravel Court", "Tide Choir"]


def test_a_faction_is_the_same_under_its_long_name():
    keep(unit(date="2025-01-01"))
    report = keep(unit(faction="Rubble - GRAVEL COURT", points=7, date="2026-01-01"))
    assert results(report) == ["updated"]


def test_a_unit_that_another_kind_of_document_has_under_another_faction_s_name_is_the_same():
    marks = ("GRAVEL COURT",)
    keep(unit(faction="Gravel Court", faction_keywords=marks, points=1))
    keep(unit(faction="The Court", faction_keywords=marks, points=2, date="2026-01-01", path="court.cat"))
    (one,) = search.kept(Wanted(name="Moss Crawler"))
    assert (one.faction, len(search.versions(one))) == ("Gravel Court", 2)
    assert search.kept(Wanted(faction="gravel court")) == search.kept(Wanted(faction="the court")) == (one,)
    again = keep(
        unit(faction="The Court", faction_keywords=marks, points=2, date="2026-01-01", path="court.cat")
    )
    assert results(again) == ["unchanged"]


def test_two_factions_of_one_document_are_two_whatever_their_keywords():
    marks = ("GRAVEL COURT",)
    twins = [unit(faction=faction, faction_keywords=marks, path="a.cat") for faction in ("Court", "Guests")]
    keep(unit(faction="Gravel Court", faction_keywords=marks, points=1))
    assert results(keep(*twins)) == ["other source", "new"]
    assert results(keep(*twins)) == ["unchanged", "unchanged"]


def test_two_different_units_of_one_name_in_one_document_are_both_kept():
    report = keep(unit(points=10), unit(points=20))
    assert results(report) == ["new", "new"]
    assert [one.variant for one in search.kept(Wanted(name="Moss Crawler"))] == [0, 1]
    assert results(keep(unit(points=10), unit(points=20))) == ["unchanged", "unchanged"]


def test_the_same_unit_twice_in_one_document_is_kept_once():
    assert results(keep(unit(), unit())) == ["new"]


def test_factions_are_kept_and_joined_from_all_kinds_of_documents():
    rules = (Rule("Slow Growth"),)
    adding.keep(
        [
            adding.Read("/a", (Faction("Gravel Court", "wh40k10", Source("a.json", "2025-01-01"), rules),), ()),
            adding.Read(
                "/b", (Faction("Rubble - Gravel Court", "wh40k10", Source("b.cat", "2026-01-01")),), ()
            ),
        ]
    )
    found = search.factions("gravel court", "wh40k10")
    assert [len(faction.rules) for faction in found] == [0, 1]


def test_pages_are_read_and_kept(tmp_path):
    (tmp_path / "moss.txt").write_text(MOSS_CRAWLER, "utf-8")
    report = adding.add([tmp_path / "moss.txt"])
    assert report.counts() == {"sheet": {"new": 1}}
    assert current().weapons[0].name == "Pebble sling"


def test_a_path_that_cannot_be_read_keeps_the_others_out_too(tmp_path):
    (tmp_path / "moss.txt").write_text(MOSS_CRAWLER, "utf-8")
    with pytest.raises(InputError, match=r"nothing\.txt"):
        adding.add([tmp_path / "moss.txt", tmp_path / "nothing.txt"])
    assert not place().exists()


def test_a_file_of_a_folder_that_cannot_be_read_is_a_problem_and_the_rest_is_kept(tmp_path):
    (tmp_path / "moss.txt").write_text(MOSS_CRAWLER, "utf-8")
    (tmp_path / "noise.txt").write_bytes(b"\x00\x01")
    report = adding.add([tmp_path])
    assert results(report) == ["new"]
    assert [problem.path for problem in report.problems if "binary" in problem.message] == [
        str(tmp_path / "noise.txt")
    ]


def test_removing_a_source_brings_back_the_version_before():
    keep(unit(points=240, date="2025-07-22"), document="/shelf/2025")
    keep(unit(points=220, date="2026-06-14"), document="/shelf/2026")
    removed = removing.remove(Wanted(source="/shelf/2026"))
    assert (len(removed.versions), removed.things) == (1, 0)
    assert current().points[0].points == 240


def test_removing_a_name_or_a_faction_takes_every_version():
    keep(unit(points=240, date="2025-07-22"), unit("Reed Piper"), unit("Bell Warden", "Tide Choir"))
    keep(unit(points=220, date="2026-06-14"))
    assert removing.remove(Wanted(name="moss crawlers")).things == 1
    assert removing.remove(Wanted(faction="gravel court")).things == 1
    assert [one.name for one in search.kept(Wanted())] == ["Bell Warden"]
    assert removing.remove(Wanted(name="Moss Crawler")).versions == ()


def test_search_forgives_case_accents_and_a_plural_and_takes_beginnings():
    keep(unit("Élan Ridér"), unit("Reed Piper", keywords=("INFANTRY", "Sing-Song")))
    found = [search.kept(Wanted(text=text)) for text in ("elan", "RID ela", "riders", "x")]
    assert [len(each) for each in found] == [1, 1, 1, 0]
    assert [one.name for one in search.kept(Wanted(keywords=("sing song", "infantry")))] == ["Reed Piper"]
    assert [one.name for one in search.kept(Wanted(keywords=("infant",)))] == []
    assert len(search.kept(Wanted(source="court"))) == 2
    assert search.kept(Wanted(system="heresy3")) == ()


def test_a_path_that_is_no_text_is_kept_as_far_as_it_is(tmp_path):
    (tmp_path / "bad\udcff.txt").write_text(MOSS_CRAWLER, "utf-8")
    assert results(adding.add([tmp_path])) == ["new"]
    (one,) = search.kept(Wanted())
    assert one.source == str(tmp_path / "bad\ufffd.txt")


def test_lists_in_a_folder_are_kept_and_what_is_neither_is_told(tmp_path):
    (tmp_path / "list.json").write_text('{"name": "mine", "units": [{"sheet": "Piper", "points": 5}]}', "utf-8")
    (tmp_path / "notes.md").write_text("nothing of the kind", "utf-8")
    report = adding.add([tmp_path])
    assert [(outcome.kind, outcome.name) for outcome in report.outcomes] == [("roster", "mine")]
    assert [problem.path for problem in report.problems] == [str(tmp_path / "notes.md")]


def test_the_whole_name_of_a_faction_goes_before_a_part_of_one():
    keep(unit(faction="Court"), unit(faction="Gravel Court"))
    assert [one.faction for one in search.kept(Wanted(faction="court"))] == ["Court"]
    assert [one.faction for one in search.kept(Wanted(faction="gravel"))] == ["Gravel Court"]


def test_a_part_of_a_faction_s_name_removes_nothing():
    keep(unit(), unit("Reed Piper", "Gravel Guests"))
    with pytest.raises(InputError, match="expected a whole faction: Gravel Court, Gravel Guests"):
        removing.remove(Wanted(faction="gravel"))
    for wanted in (Wanted(source=""), Wanted(source="/"), Wanted(name=""), Wanted(faction="")):
        assert removing.remove(wanted).versions == ()
    assert removing.remove(Wanted(faction="gravel court")).things == 1


def listed(path, system="wh40k10", name="Mossy", faction="Gravel Court"):
    """A list of one unit in a file of its own."""
    told = {"name": name, "system": system, "faction": faction, "units": [{"sheet": "Reed Piper", "points": 9}]}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(told), "utf-8")
    return path


def test_the_folders_in_a_folder_are_read_too(tmp_path):
    for folder in ("2024-03", "later/2025-07"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "page.txt").write_text(
            MOSS_CRAWLER.replace("Moss Crawler", f"Moss {folder[-2:]}"), "utf-8"
        )
    listed(tmp_path / "lists" / "mine.json")
    report = adding.add([tmp_path])
    assert report.counts() == {"sheet": {"new": 2}, "roster": {"new": 1}}


def test_hidden_folders_and_links_are_not_read_and_no_folder_is_read_for_ever(tmp_path):
    (tmp_path / ".git").mkdir()
    for folder in (tmp_path, tmp_path / ".git"):
        (folder / "page.txt").write_text(MOSS_CRAWLER, "utf-8")
    (tmp_path / "round").symlink_to(tmp_path, target_is_directory=True)
    assert importers.sources(tmp_path) == [str(tmp_path / "page.txt")]
    deep = tmp_path / "/".join("d" * (importers.MAX_DEPTH + 1))
    deep.mkdir(parents=True)
    with pytest.raises(InputError, match="folders in each other"):
        adding.read(tmp_path)


@pytest.mark.parametrize(
    ("inside", "told"),
    [(("a.csv", "b.csv"), "archive of 2 files: unpack it"), (("[Content_Types].xml",), "office program")],
)
def test_an_archive_that_is_no_list_says_what_to_do(tmp_path, inside, told):
    with zipfile.ZipFile(tmp_path / "data.zip", "w") as archive:
        for name in inside:
            archive.writestr(name, "x")
    with pytest.raises(InputError, match=told):
        adding.read(tmp_path / "data.zip")


def test_lists_of_one_name_in_two_files_are_two_lists(tmp_path):
    one, other = listed(tmp_path / "one.json"), listed(tmp_path / "other.json", faction="Tide Choir")
    assert results(adding.add([one])) == results(adding.add([other])) == ["new"]
    assert results(adding.add([one])) == ["unchanged"]
    listed(one, faction="Gravel Host")
    assert results(adding.add([one])) == ["updated"]
    assert len(search.kept(Wanted("roster"))) == 2


def test_a_list_without_a_title_is_named_after_its_file(tmp_path):
    adding.add([listed(tmp_path / "saturday.json", name="Gravel Court")])
    assert [one.name for one in search.kept(Wanted("roster"))] == ["saturday"]


def test_a_list_of_an_unknown_game_is_refused_and_told_in_a_folder(tmp_path):
    path = listed(tmp_path / "other.json", system="chess")
    with pytest.raises(InputError, match="expected a list of heresy3 or wh40k10, found one of chess"):
        adding.add([path])
    listed(tmp_path / "mine.json")
    report = adding.add([tmp_path])
    assert report.counts() == {"roster": {"new": 1}}
    assert [problem.path for problem in report.problems] == [str(path)]


def test_a_document_without_a_date_is_older_than_any_that_has_one():
    keep(unit(points=240, date=None, path="clone.cat"))
    keep(unit(points=220, date="2025-07-22"))
    keep(unit(points=230, date=None, path="clone.cat"))
    assert current().points[0].points == 220
    (one,) = search.kept(Wanted(name="Moss Crawler"))
    assert [version.effective for version in search.versions(one)] == ["2025-07-22", "", ""]


def court(faction, path, *names, mark="GUILDS OF THE SHORE", date="2025-01-01"):
    """Sheets of one faction in one document."""
    return tuple(unit(name, faction, faction_keywords=(mark,), path=path, date=date) for name in names)


def factions():
    return sorted({one.faction for one in search.kept(Wanted())})


def test_a_faction_of_two_names_has_that_of_its_keyword_and_is_found_by_each():
    keep(*court("Guilds", "a.json", "Eel", "Gull", "Crab"))
    keep(*court("The Shore", "a.cat", "Eel", "Gull", "Clam"))
    assert factions() == ["Guilds of the Shore"]
    for name in ("Guilds", "the shore", "Guilds of the Shore"):
        assert len(search.kept(Wanted(faction=name))) == 4
        assert lookup.find("Clam", faction=name).sheet.faction == "Guilds of the Shore"
    assert results(keep(*court("Guilds", "a.json", "Eel", "Whelk"))) == ["unchanged", "new"]
    assert factions() == ["Guilds of the Shore"]
    assert lookup.faction_name("guilds", "wh40k10") == "Guilds of the Shore"


def test_factions_that_one_document_tells_apart_stay_apart():
    keep(*court("Guilds", "a.json", "Eel", "Gull"), *court("The Shore", "a.json", "Crab"))
    keep(*court("The Shore", "a.cat", "Eel", "Gull", date="2024-01-01"))
    assert factions() == ["Guilds", "The Shore"]


def test_guests_under_a_faction_s_other_name_do_not_keep_the_two_apart():
    keep(*court("Shore", "a.json", "Eel", "Gull", "Crab"))
    guests = court("Shore", "b.cat", "Mole", mark="GRAVEL COURT")
    keep(*court("Guilds of the Shore", "a.cat", "Eel", "Gull", "Clam"), *guests)
    assert factions() == ["Guilds of the Shore"]
    assert lookup.find("Mole", faction="Shore").sheet.faction == "Guilds of the Shore"


def test_a_part_of_a_faction_is_not_the_faction():
    keep(*court("Guilds", "a.json", *(f"Eel {letter}" for letter in "abcdefghij")))
    keep(*court("Harbour Watch", "a.cat", "Eel a", "Eel b"))
    assert factions() == ["Guilds", "Harbour Watch"]


def test_names_of_the_same_letters_are_one_faction():
    keep(*court("Harbour Watch", "a.json", "Eel", mark="HARBOURWATCH"))
    keep(*court("Harbourwatch", "b.json", "Eel", "Crab", mark="HARBOURWATCH", date="2026-01-01"))
    assert factions() == ["Harbourwatch"]
    assert len(search.kept(Wanted(name="Eel"))) == 1


def test_names_that_differ_in_an_s_are_one_faction_and_spelt_as_their_keyword():
    both = ("GRAVEL COURT", "CHALK KNIGHTS")
    cards = [unit(name, "Chalk Knight", faction_keywords=both) for name in ("Chalk Mole", "Chalk Vole")]
    keep(*cards, unit("Old Vole", "Chalk Knight", faction_keywords=("CHALK KNIGHTS",)), document="a.json")
    keep(unit("Chalk Shrew", "Chalk Knights", faction_keywords=both), document="a.cat")
    assert {one.faction for one in search.kept(Wanted())} == {"Chalk Knights"}
    assert len(search.kept(Wanted(faction="chalk knight"))) == 4


def test_a_document_s_name_for_the_faction_of_all_its_sheets_is_one_more():
    told = Faction("Shore", "wh40k10", Source("a.cat"), (Rule("Tides", "rise"),))
    adding.keep([Read("/a.cat", (*court("Shore Guilds", "a.cat", "Eel"), told), ())])
    assert lookup.faction("Shore Guilds", "wh40k10").rules == told.rules
    assert lookup.faction("shore", "wh40k10").name == "Shore Guilds"


def test_a_catalogue_whose_library_lends_its_units_tells_of_their_faction():
    lent = [unit(name, "Tide Choir", path="Sea - Shore Library.cat") for name in ("Crab", "Gull")]
    told = [
        Faction(name, "wh40k10", Source(f"Sea - {name}.cat"), (Rule(rule, "it acts"),))
        for name, rule in (("Shore", "Tides"), ("Cliff", "Stones"))
    ]
    adding.keep([Read("/sea", (*lent, *told), ())])
    assert lookup.faction("Tide Choir", "wh40k10").rules == told[0].rules
    assert lookup.faction("shore", "wh40k10").name == "Tide Choir"
    assert lookup.faction("Cliff", "wh40k10").rules == told[1].rules


def test_lists_of_one_file_name_in_two_folders_are_two_lists(tmp_path, monkeypatch):
    for folder in ("one", "two"):
        listed(tmp_path / folder / "mine.json")
        monkeypatch.chdir(tmp_path / folder)
        assert results(adding.add(["mine.json"])) == ["new"]


def test_typed_lists_in_a_folder_are_kept_as_single_files_are(tmp_path):
    (tmp_path / "typed.txt").write_text("Moss Crawler\n10 Gravel Wardens\n", encoding="utf-8")
    (tmp_path / "verse.txt").write_text("The rain came down, and nobody of us had a coat for it.\n" * 4)
    alone = adding.add([tmp_path / "typed.txt"])
    report = adding.add([tmp_path])
    assert [each.name for each in alone.outcomes] == ["typed"]
    assert [(each.result, each.name) for each in report.outcomes] == [("unchanged", "typed")]
