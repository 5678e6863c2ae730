"""What is wrong with a move: :func:`judge` names every fault, like a status of flags."""

from __future__ import annotations

import numpy as np

from warbook.board.coherency import is_coherent
from warbook.board.convex import holds
from warbook.board.gaps import gaps_mil, gaps_within, overlaps
from warbook.board.ground import Ground, meets
from warbook.board.integers import Bools, Ints, ceil_root, some, squared, squares_between
from warbook.board.layout import Layout
from warbook.board.moves import Closer, Fault, Limits, Move
from warbook.board.passage import Passage, ways


def judge(ground: Ground, layout: Layout, move: Move, limits: Limits) -> Fault:
    """Everything that is wrong with a move; ``Fault(0)`` when it is legal."""
    passage = Passage(ground, layout, move.models, limits)
    after = move.applied(layout)
    faults = _length_fault(ground, layout, move, limits)
    rows = layout.pick(move.models)._replace(facing=move.facing)
    for start, end in zip(move.path.swapaxes(0, 1)[:-1], move.path.swapaxes(0, 1)[1:], strict=True):
        faults |= _union(passage.along(rows._replace(xy=start), end, move.z))
    ended = after.pick(move.models)
    faults |= _union(passage.at(ended))
    return faults | _among(ended) | unit_faults(ground, layout, after, move.models, limits)


def judge_set_up(ground: Ground, layout: Layout, move: Move, limits: Limits, zone: Ints | None = None) -> Fault:
    """What is wrong with setting models up at the ends of a move: how they came there is not judged.

    ``zone`` is an outline in which every base must stand wholly. ``limits.engagement_mil`` is the distance to
    keep from enemies: exactly that far is too near (K-VOC-09).
    """
    alive = layout.alive.copy()
    alive[move.models] = True
    after = move.applied(layout)._replace(alive=alive)
    ended = after.pick(move.models)
    faults = _union(Passage(ground, layout, move.models, limits).at(ended)) | _among(ended)
    if zone is not None and not holds(zone, ended.outlines(), ended.radius).all():
        faults |= Fault.OUT_OF_ZONE
    if not is_coherent(after.pick(after.of_unit(int(after.unit[move.models[0]]))), limits.coherency):
        faults |= Fault.NOT_COHERENT
    return faults


def _union(flags: Ints) -> Fault:
    return Fault(int(np.bitwise_or.reduce(flags)))


def _among(ended: Layout) -> Fault:
    """Do models that moved end on each other?"""
    clash = overlaps(ended, ended)
    np.fill_diagonal(clash, False)
    return Fault.ON_MODEL if clash.any() else Fault(0)


def _length_fault(ground: Ground, layout: Layout, move: Move, limits: Limits) -> Fault:
    far = lengths_mil(ground, layout, move, limits) > np.asarray(limits.distance_mil)
    return Fault.TOO_FAR if far.any() else Fault(0)


def lengths_mil(ground: Ground, layout: Layout, move: Move, limits: Limits) -> Ints:
    """How far each model goes: each straight line rounded up to whole mil, with heights climbed and the pivot.

    Who flies goes straight up or down on the last line; who does not adds the height. An obstacle above the
    free height is climbed up and down (K-PTH-05).
    """
    lines = squared(np.diff(move.path, axis=1))
    rise = np.abs(move.z - layout.z[move.models])
    if limits.flies:
        lines[:, -1] += rise * rise
    total: Ints = ceil_root(lines).sum(axis=1)
    if not limits.flies:
        total = total + rise + _climbs(ground, layout, move, limits)
    pivots = (move.facing - layout.facing[move.models]) % 360 != 0
    return np.asarray(total + pivots * limits.pivot_mil)


def _climbs(ground: Ground, layout: Layout, move: Move, limits: Limits) -> Ints:
    climbed = np.zeros(len(move.models), np.int64)
    for shape, height in zip(ground.climbs, ground.climb_heights.tolist(), strict=True):
        if height > limits.free_height_mil:
            crossed = np.zeros(len(move.models), np.bool_)
            for place in range(move.path.shape[1] - 1):
                rows = layout.pick(move.models)._replace(xy=move.path[:, place], facing=move.facing)
                crossed |= meets(ways(rows, move.path[:, place + 1]), rows.radius, shape)
            climbed += 2 * height * crossed
    return climbed


def unit_faults(ground: Ground, before: Layout, after: Layout, models: Ints, limits: Limits) -> Fault:
    """The faults that concern the unit as a whole: coherency, whom it engages, what it comes closer to."""
    unit = after.pick(after.of_unit(int(after.unit[models[0]])))
    faults = Fault(0) if is_coherent(unit, limits.coherency) else Fault.NOT_COHERENT
    if limits.engaged or limits.must_engage:
        faults |= _engaging(after, unit, limits)
    if limits.closer is not Closer.NOTHING:
        was, now = before.pick(models), after.pick(models)
        went = (was.xy != now.xy).any(axis=1)
        if not comes_closer(ground, before, was.pick(went), now.pick(went), limits).all():
            faults |= Fault.NOT_CLOSER
    return faults | _objectives(ground, unit, limits)


def _engaging(after: Layout, unit: Layout, limits: Limits) -> Fault:
    enemies = after.pick(np.flatnonzero((after.side != unit.side[0]) & after.alive))
    close = gaps_within(unit, enemies, limits.engagement_mil, limits.engagement_vertical_mil).any(axis=0)
    met = set(enemies.unit[close].tolist())
    missing = (limits.engaged and not met) or not met.issuperset(limits.must_engage)
    return Fault.NOT_ENGAGED if missing else Fault(0)


def _objectives(ground: Ground, unit: Layout, limits: Limits) -> Fault:
    faults = Fault(0)
    if limits.objective is not None and limits.objective_mil is not None:
        marker = ground.objectives.pick(np.array([limits.objective]))
        if not gaps_within(unit, marker, limits.objective_mil, limits.engagement_vertical_mil).any():
            faults |= Fault.OUT_OF_RANGE
    return faults


def goals(ground: Ground, layout: Layout, side: int, limits: Limits) -> Layout:
    """The models, or the objective, that ``limits.closer`` means for a unit of this side."""
    if limits.closer is Closer.OBJECTIVE:
        return ground.objectives.pick(np.array([limits.objective or 0]))
    wanted = (layout.side != side) & layout.alive
    if limits.toward is not None:
        wanted &= np.isin(layout.unit, limits.toward)
    return layout.pick(np.flatnonzero(wanted))


def comes_closer(ground: Ground, layout: Layout, was: Layout, now: Layout, limits: Limits) -> Bools:
    """Which models of ``was`` are closer, standing as ``now``, to what they must come closer to.

    Between two discs the centres are compared, exactly; else the gap in whole mil.
    """
    if not was.size:
        return np.ones(0, np.bool_)
    near = goals(ground, layout, int(was.side[0]), limits)
    closer: Bools = _nearness(now, near) < _nearness(was, near)
    if limits.closer is Closer.NEAREST:
        gaps = gaps_mil(was, near)
        closer &= gaps == gaps.min(axis=1, keepdims=True)
    return some(closer, 1)


def _nearness(a: Layout, b: Layout) -> Ints:
    if a.table.all_round and b.table.all_round:
        return squares_between(a.xy, b.xy)
    return gaps_mil(a, b)
