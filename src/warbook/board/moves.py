"""The nouns of a move: where models go, what limits them, and the faults it can have."""

from __future__ import annotations

from enum import Enum, IntFlag
from typing import NamedTuple

import numpy as np

from warbook.board.coherency import PLAIN, Coherency
from warbook.board.integers import Ints
from warbook.board.layout import Layout
from warbook.dice import Value


class Fault(IntFlag):
    """What is wrong with a move; ``Fault(0)`` is a legal one."""

    TOO_FAR = 1
    OFF_TABLE = 2
    ON_MODEL = 4
    """Ends partly on another model."""
    ON_TERRAIN = 8
    """Ends on an obstacle or astride a wall."""
    NO_FLOOR = 16
    """Ends above the table with no floor under all of the base."""
    THROUGH_WALL = 32
    THROUGH_MODEL = 64
    """Passes over an enemy, or over a friend that is in the way."""
    IN_ENGAGEMENT = 128
    """Ends in engagement range of an enemy that it may not engage."""
    THROUGH_ENGAGEMENT = 256
    """Passes through the engagement range of such an enemy."""
    NOT_ENGAGED = 512
    """Ends without engaging all that it must."""
    NOT_COHERENT = 1024
    NOT_CLOSER = 2048
    OUT_OF_ZONE = 4096
    ON_OBJECTIVE = 8192
    OUT_OF_RANGE = 16384
    """Ends with no model within range of the objective that it moves to."""
    NOT_IN_CONTACT = 32768
    """A model ends in base contact with no enemy, though it could."""


class Closer(Enum):
    """What every model that moves must end closer to (by a mil or more)."""

    NOTHING = "nothing"
    SOME = "some"
    """To some model of the units named."""
    NEAREST = "nearest"
    """To the model of the units named that was nearest before the move."""
    OBJECTIVE = "objective"
    """To the objective named."""


class Limits(Value, frozen=True):
    """What a move may do and must do. Defaults are those of a plain move (K-MOV-02, K-POS-03, K-PTH-05)."""

    distance_mil: int | tuple[int, ...] = 0
    """For all models, or for each model of the move."""
    pivot_mil: int = 0
    """What turning costs a model that ends with another facing (K-PTH-02)."""
    through_enemies: bool = False
    through_engagement: bool = False
    through_walls: bool = False
    flies: bool = False
    """Over everything, without climbing (K-FLY-01)."""
    past: tuple[int, ...] = ()
    """Enemy units whose models and engagement range it may go through, and not end in."""
    solid: tuple[int, ...] = ()
    """Friendly units that cannot be moved through (K-PTH-03)."""
    may_engage: tuple[int, ...] | None = ()
    """Enemy units whose engagement range it may enter; ``None`` for all."""
    must_engage: tuple[int, ...] = ()
    """Enemy units all of which it must end in engagement range of (K-CHG-03)."""
    engaged: bool = False
    """It must end in engagement range of some enemy (K-FGT-03)."""
    closer: Closer = Closer.NOTHING
    toward: tuple[int, ...] | None = None
    """The enemy units that ``closer`` means; ``None`` for all."""
    objective: int | None = None
    objective_mil: int | None = None
    """Some model must end within this of the objective (K-FGT-06)."""
    off_objectives: bool = False
    """No model may end on an objective marker (K-OBJ-01)."""
    engagement_mil: int = 1_000
    engagement_vertical_mil: int = 5_000
    free_height_mil: int = 2_000
    """Obstacles up to this height cost nothing to cross."""
    coherency: Coherency = PLAIN


class Move(NamedTuple):
    """Where some models of one unit go: row ``i`` of each array is model ``models[i]`` of the layout."""

    models: Ints
    path: Ints
    """Way-points joined by straight lines, k × points × 2: the first is where the model stands, the last its
    end."""
    z: Ints
    """Height at the end."""
    facing: Ints
    """Facing at the end; models turn first and then go."""

    @classmethod
    def straight(cls, layout: Layout, models: Ints, ends: Ints, facing: Ints | None = None) -> Move:
        """Straight to these places, at the same height."""
        turned = layout.facing[models] if facing is None else facing
        return cls(models, np.stack((layout.xy[models], ends), axis=1), layout.z[models], turned)

    @property
    def ends(self) -> Ints:
        return self.path[:, -1]

    def applied(self, layout: Layout) -> Layout:
        """The layout after the move."""
        return layout.moved(self.models, self.ends, self.z, self.facing)
