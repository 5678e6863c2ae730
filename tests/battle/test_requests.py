"""Everything that a battle can ask is in the page for authors of bots."""

import ast
from pathlib import Path
from random import Random

import pytest

from battle.test_battles import bundled_armies
from battle.wild import WildBot
from warbook.battle import Ask, Place, Roll, begin, rolled
from warbook.systems.wh40k10.plays import PLAYS
from warbook.systems.wh40k10.table import Move

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bots.md").read_text("utf-8")
SOURCES = sorted((ROOT / "src" / "warbook" / "systems" / "wh40k10").glob("*.py"))
FREE = ("profile of ", "target of ", "melee weapon of ", "use: ", "unit: ", "re-roll the ")
"""What begins with these goes on with the name of a weapon, a model or a rule."""


def documented(what):
    if f"`{what}`" in PAGE:
        return True
    return any(what.startswith(begin) and f"`{begin}…`" in PAGE for begin in FREE)


def text(node):
    """What a literal says; of a formatted one, how it begins."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        return node.values[0].value
    return None


def literals(function, place):
    """The literals in the calls of a function, by the place of the argument."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            called = getattr(node, "func", None)
            if isinstance(node, ast.Call) and getattr(called, "id", "") == function and len(node.args) > place:
                yield text(node.args[place])


def test_every_decision_is_in_the_table():
    found = {what for name in ("ask", "Ask") for what in literals(name, 1) if what}
    assert {"unit to move", "target of the charge", "play: "} <= found
    assert {what for what in found - {"play: "} if not documented(what)} == set()


def test_every_window_is_in_the_table():
    assert {f"play: {play.event}" for play in PLAYS if not documented(f"play: {play.event}")} == set()
    for play in PLAYS:
        assert play.name in PAGE


def test_every_placement_is_in_the_table():
    kinds = {kind for kind in literals("Place", 1) if kind} | {move.name.lower() for move in list(Move)[2:]}
    assert {"deploy", "normal", "pile in"} <= kinds
    assert {kind for kind in kinds if not documented(kind)} == set()


@pytest.mark.parametrize("seed", range(3))
def test_what_is_asked_in_battles_is_in_the_table(seed):
    battle, random = begin(bundled_armies("small-yard", "2023-12")), Random(seed)
    bots = (WildBot(seed), WildBot(seed + 50))
    while battle.request is not None:
        request = battle.request
        if isinstance(request, Roll):
            battle.send(rolled(request, random))
            continue
        assert documented(request.what if isinstance(request, Ask) else request.kind)
        assert isinstance(request, Ask | Place)
        if isinstance(request, Ask) and None in request.options:
            last = request.what.startswith("target of ")
            assert request.options.index(None) == (len(request.options) - 1 if last else 0)
        battle.send(bots[request.player].answer(battle, request))
