"""What a battle asks for: a decision, a placement, or a roll (:class:`warbook.dice.Roll`)."""

from __future__ import annotations

from collections.abc import Generator
from enum import Enum
from typing import Any, TypeVar

from warbook.dice import Roll, Value

T = TypeVar("T")


class Ask(Value, frozen=True):
    """A player picks one of finite ``options``; the answer is its index. ``what`` is one of the decisions that
    the game names, ``subject`` what it is asked of: a weapon, a rule, an event. ``about`` is the unit in
    question; ``rolled`` the roll in question, which gave ``outcome``."""

    player: int
    what: str
    options: tuple[Any, ...]
    about: int | None = None
    rolled: Roll | None = None
    outcome: Any = None
    subject: str = ""

    @property
    def title(self) -> str:
        """What is asked, in words."""
        return f"{self.what}: {self.subject}" if self.subject else str(self.what)

    def __repr__(self) -> str:
        """Short: options by what they are called, since a unit holds its whole datasheet."""
        told = ", ".join(map(named, self.options)) + ("," if len(self.options) == 1 else "")
        about = "" if self.about is None else f", about={self.about}"
        rolled = f", rolled=<{self.rolled.what}>, outcome={self.outcome!r}" if self.rolled else ""
        return f"Ask(player={self.player}, {self.title!r}, options=({told}){about}{rolled})"


class Site(Value, frozen=True):
    """Where models may be set up: farther than ``apart_mil`` from every enemy model, wholly within ``edge_mil``
    of one edge of the table (0: of none), off the deployment zone of a side ``barred``, wholly within
    ``near_mil`` of the unit ``near``, as close as they can be to ``spot``."""

    apart_mil: int
    edge_mil: int = 0
    barred: int | None = None
    near: int | None = None
    near_mil: int = 0
    spot: tuple[int, int] | None = None


class Place(Value, frozen=True):
    """A player places the models of a unit; the answer is a tuple of ``(model, x_mil, y_mil, …)``, one for
    each model that moves, with its way-points in straight lines. ``kind`` names the move; ``reach_mil`` is
    how far each may go, or, where they differ, the least of ``reaches``, one for each living model of the unit;
    ``targets`` are units that it must or may engage. An empty answer leaves the unit where it stands, where
    ``optional``. ``models`` are those that are set up, where they are not all of the unit's that live;
    ``site`` says where they may be, where the kind does not. ``past`` are enemy units that it may go
    through."""

    player: int
    kind: str
    unit: int
    reach_mil: int
    targets: tuple[int, ...] = ()
    optional: bool = True
    reaches: tuple[int, ...] = ()
    models: tuple[int, ...] = ()
    site: Site | None = None
    past: tuple[int, ...] = ()


def named(option: Any) -> str:
    """What an option is called: itself where it is plain, else its name, or the names in it.

    >>> named(None), named(3), named("Gauss blaster")
    ('None', '3', "'Gauss blaster'")
    """
    kind = type(option).__name__
    if isinstance(option, Enum):
        return f"{kind}.{option.name}"
    if option is None or isinstance(option, str | int):
        return repr(option)
    name = getattr(option, "name", None)
    if isinstance(name, str):
        return f"<{kind} {name}>"
    parts = [getattr(option, field) for field in getattr(option, "__struct_fields__", ())]
    return f"<{kind} {', '.join(part.name for part in parts if isinstance(getattr(part, 'name', None), str))}>"


Request = Ask | Place | Roll
Activation = Generator[Request, Any, T]


def ask(
    player: int, what: str, options: tuple[T, ...], about: int | None = None, subject: str = ""
) -> Activation[T]:
    """Ask for one of the options; typed, for ``x = yield from ask(…)``. A single option is not asked."""
    if len(options) == 1:
        return options[0]
    picked: int = yield Ask(player, what, options, about, subject=subject)
    return options[picked]
