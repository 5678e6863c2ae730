"""A distribution as rows of a table with bars: exactly so many, and at least so many."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warbook.chance import Distribution

NEGLIGIBLE = 5e-5
DUST = 1e-10
MOST_ROWS = 40
"""Rows of one chart at most: larger counts are taken together by steps."""


class Bar(msgspec.Struct, frozen=True):
    """One row: from ``low`` to ``high`` of something; ``width`` is the bar's, in percent of the longest."""

    low: int
    high: int
    exactly: float
    at_least: float
    width: float

    @property
    def label(self) -> str:
        """The counts of the row."""
        return str(self.low) if self.low == self.high else f"{self.low}–{self.high}"


def bars(pmf: Sequence[float], most: int = MOST_ROWS) -> tuple[Bar, ...]:
    """The rows whose chance is worth telling; the last negligible ones at both ends are left out."""
    told = [place for place, p in enumerate(pmf) if p >= NEGLIGIBLE] or [0]
    first, last = told[0], told[-1]
    step = -(-(last - first + 1) // most)
    spread = Distribution(pmf)
    rows = [(low, min(low + step - 1, last)) for low in range(first, last + 1, step)]
    chances = [sum(pmf[low : high + 1]) for low, high in rows]
    longest = max(chances) or 1.0
    return tuple(
        Bar(low, high, p, min(1.0, spread.at_least(low)), 100 * p / longest)
        for (low, high), p in zip(rows, chances, strict=True)
    )


def plain(figure: float) -> float:
    """A figure without what floating point left on it: in twelve digits, and nothing for next to nothing.

    >>> plain(1.0000000000000036), plain(-2e-17), plain(2 / 3)
    (1.0, 0.0, 0.666666666667)
    """
    return 0.0 if abs(figure) < DUST else float(f"{figure:.12g}")


def percent(p: float) -> str:
    """A chance for a person: never 0% or 100% for what may be otherwise."""
    if 0 < p < 0.001:
        return "<0.1%"
    if 0.999 < p < 1 - 1e-9:
        return ">99.9%"
    return f"{100 * p:.1f}%" if 1e-9 < p < 1 - 1e-9 else f"{100 * p:.0f}%"
