"""The columns of a battle's state: what units did and are, and the numbers of sides."""

from __future__ import annotations

from enum import IntEnum


class Flag(IntEnum):
    """Columns of ``State.units``."""

    DEPLOYED = 0
    MOVE = 1
    CHARGED = 2
    SHOT = 3
    FOUGHT = 4
    SHOCKED = 5
    STRENGTH = 6
    ELIGIBLE = 7


class Move(IntEnum):
    """What a unit did in its Movement phase (K-MOV-01); ``WAITING`` has not been selected."""

    WAITING = 0
    STATIONARY = 1
    NORMAL = 2
    ADVANCED = 3
    FELL_BACK = 4


class Column(IntEnum):
    """Columns of ``State.sides``."""

    CP = 0
    VP = 1
