"""What a battle asks for: a decision, a placement, or a roll (:class:`warbook.dice.Roll`)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

from warbook.dice import Roll, Value

T = TypeVar("T")


class Ask(Value, frozen=True):
    """A player picks one of finite ``options``; the answer is its index. ``about`` is the unit in question."""

    player: int
    what: str
    options: tuple[Any, ...]
    about: int | None = None


class Place(Value, frozen=True):
    """A player places the models of a unit; the answer is a tuple of ``(model, x_mil, y_mil, …)``, one for
    each model that moves, with its way-points in straight lines. ``kind`` names the move; ``reach_mil`` is
    how far each may go, ``targets`` are units that it must or may engage. An empty answer leaves the unit
    where it stands, where ``optional``."""

    player: int
    kind: str
    unit: int
    reach_mil: int
    targets: tuple[int, ...] = ()
    optional: bool = True


Request = Ask | Place | Roll
Activation = Generator[Request, Any, T]


def ask(player: int, what: str, options: tuple[T, ...], about: int | None = None) -> Activation[T]:
    """Ask for one of the options; typed, for ``x = yield from ask(…)``. A single option is not asked."""
    if len(options) == 1:
        return options[0]
    picked: int = yield Ask(player, what, options, about)
    return options[picked]
