"""Everything that rules make happen in battles, put together: what they do to units, and let these do."""

from __future__ import annotations

from warbook.systems.wh40k10.ruled import (
    bespoke,
    delaying,
    gaining,
    harming,
    healing,
    moving,
    permitting,
    placing,
)
from warbook.systems.wh40k10.ruled.performing import Doing, can, perform

__all__ = [
    "Doing",
    "bespoke",
    "can",
    "delaying",
    "gaining",
    "harming",
    "healing",
    "moving",
    "perform",
    "permitting",
    "placing",
]
