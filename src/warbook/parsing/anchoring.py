"""What a sentence says of an attack, or of a distance from its attacker, where nothing in it attacks.

"Within 6 inches" alone is measured from the attacking model, and "against that attack" lasts as long as the
attack: a sentence that tells of no attack around them says something else, which is not known.
"""

from __future__ import annotations

import re
from typing import Any

from warbook.effects import Each, Effect, Until
from warbook.effects.attack import Grant, Save
from warbook.effects.instructions import Permit
from warbook.effects.terms import Did, Event, Selector, Term, Within
from warbook.parsing.scopes import walk

_ATTACKS = ("attacks", "targets", "allocated", "hit", "wounded", "save failed")
_AGAINST = re.compile(r"\bagainst (?:that attack|the attack|those attacks)\b", re.IGNORECASE)
_FROM_IT = re.compile(r"\b(?:of|from) it\b", re.IGNORECASE)
_THAT = Selector(ref="that")
_ATTACKER = Selector("model", ref="attacker")


def astray(text: str, effect: Effect) -> bool:
    """Whether a distance is from nobody, or from either of two, or a save is against an attack of which
    nothing tells."""
    against_nothing = bool(_AGAINST.search(text)) and _lasting(effect)
    return against_nothing or _of_nobody(effect, False) or (bool(_FROM_IT.search(text)) and _of_either(effect))


def _of_nobody(value: Any, attacked: bool) -> bool:
    """Whether it has a distance from the attacker outside what happens in attacks, or as the attacker's own."""
    if isinstance(value, Within) and value.of == _ATTACKER:
        return not attacked and value.who.ref not in ("target", "attacker")
    if isinstance(value, Event):
        inside = attacked or value.what in _ATTACKS
        return _of_nobody(value.by, False) or any(_of_nobody(each, inside) for each in _parts(value, "by"))
    inside = attacked or _of_attack(value)
    return any(_of_nobody(each, inside) for each in _parts(value))


def _of_either(effect: Effect) -> bool:
    """Whether one destroys another, and a distance is from "it": from the one or from the other."""
    return any(_destroys(each) and any(_from_that(part) for part in walk(each.then)) for each in walk(effect))


def _destroys(value: Any) -> bool:
    match value:
        case Each(Event(what="destroyed", by=Selector(kind="unit" | "model"), to=Selector())):
            return True
    return False


def _from_that(value: Any) -> bool:
    return isinstance(value, Within) and value.of == _THAT


def _of_attack(value: Any) -> bool:
    match value:
        case Each(Event(what=what)) | Did(Event(what=what)):
            return what in _ATTACKS
        case Permit(what=what):
            return "target" in what
    return False


def _lasting(value: Any) -> bool:
    """Whether it gives a save, or cover, outside an attack."""
    match value:
        case Each(Event(what=what)) if what in _ATTACKS:
            return False
        case Until(duration) if duration.of in ("attack", "attacks"):
            return False
        case Save() | Grant(what="state", names=("benefit of cover",)):
            return True
    return any(_lasting(each) for each in _parts(value))


def _parts(value: Any, *but: str) -> tuple[Any, ...]:
    if isinstance(value, tuple):
        return value
    if not isinstance(value, Term):
        return ()
    return tuple(getattr(value, field) for field in value.__struct_fields__ if field not in but)
