"""A vectorised NumPy simulation of an engagement, one array element a trial.

Attacks, hits, wounds and saves are drawn as counts (binomial draws need no array of single dice); damage
and Feel No Pain are rolled die by die and taken by one model after another, without spill.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.references.contract import Target, Weapons, read
from benchmarks.references.die_faces import Dice

Ints = NDArray[np.integer[Any]]
Plan = tuple[list[Weapons], Target]
CHUNK = 50_000
"""Trials at a time, so that the arrays stay in the processor's cache."""


@dataclass(frozen=True)
class Estimate:
    """A mean and its standard error."""

    mean: float
    standard_error: float


@dataclass(frozen=True)
class Result:
    """What the trials came to."""

    damage: Estimate
    models_destroyed: Estimate
    p_destroyed: float


def plan(engagement: dict[str, Any]) -> Plan:
    """Read the engagement, or NotExpressible."""
    return read(engagement)


def play(plan: Plan, trials: int, seed: int = 0) -> Result:
    """Play the engagement ``trials`` times."""
    lines, target = plan
    rng = np.random.Generator(np.random.SFC64(seed))
    lost = np.concatenate([_chunk(rng, lines, target, size) for size in _sizes(trials)])
    return Result(_estimate(lost), _estimate(lost // target.wounds), float(np.mean(lost == target.total)))


def _sizes(trials: int) -> Iterator[int]:
    for start in range(0, trials, CHUNK):
        yield min(CHUNK, trials - start)


def _estimate(values: Ints) -> Estimate:
    return Estimate(float(values.mean()), float(values.std() / np.sqrt(values.size)))


def _chunk(rng: np.random.Generator, lines: list[Weapons], target: Target, size: int) -> Ints:
    """Wounds lost by the target in each of ``size`` trials."""
    lost = np.zeros(size, np.int16)
    deferred = []
    for line in lines:
        wounds, devastating = _wounds(rng, line, size)
        _suffer(rng, lost, _binomial(rng, wounds, line.unsaved), line.damage, target, target.ignored)
        deferred.append(devastating)
    for line, devastating in zip(lines, deferred, strict=True):
        if line.devastating:
            _suffer(rng, lost, devastating, line.damage, target, target.ignored_mortal)
    return lost


def _wounds(rng: np.random.Generator, line: Weapons, size: int) -> tuple[Ints, Ints]:
    """Counts of wounds that may be saved, and of devastating ones."""
    hits = _binomial(rng, _attacks(rng, line, size), line.hit.passed)
    matters = line.lethal or line.sustained.highest
    critical_hits = _binomial(rng, hits, line.hit.critical_share) if matters else 0
    automatic = critical_hits if line.lethal else 0
    rolled = hits - automatic + _extra(rng, critical_hits, line.sustained)
    wounds = _binomial(rng, rolled, line.wound.passed)
    critical_wounds = _binomial(rng, wounds, line.wound.critical_share) if line.devastating else 0
    return wounds - critical_wounds + automatic, critical_wounds


def _attacks(rng: np.random.Generator, line: Weapons, size: int) -> Ints:
    fixed = np.full(size, line.count * (line.attacks.plus + line.blast))
    for _ in range(line.count * line.attacks.number):
        fixed += _die(rng, line.attacks.sides, size)
    return fixed


def _extra(rng: np.random.Generator, critical_hits: Ints | int, sustained: Dice) -> Ints | int:
    """Extra hits of Sustained Hits, a fixed number or a roll for each critical hit."""
    extra = critical_hits * sustained.plus
    if sustained.number:
        for step in range(int(np.max(critical_hits))):
            extra = extra + (step < critical_hits) * _roll(rng, sustained, np.size(critical_hits))
    return extra


def _binomial(rng: np.random.Generator, counts: Ints, chance: Fraction) -> Ints:
    if chance == 1:
        return counts
    return rng.binomial(counts, float(chance))


def _suffer(
    rng: np.random.Generator, lost: Ints, counts: Ints, damage: Dice, target: Target, ignored: Fraction
) -> None:
    """Add to ``lost`` what ``counts`` unsaved attacks take, each from one model only."""
    if damage.highest == 1:
        lost += np.minimum(_binomial(rng, counts, 1 - ignored), target.total - lost).astype(lost.dtype)
        return
    order = np.argsort(-counts, kind="stable")
    state, pending = lost[order], -counts[order]
    room = _room(target)
    for step in range(-int(pending[0])):
        active = state[: int(np.searchsorted(pending, -step))]
        if active.min() == target.total:
            break
        active += np.minimum(_points(rng, damage, ignored, active.size), room[active])
    lost[order] = state


def _room(target: Target) -> Ints:
    """Wounds that the model now suffering has left, by the wounds that the unit has lost."""
    lost = np.arange(target.total + 1)
    return np.where(lost < target.total, target.wounds - lost % target.wounds, 0).astype(np.int8)


def _points(rng: np.random.Generator, damage: Dice, ignored: Fraction, size: int) -> Ints:
    """Damage rolls, less the points that Feel No Pain ignores, one die a point."""
    rolled = _roll(rng, damage, size)
    if not ignored:
        return rolled
    faces = int(6 * ignored)
    points = np.zeros(size, np.int8)
    for point in range(damage.highest):
        points += (rolled > point) & (_die(rng, 6, size) > faces)
    return points


def _roll(rng: np.random.Generator, dice: Dice, size: int) -> Ints:
    total = np.full(size, dice.plus, np.int8)
    for _ in range(dice.number):
        total += _die(rng, dice.sides, size)
    return total


def _die(rng: np.random.Generator, sides: int, size: int) -> Ints:
    return rng.integers(1, sides + 1, size, np.int8)
