"""Effects: what a rule does, as a closed union of frozen typed values with JSON both ways.

Leaves are what changes or happens; combinators say when, while what holds, how long and how often. What was
not understood is :class:`Unparsed`: shown and counted, never dropped.
"""

from __future__ import annotations

import sys
from typing import Any as Json

import msgspec

from warbook.effects.attack import Alone, Critical, Grant, Ignore, Modifier, Reroll, Result, Save
from warbook.effects.instructions import (
    Act,
    Add,
    Attach,
    BySize,
    Considered,
    Destroy,
    Gain,
    Heal,
    Keep,
    Listing,
    MortalWounds,
    Move,
    Named,
    Permit,
    PlayCost,
    Restrict,
    Return,
    Select,
    SetUp,
    Split,
    Test,
)
from warbook.effects.terms import Amount, Condition, Duration, Event, Limit, Selector, Term, Window

__all__ = [
    "Act",
    "Add",
    "Alone",
    "Amount",
    "At",
    "Attach",
    "BySize",
    "Choose",
    "Combinator",
    "Condition",
    "Considered",
    "Critical",
    "Destroy",
    "Duration",
    "Each",
    "Effect",
    "Effects",
    "Event",
    "ForEach",
    "Gain",
    "Grant",
    "Heading",
    "Heal",
    "If",
    "Ignore",
    "Instead",
    "Keep",
    "Leaf",
    "Limit",
    "Limited",
    "Listing",
    "May",
    "Modifier",
    "MortalWounds",
    "Move",
    "Named",
    "OnRoll",
    "Outcome",
    "Permit",
    "PlayCost",
    "Reroll",
    "Restrict",
    "Result",
    "Return",
    "Save",
    "Select",
    "Selector",
    "SetUp",
    "Split",
    "Targets",
    "Term",
    "Test",
    "Then",
    "Unparsed",
    "Until",
    "Use",
    "When",
    "Window",
    "from_json",
    "to_json",
]


class Unparsed(Term, frozen=True, tag="unparsed"):
    """A sentence that was not understood, and the part of it where understanding ended."""

    text: str
    rest: str = ""


class Heading(Term, frozen=True, tag="heading"):
    """The name of a choice or of the part of a rule that follows it."""

    name: str


class When(Term, frozen=True, tag="when"):
    """The windows in which a play may be used."""

    windows: tuple[Window, ...]


class Targets(Term, frozen=True, tag="targets"):
    """What a play is used on: one of these, or, where ``every``, all of them; *your unit* in its effect is
    it."""

    what: tuple[Selector, ...]
    every: bool = False


class If(Term, frozen=True, tag="if"):
    """``then`` while the condition holds, else ``otherwise``."""

    condition: Condition
    then: Effect
    otherwise: Effect | None = None


class Each(Term, frozen=True, tag="each"):
    """``then`` each time the event happens; *that* is its subject."""

    event: Event
    then: Effect


class Until(Term, frozen=True, tag="until"):
    """``then`` lasts so long."""

    duration: Duration
    then: Effect


class At(Term, frozen=True, tag="at"):
    """``then`` in one of these windows; ``limit`` is how often."""

    windows: tuple[Window, ...]
    then: Effect


class Limited(Term, frozen=True, tag="limited"):
    """``then`` at most so often."""

    limit: Limit
    then: Effect


class May(Term, frozen=True, tag="may"):
    """The player may do ``then``."""

    then: Effect


class Choose(Term, frozen=True, tag="choose"):
    """``count`` of the options, the player's choice; ``name`` is what the rule calls them, and ``to`` who has
    those that tell no owner of their own. A sentence that announces options which follow it gives none of
    them; they are put in when the text is composed."""

    options: tuple[Effect, ...]
    count: int = 1
    up_to: bool = False
    name: str | None = None
    to: Selector | None = None


class OnRoll(Term, frozen=True, tag="on roll"):
    """Dice are rolled: so many of ``dice`` (``"D6"``), ``plus`` modifiers; for each (or, where ``total``, for
    their sum) what ``outcomes`` give from their least to their most result."""

    outcomes: tuple[Outcome, ...]
    count: Amount = 1
    dice: str = "D6"
    each: Selector | None = None
    total: bool = False
    plus: tuple[Effect, ...] = ()

    def __post_init__(self) -> None:
        """JSON leaves out what *is* the default, so equal text has to be the same text."""
        msgspec.structs.force_setattr(self, "dice", sys.intern(self.dice))


class Outcome(Term, frozen=True, tag="outcome"):
    """From ``least`` to ``most`` (``None``: no bound) on the roll: ``then``."""

    least: int
    then: Effect
    most: int | None = None


class ForEach(Term, frozen=True, tag="for each"):
    """``then`` for every one of what ``of`` selects."""

    of: Selector
    then: Effect


class Then(Term, frozen=True, tag="then"):
    """One after the other."""

    effects: tuple[Effect, ...]


class Instead(Term, frozen=True, tag="instead"):
    """``then`` in place of what the sentence before gave (K-CLR-03)."""

    then: Effect


class Use(Term, frozen=True, tag="use"):
    """The ability itself is used (or a Stratagem, by ``name``); what follows says what then happens."""

    name: str | None = None
    who: Selector | None = None
    on: Selector | None = None


Leaf = (
    Modifier | Alone | Reroll | Critical | Result | Grant | Save | Ignore | Considered
    | MortalWounds | Heal | Return | Add | Destroy | Select | Move | Act | Test | Gain | Permit | PlayCost
    | SetUp | Keep | Attach | Restrict | BySize | Listing | Named | Use | When | Targets | Heading
    | Split | Unparsed
)  # fmt: skip
Combinator = If | Each | Until | At | Limited | May | Choose | OnRoll | ForEach | Then | Instead
Effect = Leaf | Combinator

Effects = tuple[Effect, ...]


def to_json(effects: Effects) -> list[Json]:
    """Effects as plain JSON values, defaults left out; equal effects give equal values."""
    # a default is left out only where it is the very default, which a decoded value always has
    return list(msgspec.to_builtins(msgspec.convert(msgspec.to_builtins(effects), Effects)))


def from_json(told: Json) -> Effects:
    """Effects from JSON. Raises msgspec.ValidationError naming the place that is wrong."""
    return msgspec.convert(told, Effects)
