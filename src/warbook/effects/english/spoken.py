"""Who "it" is, a unit or a model: the one spoken of last, where a deed or a characteristic may be of either."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Each, If
from warbook.effects.attack import Modifier, Save
from warbook.effects.instructions import Act, Destroy, Heal, Move, SetUp
from warbook.effects.terms import Did, Event, Has, Selector, Term, Window, Within

_IT = Selector(ref="that")
_END_OF_ANY = Window("any", edge="end")
_OF_EITHER = (Act, Destroy, Has, Heal, Modifier, Move, Save, SetUp)


def with_sorts(effect: Any) -> Any:
    """An effect whose *that* is a model where a model was spoken of: effects of *it* tell no sort."""
    return _sorted(effect, [])


def with_its_phase(effect: Any, happened: bool = False) -> Any:
    """An effect in which a phase that ends after something happened is the phase in which it did."""
    if isinstance(effect, tuple):
        return tuple(with_its_phase(each, happened) for each in effect)
    if not isinstance(effect, Term):
        return effect
    if happened and effect == _END_OF_ANY:
        return msgspec.structs.replace(effect, phase="phase")
    inside = (
        happened or isinstance(effect, Each) or (isinstance(effect, If) and isinstance(effect.condition, Did))
    )
    parts = {field: with_its_phase(getattr(effect, field), inside) for field in effect.__struct_fields__}
    return msgspec.structs.replace(effect, **parts)


def _sorted(value: Any, spoken: list[Selector]) -> Any:
    if isinstance(value, tuple):
        return tuple(_sorted(each, spoken) for each in value)
    if not isinstance(value, Term):
        return value
    if isinstance(value, _OF_EITHER) and spoken and spoken[-1].kind == "model" and not _of_other(value, spoken):
        value = _of_model(value)
    changed = {field: _sorted(getattr(value, field), spoken) for field in _in_order(value)}
    if isinstance(value, Selector) and value.kind in ("unit", "model") and value.ref != "it" and value != _IT:
        spoken.append(value)
    return msgspec.structs.replace(value, **changed)


def _of_other(value: Any, spoken: list[Selector]) -> bool:
    """Whether it asks what somebody is where a unit that is new was spoken of too: of that one it may be."""
    return isinstance(value, Has) and any(each.kind == "unit" and each.ref is None for each in spoken)


def _of_model(value: Any) -> Any:
    field = "of" if isinstance(value, Modifier) else "to" if isinstance(value, Save) else "who"
    rolled = isinstance(value, Modifier) and value.what.endswith(("roll", "test"))
    if rolled or getattr(value, field) != _IT:
        return value
    return msgspec.structs.replace(value, **{field: Selector("model", ref="that")})


def _in_order(value: Term) -> tuple[str, ...]:
    """The parts of a value, its subject last: a pronoun means that sooner than the rest."""
    if isinstance(value, Event):
        return ("weapon", "to", "where", "by")
    return ("of", "who") if isinstance(value, Within) else value.__struct_fields__
