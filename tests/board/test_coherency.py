"""Coherency: neighbours near enough, and one group."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from board.tables import BASES
from warbook.board.bases import Round
from warbook.board.coherency import Coherency, groups, is_coherent, stragglers
from warbook.board.gaps import gaps_within
from warbook.board.layout import Layout

STEP = 2 * 630 + 2000
"""Centres of two 32 mm bases exactly two inches apart."""


def line(*x, y=None, z=0):
    return Layout.of([(v, 0) for v in x] if y is None else list(zip(x, y, strict=True)), [Round(32)], z=z)


def test_exactly_two_inches_is_coherent():
    assert is_coherent(line(0, STEP))
    assert not is_coherent(line(0, STEP + 1))


def test_one_model_is_always_coherent():
    assert is_coherent(line(0))


def test_six_models_in_a_chain_are_coherent_and_seven_are_not():
    assert is_coherent(line(*(STEP * i for i in range(6))))
    assert not is_coherent(line(*(STEP * i for i in range(7))))


def test_seven_models_with_two_neighbours_each_are_coherent():
    assert is_coherent(line(0, 1500, 3000, 4500, 6000, 7500, 7500, y=[0, 0, 0, 0, 0, 0, 1500]))


def test_two_groups_are_not_coherent():
    assert not is_coherent(line(0, 1500, 20_000, 21_500))


def test_five_inches_of_height_are_the_limit():
    assert is_coherent(line(0, 1500, z=[0, 5000]))
    assert not is_coherent(line(0, 1500, z=[0, 5001]))


def test_the_dead_do_not_count():
    unit = line(0, STEP, 2 * STEP)
    assert is_coherent(unit)
    assert not is_coherent(unit._replace(alive=np.array([True, False, True])))


def test_another_game_has_another_distance():
    loose = Coherency(reach_mil=3_000, many=99)
    assert is_coherent(line(0, STEP + 1000), loose)


def test_stragglers_leave_the_largest_group():
    assert stragglers(line(0, 1500, 3000, 20_000)) == [3]
    assert stragglers(line(0, 20_000)) == [1]
    assert stragglers(line(0, 1500)) == []


def slow_coherent(layout, rule):
    n = layout.size
    near = gaps_within(layout, layout, rule.reach_mil, rule.vertical_mil)
    needed = 0 if n < 2 else 1 if n < 7 else 2
    if any(sum(near[i, j] for j in range(n) if j != i) < needed for i in range(n)):
        return False
    reached, left = {0}, set(range(1, n))
    for _ in range(n):
        more = {j for j in left if any(near[i, j] for i in reached)}
        reached, left = reached | more, left - more
    return not left


@given(st.lists(st.tuples(st.integers(0, 14_000), st.integers(0, 9_000)), min_size=1, max_size=12), st.data())
def test_coherency_agrees_with_a_slow_twin(spots, data):
    chosen = [data.draw(st.sampled_from(BASES[:5])) for _ in spots]
    unit = Layout.of(spots, chosen)
    rule = Coherency()
    assert is_coherent(unit) == slow_coherent(unit, rule)
    gone = stragglers(unit)
    kept = unit.pick(np.setdiff1d(np.arange(unit.size), gone))
    assert is_coherent(kept)
    assert kept.size
    assert sorted(model for group in groups(rule.links(unit)) for model in group) == list(range(unit.size))
