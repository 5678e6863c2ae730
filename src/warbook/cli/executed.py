"""What is acted on of a text that was read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from warbook.effects import Effect
    from warbook.grammar.text import TextReading


def acted_on(found: TextReading, kind: str | None = None) -> Callable[[Effect], bool]:
    """Whether the effect of a sentence in a text of a kind is one that its game acts on, in the odds or in a
    battle; heresy3 acts on the special rules of weapons by their names, and on no sentences yet."""
    if found.system != "wh40k10":
        return lambda _effect: False
    from warbook.systems.wh40k10.effects import Executed
    from warbook.systems.wh40k10.ruled.executing import ExecutedInBattle

    figures = Executed(found.effects)
    battle = ExecutedInBattle(found.effects, done=kind == "effect")
    return lambda effect: effect in figures or effect in battle
