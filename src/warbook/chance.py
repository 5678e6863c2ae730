"""Distributions over the counts 0, 1, 2, …: what every answer of Warbook is made of.

>>> d6 = Distribution.of({face: 1 / 6 for face in range(1, 7)})
>>> d6.mean, (d6 + d6).quantile(0.5), round((d6 + d6).at_least(9), 4)
(3.5, 7, 0.2778)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Distribution:
    """A pmf over 0, 1, 2, …; immutable, equal by content."""

    __slots__ = ("pmf",)

    def __init__(self, pmf: Iterable[float] | Floats) -> None:
        full = np.asarray(pmf, float)
        used = full.nonzero()[0]
        self.pmf: Floats = full[: used[-1] + 1 if len(used) else 0].copy()
        self.pmf.flags.writeable = False

    @classmethod
    def of(cls, outcomes: Mapping[int, float]) -> Distribution:
        """From outcome → probability; outcomes are counts from 0."""
        pmf = np.zeros(max(outcomes, default=-1) + 1)
        for outcome, p in outcomes.items():
            pmf[outcome] += p
        return cls(pmf)

    def __repr__(self) -> str:
        return f"Distribution({self.pmf.tolist()!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and np.array_equal(self.pmf, other.pmf)

    def __hash__(self) -> int:
        return hash(self.pmf.tobytes())

    def __getitem__(self, outcome: int) -> float:
        return float(self.pmf[outcome]) if 0 <= outcome < len(self.pmf) else 0.0

    def __add__(self, other: Distribution) -> Distribution:
        """The sum of two independent counts."""
        return Distribution(np.convolve(self.pmf, other.pmf))

    @property
    def mean(self) -> float:
        return float(self.pmf @ np.arange(len(self.pmf)))

    @property
    def deviation(self) -> float:
        """Standard deviation."""
        squares = float(self.pmf @ np.arange(len(self.pmf)) ** 2.0)
        return float(np.sqrt(max(0.0, squares - self.mean**2)))

    def at_least(self, outcome: int) -> float:
        return min(1.0, float(self.pmf[max(0, outcome) :].sum()))

    def quantile(self, q: float) -> int:
        """The least count that is reached with probability ``q`` or more."""
        reached = int(np.searchsorted(np.cumsum(self.pmf), q - 1e-12))
        return min(reached, len(self.pmf) - 1)

    @staticmethod
    def mix(parts: Iterable[tuple[float, Distribution]]) -> Distribution:
        """A distribution drawn with each part's weight."""
        weighted = list(parts)
        pmf = np.zeros(max((len(d.pmf) for _, d in weighted), default=0))
        for weight, part in weighted:
            pmf[: len(part.pmf)] += weight * part.pmf
        return Distribution(pmf)

    def __reduce__(self) -> tuple[Any, ...]:
        return Distribution, (self.pmf.tolist(),)
