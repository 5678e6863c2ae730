"""Placing a unit's models one after another, each on the best of some candidate places."""

from __future__ import annotations

import numpy as np

from warbook.board.coherency import is_coherent
from warbook.board.gaps import gaps_within, overlaps
from warbook.board.ground import Ground
from warbook.board.integers import Bools, Ints, some, squared
from warbook.board.judging import judge, lengths_mil
from warbook.board.layout import Layout
from warbook.board.moves import Fault, Limits, Move
from warbook.board.passage import Passage

_TRIES = 12
_UNLINKED = 10**14
"""Added to the score of a place for each neighbour it lacks: taken only when there is nothing better."""


class Packing:
    """The models of a unit, some placed and the others still where they were. Deterministic: of equal places
    the first is taken."""

    def __init__(self, ground: Ground, layout: Layout, models: Ints, limits: Limits) -> None:
        self.ground, self.layout, self.models, self.limits = ground, layout, models, limits
        self.passage = Passage(ground, layout, models, limits)
        self.rows = layout.pick(models)
        self.xy = self.rows.xy.copy()
        self.placed: Bools = np.zeros(len(models), np.bool_)
        self.needed = limits.coherency.needed(len(models))
        distance = np.asarray(limits.distance_mil, np.int64)
        self.distance: Ints = np.broadcast_to(distance, len(models))
        self._plain = bool(
            self.rows.table.round[self.rows.base].all() and (self.rows.z == self.rows.z[0]).all()
        )

    def legal(self, model: Ints, places: Ints) -> Bools:
        """Which models can go to which places (one a row) as far as everybody else is concerned."""
        found = self._in_reach(model, places)
        rows = np.flatnonzero(found)
        if len(rows):
            found[rows] = self.passage.faults(self.rows.pick(model[rows]), places[rows]) == 0
        return found

    def _in_reach(self, model: Ints, places: Ints) -> Bools:
        if self.limits.flies or not (self.ground.climb_heights > self.limits.free_height_mil).any():
            found: Bools = squared(places - self.rows.xy[model]) <= self.distance[model] ** 2
            return found
        way = Move.straight(self.layout, self.models[model], places)
        return np.asarray(lengths_mil(self.ground, self.layout, way, self.limits) <= self.distance[model])

    def place(self, model: int, places: Ints, scores: Ints, linked: bool = True) -> int:
        """Put a model on the place of the lowest score that is clear of its mates where they now are, one
        with enough neighbours first. Without any it stays where it was. Tells the score, or -1 for
        staying."""
        taken, links = self._mates(model, places)
        wanted = min(self.needed, int(self.placed.sum())) if linked else 0
        ranks = scores + _UNLINKED * np.maximum(wanted - links, 0)
        ranks[taken] = np.iinfo(np.int64).max
        best = int(np.argmin(ranks)) if len(ranks) else -1
        self.placed[model] = True
        if best < 0 or taken[best]:
            return -1
        self.xy[model] = places[best]
        return int(ranks[best])

    def place_coherently(self, model: int, places: Ints, scores: Ints) -> None:
        """Put a model on the first of its few best places on which the unit, as it now stands, is coherent."""
        taken, _ = self._mates(model, places)
        order = np.argsort(scores, kind="stable")
        for place in order[~taken[order]].tolist()[:_TRIES]:
            here = self.xy[model].copy()
            self.xy[model] = places[place]
            if is_coherent(self.rows._replace(xy=self.xy), self.limits.coherency):
                return
            self.xy[model] = here

    def _mates(self, model: int, places: Ints) -> tuple[Bools, Ints]:
        """Which places a mate is in the way of, and how many placed mates each would be in coherency with."""
        mates = np.flatnonzero(np.arange(len(self.models)) != model)
        rule = self.limits.coherency
        if self._plain:
            distance = squared(places[:, None] - self.xy[mates])
            touching = self.rows.outer[model] + self.rows.outer[mates]
            taken = some(distance < touching**2, 1)
            near: Bools = distance <= (touching + rule.reach_mil) ** 2
        else:
            trials = self.rows.pick(np.full(len(places), model))._replace(xy=places)
            standing = self.rows.pick(mates)._replace(xy=self.xy[mates])
            taken = some(overlaps(trials, standing), 1)
            near = gaps_within(trials, standing, rule.reach_mil, rule.vertical_mil)
        return taken, np.asarray((near & self.placed[mates]).sum(axis=1))

    def move(self) -> Move | None:
        """The move to where the models are now, when it is legal."""
        move = Move.straight(self.layout, self.models, self.xy.copy())
        return move if judge(self.ground, self.layout, move, self.limits) == Fault(0) else None
