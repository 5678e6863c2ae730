"""What is acted on of a text that was read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from warbook.effects import Effect
    from warbook.grammar.text import TextReading


def acted_on(found: TextReading) -> Callable[[Effect], bool]:
    """Whether the effect of a sentence is one that its game acts on; heresy3 acts on the special rules of
    weapons by their names, and on no sentences yet."""
    if found.system != "wh40k10":
        return lambda _effect: False
    from warbook.systems.wh40k10.effects import Executed

    return Executed(found.effects).__contains__
