"""Who sees whom past the terrain, by a fixed sample of straight sight lines.

Lines run from nine points of the observer (the centre and eight of the rim) to nine points of the target. One
clear line makes a model visible; a target's point is plainly seen when some line to it is neither blocked nor
obscured, and a model is fully visible when all nine are. Models block no lines.

- A ruin blocks a line that enters the inside of its footprint, unless the observer or the target stands wholly
  within it, or the line ends inside it: seeing in is free, seeing out takes standing wholly within. So sight is
  not mutual where a model stands half in a ruin.
- An obstacle or a wood obscures a line that enters the inside of its footprint.

Touching an edge or a corner of a footprint is not entering it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from warbook.board.ground import Ground
from warbook.board.integers import Bools, Ints, every, some
from warbook.board.layout import Layout


class Sight(NamedTuple):
    """What observers (rows) see of targets (columns)."""

    visible: Bools
    hidden_by: Ints
    """Bit ``p`` is set where piece ``p`` keeps the target from being fully visible: some point of the target
    is not plainly seen, and the piece stops a line to it. Of what is not visible at all, only pieces that
    would hide it alone may be named."""

    @property
    def fully(self) -> Bools:
        """Which targets are fully visible to which observers."""
        found: Bools = self.visible & (self.hidden_by == 0)
        return found

    def hidden_because_of(self, pieces: int) -> Bools:
        """Which targets some observer does not see fully because of any of these pieces (a mask of bits)."""
        found: Bools = ((self.hidden_by & pieces) != 0).any(axis=0)
        return found


class _Lines(NamedTuple):
    """Some pairs of a model that looks and a model looked at, each with one piece that may stand between."""

    observer: Ints
    target: Ints
    piece: Ints

    def keep(self, chosen: Bools) -> _Lines:
        return _Lines(self.observer[chosen], self.target[chosen], self.piece[chosen])


class _Points(NamedTuple):
    """The same number of points for each of some models, held as points × models: the long axis last is the
    fast one."""

    x: Ints
    y: Ints

    @classmethod
    def of(cls, points: Ints) -> _Points:
        return cls(np.ascontiguousarray(points[..., 0].T), np.ascontiguousarray(points[..., 1].T))

    def pick(self, models: Ints) -> _Points:
        return _Points(self.x[:, models], self.y[:, models])

    def boxes(self) -> _Points:
        """The corners of the box around each model's points."""
        west, east, south, north = (
            self.x.min(axis=0),
            self.x.max(axis=0),
            self.y.min(axis=0),
            self.y.max(axis=0),
        )
        return _Points(np.array((west, west, east, east)), np.array((south, north, south, north)))

    def together(self) -> _Points:
        """All models as one."""
        return _Points(self.x.reshape(-1, 1), self.y.reshape(-1, 1))


def sight(ground: Ground, observers: Layout, targets: Layout) -> Sight:
    """What each observer sees of each target. The dead are looked at like the living."""
    shape = observers.size, targets.size
    seen = Sight(np.ones(shape, np.bool_), np.zeros(shape, np.int64))
    if not len(ground.pieces) or not seen.visible.size:
        return seen
    eyes, marks = _Points.of(observers.samples()), _Points.of(targets.samples())
    pieces = _between(ground, eyes.together().boxes(), marks.together().boxes())
    if len(pieces):
        here, there = eyes.boxes(), marks.boxes()
        lines = _candidates(ground, observers, targets, pieces, here, there)
        _sample(ground, _settle(ground, lines, here, there, seen), eyes, marks, seen)
    return seen


def _between(ground: Ground, here: _Points, there: _Points) -> Ints:
    """The pieces that any line between the two groups may enter."""
    near = np.flatnonzero(_boxes_meet(ground, np.arange(len(ground.pieces)), here, there)[0, 0])
    none = np.zeros(len(near), np.int64)
    return near[~_judged(ground, _Lines(none, none, near), here, there).clear()]


def _boxes_meet(ground: Ground, pieces: Ints, here: _Points, there: _Points) -> Bools:
    """Whose common box meets which piece's: observers × targets × pieces."""
    low, high = ground.low[pieces], ground.high[pieces]
    east = np.maximum(here.x[3][:, None], there.x[3])[..., None] > low[:, 0]
    north = np.maximum(here.y[3][:, None], there.y[3])[..., None] > low[:, 1]
    west = np.minimum(here.x[0][:, None], there.x[0])[..., None] < high[:, 0]
    south = np.minimum(here.y[0][:, None], there.y[0])[..., None] < high[:, 1]
    return np.asarray(east & north & west & south)


def _candidates(
    ground: Ground, observers: Layout, targets: Layout, pieces: Ints, here: _Points, there: _Points
) -> _Lines:
    """Every pair with every piece whose box meets the box around both, but for ruins that hold one of them."""
    close = _boxes_meet(ground, pieces, here, there)
    ruins = np.flatnonzero(ground.blocks[pieces])
    if len(ruins):
        inside = ground.within_pieces(observers, pieces[ruins])[:, None]
        close[:, :, ruins] &= ~(inside | ground.within_pieces(targets, pieces[ruins])[None])
    rows, columns, piece = np.nonzero(close)
    return _Lines(rows, columns, pieces[piece])


def _settle(ground: Ground, lines: _Lines, here: _Points, there: _Points, seen: Sight) -> _Lines:
    """Settle the pairs whose sample lines are all clear, or all stopped, judged by the boxes around the
    samples: on which side of an edge a line's ends lie is linear in each end, so the corners of the boxes
    decide. What is left is returned."""
    judged = _judged(ground, lines, here, there)
    clear = judged.clear()
    dark = every(judged.stopped(), 0, 1) & some(every(judged.outer_end, 0), 0)
    hidden = lines.keep(dark)
    np.bitwise_or.at(seen.hidden_by, (hidden.observer, hidden.target), 1 << hidden.piece)
    blocked = hidden.keep(ground.blocks[hidden.piece])
    seen.visible[blocked.observer, blocked.target] = False
    return lines.keep(~clear & seen.visible[lines.observer, lines.target])


def _sample(ground: Ground, lines: _Lines, eyes: _Points, marks: _Points, seen: Sight) -> None:
    """Trace all lines of the pairs that are left, and enter what they show."""
    if not len(lines.piece):
        return
    targets = seen.visible.shape[1]
    pairs, pair = np.unique(lines.observer * targets + lines.target, return_inverse=True)
    stopped = np.moveaxis(_trace(ground, lines, eyes, marks), -1, 0)
    blocks = ground.blocks[lines.piece]
    shut = np.zeros((len(pairs), *stopped.shape[1:]), np.bool_)
    np.logical_or.at(shut, pair[blocks], stopped[blocks])
    seen.visible[pairs // targets, pairs % targets] = ~every(shut, 1, 2)
    np.logical_or.at(shut, pair[~blocks], stopped[~blocks])
    missed = every(shut, 1)
    because = some(stopped & missed[pair][:, None], 1, 2)
    hiding = lines.keep(because)
    np.bitwise_or.at(seen.hidden_by, (hiding.observer, hiding.target), 1 << hiding.piece)


def _trace(ground: Ground, lines: _Lines, eyes: _Points, marks: _Points) -> Bools:
    """Which lines (starts × ends × pairs) the piece stops; a ruin does not stop those that end inside it."""
    judged = _judged(ground, lines, eyes, marks)
    ends_inside = ~some(judged.outer_end, 1) & ground.blocks[lines.piece]
    return judged.stopped() & ~ends_inside


class _Judged(NamedTuple):
    """How the lines of some pairs lie to the shape between them."""

    outer_start: Bools
    """Starts × edges × pairs: on the outer side of the edge, or on it."""
    outer_end: Bools
    left: Bools
    """Starts × ends × pairs: some corner lies left of the line."""
    right: Bools

    def clear(self) -> Bools:
        """Which shapes no line can enter: all ends lie outside one edge, or all corners on one side of every
        line."""
        past = some(every(self.outer_start, 0) & every(self.outer_end, 0), 0)
        return past | ~(some(self.left, 0, 1) & some(self.right, 0, 1))

    def stopped(self) -> Bools:
        """Which lines enter the inside: no edge has both ends outside, and corners lie on both sides."""
        parted = some(self.outer_start[:, None] & self.outer_end, 2)
        return self.left & self.right & ~parted


def _judged(ground: Ground, lines: _Lines, starts: _Points, ends: _Points) -> _Judged:
    """Judge every line of every pair."""
    start, end = starts.pick(lines.observer), ends.pick(lines.target)
    corner = _Points(ground.corner_x[:, lines.piece], ground.corner_y[:, lines.piece])
    edge = _Points(ground.edge_x[:, lines.piece], ground.edge_y[:, lines.piece])
    inner = ground.edge_offset[:, lines.piece]
    sides = _products(corner, start)[:, None] - _products(corner, end)
    sides -= _products(end, start)[:, :, None]
    outer_start, outer_end = _products(edge, start) <= inner, _products(edge, end) <= inner
    return _Judged(outer_start, outer_end, some(sides > 0, 2), some(sides < 0, 2))


def _products(a: _Points, b: _Points) -> Ints:
    """Cross products of every point of ``a`` with every point of ``b``, for each pair: b × a × pairs."""
    found: Ints = a.x * b.y[:, None]
    found -= a.y * b.x[:, None]
    return found


class SightCache:
    """Remembers what was seen, by where the models stand: an answer can never be out of date.

    A copy of a battle may share it. It forgets everything beyond ``limit`` answers.
    """

    __slots__ = ("_seen", "ground", "limit")

    def __init__(self, ground: Ground, limit: int = 4096) -> None:
        self.ground = ground
        self.limit = limit
        self._seen: dict[tuple[object, ...], Sight] = {}

    def sight(self, observers: Layout, targets: Layout) -> Sight:
        """What each observer sees of each target; arrays that are not to be changed."""
        key = (*_standing(observers), *_standing(targets))
        found = self._seen.get(key)
        if found is None:
            if len(self._seen) >= self.limit:
                self._seen.clear()
            found = self._seen[key] = sight(self.ground, observers, targets)
        return found


def _standing(models: Layout) -> tuple[object, ...]:
    ends = models.xy.tobytes(), models.base.tobytes(), models.table
    return ends if models.table.all_round else (*ends, models.facing.tobytes())
