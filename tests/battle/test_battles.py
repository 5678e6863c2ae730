"""Battles of chance: none crashes, none leaves the rules, every record plays again to the same state.

Each example is a seed and how many inputs to play, so that a failure shrinks to the shortest beginning that
shows it. ``WARBOOK_BATTLES`` asks for more examples in each group.
"""

import os
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from battle.skirmishes import SKIRMISHES
from battle.wild import WildBot
from warbook.battle import Header, begin, recorded, replay, rolled
from warbook.battle.position import set_up
from warbook.battle.umpire import judge, judge_from
from warbook.board.coherency import is_coherent
from warbook.board.gaps import overlaps
from warbook.board.terrain import bundled
from warbook.bots.random_bot import RandomBot
from warbook.dice import Roll
from warbook.sheets import roster
from wh40k import REVISIONS

EXAMPLES = int(os.environ.get("WARBOOK_BATTLES", "10"))
WHOLE = 100_000
GROUPS = [(field, revision) for field in bundled() for revision in REVISIONS]
MELEES = [(skirmish, revision) for skirmish in SKIRMISHES for revision in REVISIONS]
LENGTHS = st.integers(0, 400) | st.just(WHOLE)
"""How many inputs are played; what fails shrinks to few."""

battles = settings(max_examples=EXAMPLES, deadline=None, derandomize=True, database=None)
seeds = given(seed=st.integers(0, 2**31 - 1), most=LENGTHS, at=st.integers(0, 2**31 - 1))


def bundled_armies(field, revision):
    armies = (roster.find("Emperor's Children"), roster.find("Necrons"))
    return Header("wh40k10", revision, "Only War", field, armies)


def fought(battle, bots, seed, most):
    """Play on for at most so many inputs, looking at every state."""
    random, turn = Random(seed), None
    for _ in range(most):
        request = battle.request
        if request is None:
            break
        player = getattr(request, "player", 0)
        battle.send(
            rolled(request, random) if isinstance(request, Roll) else bots[player].answer(battle, request)
        )
        turn = legal(battle, turn)
    return battle


def legal(battle, turn):
    """Assert that the state is possible; where a turn has ended, that units are coherent. Gives the turn."""
    state, field = battle.state, battle.game.ground
    models = field.on_table(state)
    there = models.pick(models.alive)
    assert not field.ground.off_table(there).any()
    enemies = there.side[:, None] != there.side
    assert not (overlaps(there, there) & enemies).any()
    assert (state.left >= 0).all()
    assert (state.sides >= 0).all()
    if turn not in (None, state.clock[:2]):
        for unit in set(there.unit.tolist()):
            assert is_coherent(there.pick(there.unit == unit))
    return state.clock[:2]


def continued(start, inputs, at):
    """A battle's digest when it is copied after so many inputs and played on."""
    battle = start.copy()
    for place, answer in enumerate(inputs):
        if place == at:
            left_alone, battle = battle, battle.copy()
            left_alone.copy()
        battle.send(answer)
    return battle.state.digest()


@pytest.mark.parametrize(("field", "revision"), GROUPS)
@battles
@seeds
def test_a_battle_of_chance_keeps_the_rules_and_plays_again_to_the_same_state(field, revision, seed, most, at):
    header = bundled_armies(field, revision)
    kind = WildBot if seed % 2 else RandomBot
    battle = fought(begin(header), (kind(seed), kind(seed + 1)), seed, most)
    record = recorded(header, battle)
    told = judge(record)
    assert not told.broken, str(told)
    assert replay(record).state.digest() == record.state_hash
    inputs = battle.history
    assert continued(begin(header), inputs, at % (len(inputs) + 1)) == record.state_hash


@pytest.mark.parametrize(("skirmish", "revision"), MELEES)
@battles
@seeds
def test_a_skirmish_at_arms_length_keeps_the_rules(skirmish, revision, seed, most, at):
    start = set_up(skirmish("crossways", revision))
    battle = fought(start.copy(), (WildBot(seed), WildBot(seed + 1)), seed, most)
    told = judge_from(start, battle.history)
    assert not told.broken, str(told)
    assert continued(start, battle.history, at % (len(battle.history) + 1)) == battle.state.digest()


def test_a_copy_is_independent_of_its_battle():
    battle = begin(bundled_armies("small-yard", "2025-06"))
    bots = (RandomBot(1), RandomBot(2))
    fought(battle, bots, 3, 60)
    before, copy = battle.state.digest(), battle.copy()
    fought(copy, bots, 4, 60)
    assert battle.state.digest() == before
    assert copy.state.digest() != before


def test_a_copy_is_at_the_same_request():
    battle = begin(bundled_armies("small-yard", "2025-06"))
    fought(battle, (RandomBot(1), RandomBot(2)), 3, 60)
    copy = battle.copy()
    assert copy.request == battle.request
    assert copy.history == battle.history
    assert np.array_equal(copy.state.at, battle.state.at)


def test_a_finished_battle_has_an_outcome_and_asks_nothing():
    battle = fought(begin(bundled_armies("small-yard", "2025-06")), (RandomBot(5), RandomBot(6)), 7, WHOLE)
    assert battle.request is None
    outcome = battle.outcome()
    assert outcome.rounds == 5
    assert outcome.winner == (
        None if outcome.score[0] == outcome.score[1] else int(outcome.score[1] > outcome.score[0])
    )
