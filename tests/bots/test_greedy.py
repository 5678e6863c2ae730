"""The greedy bot keeps the rules, and spends command points where they are worth something."""

from random import Random

import pytest

from battle.table import asked, at, dice, pick, row
from battle.test_battles import bundled_armies
from warbook.battle import begin, play, recorded
from warbook.battle.umpire import judge
from warbook.bots import pair
from warbook.bots.greedy import GreedyBot
from warbook.rules.request import Ask


def answered(battle):
    request = battle.request
    return request.options[GreedyBot().answer(battle, request)]


def rolled_charge(*faces):
    """Six inches and a little between the bases: a 6 is needed."""
    battle = at(
        "round 2, A, charge", "A Infractors: " + row(28, 20, 5), "B Immortals: " + row(28, 28, 5), cp="1 0"
    )
    return dice(pick(battle, "Infractors"), faces)


def test_a_charge_that_fell_short_is_rolled_again():
    battle = rolled_charge(1, 2)
    assert (asked(battle), battle.request.outcome) == ("play: rolled", 3)
    assert answered(battle).play.name == "Command Re-roll"


def test_a_charge_that_is_long_enough_is_not():
    battle = rolled_charge(5, 5)
    assert asked(battle) == "play: rolled"
    assert answered(battle) is None


@pytest.mark.parametrize(("field", "revision"), [("small-yard", "2023-06"), ("three-ridges", "2025-06")])
def test_battles_of_greedy_bots_keep_the_rules_and_see_stratagems(field, revision):
    used = []

    def watch(battle, request, answer):
        if isinstance(request, Ask) and request.title.startswith("play: "):
            used.append(request.options[answer])

    for seed in range(3):
        header = bundled_armies(field, revision)
        battle = play(begin(header), pair(("greedy", "greedy"), seed), Random(seed), watch)
        told = judge(recorded(header, battle))
        assert not told.broken, str(told)
    assert any(used)
    assert not all(used)
