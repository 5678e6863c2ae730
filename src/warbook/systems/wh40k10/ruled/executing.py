"""Which effects battles act on, asked of the code that acts on them."""

from __future__ import annotations

from collections.abc import Sequence

from warbook import effects as fx
from warbook.systems.wh40k10.effects import WITHOUT_FIGURES, Executed

LASTING = ("attacks", "targets", "allocated", "attack or mortal wound allocated")
"""Events that are each attack: what is done on them stands all the time."""


class ExecutedInBattle:
    """What battles act on of a text: ``effect in ExecutedInBattle(effects)``."""

    def __init__(self, effects: Sequence[fx.Effect]) -> None:
        self._figures = Executed(effects)

    def __contains__(self, effect: fx.Effect) -> bool:
        return self._stands(effect) if not isinstance(effect, WITHOUT_FIGURES) else True

    def _stands(self, effect: fx.Effect) -> bool:
        """Whether something that holds all the time, or while it is so, is acted on."""
        match effect:
            case fx.If():
                parts = (effect.then,) if effect.otherwise is None else (effect.then, effect.otherwise)
                return all(map(self._stands, parts))
            case fx.Then():
                return all(map(self._stands, effect.effects))
            case fx.Each():
                return effect.event.what in LASTING and self._stands(effect.then)
            case fx.At():
                plain = all(w.event is None and w.edge == "during" and not w.step for w in effect.windows)
                return plain and self._stands(effect.then)
            case fx.May() | fx.Instead():
                return self._stands(effect.then)
            case _ if isinstance(effect, fx.Combinator):
                return False
        return effect in self._figures


def executes_in_battle(effect: fx.Effect) -> bool:
    """Whether battles act on all of an effect by itself."""
    return effect in ExecutedInBattle((effect,))
