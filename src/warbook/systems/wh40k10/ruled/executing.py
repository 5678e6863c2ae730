"""Which effects battles act on, asked of the code that acts on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from warbook import effects as fx
from warbook.systems.wh40k10.effects import WITHOUT_FIGURES, leaves
from warbook.systems.wh40k10.ruled.occasions import (
    is_offered,
    limit_of,
    occasion,
    target_offered,
    window_offered,
)
from warbook.systems.wh40k10.ruled.standing import Standing, given_states, named_states


class ExecutedInBattle:
    """What battles act on of a text: ``effect in ExecutedInBattle(effects)``. What a play does is ``done``
    when it is used; a rule's sentence that does not stand needs an occasion. A sentence that goes on with
    another may act only inside it: the text is asked first."""

    def __init__(self, effects: Sequence[fx.Effect], done: bool = False) -> None:
        self._standing, self._done = Standing(effects), done
        self._asked = frozenset(named_states(tuple(effects)))
        self._acted = {id(leaf) for effect in effects if self._whole(effect) for leaf in leaves(effect)}

    def __contains__(self, effect: fx.Effect) -> bool:
        if isinstance(effect, WITHOUT_FIGURES):
            return False
        wanted = {id(leaf) for leaf in leaves(effect) if not isinstance(leaf, WITHOUT_FIGURES)}
        return bool(wanted) and (wanted <= self._acted or self._whole(effect))

    def _whole(self, effect: fx.Effect) -> bool:
        """Whether an effect is acted on by itself."""
        from warbook.systems.wh40k10.ruled.carrying import can

        if isinstance(effect, fx.When):
            return all(map(window_offered, effect.windows))
        if isinstance(effect, fx.Targets):
            return target_offered(effect)
        if limit_of(effect) is not None:
            return True
        if not set(given_states((effect,))) <= self._asked:
            return False
        found = occasion(effect)
        occurs = found is not None and is_offered(found)
        return occurs or self._standing.acts_on(effect) or (self._done and can(effect))


def executes_in_battle(effect: fx.Effect, done: bool = False) -> bool:
    """Whether battles act on all of an effect by itself; what a play does is ``done`` when it is used."""
    return effect in ExecutedInBattle((effect,), done)


@lru_cache(maxsize=1024)
def acts(effects: fx.Effects) -> bool:
    """Whether battles act on every sentence of a rule, of which some does something."""
    known = ExecutedInBattle(effects)
    doing = [effect for effect in effects if not isinstance(effect, WITHOUT_FIGURES)]
    return bool(doing) and all(effect in known for effect in doing)
