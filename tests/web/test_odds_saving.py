"""Answers saved as pictures and tables."""

import csv
import io
from xml.etree import ElementTree

import pytest

from warbook.queries import Profile, Question, Side
from warbook.rules.pick import Arm
from warbook.web.odds import saving
from warbook.web.odds.compared import compared

HOSTILE = "<script>alert(1)</script> & =1+1"
BRUTE = Side(HOSTILE, typed=Profile(arms=(Arm("fire", "ranged", "1", "3+", 8, "0", "1", ("torrent",)),)))
QUESTION = Question(BRUTE, Side("=Mark", typed=Profile()), "shooting")


def test_a_picture_is_whole_and_holds_no_markup_of_a_name():
    made = ElementTree.fromstring(saving.picture(QUESTION))
    assert {each.tag.rpartition("}")[2] for each in made.iter()} == {"svg", "title", "rect", "text"}
    texts = "".join(each.text or "" for each in made.iter())
    assert "unit destroyed 83.3%" in texts
    assert "alert(1)" in texts


def test_a_table_has_every_chance_in_full_and_no_formula():
    rows = list(csv.reader(io.StringIO(saving.table(QUESTION))))
    assert ["target", "'=Mark"] in rows
    assert float(next(row for row in rows if row[0] == "unit destroyed")[1]) == pytest.approx(5 / 6)
    start = rows.index(["damage", "exactly", "at least"])
    assert [float(cell) for cell in rows[start + 2]] == pytest.approx([1, 5 / 6, 5 / 6])
    fire = dict(zip(*(row for row in rows if row[1:2] in (["weapon"], ["fire"])), strict=True))
    assert float(fire["wounds"]) == pytest.approx(5 / 6)
    assert (fire["attacks"], fire["wasted"]) == ("1.0", "0.0")


def test_no_chance_of_a_table_is_above_one():
    many = Side("Many", models=7, typed=Profile(arms=(Arm("fire", "ranged", "3", "3+", 4, "0", "1"),)))
    rows = list(
        csv.reader(
            io.StringIO(saving.table(Question(many, Side("Mark", models=9, typed=Profile()), "shooting")))
        )
    )
    chances = [float(row[2]) for row in rows if len(row) == 3 and row[0].isdecimal()]
    assert chances
    assert max(chances) == 1.0


def test_questions_side_by_side_tell_what_differs():
    other = Question(BRUTE, QUESTION.target, "shooting", modifiers=("-1 to wound",))
    bad = Question(BRUTE, Side("Nobody at all"), "shooting")
    rows = compared([QUESTION, other, bad])
    assert [row.told.p_destroyed if row.told else None for row in rows] == [
        pytest.approx(5 / 6), pytest.approx(4 / 6), None,
    ]  # fmt: skip
    assert "modifiers: -1 to wound" in rows[1].differs
    assert "expected" in rows[2].fault


def test_files_come_by_their_addresses(page):
    link = "attacker=Flawless+Blades&target=Lychguard&phase=fight"
    picture = page.request.get(f"/odds.svg?{link}")
    assert picture.ok
    assert "<svg" in picture.text()
    table = page.request.get(f"/odds.csv?{link}")
    assert "3 × Flawless Blades" in table.text()
    refused = page.request.get("/odds.csv?attacker=Nobody+at+all&target=Lychguard")
    assert refused.status == 404
    assert "expected" in refused.text()
