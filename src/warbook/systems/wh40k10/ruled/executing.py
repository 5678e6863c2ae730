"""Which effects battles act on, asked of the code that acts on them."""

from __future__ import annotations

from collections.abc import Sequence

from warbook import effects as fx
from warbook.systems.wh40k10.effects import WITHOUT_FIGURES
from warbook.systems.wh40k10.ruled.occasions import (
    is_offered,
    limit_of,
    occasion,
    target_offered,
    window_offered,
)
from warbook.systems.wh40k10.ruled.standing import Standing


class ExecutedInBattle:
    """What battles act on of a text: ``effect in ExecutedInBattle(effects)``. A play's ``effects`` are ``done``
    when it is used; a rule's that does not stand needs an occasion."""

    def __init__(self, effects: Sequence[fx.Effect], done: bool = False) -> None:
        self._standing, self._done = Standing(effects), done

    def __contains__(self, effect: fx.Effect) -> bool:
        from warbook.systems.wh40k10.ruled.performing import can

        if isinstance(effect, fx.When):
            return all(map(window_offered, effect.windows))
        if isinstance(effect, fx.Targets):
            return target_offered(effect)
        if isinstance(effect, WITHOUT_FIGURES):
            return False
        found = occasion(effect)
        occurs = found is not None and is_offered(found)
        return occurs or self._standing.acts_on(effect) or (self._done and can(effect))


def executes_in_battle(effect: fx.Effect, done: bool = False) -> bool:
    """Whether battles act on all of an effect by itself."""
    return effect in ExecutedInBattle((effect,), done) or (done and limit_of(effect) is not None)


def acts(effects: Sequence[fx.Effect]) -> bool:
    """Whether battles act on every sentence of a rule, of which some does something."""
    known = ExecutedInBattle(effects)
    doing = [effect for effect in effects if not isinstance(effect, WITHOUT_FIGURES)]
    return bool(doing) and all(effect in known for effect in doing)
