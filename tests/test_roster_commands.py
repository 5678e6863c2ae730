"""Lists of any form in the commands that take armies."""

import json

import pytest

from test_cli import warbook
from test_play import refused

TEXT = """Dust (250 Points)

Necrons
Awakened Dynasty
Strike Force (2000 Points)

CHARACTERS

Overlord (85 Points)
  • Warlord
  • 1x Staff of light

BATTLELINE

Necron Warriors (90 Points)
  • 10x Necron Warrior
     ◦ 10x Gauss flayer
     ◦ 10x Close combat weapon

Moss Crawler (75 Points)
  • 1x Root claws
"""


def printed(*arguments):
    done = warbook(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def army(tmp_path):
    path = tmp_path / "dust.txt"
    path.write_text(TEXT, "utf-8")
    return str(path)


def test_a_list_of_the_app_fights_and_who_is_unknown_stays_at_home(army):
    told = json.loads(printed("play", army, "Emperor's Children", "--seed", "3", "--json"))
    assert any("Moss Crawler stays at home" in line for line in told["taken"])
    assert told["winner"] in ("A", "B", "draw")


@pytest.mark.parametrize("form", ["app", "simple", "json"])
def test_a_list_is_exported_and_read_again(army, tmp_path, form):
    (tmp_path / "again").write_text(printed("army", "export", army, "--form", form), "utf-8")
    again = printed("army", "export", str(tmp_path / "again"), "--form", "app")
    assert "Necron Warriors (90 Points)" in again
    assert "◦ 10x Gauss flayer" in again


def test_an_unknown_form_is_refused(army):
    assert "expected one of app, simple, json" in refused("army", "export", army, "--form", "pdf")
