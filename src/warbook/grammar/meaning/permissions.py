"""What may be done that could not, and what may not."""

from __future__ import annotations

from typing import Any

from warbook.effects import Effect, Then
from warbook.effects.instructions import Permit
from warbook.effects.terms import Selector


def eligible(who: Selector, acts: tuple[str, ...], move: Any) -> Effect:
    (kind,) = move.moves
    found = tuple(Permit(f"{act} after {kind}", who) for act in acts)
    return found[0] if len(found) == 1 else Then(found)


def permitted(*acts: str) -> tuple[str, ...]:
    return acts


def permitted_charge() -> tuple[str, ...]:
    return ("charge",)
