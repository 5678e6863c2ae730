"""Lists as people export them, judged with the sheets of an export: what a hand reading finds wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

DATA = Path(os.environ.get("WARBOOK_DATA", Path(__file__).parents[2] / "shared" / "data"))
SHEETS, LISTS = DATA / "gdc" / "2025-07", DATA / "rosters"
pytestmark = pytest.mark.skipif(not (SHEETS.is_dir() and LISTS.is_dir()), reason="no data")


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    path = tmp_path_factory.mktemp("library")
    warbook(path, "library", "add", SHEETS)
    return path


def warbook(home, *words):
    command = [sys.executable, "-m", "warbook", *map(str, words)]
    environment = {**os.environ, "WARBOOK_HOME": str(home)}
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", env=environment, timeout=180
    )


def checked(home, start):
    (path,) = LISTS.glob(f"{start}_*")
    done = warbook(home, "army", "check", path, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("start", "points", "units", "against"),
    [
        ("01", 1975, 9, ["K-ARM-01 battle size"]),
        ("03", 1600, 9, []),
        ("05", 105, 1, []),
        ("06", 1985, 13, []),
        ("07", 2000, 13, []),
        ("09", 405, 5, []),
    ],
)
def test_what_is_against_a_list(home, start, points, units, against):
    told = checked(home, start)
    assert (told["points"], len(told["units"])) == (points, units)
    assert [problem["rule"] for problem in told["problems"]] == against


def test_the_list_of_the_sheets_own_date_has_no_other_points(home):
    told = checked(home, "07")
    assert [unit["points"] for unit in told["units"]] == [unit["points_by_sheet"] for unit in told["units"]]


def test_a_part_of_a_list_does_not_come_to_its_total(home):
    assert "K-ARM-05 points" in [problem["rule"] for problem in checked(home, "11")["problems"]]


def test_a_list_of_another_game_is_refused(home):
    (path,) = LISTS.glob("12_*")
    done = warbook(home, "army", "check", path)
    assert done.returncode == 2
    assert "not supported" in done.stderr
