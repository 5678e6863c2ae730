"""A battlefield made ready for judging: whole mil, arrays, and the questions asked of terrain alone."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from warbook.board.bases import Round
from warbook.board.convex import edges, holds, near, padded
from warbook.board.integers import Bools, Ints, cross, every, mil, some
from warbook.board.layout import Layout
from warbook.board.terrain import Battlefield, Footprint, Obstacle, Piece, Ruin


class Shapes(NamedTuple):
    """Some outlines with the boxes around them."""

    outlines: Ints
    low: Ints
    high: Ints

    @classmethod
    def of(cls, outlines: list[Ints]) -> Shapes:
        filled = padded(outlines)
        return cls(filled, filled.min(axis=1), filled.max(axis=1))


class Ground:
    """A battlefield in arrays. ``footprints`` are m × corners × 2, counter-clockwise; ``blocks`` says
    which pieces end a line of sight; the others obscure it. Make it once for a battle, with :func:`ground`."""

    def __init__(self, field: Battlefield) -> None:
        self.field = field
        self.width, self.depth = mil(field.width_in), mil(field.depth_in)
        self.pieces: tuple[Piece, ...] = field.terrain
        self.footprints: Ints = padded([outline(piece.footprint) for piece in self.pieces])
        self.low: Ints = self.footprints.min(axis=1)
        self.high: Ints = self.footprints.max(axis=1)
        self.corner_x, self.corner_y = self.footprints[..., 0].T.copy(), self.footprints[..., 1].T.copy()
        self.edge_x, self.edge_y, self.edge_offset = _sides(self.footprints)
        self.blocks: Bools = np.array([isinstance(piece, Ruin) for piece in self.pieces], np.bool_)
        self.walls = Shapes.of(_walls(self.pieces))
        self.solids = Shapes.of(_solids(self.pieces))
        obstacles = [piece for piece in self.pieces if isinstance(piece, Obstacle)]
        self.climbs = [Shapes.of([outline(piece.footprint)]) for piece in obstacles]
        self.climb_heights: Ints = np.array([mil(piece.height_in) for piece in obstacles], np.int64)
        self.objectives: Layout = _objectives(field)
        self.zones: tuple[Ints, ...] = tuple(outline(zone) for zone in field.zones)

    def __repr__(self) -> str:
        return f"ground({self.field!r})"

    def __reduce__(self) -> tuple[object, tuple[Battlefield]]:
        return ground, (self.field,)

    def wholly_within(self, models: Layout) -> Bools:
        """Which models (rows) stand wholly within which pieces' footprints."""
        return self.within_pieces(models, np.arange(len(self.pieces)))

    def within_pieces(self, models: Layout, pieces: Ints) -> Bools:
        """Which models (rows) stand wholly within which of these pieces, given by index."""
        found = np.zeros((models.size, len(pieces)), np.bool_)
        corners, radius = models.outlines(), models.radius
        for column, piece in enumerate(pieces.tolist()):
            found[:, column] = holds(self.footprints[piece], corners, radius)
        return found

    def wholly_within_of(self, models: Layout, piece: int, reach_mil: int) -> Bools:
        """Which models have all of their base within ``reach_mil`` of a piece. Every corner of an oval or a
        hull must be; for a disc its far side, so its centre must be within the rest."""
        corners = models.outlines()
        rest = reach_mil - models.radius
        flat = corners.reshape(-1, 1, 2)
        reach = np.repeat(np.maximum(rest, 0), corners.shape[1])
        close = near(flat, np.repeat(self.footprints[piece][None], len(flat), axis=0), reach)
        found: Bools = every(close.reshape(models.size, -1), 1) & (rest >= 0)
        return found

    def off_table(self, models: Layout) -> Bools:
        """Which models have any part of their base beyond the edge."""
        corners, radius = models.outlines(), models.radius[:, None]
        low, high = corners.min(axis=1) - radius, corners.max(axis=1) + radius
        return some(low < 0, 1) | some(high > (self.width, self.depth), 1)

    def stands_on(self, models: Layout) -> Bools:
        """Which models stand partly on an obstacle or a wall, where no model can stand."""
        return meets(models.outlines(), models.radius, self.walls)

    def without_floor(self, models: Layout) -> Bools:
        """Which models are above the table with no floor of a ruin wholly below them at that height."""
        raised: Bools = models.z != 0
        if not raised.any():
            return raised
        found = raised.copy()
        inside = self.wholly_within(models)
        for place, piece in enumerate(self.pieces):
            if isinstance(piece, Ruin) and piece.floors_in:
                floors = np.array([mil(floor) for floor in piece.floors_in])
                found &= ~(inside[:, place] & np.isin(models.z, floors))
        return found


def _sides(footprints: Ints) -> tuple[Ints, Ints, Ints]:
    """Edges, held as edges × pieces, each with the cross product above which a point lies on its inner side.
    Edges that only pad have everything inside."""
    edge = edges(footprints)
    offset = cross(edge, footprints)
    offset[~some(edge != 0, -1)] = -1
    return edge[..., 0].T.copy(), edge[..., 1].T.copy(), offset.T.copy()


def meets(outlines: Ints, radius: Ints, shapes: Shapes) -> Bools:
    """Which outlines (n × V × 2, grown by ``radius``) overlap any of these shapes, more than touching."""
    found = np.zeros(len(outlines), np.bool_)
    if not len(shapes.outlines):
        return found
    grown = radius[:, None, None]
    low, high = outlines.min(axis=1)[:, None] - grown, outlines.max(axis=1)[:, None] + grown
    close = every((low < shapes.high) & (high > shapes.low), -1)
    rows, columns = np.nonzero(close)
    if len(rows):
        hit = near(outlines[rows], shapes.outlines[columns], radius[rows], strict=True)
        found[rows[hit]] = True
    return found


def outline(footprint: Footprint) -> Ints:
    """A footprint in mil, counter-clockwise."""
    points = np.array([(mil(x), mil(y)) for x, y in footprint], np.int64)
    x, y = points.T
    doubled_area = int((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())
    return points if doubled_area > 0 else points[::-1].copy()


def _walls(pieces: tuple[Piece, ...]) -> list[Ints]:
    """Where no base may stand: walls of ruins, and obstacles."""
    lines = [wall for piece in pieces if isinstance(piece, Ruin) for wall in piece.walls]
    solid = [outline(piece.footprint) for piece in pieces if isinstance(piece, Obstacle)]
    return [np.array([(mil(x), mil(y)) for x, y in line], np.int64) for line in lines] + solid


def _solids(pieces: tuple[Piece, ...]) -> list[Ints]:
    """What stops a model that may not pass walls: walls of ruins, and ruins without any."""
    lines = [wall for piece in pieces if isinstance(piece, Ruin) for wall in piece.walls]
    closed = [outline(p.footprint) for p in pieces if isinstance(p, Ruin) and not p.walls]
    return [np.array([(mil(x), mil(y)) for x, y in line], np.int64) for line in lines] + closed


def _objectives(field: Battlefield) -> Layout:
    places = [(mil(o.x_in), mil(o.y_in)) for o in field.objectives]
    return Layout.of(
        np.array(places, np.int64).reshape(-1, 2), [Round(o.diameter_mm) for o in field.objectives]
    )


@lru_cache(maxsize=64)
def ground(field: Battlefield) -> Ground:
    """A battlefield made ready; equal battlefields share one."""
    return Ground(field)
