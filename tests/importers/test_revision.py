"""Which revision a page's glossary speaks for."""

import pytest

from warbook.importers.wh40k10_revision import REVISIONS, gather_evidence, judge
from warbook.sheets.sheet import Evidence, Play, Rule


def play(name, cost=1, **texts):
    return Play(name, cost, "CP", "Core", "Epic Deed", **{"when": "Now.", "effect": "It acts.", **texts})


def revision(rules=(), plays=()):
    return judge(gather_evidence([Rule(name, text) for name, text in rules], plays))


def test_no_evidence_no_revision():
    assert revision() is None
    assert revision([("Stone Skin", "It is hard.")]) is None


@pytest.mark.parametrize(("cost", "newest"), [(2, "2023-12"), (1, "2025-06")])
def test_of_equals_the_newest(cost, newest):
    assert revision(plays=[play("HEROIC INTERVENTION", cost)]) == newest


def test_the_trigger_of_overwatch_tells_the_last_two_apart():
    plays = [play("HEROIC INTERVENTION", 1)]
    assert revision(plays=[*plays, play("FIRE OVERWATCH", when="After it ends a Charge move.")]) == "2024-06"
    assert revision(plays=[*plays, play("FIRE OVERWATCH", when="When it declares a charge.")]) == "2025-06"


def test_the_launch():
    rules = [("Devastating Wounds", "It suffers them and the attack sequence ends.")]
    plays = [play("INSANE BRAVERY", when="In that step, just after you fail."), play("HEROIC INTERVENTION", 2)]
    assert revision(rules, plays) == "2023-06"


def test_one_odd_text_does_not_outweigh_the_rest():
    rules = [
        ("Hazardous", "One test for each that was just used; then one is destroyed (selected by its owner)."),
        ("Deep Strike", "In the Reinforcements step it arrives."),
        ("2. Battle-shock", "Units that are Below Half-strength test."),
    ]
    assert revision(rules, [play("HEROIC INTERVENTION", 1)]) == "2023-12"


def test_evidence_counts_more_the_fewer_revisions_it_allows():
    assert judge([Evidence("x", REVISIONS[2:]), Evidence("y", REVISIONS[:1])]) == "2023-06"
