"""Who is meant by "its": the models of the unit spoken of last, or that model itself.

A characteristic and a weapon are models'. A sentence says "its Move" of a unit and of a model alike; only what
was spoken of before tells which.
"""

from __future__ import annotations

from operator import is_
from typing import Any

import msgspec

from warbook.effects import Effects
from warbook.effects.attack import Modifier
from warbook.effects.terms import Event, Has, Selector, Term, Within

_ITS = Selector("model", ref="that")
_THEIRS = Selector("model", of=Selector(ref="that"))
_IT = Selector(ref="that")
_PERSONS = ("unit", "model")


def bound(effects: Effects) -> Effects:
    """The effects of a text with "its" of a unit as that of its models."""
    return tuple(_bound(each, []) for each in effects)


def _bound(value: Any, spoken: list[Selector]) -> Any:
    """The value, itself where nothing in it changes: who acts on it is told by identity. ``spoken`` are the
    persons spoken of so far, and becomes those spoken of after it."""
    if isinstance(value, tuple):
        parts = tuple(_bound(each, spoken) for each in value)
        return value if all(map(is_, parts, value)) else parts
    if isinstance(value, Selector):
        return _noun(value, spoken)
    if not isinstance(value, Term):
        return value
    if isinstance(value, Event) and value.what == "destroyed" and value.to == _IT and _of_model(spoken):
        value = msgspec.structs.replace(value, to=_ITS)
    if isinstance(value, Modifier) and value.of == _ITS and _of_unit(spoken):
        return msgspec.structs.replace(value, of=_THEIRS)
    fields = {field: _bound(getattr(value, field), spoken) for field in _in_order(value)}
    changed = {field: part for field, part in fields.items() if part is not getattr(value, field)}
    return msgspec.structs.replace(value, **changed) if changed else value


def _in_order(value: Term) -> tuple[str, ...]:
    """The parts of a value, its subject last: that is whom a pronoun means."""
    if isinstance(value, Event):
        return ("weapon", "to", "where", "by")
    if isinstance(value, Within):
        return ("of", "who")
    return value.__struct_fields__


def _noun(noun: Selector, spoken: list[Selector]) -> Selector:
    if noun.kind == "weapon":
        if noun.of == _ITS and _of_unit(spoken):
            return msgspec.structs.replace(noun, of=_THEIRS)
        of = _bound(noun.of, spoken)
        return noun if of is noun.of else msgspec.structs.replace(noun, of=of)
    where = _bound(noun.where, spoken)
    if where is not noun.where:
        noun = msgspec.structs.replace(noun, where=where)
    if spoken and _of_the_same_unit(noun, spoken[-1]):
        noun = msgspec.structs.replace(noun, of=spoken[-1].of)
    if noun.kind in _PERSONS and noun.ref != "it" and noun != _IT:
        spoken.append(noun)
    return noun


def _of_the_same_unit(noun: Selector, before: Selector) -> bool:
    """Whether both are models with wargear and only the one before is told to be of a unit: "models equipped
    with a shield in this unit have …, and models equipped with a banner have …"."""
    bare = Selector("model", where=noun.where)
    owned = Selector("model", where=before.where, of=before.of)
    return (
        noun == bare
        and before == owned
        and before.of is not None
        and _with_wargear(noun)
        and _with_wargear(before)
    )


def _with_wargear(noun: Selector) -> bool:
    return any(isinstance(each, Has) and each.what in ("weapon", "wargear") for each in noun.where)


def _of_model(spoken: list[Selector]) -> bool:
    return bool(spoken) and spoken[-1].kind == "model"


def _of_unit(spoken: list[Selector]) -> bool:
    return bool(spoken) and spoken[-1].kind == "unit"
