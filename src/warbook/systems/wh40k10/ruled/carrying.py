"""Everything that rules make happen in battles, put together: what they do to units, and let these do."""

from __future__ import annotations

from warbook.systems.wh40k10.ruled import bespoke, harming, healing, moving
from warbook.systems.wh40k10.ruled.performing import Doing, can, perform

__all__ = ["Doing", "bespoke", "can", "harming", "healing", "moving", "perform"]
