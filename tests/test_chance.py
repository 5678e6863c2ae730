"""Distributions over counts."""

import pickle

import icepool
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warbook.chance import Distribution

D6 = Distribution.of(dict.fromkeys(range(1, 7), 1 / 6))
checked = settings(deadline=None, derandomize=True, database=None, max_examples=60)
weights = st.lists(st.integers(0, 20), min_size=1, max_size=12).filter(any)


def distribution(counts):
    total = sum(counts)
    return Distribution([count / total for count in counts])


def die(counts):
    return icepool.Die({outcome: count for outcome, count in enumerate(counts) if count})


def close(found, expected):
    size = max(len(found), len(expected))
    return np.allclose(*(np.pad(pmf, (0, size - len(pmf))) for pmf in (found, expected)), rtol=0, atol=1e-12)


@checked
@given(weights)
def test_mean_and_deviation_agree_with_icepool(counts):
    found, expected = distribution(counts), die(counts)
    assert found.mean == pytest.approx(float(expected.mean()))
    assert found.deviation == pytest.approx(float(expected.standard_deviation()), abs=1e-6)


@checked
@given(weights, weights)
def test_a_sum_agrees_with_icepool(one, other):
    expected = die(one) + die(other)
    pmf = [float(expected.probability("==", n)) for n in range(expected.max_outcome() + 1)]
    assert close((distribution(one) + distribution(other)).pmf, pmf)


@checked
@given(weights, weights, st.integers(1, 9))
def test_a_mixture_weighs_its_parts(one, other, tenths):
    mixed = Distribution.mix([(tenths / 10, distribution(one)), (1 - tenths / 10, distribution(other))])
    for outcome in range(13):
        expected = tenths / 10 * distribution(one)[outcome] + (1 - tenths / 10) * distribution(other)[outcome]
        assert mixed[outcome] == pytest.approx(expected)


@checked
@given(weights, st.integers(1, 99))
def test_a_quantile_is_the_least_count_that_reaches_it(counts, percent):
    found, q = distribution(counts), percent / 100
    quantile = found.quantile(q)
    below = sum(found[n] for n in range(quantile))
    assert below + found[quantile] >= q - 1e-9
    assert below < q


def test_quantiles_of_one_die():
    assert [D6.quantile(q) for q in (0, 0.01, 1 / 6, 0.17, 0.5, 5 / 6, 0.99, 1)] == [0, 1, 1, 2, 3, 5, 6, 6]


@checked
@given(weights)
def test_at_least_is_the_tail(counts):
    found = distribution(counts)
    for outcome in range(-1, 14):
        assert found.at_least(outcome) == pytest.approx(sum(found[n] for n in range(max(outcome, 0), 13)))


def test_two_dice():
    two = D6 + D6
    assert two.mean == pytest.approx(7)
    assert two.at_least(9) == pytest.approx(10 / 36)
    assert two[7] == pytest.approx(6 / 36)
    assert two.quantile(0.5) == 7


def test_outcomes_out_of_reach_have_no_chance():
    assert D6[0] == D6[7] == D6[-1] == D6[99] == 0


def test_trailing_zeros_do_not_matter():
    assert Distribution([0.5, 0.5, 0, 0]) == Distribution([0.5, 0.5])
    assert hash(Distribution([0.5, 0.5, 0, 0])) == hash(Distribution([0.5, 0.5]))
    assert Distribution([0.5, 0.5]) != Distribution([0.5, 0, 0.5])
    assert Distribution([1.0]) != [1.0]


def test_it_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        D6.pmf[0] = 1


def test_its_repr_makes_it_again():
    assert eval(repr(D6)) == D6


def test_it_survives_pickling():
    assert pickle.loads(pickle.dumps(D6)) == D6


def test_of_nothing_it_is_empty():
    assert len(Distribution.of({}).pmf) == 0
    assert len(Distribution.mix([]).pmf) == 0


def test_outcomes_may_come_in_any_order():
    assert Distribution.of({3: 0.25, 0: 0.75}) == Distribution([0.75, 0, 0, 0.25])
