"""Which effects stand: they hold all the time, or while something is so, without anybody doing a thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from warbook import effects as fx
from warbook.effects import terms
from warbook.systems.wh40k10.effects import Executed, leaves
from warbook.systems.wh40k10.ruled.bears import each_keys, key_of, state_of

LASTING = ("attacks", "targets", "allocated", "attack or mortal wound allocated")
"""Events that are each attack: what is done on them stands all the time."""


BEYOND_ATTACKS = (fx.MortalWounds, fx.Permit, fx.Destroy)
"""Leaves that the figures of an engagement act on and battles do not, as long as they stand: whom attacks may
target is chosen before, and mortal wounds come on occasions."""


def stands(effect: fx.Effect, text: Sequence[fx.Effect] = ()) -> bool:
    """Whether battles act on an effect as one that stands; ``text`` is what it is a sentence of."""
    return Standing(text or (effect,)).acts_on(effect)


class Standing:
    """What stands of a text, by the code that acts on attacks and on units."""

    def __init__(self, effects: Sequence[fx.Effect]) -> None:
        from warbook.systems.wh40k10.ruled.answerable import answerable  # facts ask the table, which has rules

        given = frozenset(given_states(effects))
        self._figures, self._answerable = Executed(effects), partial(answerable, states=given)
        self._named = frozenset(named_states(effects))

    def acts_on(self, effect: fx.Effect) -> bool:
        """Whether all of an effect stands and is acted on."""
        match effect:
            case fx.If():
                parts = (effect.then,) if effect.otherwise is None else (effect.then, effect.otherwise)
                return self._answerable(effect.condition) and all(map(self.acts_on, parts))
            case fx.Then():
                return all(map(self.acts_on, effect.effects))
            case fx.Each() if each_keys(effect):
                return True
            case fx.Each():
                event = effect.event
                parties = (where for who in (event.by, event.to) if who is not None for where in who.where)
                known = event.what in LASTING and all(map(self._answerable, (*event.where, *parties)))
                return known and self.acts_on(effect.then)
            case fx.At():
                plain = all(w.event is None and w.edge == "during" and not w.step for w in effect.windows)
                return plain and self.acts_on(effect.then)
            case fx.May() | fx.Instead():
                return self.acts_on(effect.then)
            case _ if isinstance(effect, fx.Combinator):
                return False
        wounds = isinstance(effect, fx.Modifier) and effect.what == "wounds"  # models have theirs in the state
        named = state_of(effect)
        if named is not None:
            return named[1] in self._named
        in_attacks = effect in self._figures and not isinstance(effect, BEYOND_ATTACKS) and not wounds
        return in_attacks or key_of(effect) is not None


def named_states(told: object) -> Iterator[str]:
    """The states that conditions in effects ask for by name: what gives them does something."""
    if isinstance(told, terms.Active):
        yield told.name
    inner = told if isinstance(told, tuple | list) else getattr(told, "__struct_fields__", ())
    for each in inner:
        if not isinstance(each, str):
            yield from named_states(each)
        elif isinstance(told, terms.Term):
            yield from named_states(getattr(told, each))


def given_states(effects: Sequence[fx.Effect]) -> Iterator[str]:
    """The states that effects give by name."""
    named = (state_of(leaf) for effect in effects for leaf in leaves(effect))
    yield from (each[1] for each in named if each is not None)
