"""Sight: the fast judgement against every line traced one at a time in fractions."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from board.tables import BASES, barricade, bases, empty, facings, model, places, ruin, with_pieces, woods
from warbook.board.bases import Round
from warbook.board.ground import Shapes, meets, outline
from warbook.board.integers import turned
from warbook.board.layout import Layout
from warbook.board.terrain import Ruin
from warbook.board.visibility import SightCache, sight


def enters(p, q, shape):
    """Does the line from p to q enter the inside of a convex shape? Cut the line by every edge in turn."""
    first, last = Fraction(0), Fraction(p != q)
    for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True):
        start = (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)
        end = (bx - ax) * (q[1] - ay) - (by - ay) * (q[0] - ax)
        if start <= 0 and end <= 0:
            return False
        if start < 0 or end < 0:
            cut = Fraction(start, start - end)
            first, last = (max(first, cut), last) if start < 0 else (first, min(last, cut))
    return first < last


def inside(p, shape):
    return all(
        (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax) > 0
        for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True)
    )


def slow_sight(table, observer, target):
    """Visible, fully visible, and the pieces that are the reason when it is not."""
    eyes, marks = (m.samples()[0].tolist() for m in (observer, target))
    stops = {}
    for place, piece in enumerate(table.pieces):
        shape = outline(piece.footprint).tolist()
        within = table.wholly_within(observer)[0, place] or table.wholly_within(target)[0, place]
        solid = isinstance(piece, Ruin)
        for i, eye in enumerate(eyes):
            for j, mark in enumerate(marks):
                free = solid and (within or inside(mark, shape))
                stops[place, i, j] = not free and enters(eye, mark, shape)
    ruins = [place for place, piece in enumerate(table.pieces) if isinstance(piece, Ruin)]
    lines = [(i, j) for i in range(9) for j in range(9)]
    visible = any(not any(stops[r, i, j] for r in ruins) for i, j in lines)
    missed = [
        j for j in range(9) if all(any(stops[p, i, j] for p in range(len(table.pieces))) for i in range(9))
    ]
    reasons = {p for p in range(len(table.pieces)) for i in range(9) for j in missed if stops[p, i, j]}
    return visible, visible and not missed, reasons


TABLE = with_pieces(
    ruin(18, 18, 5),
    Ruin("diamond", ((30, 20), (34, 25), (31, 29), (27, 24))),
    barricade(12, 24),
    woods(24, 10),
    ruin(23, 18, 3),
)
near = places(9_000, 36_000)


@settings(max_examples=150, deadline=None)
@given(near, bases, facings, near, bases, facings)
def test_sight_agrees_with_lines_traced_one_at_a_time(p, base, turn, q, other, turned_by):
    a, b = model(*p, base, turn), model(*q, other, turned_by)
    visible, fully, reasons = slow_sight(TABLE, a, b)
    seen = sight(TABLE, a, b)
    assert bool(seen.visible[0, 0]) == visible
    assert bool(seen.fully[0, 0]) == fully
    named = {place for place in range(5) if seen.hidden_by[0, 0] >> place & 1}
    assert named == reasons if visible else named <= reasons
    assert bool(named) == bool(reasons)


def test_a_crowd_sees_what_its_models_see():
    rng = np.random.default_rng(7)
    for _ in range(20):
        spots = rng.integers(9_000, 36_000, (16, 2))
        crowd = Layout.of(spots, [BASES[i % 8] for i in range(16)], facing=rng.integers(0, 360, 16))
        one, other = crowd.pick(np.arange(8)), crowd.pick(np.arange(8, 16))
        seen = sight(TABLE, one, other)
        for i in range(8):
            for j in range(8):
                alone = sight(TABLE, one.pick(np.array([i])), other.pick(np.array([j])))
                assert seen.visible[i, j] == alone.visible[0, 0]
                assert (seen.hidden_by[i, j] == alone.hidden_by[0, 0]) or not alone.visible[0, 0]


@given(near, near, bases, bases)
def test_sight_is_mutual_for_models_that_touch_no_ruin(p, q, base, other):
    a, b = model(*p, base), model(*q, other)
    for m in (a, b):
        for piece in (0, 1, 4):
            if TABLE.wholly_within_of(m, piece, 0)[0] or overlaps_piece(m, piece):
                return
    assert sight(TABLE, a, b).visible[0, 0] == sight(TABLE, b, a).visible[0, 0]


def overlaps_piece(m, piece):
    return bool(meets(m.outlines(), m.radius, Shapes.of([TABLE.footprints[piece]]))[0])


@settings(max_examples=40, deadline=None)
@given(near, near, st.sampled_from([90, 180, 270]))
def test_turning_the_table_changes_no_sight(p, q, degrees):
    def turn(point):
        return (turned(np.array([point]) - 22_000, degrees)[0] + 22_000).tolist()

    pieces = [ruin(18, 18, 5), ruin(23, 18, 3)]
    other = [
        Ruin("turned", tuple(tuple(v / 1000 for v in turn((x * 1000, y * 1000))) for x, y in piece.footprint))
        for piece in pieces
    ]
    before = sight(with_pieces(*pieces), model(*p), model(*q))
    after = sight(with_pieces(*other), model(*turn(p)), model(*turn(q)))
    assert before.visible[0, 0] == after.visible[0, 0]


def test_nothing_stands_in_the_way_on_an_empty_table():
    seen = sight(empty(), model(5000, 5000), model(40_000, 40_000))
    assert seen.fully[0, 0]


def test_a_ruin_hides_what_is_behind_it():
    table = with_pieces(ruin())
    seen = sight(table, model(22_000, 10_000), model(22_000, 34_000))
    assert not seen.visible[0, 0]
    assert seen.hidden_because_of(1)[0]


def test_half_behind_a_ruin_is_visible_but_not_fully():
    seen = sight(with_pieces(ruin()), model(20_000, 10_000), model(20_000, 26_000))
    assert seen.visible[0, 0]
    assert not seen.fully[0, 0]
    assert seen.hidden_by[0, 0] == 1


def test_a_line_along_the_wall_of_a_ruin_is_clear():
    r = Round(32).radius_mil
    assert sight(with_pieces(ruin()), model(20_000 + r, 10_000), model(20_000 + r, 34_000)).visible[0, 0]
    assert not sight(with_pieces(ruin()), model(20_001 + r, 10_000), model(20_001 + r, 34_000)).visible[0, 0]


def test_models_wholly_within_a_ruin_see_out_and_are_seen():
    table = with_pieces(ruin())
    within, beyond = model(22_000, 22_000), model(22_000, 40_000)
    assert sight(table, within, beyond).fully[0, 0]
    assert sight(table, beyond, within).fully[0, 0]


def test_a_model_half_in_a_ruin_is_seen_but_does_not_see_out_through_it():
    table = with_pieces(ruin(20, 20, 8))
    half, beyond = model(24_000, 20_000), model(24_000, 40_000)
    assert sight(table, beyond, half).visible[0, 0]
    assert not sight(table, half, beyond).visible[0, 0]


def test_a_barricade_hides_in_part_only():
    table = with_pieces(barricade(20, 20))
    seen = sight(table, model(22_000, 10_000), model(22_000, 22_000))
    assert seen.visible[0, 0]
    assert seen.hidden_by[0, 0] == 1
    assert sight(table, model(22_000, 10_000), model(22_000, 19_000)).fully[0, 0]


def test_in_woods_nobody_is_fully_visible():
    table = with_pieces(woods())
    seen = sight(table, model(10_000, 22_500), model(22_500, 22_500))
    assert seen.visible[0, 0]
    assert not seen.fully[0, 0]


def test_the_memory_answers_as_if_it_looked_again():
    sights = SightCache(TABLE, limit=4)
    for x in (10_000, 12_000, 14_000, 10_000, 16_000, 18_000, 10_000):
        a, b = model(x, 12_000), model(30_000, 32_000)
        assert sights.sight(a, b).visible == sight(TABLE, a, b).visible
    first = sights.sight(a, b)
    assert sights.sight(a, b) is first
