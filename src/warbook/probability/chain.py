"""Allocation as a Markov chain over the models that take wounds, one square matrix for one wound.

A state is how many wounds the front and the leaders have lost (their models fall in a fixed order, so two
numbers say all). Vectors carry one more coordinate at the end: the wasted damage expected so far, which every
kernel adds to. That makes waste as exact as the rest and costs one column.

With a spare re-roll there are two blocks of states, one where it is still there and one where it is spent.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from warbook.chance import Floats
from warbook.dice import Value
from warbook.rules.volley import Formation, Rank, Suffered

Ints = NDArray[np.int64]
KERNEL_BYTES = 64_000_000
"""What one chain's kernels may take up before they are made anew."""
Masses = tuple[tuple[Suffered, float], ...]


class Effect(Value, frozen=True):
    """What one wound does, by the entry of the model that takes it; ``by_entry[spent]`` where the spare
    re-roll is spent (0) or there (1). ``points`` settles single points of damage where they spill; ``follow``
    is an attack that wounds may cause."""

    by_entry: tuple[tuple[Masses, ...], ...]
    precise: bool
    points: tuple[Masses, ...] = ()
    spills: tuple[bool, ...] = ()
    follow: Follow | None = None


class Follow(Value, frozen=True):
    """An attack that a wound causes: the chances of 0, 1, … wounds, and what each does."""

    wounds: tuple[float, ...]
    effect: Effect


class _Lane(Value, frozen=True):
    """Positions along one lane: which entry stands in front, how much room it has, who fell before."""

    ranks: tuple[Rank, ...]

    def arrays(self) -> tuple[Ints, Ints]:
        """For each position its front entry and the wounds that model has left; the last is the end."""
        entry, room = [], []
        for rank in self.ranks:
            entry.extend([rank.entry] * (rank.count * rank.left))
            room.extend(list(range(rank.left, 0, -1)) * rank.count)
        return np.array([*entry, -1]), np.array([*room, 0])


class Chain:
    """The states of one formation and its kernels. ``apart`` keeps front and leaders as two coordinates, which
    only attacks that may pick leaders need."""

    def __init__(self, formation: Formation, apart: bool) -> None:
        apart = apart and bool(formation.front) and bool(formation.leaders)
        lanes = (formation.front, formation.leaders) if apart else ((*formation.front, *formation.leaders), ())
        self.formation = formation
        self._entries, self._rooms = zip(*(_Lane(lane).arrays() for lane in lanes), strict=True)
        self.lengths = tuple(len(entries) for entries in self._entries)
        self.size = self.lengths[0] * self.lengths[1]
        self._kernels: dict[tuple[Effect, int], Floats] = {}

    @cached_property
    def _positions(self) -> tuple[Ints, Ints]:
        front, leader = np.divmod(np.arange(self.size), self.lengths[1])
        return front, leader

    def facing(self, precise: bool) -> tuple[Ints, Ints, Ints]:
        """For each state the entry that takes the next wound (-1: none), its room, and its lane's stride."""
        front, leader = self._positions
        in_front, in_lead = self._entries[0][front], self._entries[1][leader]
        first = in_lead if precise else in_front
        leading = (first >= 0) == precise
        entry = np.where(leading, in_lead, in_front)
        room = np.where(leading, self._rooms[1][leader], self._rooms[0][front])
        return entry, room, np.where(leading, 1, self.lengths[1])

    def kernel(self, effect: Effect, blocks: int) -> Floats:
        """The matrix of one wound: square, (states + waste) × blocks."""
        key = (effect, blocks)
        if key not in self._kernels:
            if sum(kernel.nbytes for kernel in self._kernels.values()) > KERNEL_BYTES:
                self._kernels.clear()
            self._kernels[key] = self._build(effect, blocks)
        return self._kernels[key]

    def causing(self, effect: Effect, blocks: int) -> list[Floats]:
        """The matrix of one wound in parts, by how many attacks it causes: 0, 1, …"""
        everyone = [masses for entries in effect.by_entry for masses in entries]
        most = max((suffered.more for masses in everyone for suffered, _ in masses), default=0)
        parts = [self.kernel(_causing(effect, more), blocks) for more in range(most + 1)]
        still = self.kernel(Effect(tuple(((),) * len(entries) for entries in effect.by_entry), False), blocks)
        return [parts[0], *(part - still for part in parts[1:])]

    def following(self, follow: Follow, blocks: int) -> Floats:
        """The matrix of one attack that a wound caused."""
        kernel = self.kernel(follow.effect, blocks)
        reached, total = np.eye(len(kernel)), np.zeros_like(kernel)
        for p in follow.wounds:
            total += p * reached
            reached = reached @ kernel
        return total

    def _build(self, effect: Effect, blocks: int) -> Floats:
        width = self.size + 1
        matrix = np.zeros((blocks * width, blocks * width))
        for source in range(blocks):
            for target, masses in _by_target(effect.by_entry[source], blocks):
                part = matrix[source * width : (source + 1) * width, target * width : (target + 1) * width]
                part += self._block(masses, effect)
            rest = np.arange(source * width, (source + 1) * width)
            matrix[rest[-1], rest[-1]] = 1.0
            dead = rest[:-1][self.dead]
            matrix[dead, dead] = 1.0
        return matrix

    def _block(self, masses: Floats, effect: Effect) -> Floats:
        """Transitions for ``masses[entry, damage]``, the waste in the last column; dead states are left out."""
        entry, room, stride = self.facing(effect.precise)
        matrix = np.zeros((self.size + 1, self.size + 1))
        spilling = np.zeros(self.size, bool)
        if effect.points:
            spilling = (entry >= 0) & np.array(effect.spills)[entry]
            matrix[: self.size][spilling] = self._spilled(masses, effect)[spilling]
        states = np.flatnonzero((entry >= 0) & ~spilling)
        for damage in range(masses.shape[1]):
            p = masses[entry[states], damage]
            np.add.at(matrix, (states, states + stride[states] * np.minimum(damage, room[states])), p)
            matrix[states, -1] += p * np.maximum(0, damage - room[states])
        return matrix

    def _spilled(self, masses: Floats, effect: Effect) -> Floats:
        """Damage inflicted point by point, each on whoever then stands in front. Points left when the whole
        unit is dead are wasted, unless the model that fell last would have ignored them."""
        entry, _, _ = self.facing(effect.precise)
        total = np.zeros((self.size, self.size + 1))
        for last, states in self.last_to_fall():
            reached, point = np.eye(self.size + 1), self._point(effect, last)
            for damage in range(masses.shape[1]):
                total[states] += masses[entry, damage][states, None] * reached[:-1][states]
                reached = reached @ point
        return total

    def last_to_fall(self) -> list[tuple[int, NDArray[np.bool_]]]:
        """The entry of the model that falls last, with the states from which it does."""
        _, leader = self._positions
        led = leader < self.lengths[1] - 1
        lanes = ((self._entries[0], ~led), (self._entries[1], led))
        return [(int(entries[-2]), states) for entries, states in lanes if len(entries) > 1]

    def _point(self, effect: Effect, last: int) -> Floats:
        masses = _masses(effect.points)
        matrix = self._block(masses[:, :2], Effect((effect.points,), effect.precise))
        dead = np.flatnonzero(self.dead)
        matrix[dead, dead] = matrix[-1, -1] = 1.0
        matrix[dead, -1] = masses[last, 1]
        return matrix

    @cached_property
    def dead(self) -> NDArray[np.bool_]:
        """States in which no model is left."""
        entry, _, _ = self.facing(False)
        return np.asarray(entry < 0)

    @cached_property
    def lost(self) -> Ints:
        """Wounds lost since the start, by state and entry."""
        return self._totals(lambda entry, _room: 1)

    @cached_property
    def destroyed(self) -> Ints:
        """Models destroyed since the start, by state and entry."""
        return self._totals(lambda entry, room: int(room == 1))

    @cached_property
    def gone(self) -> NDArray[np.bool_]:
        """Whether all models of an entry are destroyed, by state and entry."""
        return np.asarray(self.destroyed == np.array(self.formation.alive))

    def _totals(self, gain: object) -> Ints:
        lanes = []
        for entries, rooms in zip(self._entries, self._rooms, strict=True):
            steps = np.zeros((len(entries), len(self.formation.entries)), np.int64)
            for place, (entry, room) in enumerate(zip(entries[:-1], rooms[:-1], strict=True), start=1):
                steps[place, entry] = gain(entry, room)  # type: ignore[operator]
            lanes.append(np.cumsum(steps, axis=0))
        front, leader = self._positions
        return np.asarray(lanes[0][front] + lanes[1][leader])

    @cached_property
    def damage_index(self) -> Ints:
        return np.asarray(self.lost.sum(axis=1))

    @cached_property
    def destroyed_index(self) -> Ints:
        return np.asarray(self.destroyed.sum(axis=1))

    @cached_property
    def alive(self) -> tuple[tuple[int, ...], ...]:
        """Models alive by state and entry."""
        return tuple(map(tuple, (np.array(self.formation.alive) - self.destroyed).tolist()))


def _causing(effect: Effect, more: int) -> Effect:
    """The part of an effect in which a wound causes so many attacks."""
    parts = tuple(
        tuple(tuple((s, p) for s, p in masses if s.more == more) for masses in entries)
        for entries in effect.by_entry
    )
    return Effect(parts, effect.precise, effect.points, effect.spills)


def _by_target(entries: tuple[Masses, ...], blocks: int) -> list[tuple[int, Floats]]:
    """Masses by damage for each entry, apart for wounds that leave the spare re-roll and that spend it."""
    if blocks == 1:
        return [(0, _masses(entries))]
    kept = [tuple((s, p) for s, p in masses if s.spare) for masses in entries]
    spent = [tuple((s, p) for s, p in masses if not s.spare) for masses in entries]
    return [(block, _masses(tuple(part))) for block, part in ((1, kept), (0, spent)) if any(part)]


def _masses(entries: tuple[Masses, ...]) -> Floats:
    most = max((suffered.damage for masses in entries for suffered, _ in masses), default=0)
    table = np.zeros((len(entries), max(most, 1) + 1))
    for row, masses in enumerate(entries):
        for suffered, p in masses:
            table[row, suffered.damage] += p
    return table


@lru_cache(maxsize=256)
def chain(formation: Formation, apart: bool) -> Chain:
    """The chain of a formation, kept for the next engagement with the same target."""
    return Chain(formation, apart)
