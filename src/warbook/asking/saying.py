"""What was assumed in the words of the command line, each with the option that says otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from warbook.rules.assumed import (
    Allocated,
    Assumption,
    Noted,
    NotHeld,
    OfLater,
    OtherPhase,
    Picked,
    Profiled,
    Unasked,
    Unused,
)

if TYPE_CHECKING:
    from warbook.odds.duel import Duel
    from warbook.odds.matrix import Matrix

Answer = TypeVar("Answer", "Duel", "Matrix")


def said(each: Assumption) -> str:
    """One of them in a line.

    >>> said(NotHeld("Rite", ("near", "not far")))
    'Rite: assumed not near; not far (--holding says otherwise)'
    """
    match each:
        case Noted(text):
            return text
        case Unused(sheet, rule):
            return f"{sheet}: {rule} not used; --with uses it"
        case NotHeld(rule, conditions, near):
            options = "--near or --holding" if near else "--holding"
            return f"{rule}: assumed not {'; '.join(conditions)} ({options} says otherwise)"
        case Unasked(words):
            return f"--holding {words!r}: no rule of these units asks for it"
        case Picked(rule, option, ()):
            return f"{rule}: {option}"
        case Picked(rule, option, others):
            return f"{rule}: {option} (best here), not {', '.join(others)}; --with names another"
        case OfLater(what):
            return said(what)
        case Allocated():
            return f"{taking(each)}; --order says otherwise"
        case OtherPhase():
            return f"{doing_more(each)}; --phase {each.other} asks for it"
        case Profiled(model, profile, why, others):
            return f"{model}: {profile} ({why}), not {', '.join(others)}; --profile picks another"


def taking(order: Allocated) -> str:
    """The order in which models take damage.

    >>> taking(Allocated("Moles", ("Digger", "Chief")))
    'Moles: damage goes to Digger first, then to Chief (the most numerous first, then the cheaper)'
    """
    first, *others = order.models
    then = ", then to ".join(("", *others)).removeprefix(", ")
    return f"{order.sheet}: damage goes to {first} first, {then} (the most numerous first, then the cheaper)"


def doing_more(phase: OtherPhase) -> str:
    """That another phase than the one taken does more.

    >>> doing_more(OtherPhase("shooting", 0.37, "fight", 3.42))
    'shooting is taken; the fight does more: 3.42 damage on average, not 0.37'
    """
    figures = f"{phase.more:.2f} damage on average, not {phase.damage:.2f}"
    return f"{phase.phase} is taken; the {phase.other} does more: {figures}"


def in_words(answer: Answer) -> Answer:
    """An answer that tells in words what it assumed, as JSON has it."""
    return msgspec.structs.replace(answer, assumed=list(map(said, answer.assumed)))
