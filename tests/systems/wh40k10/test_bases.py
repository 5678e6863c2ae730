"""What models stand on where their documents print no base."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from warbook.sheets.sheet import Datasheet, Missing, Model
from warbook.systems.wh40k10.bases import HULL_BASE_MM, based

DATA = Path(os.environ.get("WARBOOK_DATA", Path(__file__).parents[4] / "shared" / "data"))
TOOL = Path(__file__).parents[3] / "tools" / "base_table.py"


def sheet(*keywords, wounds="2", base=None, lacks=True):
    """A Gravel Crawler, whose document lacks a base or does not."""
    missing = (Missing("base", "Gravel Crawler"),) if lacks else ()
    model = Model("Gravel Crawler", 1, 1, base, {"W": wounds})
    return Datasheet(
        "Gravel Crawler", "Gravel Court", "wh40k10", models=(model,), keywords=keywords, missing=missing
    )


def base_of(one):
    return based(one)[0].models[0].base_mm


@pytest.mark.parametrize(
    ("keywords", "wounds", "expected"),
    [
        # the commonest base_size among such rows of an export of July 2025: 77 of 156, 59 of 99, 17 of 17,
        # 8 of 16, 32 of 34 (their own model), 31 of 35
        (("INFANTRY",), "1", 25),
        (("INFANTRY",), "2", 32),
        (("INFANTRY", "TERMINATOR"), "3", 40),
        (("VEHICLE", "WALKER"), "8", 60),
        (("VEHICLE", "TRANSPORT"), "10", HULL_BASE_MM),
        (("VEHICLE", "AIRCRAFT", "FLY"), "12", "120x92"),
    ],
)
def test_models_stand_on_the_commonest_base_of_their_keywords_and_wounds(keywords, wounds, expected):
    assert base_of(sheet(*keywords, wounds=wounds)) == expected


def test_what_a_document_prints_stands_and_is_not_told():
    printed = sheet("VEHICLE", base=80)
    assert based(printed) == (printed, {})


def test_a_vehicle_whose_document_lacks_no_base_stands_on_its_hull():
    assert base_of(sheet("VEHICLE", "WALKER", lacks=False)) == HULL_BASE_MM


def test_what_was_taken_is_told():
    assert based(sheet("INFANTRY"))[1] == {"Gravel Crawler": "32 mm"}
    assert based(sheet("VEHICLE", "TRANSPORT", wounds="10"))[1] == {"Gravel Crawler": "a hull of 170 × 105 mm"}


def test_wounds_that_are_no_number_cost_nothing():
    assert base_of(sheet("INFANTRY", wounds="*")) == 25


@pytest.mark.skipif(not (DATA / "wahapedia").exists(), reason="the documents are not here")
def test_the_table_is_what_the_documents_print():
    done = subprocess.run([sys.executable, TOOL, DATA, "--check"], check=False, timeout=300)
    assert done.returncode == 0, f"run: python tools/base_table.py {DATA}"
