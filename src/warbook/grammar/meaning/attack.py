"""What acts on attacks."""

from __future__ import annotations

from typing import Any

from warbook.effects import Effect, Then
from warbook.effects.attack import Critical, Grant, Modifier, Reroll, Save
from warbook.effects.terms import Amount, Selector
from warbook.grammar.meaning.nouns import Part

Quantities = tuple[tuple[Any, Selector | None], ...]


def _modified(op: Any, quantities: Quantities, amount: Amount) -> Effect:
    found = tuple(Modifier(what, op, amount, of) for what, of in quantities)
    return found[0] if len(found) == 1 else Then(found)


def add(amount: Amount, quantities: Quantities) -> Effect:
    return _modified("add", quantities, amount)


def subtract(amount: Amount, quantities: Quantities) -> Effect:
    return _modified("subtract", quantities, amount)


def improve(quantities: Quantities, amount: Amount) -> Effect:
    return _modified("improve", quantities, amount)


def worsen(quantities: Quantities, amount: Amount) -> Effect:
    return _modified("worsen", quantities, amount)


def the_roll(roll: str) -> Quantities:
    return ((roll, None),)


def the_characteristic(*told: Any) -> Quantities:
    of = told[-1] if isinstance(told[-1], Selector) else None
    return tuple((what, of) for what in told if isinstance(what, str))


def roll_name(word: str) -> str:
    return f"{word} roll"


def reroll_any(roll: Any) -> Reroll:
    return Reroll(roll)


def reroll_face(roll: Any, face: int) -> Reroll:
    return Reroll(roll, "ones") if face == 1 else Reroll(roll, "faces", (face,))


def may_reroll(reroll: Reroll) -> Reroll:
    return reroll


def must_reroll(reroll: Reroll) -> Reroll:
    return reroll


def bracket_list(*brackets: str) -> tuple[Any, tuple[str, ...]]:
    return "weapon ability", tuple(text.strip("[]").lower() for text in brackets)


def named_ability(name: str) -> tuple[Any, tuple[str, ...]]:
    return "ability", (name.lower(),)


def has() -> None:
    return None


def has_abilities(who: Selector, _has: None, named: Any) -> Grant:
    what, names = named
    return Grant(what, names, who)


def weapons_have(who: Selector, _has: None, named: Any) -> Grant:
    return has_abilities(who, None, named)


def has_invulnerable(who: Selector, _has: None, needs: int) -> Save:
    return Save("invulnerable", needs, who)


def has_feel_no_pain(who: Selector, _has: None, needs: int, *against: Any) -> Save:
    return Save("feel no pain", needs, who, tuple(against))


def has_cover(who: Selector, _has: None) -> Grant:
    return Grant("state", ("benefit of cover",), who)


def critical_on(_roll: str, on: int, kind: Any) -> Critical:
    return Critical(kind, on)


def against_mortal() -> str:
    return "mortal"


def against_kind(kind: Part) -> str:
    return str(dict(kind.fields)["attacks"])
