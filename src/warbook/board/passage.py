"""What stands in the way of some models: the faults of a straight way, and of a place to stand."""

from __future__ import annotations

import numpy as np

from warbook.board.convex import line_near, near, swept
from warbook.board.gaps import gaps_within, overlaps
from warbook.board.ground import Ground, meets
from warbook.board.integers import Bools, Ints, every
from warbook.board.layout import Layout, alike
from warbook.board.moves import Fault, Limits


class Passage:
    """The table as the models that are about to move find it: everybody else, and what their limits say.

    A *row* is one trial: any model of the unit, as often as there are places to try. Models that do not move,
    unit-mates as well, are in the way; those that move are not.
    """

    def __init__(self, ground: Ground, layout: Layout, models: Ints, limits: Limits) -> None:
        self.ground, self.limits = ground, limits
        standing = layout.alive.copy()
        standing[models] = False
        self.others = layout.pick(np.flatnonzero(standing))
        enemy = self.others.side != layout.side[models[0]]
        self.enemies = enemy
        self.avoided: Bools = enemy
        if limits.may_engage is None:
            self.avoided = np.zeros_like(enemy)
        elif limits.may_engage:
            self.avoided = enemy & ~np.isin(self.others.unit, limits.may_engage)
        past = np.isin(self.others.unit, limits.past) if limits.past else np.zeros_like(enemy)
        self.crossed: Bools = self.avoided & ~past
        self.barred = self._barred(past)

    def _barred(self, past: Bools) -> Bools:
        """Whom the way may not cross."""
        if self.limits.flies:
            return np.zeros_like(self.enemies)
        barred: Bools = ~self.enemies & np.isin(self.others.unit, self.limits.solid)
        return barred if self.limits.through_enemies else barred | (self.enemies & ~past)

    def faults(self, rows: Layout, ends: Ints) -> Ints:
        """The faults of going straight from where the rows stand to these ends, and standing there."""
        return self.along(rows, ends, rows.z) | self.at(rows._replace(xy=ends))

    def along(self, rows: Layout, ends: Ints, z: Ints) -> Ints:
        """The faults on straight ways from where the rows stand; ``z`` are their heights at the end."""
        limits, found = self.limits, np.zeros(rows.size, np.int64)
        engaging = not (limits.through_engagement or limits.flies) and bool(self.crossed.any())
        if engaging or self.barred.any():
            found |= self._past_models(rows, ends, z, engaging)
        if not (limits.through_walls or limits.flies) and len(self.ground.solids.outlines):
            found |= meets(ways(rows, ends), rows.radius, self.ground.solids) * Fault.THROUGH_WALL.value
        return found

    def _past_models(self, rows: Layout, ends: Ints, z: Ints, engaging: bool) -> Ints:
        low, high = np.minimum(rows.xy, ends).min(axis=0), np.maximum(rows.xy, ends).max(axis=0)
        close = self._around(rows, low, high) & (self.barred | (self.crossed & engaging))
        chosen = np.flatnonzero(close)
        found = np.zeros(rows.size, np.int64)
        if not len(chosen):
            return found
        others = self.others.pick(chosen)
        level = (others.z[None] == rows.z[:, None]) | (others.z[None] == z[:, None])
        hit = passes(rows, ends, others, 0, strict=True) & level & self.barred[chosen]
        found |= hit.any(axis=1) * Fault.THROUGH_MODEL.value
        if engaging:
            rise = np.minimum(np.abs(others.z[None] - rows.z[:, None]), np.abs(others.z[None] - z[:, None]))
            level = rise <= self.limits.engagement_vertical_mil
            hit = passes(rows, ends, others, self.limits.engagement_mil) & level & self.crossed[chosen]
            found |= hit.any(axis=1) * Fault.THROUGH_ENGAGEMENT.value
        return found

    def at(self, rows: Layout) -> Ints:
        """The faults of standing there."""
        found = self.ground.off_table(rows) * Fault.OFF_TABLE.value
        found |= self.ground.stands_on(rows) * Fault.ON_TERRAIN.value
        found |= self.ground.without_floor(rows) * Fault.NO_FLOOR.value
        if self.limits.off_objectives and self.ground.objectives.size:
            found |= overlaps(rows, self.ground.objectives).any(axis=1) * Fault.ON_OBJECTIVE.value
        close = np.flatnonzero(self._around(rows, rows.xy.min(axis=0), rows.xy.max(axis=0)))
        if not len(close):
            return found
        others = self.others.pick(close)
        found |= overlaps(rows, others).any(axis=1) * Fault.ON_MODEL.value
        avoided = self.avoided[close]
        if avoided.any():
            limits = self.limits
            enemies = others.pick(np.flatnonzero(avoided))
            hit = gaps_within(rows, enemies, limits.engagement_mil, limits.engagement_vertical_mil)
            found |= hit.any(axis=1) * Fault.IN_ENGAGEMENT.value
        return found

    def _around(self, rows: Layout, low: Ints, high: Ints) -> Bools:
        """Which others could matter to anything inside a box."""
        margin = (self.others.outer + int(rows.outer.max()) + self.limits.engagement_mil)[:, None]
        return every((self.others.xy >= low - margin) & (self.others.xy <= high + margin), 1)


def ways(rows: Layout, ends: Ints) -> Ints:
    """What the outlines of the rows cover on their way; a disc's centre covers a line."""
    if rows.table.round[rows.base].all():
        return np.stack((rows.xy, ends), axis=1)
    return swept(rows.outlines(), ends - rows.xy)


def passes(rows: Layout, ends: Ints, others: Layout, reach_mil: int, strict: bool = False) -> Bools:
    """Which rows come within reach of which others on their straight way."""
    reach = rows.outer[:, None] + others.outer[None] + reach_mil
    found = line_near(rows.xy, ends, others.xy, reach, strict)
    if rows.table.all_round and others.table.all_round:
        return found
    both = rows.table.round[rows.base][:, None] & others.table.round[others.base][None]
    row, other = np.nonzero(found & ~both)
    if len(row):
        found[row, other] = _pass_by_row(rows.pick(row), ends[row], others.pick(other), reach_mil, strict)
    return found


def _pass_by_row(rows: Layout, ends: Ints, others: Layout, reach_mil: int, strict: bool) -> Bools:
    """The same for each row with the other model in that row, outline to outline."""
    found = np.zeros(rows.size, np.bool_)
    limit = rows.radius + others.radius + reach_mil
    for group in alike(rows, others):
        way = ways(rows.pick(group), ends[group])
        found[group] = near(way, others.pick(group).outlines(), limit[group], strict)
    return found
