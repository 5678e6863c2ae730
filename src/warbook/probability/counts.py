"""How many wounds of each kind a volley scores: generating functions, evaluated on roots of unity.

Counts of one attack make a polynomial in one or two (or more) variables, one for each kind of wound; attacks
multiply it, weapons multiply that, and an inverse FFT gives the joint pmf. Grids are cut where a Chernoff
bound leaves less than :data:`TAIL` beyond, so what wraps around is below every tolerance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb, log, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warbook.chance import Floats
from warbook.dice import Value, exact
from warbook.rules.volley import Counted, Tally, Volley

Complex = NDArray[np.complex128]
TAIL = 1e-15
NOISE = 2e-16
MAX_GRID = 2048 * 2048
_TILTS = np.array([0.02, 0.05, 0.1, 0.2, 0.35, 0.6, 1.0, 1.7])


class GridTooLarge(Exception):
    """The joint counts would need a grid beyond the stated bound."""


@lru_cache(maxsize=65536)
def one_attack(attack: Any, profile: Any, spare: bool) -> Mapping[Tally, float]:
    """The distribution of one attack."""
    return exact(attack, profile, spare)


@lru_cache(maxsize=65536)
def one_count(count: Any, profile: Any, spare: bool) -> Mapping[Counted, float]:
    """The distribution of the number of attacks of one weapon."""
    return exact(count, profile, spare)


class Merge(Value, frozen=True):
    """How kinds of wounds become axes: ``axis[kind]`` and the chance that a wound of the kind has an effect."""

    axis: tuple[int, ...]
    acts: tuple[float, ...]


class Flow:
    """What becomes of the spare re-roll: ``kept`` where it stays, ``spent`` where it goes, ``gone`` where it
    was gone before. The three are generating functions on one grid; flows multiply in order of time."""

    __slots__ = ("gone", "kept", "spent")

    def __init__(self, kept: Any, spent: Any, gone: Any) -> None:
        self.kept, self.spent, self.gone = kept, spent, gone

    def __mul__(self, later: Flow) -> Flow:
        spent = self.kept * later.spent + self.spent * later.gone
        return Flow(self.kept * later.kept, spent, self.gone * later.gone)


def joint(volley: Volley, merge: Merge, spare: bool) -> tuple[Floats, ...]:
    """The joint pmf of the volley's wounds by axis: one array without a spare re-roll, else three (kept,
    spent, gone). Raises :class:`GridTooLarge`."""
    shape = _shape(volley, merge, spare)
    lengths = polynomial(volley.attack, volley.profile, False, merge)[False].shape
    roots = [_roots(n, axis == len(shape) - 1, lengths[axis]) for axis, n in enumerate(shape)]
    if not spare:
        pmf = _pmf(_gone(volley, merge, roots, volley.number), shape)
        return (pmf / pmf.sum(),)
    flow = power(_weapon_flow(volley, merge, roots), volley.number)
    return tuple(_pmf(part, shape) for part in (flow.kept, flow.spent, flow.gone))


def power(base: Any, n: int) -> Any:
    """``base`` to the ``n`` (at least 1) by repeated squaring; numpy's complex power takes logarithms."""
    result = None
    while n:
        if n & 1:
            result = base if result is None else result * base
        n >>= 1
        if n:
            base = base * base
    return result


@lru_cache(maxsize=65536)
def polynomial(attack: Any, profile: Any, spare: bool, merge: Merge) -> Mapping[bool, Floats]:
    """Coefficients of one attack's wounds by axis, apart by whether the spare re-roll is left."""
    tallies = one_attack(attack, profile, spare)
    most = [0] * (max(merge.axis, default=-1) + 1)
    for axis in range(len(most)):
        most[axis] = max(
            sum(w for w, a in zip(t.wounds, merge.axis, strict=True) if a == axis) for t in tallies
        )
    found: dict[bool, Floats] = {}
    for tally, p in tallies.items():
        table = found.setdefault(tally.spare, np.zeros([n + 1 for n in most]))
        for place, q in _thinned(tally.wounds, merge).items():
            table[place] += p * q
    return found


def _thinned(wounds: Sequence[int], merge: Merge) -> dict[tuple[int, ...], float]:
    places = {(0,) * (max(merge.axis, default=-1) + 1): 1.0}
    for number, axis, acts in zip(wounds, merge.axis, merge.acts, strict=True):
        grown: dict[tuple[int, ...], float] = {}
        for place, p in places.items():
            for k in range(number + 1):
                q = p * comb(number, k) * acts**k * (1 - acts) ** (number - k)
                to = (*place[:axis], place[axis] + k, *place[axis + 1 :])
                grown[to] = grown.get(to, 0.0) + q
        places = grown
    return places


def _attack(volley: Volley, merge: Merge, roots: Sequence[Any], spare: bool, left: bool) -> Any:
    """One attack's generating function at the given points."""
    found = polynomial(volley.attack, volley.profile, spare, merge).get(left)
    return 0.0 if found is None else _evaluated(found, roots)


def _evaluated(coefficients: Floats, roots: Sequence[Any]) -> Any:
    if len(roots) == 1:
        return roots[0][:, : len(coefficients)] @ coefficients
    value: Any = coefficients
    for axis, points in enumerate(roots):
        value = np.moveaxis(np.tensordot(points[:, : coefficients.shape[axis]], value, (1, axis)), 0, axis)
    return value


def _gone(volley: Volley, merge: Merge, roots: Sequence[Any], number: int) -> Any:
    """The generating function of ``number`` weapons that have no spare re-roll."""
    single = _attack(volley, merge, roots, False, False)
    counts = {n.attacks: p for n, p in one_count(volley.count, volley.profile, False).items()}
    if len(counts) == 1:
        return power(single, max(counts) * number) if max(counts) else np.ones_like(single)
    return power(_composed(counts, single), number)


def _composed(counts: Mapping[int, float], single: Any) -> Any:
    """Σ p(n) single**n, by Horner's rule above the least n."""
    least, most = min(counts), max(counts)
    total = np.full_like(single, counts[most])
    for n in range(most - 1, least - 1, -1):
        total = total * single + counts.get(n, 0.0)
    return total * power(single, least) if least else total


def _weapon_flow(volley: Volley, merge: Merge, roots: Sequence[Any]) -> Flow:
    """One weapon's flow: its number of attacks may spend the spare re-roll, or one of the attacks may."""
    single = Flow(
        _attack(volley, merge, roots, True, True),
        _attack(volley, merge, roots, True, False),
        _attack(volley, merge, roots, False, False),
    )
    counts = one_count(volley.count, volley.profile, True)
    kept = {n.attacks: p for n, p in counts.items() if n.spare}
    used = {n.attacks: p for n, p in counts.items() if not n.spare}
    made, total = Flow(1.0, 0.0, 1.0), Flow(kept.get(0, 0.0), used.get(0, 0.0), 0.0)
    for n in range(1, max(n.attacks for n in counts) + 1):
        made = made * single
        total.kept = total.kept + kept.get(n, 0.0) * made.kept
        total.spent = total.spent + kept.get(n, 0.0) * made.spent + used.get(n, 0.0) * made.gone
    return Flow(total.kept, total.spent, _gone(volley, merge, roots, 1))


def _shape(volley: Volley, merge: Merge, spare: bool) -> tuple[int, ...]:
    """The sizes of a grid within the stated bound."""
    sizes = grid(volley, merge, spare)
    if prod(sizes) > MAX_GRID:
        raise GridTooLarge(f"{volley.weapon}: counts need a grid of {' × '.join(map(str, sizes))}")
    return sizes


def grid(volley: Volley, merge: Merge, spare: bool) -> tuple[int, ...]:
    """Grid sizes that leave less than :data:`TAIL` outside; powers of two."""
    single = polynomial(volley.attack, volley.profile, False, merge)[False]
    attacks = max(n.attacks for n in one_count(volley.count, volley.profile, False))
    sizes = []
    for axis, length in enumerate(single.shape):
        bound = attacks * volley.number * (length - 1) + 1
        if bound > 64:
            bound = min(bound, _chernoff(volley, merge, axis, single.shape))
        sizes.append(1 << max(2, (bound + (attacks * (length - 1) if spare else 0) - 1).bit_length()))
    return tuple(sizes)


def _chernoff(volley: Volley, merge: Merge, axis: int, shape: tuple[int, ...]) -> int:
    """A count that the axis exceeds with probability below :data:`TAIL`."""
    most = max(shape[axis] - 1, 1)
    tilts = _TILTS / most
    points = np.exp(tilts)[:, None] ** np.arange(shape[axis])
    ones = np.ones((1, max(shape)))
    roots = [points if a == axis else ones[:, :n] for a, n in enumerate(shape)]
    with np.errstate(over="ignore"):
        grown = np.asarray(_gone(volley, merge, roots, 1)).reshape(-1)
        bounds = (volley.number * np.log(grown) - log(TAIL)) / tilts
    return int(np.min(bounds[np.isfinite(bounds)], initial=MAX_GRID)) + 2


@lru_cache(maxsize=128)
def _roots(n: int, half: bool, powers: int) -> Complex:
    """The first ``powers`` powers of the n-th roots of unity, of half of them for the last axis of a real
    transform."""
    angles = np.arange(n // 2 + 1 if half else n)
    return np.asarray(np.exp(-2j * np.pi / n * (np.outer(angles, np.arange(powers)) % n)))


def _pmf(transform: Any, shape: tuple[int, ...]) -> Floats:
    """The pmf of a generating function's values, noise removed."""
    half = (*shape[:-1], shape[-1] // 2 + 1)
    full = transform if np.shape(transform) == half else np.broadcast_to(transform, half)
    pmf = np.fft.irfft(full, shape[0]) if len(shape) == 1 else np.fft.irfftn(full, shape, range(len(shape)))
    pmf[pmf < NOISE] = 0.0
    return _trimmed(pmf)


def _trimmed(pmf: Floats) -> Floats:
    """Without the empty end of each axis."""
    if pmf.ndim == 1:
        used = pmf.nonzero()[0]
        return pmf[: used[-1] + 1] if len(used) else pmf[:1]
    for axis in range(pmf.ndim):
        used = np.flatnonzero(pmf.any(axis=tuple(a for a in range(pmf.ndim) if a != axis)))
        pmf = np.take(pmf, range(used[-1] + 1 if len(used) else 1), axis)
    return pmf
