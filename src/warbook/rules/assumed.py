"""What had to be assumed for an answer, as values: whoever tells it says what would say otherwise."""

from __future__ import annotations

from collections.abc import Iterable

from warbook.dice import Value


class Noted(Value, frozen=True, tag=True):
    """Something that is told as it stands."""

    text: str


class Unused(Value, frozen=True, tag=True):
    """A rule of a sheet that a player has to use, and did not."""

    sheet: str
    rule: str


class NotHeld(Value, frozen=True, tag=True):
    """Conditions of a rule that the engagement does not tell: they were taken not to hold. Some hold where a
    friend is ``near``."""

    rule: str
    conditions: tuple[str, ...]
    near: bool = False


class Unasked(Value, frozen=True, tag=True):
    """Words that were said to hold, and are of no condition here."""

    words: str


class Picked(Value, frozen=True, tag=True):
    """One of a rule's options, the best one here, and those that it was picked from."""

    rule: str
    option: str
    others: tuple[str, ...]


class Profiled(Value, frozen=True, tag=True):
    """The weapon or profile that a model attacks with, why that one, and those that it was picked from."""

    model: str
    profile: str
    why: str
    others: tuple[str, ...]


class Allocated(Value, frozen=True, tag=True):
    """The order in which damage is allocated to a unit's models, where a player might choose another."""

    sheet: str
    models: tuple[str, ...]


class OtherPhase(Value, frozen=True, tag=True):
    """The phase that nobody picked, in which the unit does less than in another: the mean damage of both."""

    phase: str
    damage: float
    other: str
    more: float


class OfLater(Value, frozen=True, tag=True):
    """What is another player's choice of a unit that attacks after the first."""

    what: Unused | Picked


Assumption = Noted | Unused | NotHeld | Unasked | Picked | Profiled | Allocated | OtherPhase | OfLater


def noted(texts: Iterable[str]) -> tuple[Noted, ...]:
    """Each as it stands."""
    return tuple(map(Noted, texts))
