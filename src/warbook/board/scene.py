"""What there is to see of a table at one moment, for whoever draws it; it names no game."""

from __future__ import annotations

from warbook.board.bases import Base
from warbook.board.terrain import Battlefield
from warbook.dice import Value


class Token(Value, frozen=True):
    """One model: where it stands, or stood when it was destroyed (``left`` 0)."""

    x_mil: int
    y_mil: int
    facing: int
    base: Base
    left: int
    wounds: int
    leader: bool = False


class Company(Value, frozen=True):
    """One unit that is or was on the table; ``notes`` are states that a player must know of."""

    name: str
    side: int
    tokens: tuple[Token, ...]
    notes: tuple[str, ...] = ()


class Scene(Value, frozen=True):
    """The table, who holds its objectives (a side, or ``None``), the units, and the moment."""

    battlefield: Battlefield
    moment: str
    armies: tuple[str, str]
    score: tuple[int, int]
    holders: tuple[int | None, ...]
    companies: tuple[Company, ...]
