"""``warbook explain`` and ``warbook coverage``."""

import json
import os
import subprocess
import sys

import pytest

from warbook.reading.understanding import passages, understood, with_effects
from warbook.sheets.sheet import Ability, Collection, Datasheet, Play

HIT = "Each time this model makes an attack, add 1 to the Hit roll."
SHEET = Datasheet(
    "Zorblax",
    "Glass",
    "wh40k10",
    abilities=(Ability("Keen", "datasheet", HIT), Ability("Odd", "datasheet", "Gibber sideways.")),
    plays=(Play("Rite", 1, "CP", "Glass", "Ploy", when="Fight phase.", effect=HIT),),
)


def warbook(*words):
    told = [sys.executable, "-m", "warbook", *words]
    return subprocess.run(told, capture_output=True, text=True, env=dict(os.environ))


def test_a_text_as_json():
    answer = json.loads(warbook("explain", HIT, "--kind", "ability", "--json").stdout)
    assert answer["understood"]
    assert answer["sentences"] == [{"understood": True, "executed": True, "odds": True, "battle": True}]
    assert answer["rendered"] == "Each time this model makes an attack: +1 to hit."


def test_a_note_is_neither_executed_nor_left_out():
    (sentence,) = json.loads(warbook("explain", "(see above)", "--json").stdout)["sentences"]
    assert sentence == {"understood": True, "executed": False, "odds": False, "battle": False, "note": True}


def test_lines_keep_their_order_and_the_sentences_given(tmp_path):
    lines = [
        {
            "id": "b",
            "kind": "ability",
            "text": "x",
            "sentences": [{"text": HIT, "combat": True}, {"text": "Gibber sideways."}],
        },
        {"id": "a", "kind": "when", "text": "Fight phase.", "sentences": [{"text": "Fight phase"}]},
    ]
    path = tmp_path / "lines"
    path.write_text("\n".join(json.dumps(line) for line in lines))
    found = json.loads(warbook("explain", "--lines", str(path), "--json").stdout)
    assert [each["id"] for each in found] == ["b", "a"]
    assert [[one["understood"] for one in each["sentences"]] for each in found] == [[True, False], [True]]
    assert found[0]["sentences"][1]["rest"]


@pytest.mark.parametrize(
    "line",
    ["{", '{"id": 3}', '{"id": "x", "kind": "poem", "text": ""}', "[" * 5000, '{"id": "x", "text": "y"}'],
)
def test_a_bad_line_is_told_with_its_number(tmp_path, line):
    path = tmp_path / "lines"
    path.write_text(f'{{"id": "x", "kind": "when", "text": "Fight phase."}}\n{line}\n')
    done = warbook("explain", "--lines", str(path), "--json")
    assert done.returncode == 2
    assert "line 2" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_sheet_carries_the_effects_of_its_rules():
    found = with_effects(SHEET)
    assert found.abilities[0].effects[0]["type"] == "each"
    assert found.abilities[1].effects[0]["type"] == "unparsed"
    assert [each["type"] for each in found.plays[0].effects] == ["when", "each"]
    assert understood(Collection((SHEET,))).sheets == (found,)


def test_equal_texts_count_once():
    found = passages(Collection((SHEET, SHEET)))
    assert [each.kind for each in found] == ["ability", "ability", "when", "effect"]


def test_a_time_by_itself_is_when_something_is_used():
    answer = json.loads(warbook("explain", "Your opponent's Shooting phase.", "--json").stdout)
    assert [each["type"] for each in answer["effects"]] == ["when"]


@pytest.mark.parametrize("which", ["every", "lost", "none"])
def test_coverage_shows_the_rules_that_are_asked_for(tmp_path, which):
    page = tmp_path / "page.json"
    page.write_text(json.dumps([]))
    done = warbook("coverage", str(page), "--rules", "some")
    assert done.returncode == 2
    assert which in done.stderr
