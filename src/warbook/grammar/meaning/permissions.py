"""What may be done that could not, and what may not."""

from __future__ import annotations

from typing import Any

from warbook.effects import Effect, Then
from warbook.effects.instructions import Permit
from warbook.effects.terms import Selector


def eligible(who: Selector, acts: tuple[str, ...], *moved: Any) -> Effect:
    kinds = [event.moves[0] if event.moves else "remaining stationary" for event in moved]
    found = tuple(Permit(f"{act} after {kind}", who) for act in acts for kind in kinds)
    return found[0] if len(found) == 1 else Then(found)
