"""Independent ways to the same odds, to measure against. None of them imports Warbook."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


class NotExpressible(Exception):
    """The reference has no way to state this engagement; the message says why."""


@dataclass(frozen=True)
class Reading:
    """What a reference says about one engagement, as far as it can be compared."""

    damage: float
    standard_error: float | None = None
    wounds: float | None = None


@dataclass(frozen=True)
class Reference:
    """A way to answer engagements.

    ``prepare`` turns an engagement into an action to be timed, or raises NotExpressible. ``sample`` is how
    many engagements of a large workload it is given, where all of them would take too long.
    """

    name: str
    prepare: Callable[[dict[str, Any]], Callable[[], Reading]]
    sample: int | None = None
