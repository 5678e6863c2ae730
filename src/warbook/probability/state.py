"""The state of a target while a unit attacks it: probabilities over its chain's states, and the deferred wounds
still to come, one axis for each distinct thing that they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from math import prod
from typing import Any

import numpy as np

from warbook.chance import Floats
from warbook.probability.chain import Chain, Effect
from warbook.probability.counts import Merge, joint, one_count, polynomial
from warbook.probability.peel import dealt, first_share, horner, peeled, work
from warbook.rules.volley import Counted, Volley

MAX_CELLS = 10_000_000
MAX_WIDTH = 1_600
MAX_WORK = 6e8
"""Steps of matrix work in a whole engagement."""
SETTLED = 1e-15
KERNEL_STEPS = 16
"""What making a kernel costs, in steps with it."""
BLOCK = 256
"""How many wounds are stacked before they are mixed."""


Pending = tuple[tuple[Effect, bool], ...]
"""What is deferred, and whether it comes after all else."""

Steps = dict[tuple[int, ...], Floats]


class StateTooLarge(Exception):
    """The state space would exceed the stated bound."""


class Budget:
    """The work done so far in an engagement, shared by all parts of its target."""

    def __init__(self) -> None:
        self.spent = 0.0

    def spend(self, steps: float) -> None:
        """Count work about to be done. Raises :class:`StateTooLarge` beyond the bound."""
        self.spent += steps
        if self.spent > MAX_WORK:
            raise StateTooLarge(f"{self.spent:.3g} steps of matrix work; the bound is {MAX_WORK:.3g}")


class Target:
    """Probabilities of the chain's states, with one leading axis for each pending kind of deferred wound.

    The last coordinate of each block is the waste expected so far, so a vector is not a pmf until it is cut.
    ``rows`` is 1 where the mass has one row for each of several starts, as its last axis but one.
    """

    def __init__(self, chain: Chain, mass: Floats, blocks: int, pending: Pending = (), rows: int = 0) -> None:
        self.chain, self.mass, self.blocks, self.pending, self.rows = chain, mass, blocks, pending, rows
        self.budget = Budget()

    @classmethod
    def each(cls, chain: Chain) -> Target:
        """Every state at once: one row of the mass for each state to start from."""
        return cls(chain, np.eye(chain.size, chain.size + 1), 1, rows=1)

    @classmethod
    def fresh(cls, chain: Chain, spare: bool) -> Target:
        """The formation as it stands when the first unit attacks."""
        blocks, width = (2 if spare else 1), chain.size + 1
        if blocks * width > MAX_WIDTH:
            raise StateTooLarge(f"the target has {chain.size} states; the bound is {MAX_WIDTH // blocks}")
        mass = np.zeros(blocks * width)
        mass[(blocks - 1) * width] = 1.0
        return cls(chain, mass, blocks)

    def __add__(self, other: Target) -> Target:
        total = Target(self.chain, self.mass + other.mass, self.blocks, self.pending, self.rows)
        total.budget = self.budget
        return total

    def only(self, states: Any, waste: bool) -> Target:
        """The part of the mass in the given states; ``waste`` goes with exactly one part."""
        keep = np.zeros(self.chain.size + 1)
        keep[states] = 1.0
        keep[-1] = waste
        mass = self.mass * np.tile(keep, self.blocks)
        part = Target(self.chain, mass, self.blocks, self.pending, self.rows)
        part.budget = self.budget
        return part

    def take(
        self,
        volley: Volley,
        merge: Merge,
        effects: Sequence[Effect],
        deferred: Sequence[bool],
        late: Sequence[bool],
    ) -> None:
        """Resolve a volley: its undeferred wounds now, in order of their axes, the deferred ones later."""
        shared = peeled(volley, merge) if self.blocks == 1 and not any(deferred) else None
        if shared is not None:
            self._take_peeled(*shared, effects)
            return
        parts = joint(volley, merge, self.blocks == 2)
        self._check(parts)
        now = bool(effects) and not deferred[0] and effects[0].follow is None
        self.mass = self._mixed(parts, self.mass, effects[0] if now else None)
        rest = list(zip(effects, deferred, strict=True))[int(now) :]
        last = list(late)[int(now) :]
        for moved, axis in enumerate([axis for axis, (_, later) in enumerate(rest) if later]):
            self._defer(rest[axis][0], last[axis], axis - moved, len(rest) - moved)
        for effect in (effect for effect, later in rest if not later):
            self.mass = self._inflict(self.mass, effect)

    def _take_peeled(self, totals: Floats, shares: Sequence[float], effects: Sequence[Effect]) -> None:
        """Resolve a volley kind by kind: each of the wounds left is of the next kind with its share."""
        first, mass = effects[0], self.mass
        if first.follow is None:
            parts = (first_share(totals, shares[0]),)
            self._check(parts)
            mass = self._mixed(parts, mass, first)
            effects, shares = effects[1:], shares[1:]
        else:
            mass = totals.reshape(-1, *[1] * mass.ndim) * mass
        for effect, share in zip(effects, shares, strict=True):
            mass = self._inflict(mass, effect, share)
        self.mass = mass

    def _inflict(self, mass: Floats, effect: Effect, share: float = 1.0) -> Floats:
        """Resolve the wounds counted on the first axis, with the attacks that they cause. With a ``share``
        below 1 each wound is of this kind with that chance only, and those that are not stay counted."""
        if effect.follow is None and share == 1.0:
            return self._horner(mass, effect)
        kernels = [self.chain.kernel(effect, self.blocks)]
        if effect.follow is not None:
            kernels = self.chain.causing(effect, self.blocks)
        self.budget.spend(work(mass, kernels, share))
        done = np.moveaxis(dealt(mass, kernels, share), 1, 0)
        after = done[0]
        if effect.follow is not None:
            after = horner(done, self.chain.following(effect.follow, self.blocks))
        return after if share < 1.0 else np.asarray(after[0])

    def take_in_turn(
        self,
        volley: Volley,
        merge: Merge,
        effects: Sequence[Effect],
        deferred: Sequence[bool],
        late: Sequence[bool],
    ) -> None:
        """Resolve a volley attack by attack, all wounds of one before the next attack's; those that are
        deferred are counted on axes of their own."""
        steps = self._steps(volley, merge, effects, deferred)
        counted = sum(deferred)
        mass = self.mass[(None,) * counted]
        for _ in range(volley.number):
            mass = self._weapon(volley, mass, steps)
        self.mass = mass
        later = [pair for pair, moved in zip(zip(effects, late, strict=True), deferred, strict=True) if moved]
        for moved, (effect, last) in enumerate(later):
            self._defer(effect, last, 0, counted - moved)

    def _weapon(self, volley: Volley, mass: Floats, steps: Steps) -> Floats:
        """All attacks of one weapon."""
        half, made, total = mass.shape[-1] // 2, 0, np.zeros((0,) * mass.ndim)
        for counted, p in sorted(self._counts(volley), key=lambda pair: pair[0].attacks):
            while made < counted.attacks:
                mass, made = self._stepped(mass, steps), made + 1
            part = p * mass
            if self.blocks == 2 and not counted.spare:
                part = np.concatenate(
                    [part[..., :half] + part[..., half:], np.zeros_like(part[..., half:])], -1
                )
            total = _summed(total, part)
        return total

    def _stepped(self, mass: Floats, steps: Steps) -> Floats:
        """The mass after one more attack."""
        counted = len(next(iter(steps)))
        grown = [max(counts[axis] for counts in steps) for axis in range(counted)]
        shape = [n + more for n, more in zip(mass.shape, (*grown, *[0] * (mass.ndim - counted)), strict=True)]
        if prod(shape) > MAX_CELLS:
            raise StateTooLarge(f"{prod(shape):.3g} cells; the bound is {MAX_CELLS:.3g}")
        self.budget.spend(float(mass.size) * mass.shape[-1] * len(steps))
        total = np.zeros(shape)
        for counts, matrix in steps.items():
            place = tuple(slice(n, n + size) for n, size in zip(counts, mass.shape, strict=False))
            total[place] += mass @ matrix
        return total

    def _counts(self, volley: Volley) -> list[tuple[Counted, float]]:
        return list(one_count(volley.count, volley.profile, self.blocks == 2).items())

    def _steps(
        self, volley: Volley, merge: Merge, effects: Sequence[Effect], deferred: Sequence[bool]
    ) -> Steps:
        """What one attack does, by how many wounds of each deferred kind it scores."""
        kernels = [
            None if later else self.chain.kernel(effect, self.blocks)
            for effect, later in zip(effects, deferred, strict=True)
        ]
        width = self.chain.size + 1
        steps: Steps = {}
        for block in range(self.blocks):
            rows = slice(block * width, (block + 1) * width)
            for left, table in polynomial(volley.attack, volley.profile, bool(block), merge).items():
                for counts, matrix in _split(table, kernels, self.blocks * width):
                    part = matrix[rows]
                    if block and not left:
                        part = np.concatenate([part[:, :width] + part[:, width:], np.zeros((width, width))], 1)
                    steps.setdefault(counts, np.zeros_like(matrix))[rows] += part
        return steps

    def _mixed(self, parts: tuple[Floats, ...], mass: Floats, effect: Effect | None) -> Floats:
        """Mix the mass after 0, 1, 2, … wounds of the first axis by their probabilities.

        The counts' other axes come out in front of the pending ones. Once no model can be left, more wounds
        change nothing."""
        if effect is None:
            return self._joined([_weighted(part[None], mass[None]) for part in _aligned(parts)])
        kernel, parts = self.chain.kernel(effect, self.blocks), _aligned(parts)
        total: list[Floats] = []
        for start in range(0, len(parts[0]), BLOCK):
            stack = self._stack(mass, kernel, min(BLOCK, len(parts[0]) - start))
            mixed = [_weighted(part[start : start + BLOCK], stack) for part in parts]
            total = [a + b for a, b in zip(total, mixed, strict=True)] if total else mixed
            mass = stack[-1]
            if start + BLOCK < len(parts[0]) and self._settled(mass):
                rest = [_weighted(part[start + BLOCK :].sum(0, keepdims=True), mass[None]) for part in parts]
                return self._joined([a + b for a, b in zip(total, rest, strict=True)])
            mass = mass @ kernel
        return self._joined(total)

    def _joined(self, mixed: list[Floats]) -> Floats:
        """The mass where the spare re-roll is gone, and where it is kept."""
        if self.blocks == 1:
            return mixed[0]
        kept, spent, gone = mixed
        half = kept.shape[-1] // 2
        return np.concatenate([gone[..., :half] + spent[..., half:], kept[..., half:]], axis=-1)

    def _stack(self, mass: Floats, kernel: Floats, most: int) -> Floats:
        """The mass after 0 … ``most`` - 1 wounds."""
        stack = np.empty((most, *mass.shape))
        stack[0] = mass
        for n in range(1, most):
            np.matmul(stack[n - 1], kernel, out=stack[n])
        return stack

    def _settled(self, mass: Floats) -> bool:
        width = self.chain.size + 1
        living = np.append(~self.chain.dead, False)
        return float(mass.reshape(-1, self.blocks, width)[..., living].sum()) < SETTLED

    def _check(self, parts: tuple[Floats, ...]) -> None:
        size, most = self.mass.size, max(len(part) for part in parts)
        cells = size * prod(parts[0].shape[1:])
        if cells > MAX_CELLS or size * min(most, BLOCK) > 4 * MAX_CELLS:
            raise StateTooLarge(f"{cells:.3g} cells; the bound is {MAX_CELLS:.3g}")
        self.budget.spend(float(size) * self.mass.shape[-1] * (most + KERNEL_STEPS))

    def _defer(self, effect: Effect, late: bool, axis: int, counted: int) -> None:
        """Turn one of the ``counted`` leading axes of the mass into the last pending one, joined with it where
        it does the same."""
        mass = np.moveaxis(self.mass, axis, 0)
        if self.pending and self.pending[-1] == (effect, late):
            self.mass = _convolved(mass, counted + len(self.pending) - 1)
        else:
            self.mass = np.moveaxis(mass, 0, -2 - self.rows)
            self.pending = (*self.pending, (effect, late))

    def _horner(self, mass: Floats, effect: Effect) -> Floats:
        """Sum over the first axis of the mass after so many wounds."""
        return horner(mass, self.chain.kernel(effect, self.blocks))

    def resolve(self) -> None:
        """Resolve the pending wounds, in the order in which they were deferred, the late ones last."""
        while self.pending:
            axis = min(range(len(self.pending)), key=lambda n: self.pending[n][1])
            self.mass = self._horner(np.moveaxis(self.mass, axis, 0), self.pending[axis][0])
            self.pending = (*self.pending[:axis], *self.pending[axis + 1 :])

    @property
    def states(self) -> Floats:
        """Probability of each state; nothing may be pending."""
        return np.asarray(self.mass.reshape(self.blocks, -1)[:, :-1].sum(axis=0))

    @property
    def standing(self) -> Floats:
        """Probability of each state with what is pending still to come, and then the waste so far."""
        return np.asarray(self.mass.reshape(-1, self.chain.size + 1).sum(axis=0))

    @property
    def wasted(self) -> float:
        return float(self.mass.reshape(self.blocks, -1)[:, -1].sum())


def _aligned(parts: tuple[Floats, ...]) -> tuple[Floats, ...]:
    """Parts padded to one shape."""
    if len(parts) == 1:
        return parts
    shape = [max(sizes) for sizes in zip(*(part.shape for part in parts), strict=True)]
    return tuple(np.pad(part, [(0, n - m) for n, m in zip(shape, part.shape, strict=True)]) for part in parts)


def _weighted(counts: Floats, stack: Floats) -> Floats:
    """Σ over n of counts[n, …] ⊗ stack[n, …]."""
    flat = stack.reshape(len(stack), -1)[: len(counts)]
    mixed = counts.reshape(len(counts), -1).T @ flat
    return np.asarray(mixed.reshape(*counts.shape[1:], *stack.shape[1:]))


def _convolved(mass: Floats, axis: int) -> Floats:
    """Add the count of the first axis to the count of another."""
    first, second = mass.shape[0], mass.shape[axis]
    shape = list(mass.shape[1:])
    shape[axis - 1] = first + second - 1
    total = np.zeros(shape)
    for n in range(first):
        place: list[Any] = [slice(None)] * len(shape)
        place[axis - 1] = slice(n, n + second)
        total[tuple(place)] += mass[n]
    return total


def _summed(total: Floats, part: Floats) -> Floats:
    """The sum of masses whose counted axes may differ in length; ``part`` is the larger one."""
    grown = np.zeros(part.shape)
    grown[tuple(slice(0, n) for n in total.shape)] = total
    return grown + part


def _split(
    table: Floats, kernels: Sequence[Floats | None], width: int
) -> Iterator[tuple[tuple[int, ...], Floats]]:
    """By the counts of the axes without a kernel: table[counts] times the other kernels to their powers, in
    order."""
    for counts, p in np.ndenumerate(table):
        if p:
            now = [(k, n) for k, n in zip(kernels, counts, strict=True) if k is not None]
            powers = [np.linalg.matrix_power(k, n) for k, n in now]
            later = tuple(n for k, n in zip(kernels, counts, strict=True) if k is None)
            yield later, p * reduce(np.matmul, powers, np.eye(width))
