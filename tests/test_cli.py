"""The command line as a stranger would use it: what it prints, and what it says to bad input."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pages import MOSS_CRAWLER

DATA = Path(__file__).parent / "data"


def warbook(*words):
    environment = {**os.environ, "COLUMNS": "120"}
    command = [sys.executable, "-m", "warbook", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env=environment, timeout=60
    )


def odds_json(*words):
    done = warbook("odds", *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "moss crawler.txt"
    path.write_text(MOSS_CRAWLER, "utf-8")
    return path


def test_a_page_attacks_by_its_path(page):
    told = odds_json(page, "Necron Warriors")
    assert told["attacks"]["mean"] == pytest.approx(2 + 3.5 + 2)
    assert told["exact"] is True
    assert "Moss Crawler: Slow Growth" in told["not_modelled"]
    assert "Moss Crawler: Lichen Coat" in told["not_modelled"]


def test_the_rules_that_may_be_used_are_listed():
    told = odds_json("Immortals", "Chaos Land Raider", "--list-rules")
    here = {rule["name"] for rule in told if rule.get("fault") is None}
    assert {"Enslaved Artifice", "Armour of Abhorrence", "Command re-roll hit"} <= here
    assert "Worthy Foes" not in here
    assert all(rule["fault"] for rule in told if rule["name"] not in here)
    shown = warbook("odds", "Immortals", "Chaos Land Raider", "--list-rules").stdout
    assert "Enslaved Artifice (attacker, Obeisance Phalanx)" in shown
    refused = warbook("odds", "Immortals", "Chaos Land Raider", "--list-rules", "--worth")
    assert refused.returncode == 2


def test_half_range_acts_on_each_weapon_by_its_own_range(page):
    near = odds_json(page, "Necron Warriors", "--range", 12)
    assert near["attacks"]["mean"] == pytest.approx(4 + 3.5 + 2)
    far = odds_json(page, "Necron Warriors", "--range", 30)
    assert far["attacks"]["mean"] == pytest.approx(3.5 + 2)
    assert any("beyond its range" in reason for reason in far["reasons"])


def test_a_damaged_model_hits_worse(page):
    told = odds_json("Chaos Land Raider", "Immortals", "--wounds-lost", 12, "--weapon", "soulshatter lascannon")
    assert told["hits"]["mean"] == pytest.approx(4 * 3 / 6)
    whole = odds_json(
        "Chaos Land Raider", "Immortals", "--wounds-lost", 10, "--weapon", "soulshatter lascannon"
    )
    assert whole["hits"]["mean"] == pytest.approx(4 * 4 / 6)


def test_a_page_without_a_statline_cannot_be_attacked(page):
    done = warbook("odds", "Immortals", page)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "statline" in done.stderr


def test_an_attached_leader_dies_last():
    told = odds_json("Chaos Land Raider", "Lychguard", "--target-leader", "Vargard Obyron")
    bodyguard, leader = told["models"]
    assert (bodyguard["name"], leader["name"]) == ("Lychguard", "Vargard Obyron")
    assert leader["p_all_destroyed"] < bodyguard["p_all_destroyed"]


def test_a_leader_leads_only_its_own_units():
    done = warbook("odds", "Tormentors", "Lychguard", "--target-leader", "Lord Exultant")
    assert done.returncode == 2
    assert "does not lead" in done.stderr


LED = ("Necron Warriors", "Lychguard", "--phase", "fight", "--leader", "Overlord", "--leader", "Technomancer")


def test_two_leaders_attack_with_the_unit():
    told = odds_json(*LED)
    assert told["attacker"] == "10 × Necron Warriors with Overlord with Technomancer"
    assert any(
        "whether Overlord and Technomancer may both lead it is not known" in each for each in told["assumed"]
    )
    target = odds_json(*LED[1::-1], "--target-leader", "Overlord", "--target-leader", "Technomancer")
    assert [model["name"] for model in target["models"]] == ["Necron Warrior", "Overlord", "Technomancer"]


def test_of_two_leaders_wargear_tells_whose_it_is():
    told = odds_json(*LED, "--leader-loadout", "overlord: voidscythe")
    assert "Voidscythe" in [line["name"] for line in told["engagement"]["attacker"]["weapons"]]
    assert not any("Overlord: default loadout" in each for each in told["assumed"])
    done = warbook("odds", *LED, "--leader-loadout", "voidscythe")
    assert done.returncode == 2
    assert 'expected "NAME: ITEM", with one of Overlord, Technomancer' in done.stderr


def test_a_third_leader_is_one_too_many():
    done = warbook("odds", *LED, "--leader", "Royal Warden")
    assert done.returncode == 2
    assert "expected at most 2 leaders, got 3 (K-LDR-01)" in done.stderr


def test_a_unit_may_take_only_so_much_wargear():
    done = warbook("odds", "Tormentors", "Lychguard", "--loadout", "3 plasma gun")
    assert done.returncode == 2
    assert "at most 1" in done.stderr


def test_plays_act():
    told = odds_json("Necron Warriors", "Tormentors", "--with", "Fire Overwatch")
    assert told["hits"]["mean"] == pytest.approx(10 / 6)
    done = warbook("odds", "Necron Warriors", "Tormentors", "--with", "Dance")
    assert done.returncode == 2
    assert "command re-roll" in done.stderr


def test_revisions_differ():
    words = ("Lychguard", "Flawless Blades", "--phase", "fight", "--revision")
    assert odds_json(*words, "2023-06")["damage"]["mean"] > odds_json(*words, "2025-06")["damage"]["mean"]


def test_a_file_of_engagements_is_answered_in_order(tmp_path):
    cases = [
        c for c in json.loads((DATA / "odds_cases.json").read_text()) if c["engagement"]["system"] == "wh40k10"
    ]
    path = tmp_path / "list.json"
    path.write_text(json.dumps([case["engagement"] for case in cases[:20]]), "utf-8")
    told = json.loads(warbook("odds", "--engagements", path, "--json").stdout)
    assert [one["id"] for one in told] == [case["engagement"]["id"] for case in cases[:20]]
    for one, case in zip(told, cases, strict=False):
        assert one["damage"]["mean"] == pytest.approx(case["expected"]["damage"]["mean"], abs=1e-9)


BAD = {
    "an unknown unit": ["odds", "Chaos Land Ryder", "Immortals"],
    "one unit": ["odds", "Immortals"],
    "a missing file": ["odds", "nowhere/page.txt", "Immortals"],
    "too many models": ["odds", "Immortals", "Lychguard", "--models", "11"],
    "no models": ["odds", "Immortals", "Lychguard", "--models", "0"],
    "negative models": ["odds", "Immortals", "Lychguard", "--models", "-4"],
    "an unknown revision": ["odds", "Immortals", "Lychguard", "--revision", "2022-01"],
    "an unknown weapon": ["odds", "Immortals", "Lychguard", "--weapon", "teapot"],
    "no ranged weapons": ["odds", "Lychguard", "Immortals", "--phase", "shooting"],
    "an unknown option": ["odds", "Immortals", "Lychguard", "--cove"],
    "more wounds lost than there are": ["odds", "Immortals", "Lychguard", "--target-wounds-lost", "2"],
    "a missing list": ["odds", "--engagements", "nowhere.json"],
    "an unknown command": ["orks"],
    "an unknown game of the library": ["library", "list", "--system", "chess"],
    "an unknown game of a list": ["army", "check", "Necrons", "--system", "chess"],
    "an unknown game of a text": ["explain", "Fight phase.", "--system", "chess"],
    "a game without that army": ["army", "check", "Necrons", "--system", "heresy3"],
}


@pytest.mark.parametrize("words", BAD.values(), ids=BAD.keys())
def test_bad_input_is_told_in_one_line(words):
    done = warbook(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02" * 400, b"\xff\xfe broken", b"Only a line", b"[1, 2"])
def test_a_file_that_is_no_page_is_told_in_one_line(tmp_path, content):
    path = tmp_path / "page.txt"
    path.write_bytes(content)
    for words in (["odds", path, "Immortals"], ["read", path], ["odds", "--engagements", path]):
        done = warbook(*words)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "page.txt" in done.stderr


def test_read_prints_json_alone(page):
    done = warbook("read", page, "--json")
    (sheet,) = json.loads(done.stdout)
    assert sheet["name"] == "Moss Crawler"
    assert sheet["faction"] == "Gravel Court"
    assert [weapon["name"] for weapon in sheet["weapons"]] == ["Pebble sling", "Slag mortar", "Root claws"]
    assert sheet["complete"] is False
    assert done.stderr == ""
    assert warbook("read", page).returncode == 0


def test_help_has_examples():
    assert "warbook odds" in warbook("odds", "--help").stdout
    assert warbook("--version").stdout.strip()


@pytest.mark.parametrize("words", [["--help"], ["army"], ["library"]], ids=" ".join)
def test_what_there_is_to_do_is_told(words):
    done = warbook(*words)
    assert done.returncode == 0
    assert "Commands:" in done.stdout


def unread(*words):
    """The exit code and the errors of a command whose output nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "warbook", *map(str, words)], stdout=writing, stderr=subprocess.PIPE
        )
    finally:
        os.close(writing)
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", ["units", "read Immortals --json", "odds Immortals Lychguard", "odds --help"])
def test_a_reader_that_has_enough_is_no_error(words):
    assert unread(*words.split()) == (0, b"")


def test_a_battle_whose_log_nobody_reads_to_the_end_is_kept(tmp_path):
    record = tmp_path / "battle.json"
    code, _ = unread("play", "Necrons", "Emperor's Children", "--log", "--record", record)
    assert code == 0
    assert warbook("replay", record).returncode == 0


def test_options_that_would_be_ignored_are_refused():
    for words in (
        ["--duel", 2, "--cover"],
        ["--versus", "Immortals", "--worth"],
        ["--versus", "Immortals", "--dealt", 0],
        ["--charge-reroll"],
        ["--roll", "charge 9"],
    ):
        done = warbook("odds", "Lychguard", "Flawless Blades", *words)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1


def test_wargear_that_gives_a_save_gives_it_to_its_bearers():
    words = ("Flawless Blades", "Lychguard", "--charged")
    plain, shielded = odds_json(*words), odds_json(*words, "--target-loadout", "dispersion shield")
    assert plain["models_destroyed"]["mean"] > shielded["models_destroyed"]["mean"]
    assert any("saves on 4+: invulnerable" in reason for reason in shielded["reasons"])


def test_a_profile_is_picked_by_name():
    told = odds_json(
        "Tormentors", "Immortals", "--loadout", "plasma gun", "--profile", "plasma gun supercharge"
    )
    assert any(reason.startswith("Plasma gun (supercharge)") for reason in told["reasons"])
    assert any(reason.startswith("Boltgun") for reason in told["reasons"])
    assert told["self_damage"]["mean"] > 0


def test_text_of_documents_is_not_markup(tmp_path):
    path = tmp_path / "list.json"
    path.write_text('[{"id": "[/red]"}]', "utf-8")
    done = warbook("odds", "--engagements", path)
    assert done.returncode == 0
    assert "[/red]" in done.stdout


def test_one_engagement_prints_one_object(tmp_path):
    case = json.loads((DATA / "odds_cases.json").read_text())[0]["engagement"]
    path = tmp_path / "one.json"
    path.write_text("\ufeff" + json.dumps(case), "utf-8")
    assert json.loads(warbook("odds", "--engagements", path, "--json").stdout)["id"] == case["id"]


def test_a_core_play_in_use_is_told():
    told = odds_json("Necron Warriors", "Tormentors", "--with", "Command Re-roll hit")
    assert any("Command Re-roll hit used" in each for each in told["assumed"])


def test_an_option_of_a_rule_without_a_choice_is_refused():
    done = warbook(
        "odds", "Flawless Blades", "Immortals", "--phase", "fight", "--with", "Possessed Blade: banana"
    )
    assert done.returncode != 0
    assert "leaves no choice" in done.stderr
