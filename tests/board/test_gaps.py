"""Distances between models: exact at ties, like a slow twin everywhere else."""

import math

import numpy as np
import pytest
import shapely
from hypothesis import assume, given

from board.tables import BASES, bases, facings, model, places
from warbook.board.bases import Hull, Oval, Round, base_table
from warbook.board.gaps import gaps_by_row, gaps_mil, gaps_within, overlaps, unit_gap_mil
from warbook.board.integers import ceil_root, floor_root, sine, turned
from warbook.board.layout import Layout


def shape(layout):
    """The same base as shapely sees it: a point or a polygon, and a radius."""
    corners = layout.outlines()[0]
    outline = shapely.Point(corners[0]) if len(corners) == 1 else shapely.Polygon(corners)
    return outline, int(layout.radius[0])


def slow_gap(a, b):
    (left, r), (right, q) = shape(a), shape(b)
    return left.distance(right) - r - q


def within(a, b, mil):
    return bool(gaps_within(a, b, mil)[0, 0])


def test_millimetres_become_mil_once():
    assert [Round(mm).radius_mil for mm in (25, 25.4, 28.5, 32, 40, 60)] == [492, 500, 561, 630, 787, 1181]
    assert base_table((Oval(60, 35),)).outer[0] == 1181
    assert Hull(4, 3).outline().tolist() == [[2000, 1500], [-2000, 1500], [-2000, -1500], [2000, -1500]]


def test_exactly_one_inch_is_within_one_inch():
    a = model(0, 0)
    assert within(a, model(2 * 630 + 1000, 0), 1000)
    assert not within(a, model(2 * 630 + 1001, 0), 1000)


def test_a_slanted_tie_is_exact():
    r = Round(32).radius_mil
    a, reach = model(0, 0), 5000 - 2 * r
    assert within(a, model(3000, 4000), reach)
    assert not within(a, model(3000, 4001), reach)
    assert not within(a, model(3001, 4000), reach)


def test_a_disc_beside_a_hull_and_off_its_corner_is_exact():
    hull, r = Hull(4, 3), 630
    assert within(model(0, 0, hull), model(2000 + r + 1000, 700), 1000)
    assert not within(model(0, 0, hull), model(2000 + r + 1001, 700), 1000)
    reach = 5000 - r
    assert within(model(0, 0, hull), model(2000 + 3000, 1500 + 4000), reach)
    assert not within(model(0, 0, hull), model(2000 + 3000, 1500 + 4001), reach)


def test_vertical_distance_is_a_gate():
    low, high = model(0, 0), model(1500, 0, z=5000)
    assert gaps_within(low, high, 1000, 5000)[0, 0]
    assert not gaps_within(low, model(1500, 0, z=5001), 1000, 5000)[0, 0]


def test_touching_bases_do_not_overlap():
    assert not overlaps(model(0, 0), model(1260, 0))[0, 0]
    assert overlaps(model(0, 0), model(1259, 0))[0, 0]
    assert not overlaps(model(0, 0, Hull(4, 3)), model(4000, 0, Hull(4, 3)))[0, 0]
    assert overlaps(model(0, 0, Hull(4, 3)), model(3999, 0, Hull(4, 3)))[0, 0]
    assert not overlaps(model(0, 0), model(0, 0, z=3000))[0, 0]


def test_a_disc_inside_a_hull_is_at_no_distance():
    assert gaps_mil(model(0, 0, Hull(7, 7)), model(10, 10, Round(25)))[0, 0] == 0
    assert within(model(0, 0, Hull(7, 7)), model(10, 10, Round(25)), 0)
    assert overlaps(model(0, 0, Hull(7, 7)), model(10, 10, Round(25)))[0, 0]


@given(places(), bases, facings, places(), bases, facings)
def test_gaps_agree_with_a_slow_twin(p, base, turn, q, other, turned_by):
    a, b = model(*p, base, turn), model(*q, other, turned_by)
    gap = slow_gap(a, b)
    found = int(gaps_mil(a, b)[0, 0])
    assert found == gaps_mil(b, a)[0, 0]
    assert found == gaps_by_row(a, b)[0]
    assert abs(found - max(0, math.floor(gap))) <= (abs(gap - round(gap)) < 1e-6)
    assume(abs(gap) > 1e-6)
    assert bool(overlaps(a, b)[0, 0]) == (gap < 0)


@given(places(0, 9000), bases, facings, places(0, 9000), bases, facings, places(0, 5000))
def test_within_agrees_with_a_slow_twin_and_is_symmetric(p, base, turn, q, other, turned_by, reach):
    a, b = model(*p, base, turn), model(*q, other, turned_by)
    gap = slow_gap(a, b)
    assume(abs(gap - reach[0]) > 1e-6)
    assert within(a, b, reach[0]) == within(b, a, reach[0]) == (gap <= reach[0])


@given(places(), bases, facings, places(), bases, facings, places())
def test_moving_the_table_changes_no_gap(p, base, turn, q, other, turned_by, away):
    a, b = model(*p, base, turn), model(*q, other, turned_by)
    there = gaps_mil(a._replace(xy=a.xy + away), b._replace(xy=b.xy + away))
    assert (gaps_mil(a, b) == there).all()


@given(places(), bases, facings, places(), bases, facings)
def test_a_quarter_turn_of_the_table_changes_no_gap(p, base, turn, q, other, turned_by):
    a, b = model(*p, base, turn), model(*q, other, turned_by)
    left, right = (m._replace(xy=turned(m.xy, 90), facing=m.facing + 90) for m in (a, b))
    assert abs(gaps_mil(a, b) - gaps_mil(left, right)).max() <= 2
    half = [m._replace(xy=turned(m.xy, 180), facing=m.facing + 180) for m in (a, b)]
    assert abs(gaps_mil(a, b) - gaps_mil(*half)).max() <= 2


def test_a_matrix_of_mixed_bases_is_the_matrix_of_its_pairs():
    rng = np.random.default_rng(4)
    many = Layout.of(
        rng.integers(0, 12_000, (24, 2)), [BASES[i % 8] for i in range(24)], facing=rng.integers(0, 360, 24)
    )
    matrix = gaps_within(many, many, 900)
    for i in range(24):
        for j in range(24):
            one, other = many.pick(np.array([i])), many.pick(np.array([j]))
            assert matrix[i, j] == gaps_within(one, other, 900)[0, 0]


def test_the_gap_of_two_units_counts_the_living():
    a = Layout.of([(0, 0), (5000, 0)], [Round(32)])
    b = Layout.of([(10_000, 0)], [Round(32)])
    assert unit_gap_mil(a, b) == 5000 - 1260
    assert unit_gap_mil(a._replace(alive=np.array([True, False])), b) == 10_000 - 1260
    with pytest.raises(ValueError, match="living"):
        unit_gap_mil(a._replace(alive=np.array([False, False])), b)


@given(places(0, 10**9))
def test_roots_are_exact(numbers):
    n = numbers[0] * numbers[1]
    for close in (n, math.isqrt(n) ** 2, max(0, math.isqrt(n) ** 2 - 1)):
        assert floor_root(np.array([close]))[0] == math.isqrt(close)
        root = int(ceil_root(np.array([close]))[0])
        assert (root - 1) ** 2 < close <= root**2 or close == root == 0


def test_sines_are_the_nearest_trillionths():
    for degrees in range(-360, 720):
        assert abs(sine(degrees) - math.sin(math.radians(degrees)) * 1e12) < 1
    assert [sine(d) for d in (0, 30, 90, 150, 180, 270)] == [0, 5 * 10**11, 10**12, 5 * 10**11, 0, -(10**12)]
