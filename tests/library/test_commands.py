"""``warbook library`` as it is typed."""

import json
import subprocess
import sys

import msgspec
import pytest
import typer

from library.shelves import home, keep, unit  # noqa: F401
from pages import MOSS_CRAWLER
from warbook.cli import app
from warbook.errors import InputError
from warbook.sheets.sheet import Ability, Transport

pytestmark = pytest.mark.usefixtures("home")


def warbook(*words, status=0):
    done = subprocess.run([sys.executable, "-m", "warbook", *words], capture_output=True, text=True)
    assert done.returncode == status, done.stderr
    if status:
        assert (done.stdout, done.stderr.count("\n")) == ("", 1)
    return done.stderr if status else done.stdout


def told(*words):
    return json.loads(warbook(*words, "--json"))


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "moss.txt"
    path.write_text(MOSS_CRAWLER, "utf-8")
    return path


def test_a_page_is_added_listed_shown_used_and_removed(page):
    assert told("library", "add", str(page))["counts"] == {"sheet": {"new": 1}}
    assert "1 unchanged" in warbook("library", "add", str(page))
    (one,) = told("library", "list", "crawl", "--keyword", "vehicle", "--faction", "gravel court")
    assert (one["name"], one["source"]) == ("Moss Crawler", str(page))
    shown = told("library", "show", "moss crawler")
    assert (shown["sheet"]["name"], len(shown["versions"])) == ("Moss Crawler", 1)
    assert "current version" in warbook("library", "show", "moss")
    odds = told("odds", "moss crawler", "Necron Warriors")
    assert odds["attacker"] == "Moss Crawler"
    assert told("library", "remove", "Moss Crawler")["things"] == 1
    assert told("library", "list") == []


def test_adding_tells_what_was_not_understood(page, tmp_path):
    (tmp_path / "noise.txt").write_bytes(b"\x00")
    shown = warbook("library", "add", str(tmp_path))
    assert "sheets: 1 new" in shown
    assert "noise.txt" in shown


def test_removing_by_source_tells_how_many():
    keep(unit(), unit("Reed Piper"), document="/shelf/a.json")
    keep(unit("Bell Warden"), document="/shelf/b.json")
    assert warbook("library", "remove", "--source", "/shelf/a.json").startswith("removed 2 (2 versions):")
    assert [one["name"] for one in told("library", "list")] == ["Bell Warden"]


@pytest.mark.parametrize(
    ("words", "told_"),
    [
        (("add", "nothing.txt"), "nothing.txt: path: expected a file"),
        (("show", "Moss Crawler"), "expected one of Moss Crawler (Gravel Court)"),
        (("show", "Mos Crawlr"), "closest: Moss Crawler"),
        (("remove",), "expected a name, --faction, --source or --kind"),
        (("remove", "crawler"), "expected one of"),
        (("remove", "--faction", "nobody"), "found nothing"),
        (("remove", "Moss Crawler"), "Moss Crawler (Tide Choir)"),
        (("remove", "reed"), "expected a whole name to remove; closest: Reed Piper"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(words, told_):
    keep(unit(), unit(faction="Tide Choir"), unit("Reed Piper"))
    assert told_ in warbook("library", *words, status=2)
    assert len(told("library", "list")) == 3


@pytest.mark.parametrize("command", ["add", "list", "show", "remove", "diff"])
def test_every_command_has_help_with_an_example(command):
    assert f"warbook library {command}" in warbook("library", command, "--help")


def test_diff_tells_what_a_newer_version_changed():
    keep(unit(points=240, date="2025-07-22"), unit("Reed Piper"))
    keep(unit(points=220, date="2026-06-14"))
    shown = warbook("library", "diff").splitlines()
    assert shown == [
        "1 changed (points of 1)",
        "Moss Crawler (Gravel Court): 240 → 220 points",
    ]
    (one,) = told("library", "diff", "moss crawler")
    assert (one["old"]["date"], one["new"]["date"]) == ("2025-07-22", "2026-06-14")
    assert [(each["field"], each["old"], each["new"]) for each in one["differences"]] == [
        ("points", "240", "220")
    ]
    assert told("library", "diff", "Reed Piper") == []


def test_diff_compares_two_kinds_of_documents_only_where_it_is_asked_to():
    keep(unit(points=100))
    keep(unit(points=105, path="court.cat"))
    assert told("library", "diff") == []
    assert "100 → 105 points" in warbook("library", "diff", "Moss Crawler")


def test_a_name_that_both_games_have_means_the_game_of_the_other_unit():
    keep(unit(), unit(system="heresy3", points=9))
    assert told("odds", "Moss Crawler", "Lychguard")["target"] == "5 × Lychguard"
    assert "of heresy3" in warbook("odds", "Moss Crawler", "Moss Crawler", status=2)


def test_a_leader_that_several_factions_have_is_that_of_the_unit_s_faction():
    leads = ("Reed Piper",)
    captains = [unit("Reed Captain", faction, leads=leads) for faction in ("Gravel Court", "Tide Choir")]
    keep(*captains, unit("Reed Piper", "Tide Choir"))
    made = told("odds", "Reed Piper", "Lychguard", "--phase", "fight", "--leader", "reed captain")
    assert made["attacker"] == "Reed Piper with Reed Captain"


def test_diff_tells_which_sheets_came_and_went_with_newer_data():
    keep(unit(), unit("Reed Piper"), unit("Bell Warden"))
    later = [unit(name, date="2026-01-01", points=130) for name in ("Moss Crawler", "Reed Piper", "Silt Rider")]
    keep(*later)
    changes = [(one["name"], bool(one["old"]), bool(one["new"])) for one in told("library", "diff")]
    assert changes == [("Bell Warden", True, False), ("Silt Rider", False, True)]
    shown = warbook("library", "diff")
    assert "Bell Warden (Gravel Court): not there any more after 2025-01-01" in shown
    assert "Silt Rider (Gravel Court): new in 2026-01-01" in shown


@pytest.mark.parametrize(
    ("words", "told_"),
    [
        (("crawlre",), "name 'crawlre': closest: Moss Crawler"),
        (("--faction", "gravle court"), "faction 'gravle court': closest: Gravel Court"),
        (("crawl", "--keyword", "vehicel"), "keyword 'vehicel': closest: VEHICLE"),
    ],
)
def test_a_search_without_a_result_says_what_comes_closest(words, told_):
    keep(unit(), unit("Reed Piper", "Tide Choir"))
    assert warbook("library", "list", *words).splitlines() == ["0 found", told_]


def test_an_empty_library_says_how_to_fill_it():
    assert "warbook library add" in warbook("library", "list")
    assert "warbook library add" in warbook("odds", "Mosss", "Lychguard", status=2)


def test_show_forgives_a_slip_but_remove_does_not():
    keep(unit())
    assert "Moss Crawler" in warbook("library", "show", "Moss Crwaler")
    assert "closest: Moss Crawler" in warbook("library", "remove", "Moss Crwaler", status=2)


def test_lists_are_played_shown_and_removed_by_name(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text('{"name": "Mossy", "units": [{"sheet": "Lychguard"}]}', "utf-8")
    warbook("library", "add", str(path))
    assert told("odds", "Mossy", "Lychguard")["attackers"][0]["sheet"] == "Lychguard"
    assert "A Mossy" in warbook("play", "Mossy", "Mossy")
    assert "Lychguard" in warbook("library", "show", "Mossy")
    assert told("library", "remove", "--kind", "roster")["things"] == 1


def test_diff_tells_figures_first_and_of_texts_only_the_words_that_changed():
    def version(date, **more):
        text = f"Each time this unit is chosen, subtract {more['points'] // 100} from its slow roll."
        return unit(date=date, abilities=(Ability("Slow Roots", "datasheet", text),), **more)

    keep(version("2025-01-01", points=100))
    keep(version("2026-01-01", points=210, keywords=("VEHICLE", "MOSS CRAWLER", "WET")))
    assert warbook("library", "diff").splitlines() == [
        "1 changed (points of 1, ability texts of 1, keywords of 1)",
        "Moss Crawler (Gravel Court), 2025-01-01 → 2026-01-01:",
        "  100 → 210 points",
        "  also text of Slow Roots, keywords (--verbose tells how)",
    ]
    assert "  text of Slow Roots changed: subtract [1 → 2]" in warbook("library", "diff", "--verbose")


def test_a_sheet_that_came_where_one_of_nearly_its_name_went_has_another_name():
    keep(unit("Gravel Court Rider"), unit("Bell Warden"), unit("Reed Piper"))
    keep(*(unit(name, date="2026-01-01") for name in ("Silt Rider", "Bell Warden", "Ash Piper")))
    shown = warbook("library", "diff")
    assert "Silt Rider (Gravel Court)" in shown
    assert "called Gravel Court Rider before" in shown
    assert "Reed Piper (Gravel Court): not there any more after 2025-01-01" in shown


def test_show_tells_loadout_transport_and_company_and_no_empty_counts():
    keep(
        unit(transport=Transport(6, ("INFANTRY",), ("BEAST",)), leads=("Reed Piper",), led_by=("Bell Warden",))
    )
    shown = warbook("library", "show", "Moss Crawler").splitlines()
    for line in (
        "default loadout: Root claws",
        "transport capacity: 6 INFANTRY, not BEAST",
        "leads: Reed Piper",
        "led by: Bell Warden",
    ):
        assert line in shown
    assert not [line for line in shown if line.startswith("0 ")]


def test_adding_counts_what_was_not_understood_and_names_what_was_not_read(tmp_path):
    (tmp_path / "noise.txt").write_bytes(b"\x00")
    (tmp_path / "torn.catz").write_bytes(b"PK\x03\x04")
    (tmp_path / "list.txt").write_text(
        "Mossy\n\nGravel Court\nStrike Force (2000 points)\n\nCHARACTERS\n\nMoss Crawler (130 points)\n",
        "utf-8",
    )
    shown = warbook("library", "add", str(tmp_path))
    assert "not read: 2 files\n" in shown
    assert "problems:" not in shown


def test_where_the_library_is_empty_lists_of_unknown_units_say_how_to_fill_it(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text('{"name": "Mossy", "units": [{"sheet": "Silt Rider"}]}', "utf-8")
    assert "warbook library add" in warbook("army", "check", str(path))
    assert "warbook library add" in warbook("play", str(path), "Necrons", status=2)


@pytest.mark.parametrize(("names", "asked"), [(("Moss Crawler",), 0), (("Moss Crawler", "Reed Piper"), 1)])
def test_on_a_terminal_more_than_one_thing_is_removed_only_when_confirmed(monkeypatch, names, asked):
    keep(*map(unit, names))
    questions = []
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(typer, "confirm", lambda question: questions.append(question) or False)
    words = ["library", "remove", "--faction", "Gravel Court"]
    if asked:
        with pytest.raises(InputError, match="nothing was removed"):
            app(words, standalone_mode=False)
        assert len(told("library", "list")) == len(names)
    app([*words, "--yes"] if asked else words, standalone_mode=False)
    assert (len(questions), told("library", "list")) == (asked, [])


def test_a_field_that_another_kind_of_document_does_not_have_did_not_change():
    keep(msgspec.structs.replace(unit(points=100), led_by=("Reed Piper",)))
    keep(unit(points=105, path="court.cat"))
    (one,) = told("library", "diff", "Moss Crawler")
    assert [each["field"] for each in one["differences"]] == ["points"]
