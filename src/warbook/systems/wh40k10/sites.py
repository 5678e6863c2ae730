"""Where units may be set up in the middle of a battle: judged, and found (K-RES-02, K-RES-05, K-CLR-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from warbook.board.convex import holds, near
from warbook.board.formation import deploy
from warbook.board.gaps import gaps_mil
from warbook.board.ground import Ground
from warbook.board.integers import Bools, Ints, ceil_root, fan, squared, step
from warbook.board.judging import judge_set_up
from warbook.board.layout import Layout
from warbook.board.moves import Fault, Limits, Move
from warbook.board.passage import Passage
from warbook.rules.request import Site
from warbook.rules.state import State

if TYPE_CHECKING:
    from warbook.systems.wh40k10.table import Table

Point = tuple[int, int]


def whole(ground: Ground) -> Ints:
    """The whole table as a zone."""
    return _box(0, 0, ground.width, ground.depth)


def _box(west: int, south: int, east: int, north: int) -> Ints:
    return np.array([(west, south), (east, south), (east, north), (west, north)], np.int64)


def strips(ground: Ground, mil: int) -> tuple[Ints, ...]:
    """What lies within so much of each edge of the table."""
    east, north = ground.width, ground.depth
    return (
        _box(0, 0, east, mil),
        _box(0, north - mil, east, north),
        _box(0, 0, mil, north),
        _box(east - mil, 0, east, north),
    )


def misplaced(ground: Ground, layout: Layout, move: Move, site: Site) -> Fault:
    """Whether models end outside a site; how far they are from enemies is judged with the set-up itself."""
    ended = move.applied(layout).pick(move.models)
    wrong = bool(site.edge_mil) and not any(_inside(zone, ended) for zone in strips(ground, site.edge_mil))
    wrong |= site.barred is not None and _touches(ground.zones[site.barred], ended)
    wrong |= site.near is not None and not _near(layout, ended, site.near, site.near_mil)
    return Fault.OUT_OF_ZONE if wrong else Fault(0)


def _inside(zone: Ints, ended: Layout) -> bool:
    return bool(holds(zone, ended.outlines(), ended.radius).all())


def _touches(zone: Ints, ended: Layout) -> bool:
    outlines = np.broadcast_to(zone, (ended.size, *zone.shape))
    return bool(near(ended.outlines(), outlines, ended.radius, strict=True).any())


def _near(layout: Layout, ended: Layout, unit: int, mil: int) -> bool:
    """Every base wholly within so much of a model of a unit (K-VOC-08), by the circles around bases."""
    gaps = gaps_mil(ended, layout.pick(layout.of_unit(unit))).min(axis=1)
    return bool((gaps + 2 * ended.outer <= mil).all())


def found(
    table: Table, state: State, models: Ints, limits: Limits, site: Site, toward: Point | None
) -> Move | None:
    """A legal set-up at a site, as near to a point as there is room; ``None`` where there is none."""
    ground, layout = table.ground.ground, table.ground.on_table(state)
    if site.spot is not None and len(models) == 1:
        return _nearest(ground, layout, models, limits, site)
    goal = site.spot or toward
    for zone in sorted(_zones(ground, layout, site), key=lambda each: _away(each, goal)):
        move = deploy(ground, layout, models, zone, limits, near=_within(zone, goal))
        if move is not None and not misplaced(ground, layout, move, site):
            return move
    return None


def _away(zone: Ints, goal: Point | None) -> int:
    return 0 if goal is None else int(squared(np.array(_within(zone, goal)) - np.array(goal)))


def _within(zone: Ints, goal: Point | None) -> Point | None:
    """The point of a zone's box that is nearest to a goal."""
    if goal is None:
        return None
    x, y = np.clip(np.array(goal), zone.min(axis=0), zone.max(axis=0)).tolist()
    return x, y


def _zones(ground: Ground, layout: Layout, site: Site) -> list[Ints]:
    """Convex zones that lie in a site."""
    if site.near is not None:
        return list(_around(layout.pick(layout.of_unit(site.near)), site.near_mil))
    zones = strips(ground, site.edge_mil) if site.edge_mil else (whole(ground),)
    if site.barred is None:
        return list(zones)
    return [part for zone in zones for part in _without(zone, ground.zones[site.barred])]


CORNERS = tuple(range(0, 360, 15))


def _around(near_to: Layout, mil: int) -> Iterator[Ints]:
    """What is within so much of each model, as outlines of many corners."""
    east = np.array([[1, 0]], np.int64)
    for place in range(near_to.size):
        inner = int(near_to.table.inner[near_to.base[place]])
        yield np.asarray(near_to.xy[place] + step(fan(east, CORNERS)[0], np.array([mil + inner])))


def _without(zone: Ints, barred: Ints) -> Iterator[Ints]:
    """The convex parts of a zone beyond each edge of a barred outline."""
    for start, end in zip(barred, np.roll(barred, -1, axis=0), strict=True):
        part = _beyond(zone.tolist(), start.tolist(), end.tolist())
        if len(part) > 2:
            yield np.array(part, np.int64)


def _beyond(zone: list[list[int]], start: list[int], end: list[int]) -> list[list[int]]:
    """What of a convex outline is on the outer side of a line, counter-clockwise as it was."""

    def side(point: list[int]) -> int:
        return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])

    kept: list[list[int]] = []
    for here, after in zip(zone, [*zone[1:], zone[0]], strict=True):
        a, b = side(here), side(after)
        kept += [here] if a <= 0 else []
        if (a < 0 < b) or (b < 0 < a):
            kept.append([here[n] + (after[n] - here[n]) * a // (a - b) for n in (0, 1)])
    return kept


RING_MIL, RINGS = 100, 240
"""Places are looked for on circles so far apart, and so many of them."""
WAYS = tuple(range(0, 360, 10))


def _nearest(ground: Ground, layout: Layout, models: Ints, limits: Limits, site: Site) -> Move | None:
    """The first free place of one model on circles around a spot, the spot itself first (K-PTH-07)."""
    assert site.spot is not None
    spot, rows = np.array(site.spot, np.int64), layout.pick(models)
    ways = fan(np.array([[1, 0]], np.int64), WAYS)[0]
    rings = [spot + step(ways, np.array([RING_MIL * n])) for n in range(1, RINGS)]
    places = np.concatenate((spot[None], *rings))
    trials = rows.pick(np.zeros(len(places), np.int64))._replace(xy=places)
    free: Bools = Passage(ground, layout, models, limits).at(trials) == 0
    for place in np.flatnonzero(free).tolist():
        move = Move(models, np.repeat(places[place][None, None], 2, axis=1), rows.z, rows.facing)
        if not judge_set_up(ground, layout, move, limits) and not misplaced(ground, layout, move, site):
            return move
    return None


def is_closest(table: Table, state: State, move: Move, limits: Limits, site: Site) -> bool:
    """Whether a model set up as close as it can be to a spot is as close as the place that is found here."""
    best = found(table, state, move.models, limits, site, None)
    if best is None or site.spot is None:
        return True
    lengths = [int(ceil_root(squared(each.ends[0] - np.array(site.spot)))) for each in (move, best)]
    return lengths[0] <= lengths[1]
