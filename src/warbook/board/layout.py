"""Models on the table: plain arrays that the caller owns, looked at together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from warbook.board.bases import Base, BaseTable, base_table
from warbook.board.convex import padded
from warbook.board.integers import Bools, Ints


class Layout(NamedTuple):
    """Some models: all those of a battle, or a selection of them. Row ``i`` of each array is one model.

    Positions and heights are in mil, facings in whole degrees; ``base`` is an index into ``table``. Nothing
    here is changed in place and nothing is kept from call to call, so the arrays may be the battle's own.
    """

    xy: Ints
    """Centres, n × 2."""
    z: Ints
    """Height of the base above the table."""
    facing: Ints
    base: Ints
    unit: Ints
    side: Ints
    alive: Bools
    """Alive and on the table: the others are as good as absent."""
    table: BaseTable

    @classmethod
    def of(
        cls,
        xy: Sequence[Sequence[int]] | Ints,
        bases: Sequence[Base],
        unit: Sequence[int] | Ints | int = 0,
        side: Sequence[int] | Ints | int = 0,
        facing: Sequence[int] | Ints | int = 0,
        z: Sequence[int] | Ints | int = 0,
    ) -> Layout:
        """Living models from plain lists; one number stands for all. One base stands for all as well."""
        table = base_table(tuple(dict.fromkeys(bases)))
        places = np.asarray(xy, np.int64).reshape(-1, 2)
        index = np.array([table.bases.index(base) for base in bases], np.int64)
        n = len(places)
        full = [
            np.ascontiguousarray(np.broadcast_to(np.asarray(v, np.int64), n)) for v in (z, facing, unit, side)
        ]
        base = np.ascontiguousarray(np.broadcast_to(index, n))
        return cls(places, full[0], full[1], base, full[2], full[3], np.ones(n, np.bool_), table)

    @property
    def size(self) -> int:
        """How many models."""
        return len(self.xy)

    def pick(self, chosen: Ints | Bools) -> Layout:
        """The chosen models only, by index or mask, in that order."""
        rows = chosen.nonzero()[0] if chosen.dtype == np.bool_ else chosen
        return Layout(
            self.xy.take(rows, 0),  # many times as fast as an index on two axes
            self.z.take(rows),
            self.facing.take(rows),
            self.base.take(rows),
            self.unit.take(rows),
            self.side.take(rows),
            self.alive.take(rows),
            self.table,
        )

    def of_unit(self, unit: int) -> Ints:
        """Indices of the living models of a unit."""
        found: Ints = ((self.unit == unit) & self.alive).nonzero()[0]
        return found

    def moved(self, models: Ints, xy: Ints, z: Ints | None = None, facing: Ints | None = None) -> Layout:
        """A copy with these models standing elsewhere."""
        places = self.xy.copy()
        places[models] = xy
        heights, facings = self.z, self.facing
        if z is not None:
            heights = heights.copy()
            heights[models] = z
        if facing is not None:
            facings = facings.copy()
            facings[models] = facing
        return self._replace(xy=places, z=heights, facing=facings)

    @property
    def radius(self) -> Ints:
        """Radii that grow the outlines (0 for ovals and hulls)."""
        return self.table.radius.take(self.base)

    @property
    def outer(self) -> Ints:
        """Radii that hold all of each base."""
        return self.table.outer.take(self.base)

    def outlines(self) -> Ints:
        """Corners of each base, n × corners × 2, padded by repeating the last; a round base is its centre."""
        if not self.size or self.table.corners[self.base].max() == 1:
            return self.xy[:, None, :]
        kinds, inverse = self._kinds()
        offsets = padded([self.table.outline(*kind) for kind in kinds])
        return np.asarray(self.xy[:, None, :] + offsets[inverse])

    def samples(self) -> Ints:
        """The ends of sight lines, n × 9 × 2: the centre, then eight points of the rim."""
        kinds, inverse = self._kinds()
        offsets = np.array([self.table.samples(*kind) for kind in kinds], np.int64).reshape(-1, 9, 2)
        return np.asarray(self.xy[:, None, :] + offsets[inverse])

    def _kinds(self) -> tuple[list[tuple[int, int]], Ints]:
        """The different pairs of base and facing, and which of them each model has."""
        kinds, inverse = np.unique(self.base * 360 + self.facing % 360, return_inverse=True)
        return [divmod(kind, 360) for kind in kinds.tolist()], inverse


def alike(a: Layout, b: Layout) -> list[Ints]:
    """The rows of two layouts in groups whose outlines have as many corners."""
    kinds = a.table.corners[a.base] * 64 + b.table.corners[b.base]
    return [np.flatnonzero(kinds == kind) for kind in np.unique(kinds)]
