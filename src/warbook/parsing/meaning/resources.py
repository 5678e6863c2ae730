"""Tokens, pools and points of an army."""

from __future__ import annotations

import re
from typing import Any

from warbook.effects import At, Effect, May
from warbook.effects.instructions import Gain
from warbook.effects.terms import Amount, Condition, Event, Has, Measured, Selector, Window
from warbook.parsing.meaning.parts import Part

ANY_NUMBER = Measured("any number")


def places_token(*told: object) -> Gain:
    """A token of this name beside a unit."""
    words = [each for each in told if isinstance(each, str)]
    amount = next((each for each in told if isinstance(each, int)), 1)
    who = next(each for each in told if isinstance(each, Selector))
    return Gain(" ".join(words), amount, who)


def pool_name(*words: str) -> str:
    return " ".join(words)


def gains_pool(amount: Amount, name: str) -> Gain:
    return Gain(name, amount)


def gains_showing(amount: Amount, name: str, value: int) -> Gain:
    """Dice of a pool that show a value."""
    return Gain(f"{name} of value {value}", amount)


def opponent_gains_pool(amount: Amount, name: str) -> Gain:
    return Gain(name, amount, "opponent")


def opponent_loses_pool(amount: Amount, name: str) -> Gain:
    return Gain(name, amount, "opponent", lost=True)


def opponent_loses_cp(text: str) -> Gain:
    return Gain("cp", int(re.sub(r"\D", "", text)), "opponent", lost=True)


def one_gains_pool(who: Selector, amount: Amount, name: str) -> Gain:
    return Gain(name, amount, who)


def loses_pool(amount: Amount, name: str) -> Gain:
    return Gain(name, amount, lost=True)


def may_spend_pool(spent: Any, name: str, *_pool: str) -> Effect:
    """So many of a pool, or as many as one likes."""
    if not isinstance(spent, Part):
        return May(Gain(name, spent, lost=True))
    fields = dict(spent.fields)
    amount = ANY_NUMBER if fields["count"] == "any" else fields["count"]
    return May(Gain(name, amount, lost=True, up_to=fields.get("up_to", False)))


def starts_with_pool(amount: Amount, name: str) -> Effect:
    return At((Window("battle", edge="start"),), Gain(name, amount))


def you_have_pool(name: str, *_pool: str) -> Condition:
    return Has(Selector("player", side="friendly"), "token", (name,))


def opponent_has_pool(name: str) -> Condition:
    return Has(Selector("player", side="enemy"), "token", (name,))


def you_gain_pool(name: str) -> Event:
    return Event("gains", by=Selector("player", side="friendly"), name=name)


def you_spend_pool(name: str) -> Event:
    return Event("spends", by=Selector("player", side="friendly"), name=name)


def one_starts_with_pool(who: Selector, amount: Amount, name: str) -> Effect:
    return At((Window("battle", edge="start"),), Gain(name, amount, who))


BY_SIZE = Measured("battle size")


def starts_by_size(name: str) -> Effect:
    return starts_with_pool(BY_SIZE, name)


def gains_by_size(name: str) -> Gain:
    return Gain(name, BY_SIZE)


def reduces_pool(name: str, amount: Amount) -> Gain:
    return Gain(name, amount, lost=True)


def they_reduce_pool(name: str, amount: Amount) -> Gain:
    return Gain(name, amount, "opponent", lost=True)


ALL_OF_IT = Measured("all")


def loses_all(name: str) -> Gain:
    return Gain(name, ALL_OF_IT, lost=True)


def one_gains_one(who: Selector, name: str) -> Gain:
    return Gain(name, 1, who)
