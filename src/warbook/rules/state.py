"""The mutable state of a battle: a few numpy arrays, so that a copy costs microseconds."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


Acted = tuple[int, int | None, str]


class State:
    """Positions and wounds by model, flags by unit, points by side, and the clock.

    ``at`` holds x and y in thousandths of an inch, ``left`` the wounds left (0: destroyed), ``units`` one
    row of flags for each unit and ``sides`` one row of numbers for each side; which column means what
    belongs to the system. ``clock`` is where the battle stands in the table of steps. ``used`` names the
    plays used, by span. ``effects`` are rules in force for a time, frozen; their texts tell them apart.
    ``acted`` are the rules that acted so far, in order: side, unit (``None``: of the side) and name; it is
    told and changes nothing.
    ``moved`` counts changes of position, for caches.
    """

    __slots__ = ("acted", "at", "clock", "effects", "left", "moved", "sides", "units", "used")

    def __init__(
        self,
        at: Ints,
        left: Ints,
        units: Ints,
        sides: Ints,
        clock: tuple[int, ...] = (),
        used: frozenset[str] = frozenset(),
        effects: tuple[Any, ...] = (),
    ) -> None:
        self.at, self.left, self.units, self.sides = at, left, units, sides
        self.clock, self.used, self.effects, self.moved = clock, used, effects, 0
        self.acted: tuple[Acted, ...] = ()

    def copy(self) -> State:
        arrays = (self.at.copy(), self.left.copy(), self.units.copy(), self.sides.copy())
        made = State(*arrays, self.clock, self.used, self.effects)
        made.moved, made.acted = self.moved, self.acted
        return made

    def restore(self, before: State) -> None:
        """Goes back to what it was when it was copied."""
        for name in ("at", "left", "units", "sides"):
            getattr(self, name)[:] = getattr(before, name)
        self.clock, self.used, self.effects = before.clock, before.used, before.effects
        self.acted = before.acted
        self.moved += 1

    def digest(self) -> str:
        """A hash of everything in the state, the same on every machine."""
        found = hashlib.sha256()
        for array in (self.at, self.left, self.units, self.sides):
            found.update(np.ascontiguousarray(array, dtype="<i8").tobytes())
        found.update(repr((self.clock, sorted(self.used))).encode())
        if self.effects:
            found.update(repr([str(effect) for effect in self.effects]).encode())
        return found.hexdigest()
