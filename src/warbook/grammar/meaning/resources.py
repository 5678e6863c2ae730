"""Tokens, pools and named rules of an army."""

from __future__ import annotations

from warbook.effects.instructions import Gain
from warbook.effects.terms import Selector


def places_token(*told: object) -> Gain:
    """A token of this name beside a unit."""
    words = [each for each in told if isinstance(each, str)]
    amount = next((each for each in told if isinstance(each, int)), 1)
    who = next(each for each in told if isinstance(each, Selector))
    return Gain(" ".join(words), amount, who)
