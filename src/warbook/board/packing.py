"""Placing a unit's models one after another, each on the best of some candidate places."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from warbook.board.coherency import is_coherent
from warbook.board.detours import way_points
from warbook.board.gaps import gaps_within, overlaps
from warbook.board.ground import Ground
from warbook.board.integers import Bools, Ints, some, squared, squares_between
from warbook.board.judging import judge, lengths_mil
from warbook.board.layout import Layout
from warbook.board.moves import Fault, Limits, Move
from warbook.board.passage import Passage

_TRIES = 12
_UNLINKED = 10**14
"""Added to the score of a place for each neighbour it lacks: taken only when there is nothing better."""


class Packing:
    """The models of a unit, some placed and the others still where they were. Deterministic: of equal places
    the first is taken. Models that have ``foes`` to come to go around what bars the straight way to them."""

    def __init__(
        self, ground: Ground, layout: Layout, models: Ints, limits: Limits, foes: Layout | None = None
    ) -> None:
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
        self.foes = foes
        self._by: dict[tuple[int, int, int], Ints] = {}
        """The way-point by which a model goes to a place that it cannot go straight to."""

    def legal(self, model: Ints, places: Ints) -> Bools:
        """Which models can go to which places (one a row) as far as everybody else is concerned."""
        found = self._in_reach(model, places)
        rows = np.flatnonzero(found)
        if len(rows):
            found[rows] = self.passage.faults(self.rows.pick(model[rows]), places.take(rows, 0)) == 0
        if self.foes is not None:
            rows = np.flatnonzero(~found)
            found[rows] = self._around(model[rows], places[rows])
        return found

    @cached_property
    def ways(self) -> Ints:
        """The way-points by which models may go around what bars the straight way to their foes."""
        assert self.foes is not None
        return way_points(self.passage, self.rows, self.foes, self.distance)

    def _around(self, model: Ints, places: Ints) -> Bools:
        """Which models can go to which places (one a row) by a way-point: the shortest of such ways."""
        found = np.zeros(len(model), np.bool_)
        if not len(model):
            return found
        standing = np.flatnonzero(self.passage.at(self.rows.pick(model)._replace(xy=places)) == 0)
        if not len(standing) or not len(self.ways):
            return found
        ways = self.ways
        row, way = np.repeat(standing, len(ways)), np.tile(np.arange(len(ways)), len(standing))
        path = np.stack((self.rows.xy[model[row]], ways[way], places[row]), axis=1)
        lengths = self._lengths(model[row], path)
        order = np.argsort(lengths, kind="stable")
        order = order[lengths[order] <= self.distance[model[row[order]]]]
        row, path = row[order], path[order]
        if not len(row):
            return found
        rows = self.rows.pick(model[row])
        there = self.passage.along(rows, path[:, 1], rows.z)
        onward = self.passage.along(rows._replace(xy=path[:, 1]), path[:, 2], rows.z)
        kept = np.flatnonzero((there | onward) == 0)
        for place in kept[::-1].tolist():  # the shortest comes last and stays
            x, y = path[place, 2].tolist()
            self._by[int(model[row[place]]), x, y] = path[place, 1]
        found[row[kept]] = True
        return found

    def _lengths(self, model: Ints, path: Ints) -> Ints:
        models = self.models[model]
        move = Move(models, path, self.layout.z[models], self.layout.facing[models])
        return lengths_mil(self.ground, self.layout, move, self.limits)

    def _in_reach(self, model: Ints, places: Ints) -> Bools:
        if self.limits.flies or not (self.ground.climb_heights > self.limits.free_height_mil).any():
            found: Bools = squared(places - self.rows.xy.take(model, 0)) <= self.distance[model] ** 2
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
            distance = squares_between(places, self.xy.take(mates, 0))
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
        if self._by:
            ends = [(model, *end) for model, end in enumerate(self.xy.tolist())]
            way = np.array([self._by.get(end, end[1:]) for end in ends], np.int64)
            move = move._replace(path=np.stack((move.path[:, 0], way, move.ends), axis=1))
        return move if judge(self.ground, self.layout, move, self.limits) == Fault(0) else None
