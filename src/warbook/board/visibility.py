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
    """The same number of points for each of some models, points × models: the long axis last is the fast
    one."""

    x: Ints
    y: Ints

    @classmethod
    def of(cls, points: Ints) -> _Points:
        return cls(np.ascontiguousarray(points[..., 0].T), np.ascontiguousarray(points[..., 1].T))

    def pick(self, models: Ints) -> _Points:
        return _Points(self.x[:, models], self.y[:, models])


class _Boxes(NamedTuple):
    """Squares about models, each holding all sample points of its model."""

    x: Ints
    y: Ints
    half: Ints

    @classmethod
    def of(cls, models: Layout, samples: Ints) -> _Boxes:
        half = np.abs(samples - models.xy[:, None]).max(axis=(1, 2))
        return cls(models.xy[:, 0], models.xy[:, 1], half)

    def pick(self, models: Ints) -> _Boxes:
        return _Boxes(self.x[models], self.y[models], self.half[models])


def sight(ground: Ground, observers: Layout, targets: Layout) -> Sight:
    """What each observer sees of each target. The dead are looked at like the living."""
    shape = observers.size, targets.size
    seen = Sight(np.ones(shape, np.bool_), np.zeros(shape, np.int64))
    if not len(ground.pieces) or not seen.visible.size:
        return seen
    eyes, marks = observers.samples(), targets.samples()
    here, there = _Boxes.of(observers, eyes), _Boxes.of(targets, marks)
    lines = _candidates(ground, observers, targets, here, there)
    if len(lines.piece):
        lines = _settle(ground, lines, here, there, seen)
    if len(lines.piece):
        _sample(ground, lines, _Points.of(eyes), _Points.of(marks), seen)
    return seen


def _candidates(ground: Ground, observers: Layout, targets: Layout, here: _Boxes, there: _Boxes) -> _Lines:
    """Every pair with every piece whose box meets the box around both, but for ruins that hold one of them."""
    close = _meets(here.x, here.y, here.half, there, ground.low, ground.high)
    ruins = np.flatnonzero(close.any(axis=(0, 1)) & ground.blocks)
    for models, boxes, axis in ((observers, here, 1), (targets, there, 0)):
        for place, piece in zip(*_boxed(boxes, ground, ruins), strict=True):
            if ground.within_pieces(models.pick(np.array([place])), np.array([piece]))[0, 0]:
                np.moveaxis(close, 1 - axis, 0)[place, :, piece] = False
    return _Lines(*np.nonzero(close))


def _meets(x: Ints, y: Ints, half: Ints, there: _Boxes, low: Ints, high: Ints) -> Bools:
    """Whose common box meets which piece's: observers × targets × pieces."""
    east = np.maximum((x + half)[:, None], there.x + there.half)[..., None] > low[:, 0]
    north = np.maximum((y + half)[:, None], there.y + there.half)[..., None] > low[:, 1]
    west = np.minimum((x - half)[:, None], there.x - there.half)[..., None] < high[:, 0]
    south = np.minimum((y - half)[:, None], there.y - there.half)[..., None] < high[:, 1]
    return np.asarray(east & north & west & south)


def _boxed(boxes: _Boxes, ground: Ground, pieces: Ints) -> tuple[list[int], list[int]]:
    """Models with their centre inside the box of one of these pieces: only they can stand wholly within it."""
    low, high = ground.low[pieces], ground.high[pieces]
    x, y = boxes.x[:, None], boxes.y[:, None]
    rows, columns = np.nonzero((x > low[:, 0]) & (x < high[:, 0]) & (y > low[:, 1]) & (y < high[:, 1]))
    return rows.tolist(), pieces[columns].tolist()


def _settle(ground: Ground, lines: _Lines, here: _Boxes, there: _Boxes, seen: Sight) -> _Lines:
    """Settle the pairs whose sample lines are surely all clear, or all stopped by one piece; return the others.

    On which side of an edge an end lies, and on which side of a line a corner, is linear in each end, so it can
    differ from what the two centres give by no more than the squares allow.
    """
    start, end, piece = here.pick(lines.observer), there.pick(lines.target), lines.piece
    any_start, all_start = _outer(ground, start, piece)
    any_end, all_end = _outer(ground, end, piece)
    turn, slack = _turns(ground, start, end, piece)
    left, right = turn > slack, turn < -slack
    clear = some(all_start & all_end, 0) | every(turn >= slack, 0) | every(turn <= -slack, 0)
    dark = some(left, 0) & some(right, 0) & ~some(any_start & any_end, 0) & some(all_end, 0)
    hidden = lines.keep(dark)
    np.bitwise_or.at(seen.hidden_by, (hidden.observer, hidden.target), 1 << hidden.piece)
    blocked = hidden.keep(ground.blocks[hidden.piece])
    seen.visible[blocked.observer, blocked.target] = False
    return lines.keep(~clear & seen.visible[lines.observer, lines.target])


def _outer(ground: Ground, box: _Boxes, piece: Ints) -> tuple[Bools, Bools]:
    """For which edges some of the square may lie on the outer side, and for which all of it surely does."""
    x, y = ground.edge_x[:, piece], ground.edge_y[:, piece]
    inward = x * box.y - y * box.x - ground.edge_offset[:, piece]
    slack = box.half * (np.abs(x) + np.abs(y))
    return inward <= slack, inward <= -slack


def _turns(ground: Ground, start: _Boxes, end: _Boxes, piece: Ints) -> tuple[Ints, Ints]:
    """On which side of the line between the centres each corner lies, and by how much other lines can
    differ."""
    x, y = ground.corner_x[:, piece], ground.corner_y[:, piece]
    from_x, from_y, to_x, to_y = x - start.x, y - start.y, x - end.x, y - end.y
    turn = (end.x - start.x) * from_y - (end.y - start.y) * from_x
    slack = end.half * (np.abs(from_x) + np.abs(from_y)) + start.half * (np.abs(to_x) + np.abs(to_y))
    return turn, slack + 2 * start.half * end.half


def _sample(ground: Ground, lines: _Lines, eyes: _Points, marks: _Points, seen: Sight) -> None:
    """Trace all lines of the pairs that are left, and enter what they show."""
    stopped = _trace(ground, lines, eyes, marks)
    new = np.ones(len(lines.piece), np.bool_)
    new[1:] = (lines.observer[1:] != lines.observer[:-1]) | (lines.target[1:] != lines.target[:-1])
    first, pair = np.flatnonzero(new), np.cumsum(new) - 1
    shut = np.logical_or.reduceat(stopped & ground.blocks[lines.piece], first, axis=2)
    seen.visible[lines.observer[first], lines.target[first]] = ~every(shut, 0, 1)
    missed = every(np.logical_or.reduceat(stopped, first, axis=2), 0)
    hiding = lines.keep(some(stopped & missed[:, pair], 0, 1))
    np.bitwise_or.at(seen.hidden_by, (hiding.observer, hiding.target), 1 << hiding.piece)


def _trace(ground: Ground, lines: _Lines, eyes: _Points, marks: _Points) -> Bools:
    """Which lines (starts × ends × pairs) the piece stops: no edge has both ends outside, and corners lie on
    both sides. A ruin does not stop those that end inside it."""
    start, end = eyes.pick(lines.observer), marks.pick(lines.target)
    edge = _Points(ground.edge_x[:, lines.piece], ground.edge_y[:, lines.piece])
    inner = ground.edge_offset[:, lines.piece]
    outer_start, outer_end = _products(edge, start) <= inner, _products(edge, end) <= inner
    ends_inside = ~some(outer_end, 1) & ground.blocks[lines.piece]
    stopped = _straddles(ground, start, end, lines.piece)
    stopped &= ~ends_inside
    for number in range(outer_start.shape[1]):
        stopped &= ~(outer_start[:, None, number] & outer_end[:, number])
    return stopped


def _straddles(ground: Ground, start: _Points, end: _Points, piece: Ints) -> Bools:
    """Which lines have corners of the piece on both sides."""
    corner = _Points(ground.corner_x[:, piece], ground.corner_y[:, piece])
    line, from_start, from_end = _products(end, start), _products(corner, start), _products(corner, end)
    left = np.zeros(line.shape, np.bool_)
    right = np.zeros(line.shape, np.bool_)
    for number in range(len(corner.x)):
        side = from_start[:, None, number] - from_end[:, number]
        left |= side > line
        right |= side < line
    return left & right


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
