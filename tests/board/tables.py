"""Small tables for the tests of the board."""

from hypothesis import strategies as st

from warbook.board.bases import Hull, Oval, Round
from warbook.board.ground import ground
from warbook.board.layout import Layout
from warbook.board.terrain import Battlefield, Obstacle, Ruin, Woods

BASES = (Round(25), Round(32), Round(40), Round(80), Oval(60, 35), Oval(105, 70), Hull(4, 3), Hull(7.5, 4.25))
bases = st.sampled_from(BASES)
facings = st.integers(0, 359)


def places(low=0, high=44_000):
    return st.tuples(st.integers(low, high), st.integers(low, high))


def square(x_in, y_in, size_in):
    return ((x_in, y_in), (x_in + size_in, y_in), (x_in + size_in, y_in + size_in), (x_in, y_in + size_in))


def empty(width_in=44, depth_in=44, **more):
    return ground(Battlefield("field", width_in, depth_in, **more))


def with_pieces(*pieces):
    return ground(Battlefield("field", 44, 44, pieces))


def ruin(x_in=20, y_in=20, size_in=4, **more):
    return Ruin("ruin", square(x_in, y_in, size_in), **more)


def barricade(x_in=20, y_in=20, height_in=2.0):
    return Obstacle(
        "barricade", ((x_in, y_in), (x_in + 4, y_in), (x_in + 4, y_in + 1), (x_in, y_in + 1)), height_in
    )


def woods(x_in=20, y_in=20):
    return Woods("woods", square(x_in, y_in, 5))


def model(x, y, base=BASES[1], facing=0, **more):
    return Layout.of([(x, y)], [base], facing=facing, **more)
