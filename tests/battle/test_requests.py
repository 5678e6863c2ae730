"""Everything that a battle can ask is in the page for authors of bots."""

import ast
import re
from pathlib import Path
from random import Random

import pytest

from battle.test_battles import bundled_armies
from battle.wild import WildBot
from warbook.battle import Ask, Place, Roll, begin, rolled
from warbook.systems.wh40k10.decisions import Decision, Placement
from warbook.systems.wh40k10.plays import PLAYS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bots.md").read_text("utf-8")
SOURCES = sorted((ROOT / "src" / "warbook" / "systems" / "wh40k10").rglob("*.py"))
DECISIONS, PLACEMENTS = (
    re.findall(rf"^\| `{kind}\.(\w+)`", PAGE, re.MULTILINE) for kind in ("Decision", "Placement")
)


def literals(function, place):
    """The texts in the calls of a function, by the place of the argument."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            called = getattr(node, "func", None)
            if isinstance(node, ast.Call) and getattr(called, "id", "") == function and len(node.args) > place:
                given = node.args[place]
                if isinstance(given, ast.Constant | ast.JoinedStr):
                    yield ast.unparse(given)


def test_the_page_lists_the_decisions_that_there_are():
    assert [each.name for each in Decision] == DECISIONS


def test_the_page_lists_the_placements_that_there_are():
    assert [each.name for each in Placement] == PLACEMENTS


def test_nothing_is_asked_for_by_a_text():
    assert [text for name in ("ask", "Ask", "Place") for text in literals(name, 1)] == []


def test_every_window_is_in_the_table():
    assert {play.event for play in PLAYS if f"`{play.event}`" not in PAGE} == set()
    for play in PLAYS:
        assert play.name in PAGE


@pytest.mark.parametrize("seed", range(3))
def test_what_is_asked_in_battles_is_a_decision_or_a_placement(seed):
    battle, random = begin(bundled_armies("small-yard", "2023-12")), Random(seed)
    bots = (WildBot(seed), WildBot(seed + 50))
    while battle.request is not None:
        request = battle.request
        if isinstance(request, Roll):
            battle.send(rolled(request, random))
            continue
        assert isinstance(request, Ask | Place)
        assert isinstance(request.what if isinstance(request, Ask) else request.kind, Decision | Placement)
        if isinstance(request, Ask) and None in request.options:
            last = request.what is Decision.TARGET
            assert request.options.index(None) == (len(request.options) - 1 if last else 0)
        battle.send(bots[request.player].answer(battle, request))
