"""Looking ahead: whether the position tells all that a rule asks, before the first thing is done.

A rule acts whole or not at all. What it speaks of, and the conditions that it looks at, are asked beforehand
for everybody whom its player may pick; what dice bring is not known yet, but who is meant in it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from warbook import effects as fx
from warbook.effects.terms import Selector
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Unit
from warbook.systems.wh40k10.effects.scene import NotModelled
from warbook.systems.wh40k10.ruled.moment import Moment
from warbook.systems.wh40k10.ruled.performing import is_of_roll, parted, speaks_of_hit, those_hit
from warbook.systems.wh40k10.table import Table

OF: dict[type, Callable[[Any], Selector]] = {
    fx.MortalWounds: lambda effect: effect.on,
    fx.Heal: lambda effect: effect.who,
    fx.Return: lambda effect: effect.to or Selector(ref="this"),
    fx.Test: lambda effect: effect.who,
    fx.Move: lambda effect: effect.who,
    fx.Act: lambda effect: effect.who,
}
"""Of whom the leaves speak that are done to units."""

OWN_DOING = (fx.Move, fx.Act)
"""What only one's own units can be told to do."""


def foreseen(effects: fx.Effects, table: Table, state: State, seen: Moment) -> bool:
    """Looks through the sentences of a rule: whether it can act on anybody. Raises NotModelled where the
    position leaves something open."""
    ahead, moments = _Ahead(table, state), [seen]
    for effect in effects:
        moments = [after for each in moments for after in ahead.after(effect, each)]
    return ahead.acts


class _Ahead:
    """What may come of effects: the moments in which a rule goes on, and whether it ``acts`` on anybody in any
    of them."""

    def __init__(self, table: Table, state: State) -> None:
        self.table, self.state, self.acts = table, state, False

    def after(self, effect: fx.Effect, seen: Moment) -> Iterator[Moment]:
        match effect:
            case fx.Then():
                yield from self._in_turn(effect.effects, seen)
            case fx.If():
                yield from self._if(effect, seen)
            case fx.Select() if effect.what.kind == "model":
                yield seen  # one of one's own: who is spoken of stays
            case fx.Select():
                yield from map(seen.about, seen.units(self.table, self.state, effect.what))
            case fx.OnRoll():
                yield from self._rolled(effect, seen)
            case fx.May():
                yield seen
                yield from self.after(effect.then, seen)
            case _:
                self._look(effect, seen)
                yield seen

    def _in_turn(self, effects: fx.Effects, seen: Moment) -> list[Moment]:
        moments, plus = [seen], list[fx.Effect]()
        for effect in effects:
            if is_of_roll(effect):
                plus.append(effect)
                continue
            for each in moments:
                self._modified(plus, effect, each)
            moments, plus = [after for each in moments for after in self.after(effect, each)], []
        return moments

    def _modified(self, plus: Sequence[fx.Effect], effect: fx.Effect, seen: Moment) -> None:
        """What modifies a test speaks of each unit that takes it."""
        if plus and isinstance(effect, fx.Test):
            for unit in seen.units(self.table, self.state, effect.who):
                for each in plus:
                    if isinstance(each, fx.If):
                        seen.about(unit).holds(self.table, self.state, each.condition)

    def _if(self, effect: fx.If, seen: Moment) -> Iterator[Moment]:
        """What was done before decides later: then both ways are looked at."""
        if speaks_of_hit(effect.condition):
            for each in those_hit(effect, self.table, self.state, seen):
                list(self.after(effect.then, each))
            yield seen
            return
        done, rest = parted(effect.condition)
        open_ = done is not None
        held = not rest or seen.holds(self.table, self.state, *rest)
        ways = ((effect.then, held), (effect.otherwise, open_ or not held))
        found = [way for way, taken in ways if taken and way is not None]
        for way in found:
            yield from self.after(way, seen)
        if not found:
            yield seen

    def _rolled(self, effect: fx.OnRoll, seen: Moment) -> Iterator[Moment]:
        spoken = seen.units(self.table, self.state, effect.each) if effect.each is not None else ()
        for about in [seen.about(unit) for unit in spoken] or [seen]:
            for outcome in effect.outcomes:
                list(self.after(outcome.then, about))
        yield seen

    def _look(self, effect: fx.Effect, seen: Moment) -> None:
        of = OF.get(type(effect))
        if of is None:
            self.acts = self.acts or not isinstance(effect, fx.Heading | fx.Use | fx.Restrict)
            return
        units = seen.units(self.table, self.state, of(effect))
        gone = isinstance(effect, fx.Return) and not units
        self.acts = self.acts or gone or any(self._can_act(effect, unit) for unit in units)
        if isinstance(effect, OWN_DOING) and any(unit.side != seen.side for unit in units):
            raise NotModelled("what an enemy unit does")

    def _can_act(self, effect: fx.Effect, unit: Unit) -> bool:
        """Whether there is something to be healed, or somebody to be returned, where that is what is done."""
        left = self.state.left[unit.members].tolist()
        if isinstance(effect, fx.Heal):
            return any(0 < now < model.wounds for now, model in zip(left, unit.models, strict=True))
        return not isinstance(effect, fx.Return) or min(left) <= 0
