"""Battlefields: read and written, checked, symmetric; and what stands where on them."""

import numpy as np
import pytest
import shapely
from hypothesis import given

from board.tables import barricade, bases, empty, facings, model, places, ruin, square, with_pieces
from warbook.board.bases import Hull, Round
from warbook.board.ground import ground
from warbook.board.layout import Layout
from warbook.board.terrain import Battlefield, Obstacle, Ruin, battlefield, bundled
from warbook.errors import InputError


@pytest.mark.parametrize("name", bundled())
def test_a_bundled_battlefield_survives_json(name):
    field = battlefield(name)
    assert Battlefield.from_json(field.to_json()) == field
    assert field.name == name


@pytest.mark.parametrize("name", bundled())
def test_a_bundled_battlefield_is_the_same_from_both_sides(name):
    field = battlefield(name)

    def flipped(shape):
        return frozenset((field.width_in - x, field.depth_in - y) for x, y in shape)

    def same(one, other):
        return one == {tuple(np.round(point, 6)) for point in other}

    shapes = [frozenset(piece.footprint) for piece in field.terrain]
    assert all(any(same(shape, flipped(other)) for other in shapes) for shape in shapes)
    first, second = field.zones
    assert same(frozenset(first), flipped(second))
    marks = {(o.x_in, o.y_in) for o in field.objectives}
    assert marks == {(field.width_in - x, field.depth_in - y) for x, y in marks}


@pytest.mark.parametrize("name", bundled())
def test_the_terrain_of_a_bundled_battlefield_stands_apart_and_on_the_table(name):
    field = battlefield(name)
    table = shapely.box(0, 0, field.width_in, field.depth_in)
    shapes = [shapely.Polygon(piece.footprint) for piece in field.terrain]
    assert all(table.covers(shape) for shape in shapes)
    assert all(a.distance(b) > 0.5 for i, a in enumerate(shapes) for b in shapes[:i])
    board = ground(field)
    assert not board.stands_on(board.objectives).any()
    for piece in field.terrain:
        lines = [shapely.LineString(wall) for wall in getattr(piece, "walls", ())]
        assert all(shapely.Polygon(piece.footprint).covers(line) for line in lines)


def test_an_unknown_battlefield_is_an_input_error():
    with pytest.raises(InputError, match="expected one of"):
        battlefield("nowhere")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{", "document"),
        ('{"name": "x", "width_in": 44}', "document"),
        ('{"name": "x", "width_in": 44, "depth_in": "wide"}', "depth_in"),
        ('{"name": "x", "width_in": 44, "depth_in": 44, "terrain": [{"type": "moat"}]}', "terrain"),
        ('{"name": "x", "width_in": 44, "depth_in": 44, "colour": 3}', "document"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text, place):
    with pytest.raises(InputError) as caught:
        Battlefield.from_json(text)
    assert caught.value.place.startswith(place)


@pytest.mark.parametrize(
    "footprint", [((0, 0), (4, 0)), ((0, 0), (4, 0), (1, 1), (0, 4)), ((0, 0), (2, 0), (4, 0), (4, 4), (0, 4))]
)
def test_a_footprint_must_be_convex(footprint):
    with pytest.raises(ValueError, match="convex"):
        Battlefield("x", 44, 44, (Ruin("r", footprint),))


def test_sizes_have_limits():
    with pytest.raises(ValueError, match="90 inches"):
        Battlefield("x", 91, 44)
    with pytest.raises(ValueError, match="24 inches"):
        Battlefield("x", 90, 90, (Obstacle("long", ((0, 0), (25, 0), (25, 1), (0, 1))),))
    with pytest.raises(ValueError, match="20 inches"):
        Hull(21, 3)
    with pytest.raises(ValueError, match="nothing"):
        Round(0)


def test_wholly_within_means_the_whole_base():
    table, r = with_pieces(ruin()), 630
    assert table.wholly_within(model(20_000 + r, 22_000))[0, 0]
    assert not table.wholly_within(model(20_000 + r - 1, 22_000))[0, 0]


def test_wholly_within_three_inches_of_a_barricade():
    table, r = with_pieces(barricade(20, 20)), 630
    close, far = model(22_000, 21_000 + 3000 - r), model(22_000, 21_001 + 3000 - r)
    assert table.wholly_within_of(close, 0, 3000)[0]
    assert not table.wholly_within_of(far, 0, 3000)[0]


@given(places(18_000, 26_000), bases, facings)
def test_wholly_within_agrees_with_a_slow_twin(p, base, turn):
    table = with_pieces(Ruin("diamond", ((22, 17), (27, 22), (22, 27), (17, 22))))
    one = model(*p, base, turn)
    shape = shapely.Polygon(np.array(table.pieces[0].footprint) * 1000)
    gap = min(
        shapely.LineString([a, b]).distance(shapely.Point(corner))
        for a, b in zip(shape.exterior.coords, shape.exterior.coords[1:], strict=False)
        for corner in one.outlines()[0]
    )
    corners = [shapely.Point(corner) for corner in one.outlines()[0]]
    expected = all(shape.covers(corner) for corner in corners) and gap >= one.radius[0]
    if abs(gap - one.radius[0]) > 1e-6:
        assert bool(table.wholly_within(one)[0, 0]) == expected


def test_the_edge_of_the_table_may_be_touched():
    table = empty()
    assert not table.off_table(model(630, 630))[0]
    assert table.off_table(model(629, 630))[0]
    assert table.off_table(model(2000, 1499, Hull(4, 3)))[0]
    assert not table.off_table(model(1500, 2000, Hull(4, 3), 90))[0]


def test_a_floor_holds_whole_bases_at_its_height():
    table = with_pieces(ruin(20, 20, 6, floors_in=(3,)))
    assert not table.without_floor(model(23_000, 23_000, z=3000))[0]
    assert table.without_floor(model(23_000, 23_000, z=3001))[0]
    assert table.without_floor(model(20_000, 23_000, z=3000))[0]
    assert not table.without_floor(model(2_000, 2_000))[0]


def test_values_survive_pickling():
    import pickle

    table = with_pieces(ruin())
    assert pickle.loads(pickle.dumps(table)) is table
    many = Layout.of([(0, 0)], [Round(32)])
    assert pickle.loads(pickle.dumps(many)).table is many.table
    assert square(0, 0, 1)
