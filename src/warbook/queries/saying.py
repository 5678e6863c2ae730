"""What was assumed, in words, each with what of a question says otherwise: options of the command line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

import msgspec

from warbook.rules.assumed import (
    Allocated,
    Assumption,
    Equipped,
    InPhase,
    InTurn,
    Noted,
    NotHeld,
    OfLater,
    OfRevision,
    OtherPhase,
    Picked,
    Profiled,
    Situated,
    Sized,
    Unasked,
    Unused,
)

if TYPE_CHECKING:
    from warbook.probability.duel import Duel
    from warbook.probability.matrix import Matrix

Answer = TypeVar("Answer", "Duel", "Matrix")
Spelling = Callable[[str], str | None]
"""How whoever is answered says a field of a question; ``None`` where it cannot be said there."""

OPTIONS: Mapping[str, str] = {
    "attacker.models": "--models",
    "target.models": "--target-models",
    "attacker.loadout": "--loadout",
    "target.loadout": "--target-loadout",
    "attacker.leader_loadout": "--leader-loadout",
    "target.leader_loadout": "--target-leader-loadout",
    "attacker.profiles": "--profile",
    "attacker.near": "--near",
    "target.near": "--target-near",
    "target.order": "--order",
    "attacker.leader": "--leader",
    "target.leader": "--target-leader",
    "attacker.second_leader_loadout": "--leader-loadout",
    "target.second_leader_loadout": "--target-leader-loadout",
    "range_in": "--range",
    "readings": "--reading",
}
"""Fields of a question whose options are called otherwise."""
VERBS: Mapping[type[Assumption], str] = {
    Unused: "uses it",
    InTurn: "tells another order",
    Picked: "names another",
    Profiled: "picks another",
    OfRevision: "picks another",
    OtherPhase: "asks for it",
}
"""What the option does, where it does not just say otherwise."""


def option(field: str) -> str | None:
    """The option of ``warbook odds`` for a field of a question about two units.

    >>> option("target.models"), option("half_range"), option("target.profiles")
    ('--target-models', '--half-range', None)
    """
    return OPTIONS.get(field, None if "." in field else f"--{field.replace('_', '-')}")


def option_of_lists(field: str) -> str | None:
    """The same for whole lists, which tell their units themselves."""
    return None if "." in field else option(field)


def option_of_duels(field: str) -> str | None:
    """The same for a duel, which is fought in its own situation."""
    return option(field) if "." in field or field == "revision" else None


def said(each: Assumption, spell: Spelling = option) -> str:
    """One of them in a line, with what says otherwise.

    >>> said(NotHeld("Rite", ("near", "not far")))
    'Rite: taken as not so: near; not far (--holding says otherwise)'
    """
    ways = dict.fromkeys(way for field in fields(each) if (way := spell(field)))
    if not ways:
        return words(each)
    return f"{words(each)} ({' or '.join(ways)} {VERBS.get(type(each), 'says otherwise')})"


def fields(each: Assumption) -> tuple[str, ...]:
    """The fields of a question that say otherwise, as links and parameters name them.

    >>> fields(Sized("Moles", 5, 10, "target"))
    ('target.models',)
    """
    match each:
        case Unused() | Picked(_, _, (_, *_)):
            return ("with",)
        case NotHeld(near=near, side=side):
            return (*((f"{side}.near",) if near else ()), "holding")
        case Profiled(side=side):
            return (f"{side}.profiles",)
        case Allocated(side=side):
            return (f"{side}.order",)
        case Sized(side=side):
            return (f"{side}.models",)
        case InTurn(side=side):
            return (f"{side}.leader",)
        case Equipped(side=side, leads=leads, second=second):
            return (f"{side}.{'second_' if second else ''}{'leader_' if leads else ''}loadout",)
        case OfRevision():
            return ("revision",)
        case InPhase() | OtherPhase():
            return ("phase",)
        case Situated(fields=named):
            return named
    return ()


def words(each: Assumption) -> str:
    """What was taken, without what says otherwise.

    >>> words(Sized("Moles", 5, 10))
    'Moles: 5 models, the smallest of 5 to 10'
    """
    match each:
        case Noted(text) | Situated(text):
            return text
        case Unused(sheet, rule):
            return f"{sheet}: {rule} not used"
        case NotHeld(rule, conditions):
            return f"{rule}: taken as not so: {'; '.join(conditions)}"
        case Unasked(typed):
            return f"no rule of these units asks for this: {typed}"
        case Picked(rule, picked, ()):
            return f"{rule}: {picked}"
        case Picked(rule, picked, others):
            return f"{rule}: {picked} (best here), not {', '.join(others)}"
        case Profiled(model, profile, why, others):
            return f"{model}: {profile} ({why}), not {', '.join(others)}"
        case OfLater(what):
            return words(what)
        case Allocated():
            return _allocated(each)
        case InTurn(leaders):
            return f"of its leaders {' takes damage before '.join(leaders)}, by Precision too"
        case Sized(sheet, models, most):
            return f"{sheet}: {models} model{'s' * (models != 1)}, the smallest of {models} to {most}"
        case Equipped(sheet, items):
            return f"{sheet}: default loadout, {', '.join(items) or 'nothing'}"
        case OfRevision():
            return _revised(each)
        case InPhase(phase):
            return f"phase: {phase}"
        case OtherPhase(phase, damage, other, more):
            figures = f"{more:.2f} damage on average, not {damage:.2f}"
            return f"phase: {phase}; the {other} does more: {figures}"


def _allocated(order: Allocated) -> str:
    """The order in which models take damage.

    >>> _allocated(Allocated("Moles", ("Digger", "Chief")))
    'Moles: damage goes to Digger first, then to Chief: the most numerous, then the cheaper'
    """
    first, *others = order.models
    then = ", then to ".join(("", *others)).removeprefix(", ")
    return f"{order.sheet}: damage goes to {first} first, {then}: the most numerous, then the cheaper"


def _revised(rules: OfRevision) -> str:
    """The revision of the rules, and where it comes from.

    >>> _revised(OfRevision("2025", "Moles", (("Newts", "2023"),)))
    'rules revision 2025, shown by the page of Moles; Newts shows 2023'
    """
    if rules.shown_by is None:
        return f"rules revision {rules.revision}, the newest"
    others = "".join(f"; {name} shows {date}" for name, date in rules.others)
    return f"rules revision {rules.revision}, shown by the page of {rules.shown_by}{others}"


def in_words(answer: Answer, spell: Spelling) -> Answer:
    """An answer that tells in words what it assumed, as JSON has it."""
    return msgspec.structs.replace(answer, assumed=[said(each, spell) for each in answer.assumed])
