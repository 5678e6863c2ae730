"""What follows from where the living models stand at one moment, each thing worked out once.

Rules ask the same questions many times before anything moves or dies: who is engaged, who is within so many
inches, who is near which marker. A glance is found by the positions and wounds themselves, so it is never out
of date, and all copies of a battle share it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from warbook.board.gaps import gaps_mil, gaps_within
from warbook.board.integers import Bools, Ints
from warbook.board.layout import Layout
from warbook.board.moves import Move

ENGAGED_MIL, LEVEL_MIL = 1_000, 5_000
"""Engagement Range: across, and up or down (K-POS-03)."""

MARKER_MIL = 3_000


class Glance:
    """One moment. ``units`` are the places of each unit's models in the layout."""

    def __init__(self, layout: Layout, units: tuple[slice, ...], markers: Layout) -> None:
        self.layout, self._units, self._markers = layout, units, markers
        self._starts = np.array([unit.start for unit in units])
        self._models: dict[int, tuple[Ints, Layout]] = {}
        self._near: dict[tuple[int, int | None], list[list[bool]]] = {}
        self.sights: dict[tuple[int, int], dict[int, int]] = {}
        """For two units, what the battlefield says of who sees whom: it fills them in."""
        self.piles: dict[tuple[int, int | tuple[int, ...]], Move | None] = {}
        """For a unit and how far it may go, a move further into the fight: the battlefield fills it in."""
        self._gaps: dict[tuple[int, int], Ints] = {}
        self._at_marker: dict[tuple[int, int], tuple[int, ...]] = {}
        self._middles: dict[int, tuple[int, int]] = {}
        self.armies: dict[tuple[int, bytes], Any] = {}
        """For a side and who was set up, its units on the table: the table fills it in."""

    @cached_property
    def living(self) -> list[bool]:
        """Which units have living models."""
        found: list[bool] = np.logical_or.reduceat(self.layout.alive, self._starts).tolist()
        return found

    def models(self, unit: int) -> tuple[Ints, Layout]:
        """A unit's living models: their indexes and their layout."""
        found = self._models.get(unit)
        if found is None:
            members = self._units[unit]
            living = self.layout.alive[members].nonzero()[0] + members.start
            living.setflags(write=False)
            found = self._models[unit] = living, self.layout.pick(living)
        return found

    def near(self, unit: int, mil: int, up_mil: int | None = None) -> list[bool]:
        """Which units have a living model within that distance of one of this unit."""
        found = self._near.get((mil, up_mil))
        if found is None:
            found = self._near[mil, up_mil] = self._within(mil, up_mil)
        return found[unit]

    def _within(self, mil: int, up_mil: int | None) -> list[list[bool]]:
        living = self.layout.alive
        pairs = gaps_within(self.layout, self.layout, mil, up_mil) & living[:, None] & living
        rows = np.logical_or.reduceat(pairs, self._starts, axis=0)
        units: list[list[bool]] = np.logical_or.reduceat(rows, self._starts, axis=1).tolist()
        return units

    def gaps(self, unit: int, other: int) -> Ints:
        """The gap between each living model of two units, in mil."""
        found = self._gaps.get((unit, other))
        if found is None:
            found = self._gaps[unit, other] = gaps_mil(self.models(unit)[1], self.models(other)[1])
        return found

    @cached_property
    def at_markers(self) -> Bools:
        """Which models are in range of which objective markers (K-OBJ-01)."""
        return gaps_within(self.layout, self._markers, MARKER_MIL, LEVEL_MIL) & self.layout.alive[:, None]

    def at_marker(self, unit: int, marker: int) -> tuple[int, ...]:
        """A unit's living models in range of an objective marker."""
        found = self._at_marker.get((unit, marker))
        if found is None:
            members = self._units[unit]
            there = self.at_markers[members, marker].nonzero()[0] + members.start
            found = self._at_marker[unit, marker] = tuple(there.tolist())
        return found

    def middle(self, unit: int) -> tuple[int, int]:
        """The middle of a unit's living models; where the table begins for none."""
        found = self._middles.get(unit)
        if found is None:
            at = self.models(unit)[1].xy
            x, y = at.mean(axis=0).astype(np.int64).tolist() if len(at) else (0, 0)
            found = self._middles[unit] = x, y
        return found


class Glances:
    """The moments looked at last."""

    def __init__(self, limit: int = 512) -> None:
        self.limit = limit
        self._seen: dict[tuple[bytes, bytes], Glance] = {}
        self._last: tuple[tuple[bytes, bytes], Glance] | None = None

    def find(self, at: Ints, left: Ints, make: Callable[[Ints, Bools], Glance]) -> Glance:
        """The glance at these positions and wounds left."""
        key = at.tobytes(), left.tobytes()
        if self._last is not None and self._last[0] == key:
            return self._last[1]  # most questions are about the same moment, and hashes take longer
        found = self._seen.get(key)
        if found is None:
            if len(self._seen) >= self.limit:
                self._seen.clear()
            found = self._seen[key] = make(at.copy(), left > 0)
        self._last = key, found
        return found
