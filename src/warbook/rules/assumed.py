"""What had to be assumed for an answer, as values: whoever tells it says what would say otherwise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from warbook.dice import Value

Side = Literal["attacker", "target"]


class Noted(Value, frozen=True, tag=True):
    """Something that is told as it stands."""

    text: str


class Unused(Value, frozen=True, tag=True):
    """A rule of a sheet that a player has to use, and did not."""

    sheet: str
    rule: str


class NotHeld(Value, frozen=True, tag=True):
    """Conditions of a rule that the engagement does not tell: they were taken not to hold. Some hold where a
    friend is ``near`` the unit of the ``side`` whose rule it is."""

    rule: str
    conditions: tuple[str, ...]
    near: bool = False
    side: Side = "attacker"


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
    side: Side = "attacker"


class Allocated(Value, frozen=True, tag=True):
    """The order in which damage is allocated to a unit's models, where a player might choose another."""

    sheet: str
    models: tuple[str, ...]
    side: Side = "target"


class Sized(Value, frozen=True, tag=True):
    """A unit's smallest size, where its sheet allows up to ``most`` models."""

    sheet: str
    models: int
    most: int
    side: Side = "attacker"


class Equipped(Value, frozen=True, tag=True):
    """The default loadout of a unit or of a leader (the ``second``) of it, where its sheet has options."""

    sheet: str
    items: tuple[str, ...]
    side: Side = "attacker"
    leads: bool = False
    second: bool = False


class OfRevision(Value, frozen=True, tag=True):
    """The revision of the rules: the one that the page of a sheet shows, else the newest. Other sheets show
    ``others``."""

    revision: str
    shown_by: str | None = None
    others: tuple[tuple[str, str | None], ...] = ()


class Situated(Value, frozen=True, tag=True):
    """How a part of the situation is: it stands in these ``fields`` of it. ``given`` is whether the question,
    or a rule in use, tells it."""

    words: str
    fields: tuple[str, ...]
    given: bool = False


class InPhase(Value, frozen=True, tag=True):
    """The phase, where the question tells none."""

    phase: str


class InTurn(Value, frozen=True, tag=True):
    """The leaders of a target, in the order in which they take damage: as they were named."""

    leaders: tuple[str, ...]
    side: Side = "target"


class OtherPhase(Value, frozen=True, tag=True):
    """The phase that nobody picked, in which the unit does less than in another: the mean damage of both."""

    phase: str
    damage: float
    other: str
    more: float


class OfLater(Value, frozen=True, tag=True):
    """What is assumed of a unit that attacks after the first."""

    what: Unused | Picked | Profiled | Sized | Equipped | NotHeld


Assumption = (
    Noted
    | Unused
    | NotHeld
    | Unasked
    | Picked
    | Profiled
    | Allocated
    | Sized
    | Equipped
    | OfRevision
    | Situated
    | InPhase
    | InTurn
    | OtherPhase
    | OfLater
)


def noted(texts: Iterable[str]) -> tuple[Noted, ...]:
    """Each as it stands."""
    return tuple(map(Noted, texts))


def swapped(each: Assumption) -> Assumption:
    """The same where the two units have changed places."""
    if not isinstance(each, NotHeld | Profiled | Allocated | InTurn | Sized | Equipped):
        return each
    return msgspec.structs.replace(each, side="target" if each.side == "attacker" else "attacker")
