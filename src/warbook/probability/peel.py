"""Counted wounds dealt out kind by kind, where a grid of joint counts would be large or counts breed
more.

Where the number of wounds of one attack says all, and each of them is of a kind independently (as for
attacks that score at most one), only the total is counted: of ``r`` wounds left the next kind takes
Binomial(``r``, share).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import factorial, prod

import numpy as np

from warbook.chance import Floats
from warbook.probability.counts import Merge, grid, joint, polynomial
from warbook.rules.volley import Volley

PEEL_FROM = 2**16
"""The size of a grid from which kinds are peeled."""

LARGEST_TABLE = 100_000
SAME = 1e-14


def peeled(volley: Volley, merge: Merge, above: int = PEEL_FROM) -> tuple[Floats, tuple[float, ...]] | None:
    """The pmf of all wounds of a volley and each kind's share of what the kinds before it leave;
    ``None`` where the grid is no larger than ``above`` or the kinds of one attack's wounds depend on
    each other."""
    if max(merge.axis, default=0) == 0 or prod(grid(volley, merge, False)) <= above:
        return None
    table = polynomial(volley.attack, volley.profile, False, merge)[False]
    together = Merge((0,) * len(merge.axis), merge.acts)
    shares = _shares(
        _hashable(table), _hashable(polynomial(volley.attack, volley.profile, False, together)[False])
    )
    return None if shares is None else (joint(volley, together, False)[0], shares)


Table = tuple[tuple[int, ...], bytes]


def _hashable(table: Floats) -> Table:
    return table.shape, table.tobytes()


@lru_cache(maxsize=1024)
def _shares(table: Table, totals: Table) -> tuple[float, ...] | None:
    """Each axis' share of the wounds that the axes before it leave, if a multinomial makes up the whole
    table."""
    counts, total = (np.frombuffer(raw).reshape(shape) for shape, raw in (table, totals))
    if counts.size > LARGEST_TABLE:
        return None
    places = np.indices(counts.shape)
    means = np.array([float((counts * place).sum()) for place in places])
    if not means.all():
        return None
    ways = np.array([float(factorial(n)) for n in range(len(total))])
    each = (means / means.sum()).reshape(-1, *[1] * counts.ndim) ** places / ways[places]
    number = places.sum(axis=0)
    made = np.where(number < len(total), total[np.minimum(number, len(total) - 1)], 0.0)
    if np.abs(made * ways[np.minimum(number, len(total) - 1)] * each.prod(axis=0) - counts).max() > SAME:
        return None
    left = np.cumsum(means[::-1])[::-1]
    return (*(float(mean / rest) for mean, rest in zip(means[:-1], left[:-1], strict=True)), 1.0)


def first_share(totals: Floats, share: float) -> Floats:
    """The joint pmf of the wounds that are of the first kind and of those that are left."""
    most = len(totals)
    split = np.zeros((most, most))
    row = np.ones(1)
    for n, p in enumerate(totals):
        taken = np.arange(n + 1)
        split[taken, n - taken] += p * row
        row = np.append(row * (1 - share), 0.0) + np.append(0.0, row * share)
    return split


def dealt(mass: Floats, kernels: Sequence[Floats], share: float) -> Floats:
    """Inflict the wounds counted on the first axis: each is of this kind with probability ``share`` and
    acts by one of ``kernels``, the n-th of which causes n attacks.

    Gives the mass by wounds left, by attacks caused, then as before. This is Σ over n of (share ×
    kernels + the rest)ⁿ as polynomials in two variables, by Horner's rule.
    """
    leaves = int(share < 1.0)
    total: Floats = mass[-1][None, None]
    for n in range(len(mass) - 2, -1, -1):
        left, more = total.shape[:2]
        grown = np.zeros((left + leaves, more + len(kernels) - 1, *mass.shape[1:]))
        for caused, kernel in enumerate(kernels):
            grown[:left, caused : caused + more] += share * (total @ kernel)
        if leaves:
            grown[1:, :more] += (1.0 - share) * total
        grown[0, 0] += mass[n]
        total = grown
    return total


def work(mass: Floats, kernels: Sequence[Floats], share: float) -> float:
    """About how many multiplications :func:`dealt` takes."""
    axes = 1 + int(share < 1.0) + int(len(kernels) > 1)
    return float(len(mass) ** axes / axes * mass[0].size * mass.shape[-1] * len(kernels))


def horner(mass: Floats, kernel: Floats) -> Floats:
    """Sum over the first axis of the mass after so many wounds."""
    total: Floats = mass[-1]
    for n in range(len(mass) - 2, -1, -1):
        total = total @ kernel + mass[n]
    return total
