"""The tree of forces and selections that list builders keep, in the form that every reader of it gives.

A selection's ``number`` is its total through the whole chain above it, and its costs are its own, already
multiplied by that number.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

MOST_DEEP = 40
"""Selections within selections; no list comes near it."""
MOST_NODES = 200_000


class Selection(msgspec.Struct, frozen=True):
    """One choice of a list with the choices made within it.

    ``kind`` is unit, model, upgrade and the like; ``groups`` are the option groups that it was made in,
    outermost first; ``profiles`` names the types of the profiles that it brings.
    """

    name: str
    kind: str = "upgrade"
    number: int = 1
    costs: tuple[tuple[str, float], ...] = ()
    categories: tuple[str, ...] = ()
    primary: str | None = None
    groups: tuple[str, ...] = ()
    profiles: tuple[str, ...] = ()
    within: tuple[Selection, ...] = ()
    custom: str | None = None
    note: str | None = None
    id: str | None = None
    linked: tuple[str, ...] = ()

    def all(self) -> Iterator[Selection]:
        """The selection and all within it."""
        yield self
        for inner in self.within:
            yield from inner.all()


class Force(msgspec.Struct, frozen=True):
    """A part of an army chosen from one catalogue, with the parts that belong to it."""

    name: str
    catalogue: str | None = None
    revision: str | None = None
    selections: tuple[Selection, ...] = ()
    forces: tuple[Force, ...] = ()

    def all(self) -> Iterator[Force]:
        """The force and all within it."""
        yield self
        for inner in self.forces:
            yield from inner.all()


class Tree(msgspec.Struct, frozen=True):
    """A whole list: what it calls itself, its game, and its forces. ``faults`` are what it writes wrongly."""

    name: str
    game: str
    game_id: str | None = None
    revision: str | None = None
    costs: tuple[tuple[str, float], ...] = ()
    limits: tuple[tuple[str, float], ...] = ()
    forces: tuple[Force, ...] = ()
    faults: tuple[tuple[str, str], ...] = ()
    generator: str | None = None
