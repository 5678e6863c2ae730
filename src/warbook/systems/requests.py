"""What battles ask players, of every game that plays them: the values that a bot compares with."""

from __future__ import annotations

from warbook.systems.wh40k10.decisions import Decision, Placement, Precision, Rerolled, Shooting
from warbook.systems.wh40k10.flags import Move
from warbook.systems.wh40k10.plays import Used

__all__ = ["Decision", "Move", "Placement", "Precision", "Rerolled", "Shooting", "Used"]
