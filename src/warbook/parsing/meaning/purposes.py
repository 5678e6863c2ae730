"""What for something counts as holding: for this rule, for others by name, for what is done."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Each, Effect, If, Then, Until
from warbook.effects.instructions import Considered
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.parts import Part


class Purposes(msgspec.Struct, frozen=True):
    """A scope: what is considered so is it for these alone; for everything where it names none."""

    names: tuple[str, ...]


def purpose_this() -> tuple[str, ...]:
    return ("this",)


def purpose_named(name: str) -> tuple[str, ...]:
    """Raises Rejected for two names in one."""
    if {"and", "or"} & {*name.split()}:
        raise Rejected
    return (name,)


def purposes_named(*names: str) -> tuple[str, ...]:
    return tuple(each for name in names for each in purpose_named(name))


def purpose(words: Any) -> tuple[str, ...]:
    return words if isinstance(words, tuple) else (words,)


def purpose_targets(kind: Part) -> tuple[str, ...]:
    return (f"targets of {dict(kind.fields)['attacks']} weapons",)


def purpose_attacks(kind: Part) -> tuple[str, ...]:
    return (*purpose_targets(kind), f"attacks with {dict(kind.fields)['attacks']} weapons")


def purposes(*told: tuple[str, ...]) -> Purposes:
    return Purposes(tuple(name for each in told for name in each))


def all_purposes() -> Purposes:
    return Purposes(())


def for_purposes(purposes: Purposes) -> Purposes:
    return purposes


def purposeful(effect: Effect, names: tuple[str, ...]) -> Effect:
    """What is considered so, for these purposes. Raises Rejected where nothing is."""
    match effect:
        case Considered(purposes=()):
            return msgspec.structs.replace(effect, purposes=names)
        case Then((Considered(purposes=()) as first, *rest)):
            return Then((msgspec.structs.replace(first, purposes=names), *rest))
        case If(otherwise=None) | Until() | Each():
            return msgspec.structs.replace(effect, then=purposeful(effect.then, names))
    raise Rejected
