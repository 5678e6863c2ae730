"""Sums that know how many of their parts are there: what is missing is never counted as nothing."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Total(msgspec.Struct, frozen=True):
    """A sum of ``parts``, of which ``missing`` are not known; without all of them it has no value. ``known`` is
    that of the others, told only with what it lacks."""

    parts: int
    missing: int
    value: float | None
    known: float

    @property
    def lack(self) -> str:
        """How many parts are missing, in words; empty for none."""
        return f"{self.missing} of {self.parts} missing" if self.missing else ""


def total(parts: Iterable[float | None]) -> Total:
    """The sum of figures, ``None`` for each that is not known.

    >>> total([1.5, 2.0]).value, total([1.5, None]).value, total([1.5, None]).lack
    (3.5, None, '1 of 2 missing')
    >>> total([]).value
    0
    """
    every = list(parts)
    known = [each for each in every if each is not None]
    missing = len(every) - len(known)
    return Total(len(every), missing, None if missing else sum(known), sum(known))
