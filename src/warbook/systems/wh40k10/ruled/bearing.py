"""What rules that stand mean for a unit itself: its moves, rolls and characteristics, what it may do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from warbook import effects as fx
from warbook.dice import Value
from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Trooper, Unit
from warbook.systems.wh40k10.effects.scene import NotModelled
from warbook.systems.wh40k10.ruled.bears import (
    FIGHT_MOVE_IN,
    IGNORES,
    LAST_BLOW,
    THROUGH,
    Key,
    LastBlow,
    Through,
    each_keys,
    farther,
    keys_in,
    last_blow,
    through,
)
from warbook.systems.wh40k10.ruled.facts import is_now
from warbook.systems.wh40k10.ruled.moment import Moment
from warbook.systems.wh40k10.ruled.rulebook import Held, spreads
from warbook.systems.wh40k10.ruled.voice import has_it

if TYPE_CHECKING:
    from warbook.systems.wh40k10.table import Table


class Borne(Value, frozen=True):
    """A leaf that stands on a unit; of the models of ``sheet`` alone where it speaks of one's own."""

    leaf: fx.Effect
    rule: str
    sheet: str | None = None

    def __hash__(self) -> int:
        return id(self)

    def on(self, unit: Unit, model: Trooper) -> bool:
        """Whether it is on a model of the unit."""
        return self.sheet is None or unit.kinds[model.kind].sheet.name == self.sheet


def borne(table: Table, state: State, unit: Unit, key: Key) -> list[Borne]:
    """The leaves of one sort that stand on a unit now. A rule of which the position does not answer a condition
    stands not at all, and that is told."""
    found: list[Borne] = []
    for held in table.rules.bearing(unit, key):
        dying = key == LAST_BLOW and held.unit == unit.index
        if held.unit is None or dying or _is_there(table, state, held, unit):
            found += _of(table, state, held, None, unit, key)
    for one in state.effects:
        if key in one.held.bears:
            found += _of(table, state, one.held, one.that, unit, key)
    _note(state, unit, found)
    return found


def _note(state: State, unit: Unit, found: list[Borne]) -> None:
    """Remembers, once, that rules stood on a unit."""
    for each in found:
        acted = (unit.side, unit.index, each.rule)
        if acted not in state.acted:
            state.acted += (acted,)


def _is_there(table: Table, state: State, held: Held, unit: Unit) -> bool:
    own = table.units[held.unit or 0]
    return has_it(state, held.rule.sheet, own) and (own is unit or table.standing(state, own))


def _of(table: Table, state: State, held: Held, that: int | None, unit: Unit, key: Key) -> list[Borne]:
    own = None if held.unit is None else table.units[held.unit]
    seen = Moment(held.side, own, held.sheet, that=None if that is None else table.units[that])
    try:
        return [
            Borne(leaf, held.rule.name, held.sheet if _of_own_models(leaf) else None)
            for effect in held.rule.effects
            for leaf in _Reading(table, state, unit, key).leaves(effect, seen)
        ]
    except NotModelled as beyond:
        table.rules.tell(held.rule, beyond)
        return []


class _Reading:
    """A rule read for one unit: down through what holds now, to the leaves that are on it."""

    def __init__(self, table: Table, state: State, unit: Unit, key: Key) -> None:
        self.table, self.state, self.unit, self.key = table, state, unit, key

    def leaves(self, effect: fx.Effect, seen: Moment) -> Iterator[fx.Effect]:
        match effect:
            case fx.Then():
                for each in effect.effects:
                    yield from self.leaves(each, seen)
            case fx.May() | fx.Until():
                yield from self.leaves(effect.then, seen)
            case fx.At():
                if any(is_now(window, self.state, seen.side) for window in effect.windows):
                    yield from self.leaves(effect.then, seen)
            case fx.If():
                yield from self._if(effect, seen)
            case fx.Each() if self.key in each_keys(effect):
                who = effect.event.by or _bereft(effect.event)
                if who is not None and seen.means(self.table, self.state, who, self.unit):
                    yield _each_leaf(effect, self.key)
            case _ if self.key in keys_in(effect) and not isinstance(effect, fx.Combinator):
                who = subject(effect)
                if who is not None and seen.means(self.table, self.state, who, self.unit):
                    yield effect

    def _if(self, effect: fx.If, seen: Moment) -> Iterator[fx.Effect]:
        if self.key not in keys_in(effect):
            return
        if spreads(effect):
            seen = msgspec.structs.replace(seen, that=self.unit, nearby=True)
        elif isinstance(effect.condition, terms.Leads) and seen.that is None:
            seen = seen.about(seen.unit)
        then = effect.then if seen.holds(self.table, self.state, effect.condition) else effect.otherwise
        if then is not None:
            yield from self.leaves(then, seen)


def _bereft(event: terms.Event) -> Selector | None:
    """The unit whose models an event happens to."""
    return None if event.to is None else event.to.of or event.to


def _each_leaf(effect: fx.Each, key: Key) -> fx.Effect:
    """What an each of these sorts comes to on its unit."""
    if key[0] == "reach":
        return farther(effect) or effect
    if key in (LAST_BLOW, THROUGH):
        return effect
    assert isinstance(effect.then, fx.Modifier)
    return msgspec.structs.replace(effect.then, what=key[1])


def subject(leaf: fx.Effect) -> Selector | None:
    """Whom a leaf speaks of."""
    match leaf:
        case fx.Modifier() | fx.Reroll():
            return leaf.of
        case fx.Permit():
            return leaf.who
        case fx.Grant() | fx.Save():
            return leaf.to
    return None


def _of_own_models(leaf: fx.Effect) -> bool:
    """Whether a leaf is on the models of the one that has the rule, not on their whole unit."""
    who = subject(leaf)
    return who is not None and who.kind == "model" and who.ref in ("this", "bearer")


def changed(printed: int, borne_by: list[Borne]) -> int:
    """A characteristic with all that modifies it: set, divided, multiplied, added to, subtracted from
    (K-MOD-01)."""
    value = printed
    order = ("set", "divide", "multiply", "add", "improve", "subtract", "worsen")
    leaves = [each.leaf for each in borne_by if isinstance(each.leaf, fx.Modifier)]
    for leaf in sorted(leaves, key=lambda one: order.index(one.op)):
        amount = leaf.value if isinstance(leaf.value, int) else 0
        match leaf.op:
            case "set":
                value = amount
            case "divide":
                value = -(-value // amount)
            case "multiply":
                value *= amount
            case "add" | "improve":
                value += amount
            case "subtract" | "worsen":
                value -= amount
    return value


def move_mil(table: Table, state: State, unit: Unit, model: Trooper, mil_per_inch: int) -> int:
    """How far a model may move, never less than an inch (K-MOD-04)."""
    if not table.rules.may_bear(state, ("modifier", "move")):
        return model.move_mil
    on = [each for each in borne(table, state, unit, ("modifier", "move")) if each.on(unit, model)]
    if not on:
        return model.move_mil
    return max(mil_per_inch, mil_per_inch * changed(model.move_mil // mil_per_inch, on))


BEST_LEADERSHIP, WORST_LEADERSHIP = 5, 8
"""Between these Leadership stays when it is modified (K-MOD-04)."""


def leadership(table: Table, state: State, unit: Unit, model: Trooper) -> int:
    """A model's Leadership: improved it needs less."""
    if not table.rules.may_bear(state, ("modifier", "leadership")):
        return model.leadership
    on = [each for each in borne(table, state, unit, ("modifier", "leadership")) if each.on(unit, model)]
    if not on:
        return model.leadership
    better = changed(0, [each for each in on if isinstance(each.leaf, fx.Modifier) and each.leaf.op != "set"])
    fixed = [each.leaf.value for each in on if isinstance(each.leaf, fx.Modifier) and each.leaf.op == "set"]
    printed = next((value for value in fixed if isinstance(value, int)), model.leadership)
    least, most = min(BEST_LEADERSHIP, printed), max(WORST_LEADERSHIP, printed)
    return max(least, min(most, printed - better))


def control(table: Table, state: State, unit: Unit, model: Trooper, shocked: bool) -> int:
    """A model's Objective Control: none where its unit is Battle-shocked, before what is added (K-MOD-03)."""
    printed = 0 if shocked else model.control
    if not table.rules.may_bear(state, ("modifier", "objective control")):
        return printed
    on = [each for each in borne(table, state, unit, ("modifier", "objective control")) if each.on(unit, model)]
    return max(0, changed(printed, on)) if on else printed


def roll_modifier(table: Table, state: State, unit: Unit, what: str) -> int:
    """What modifies a unit's roll of that name."""
    if not table.rules.may_bear(state, ("modifier", what)):
        return 0
    return changed(0, borne(table, state, unit, ("modifier", what)))


def permitted(table: Table, state: State, unit: Unit, what: str) -> bool:
    """Whether a rule lets a unit do something that it could not else."""
    return table.rules.may_bear(state, ("permit", what)) and bool(borne(table, state, unit, ("permit", what)))


def barred(table: Table, state: State, unit: Unit, what: str) -> bool:
    """Whether a rule keeps a unit from doing something."""
    return table.rules.may_bear(state, ("bar", what)) and bool(borne(table, state, unit, ("bar", what)))


def has(table: Table, state: State, unit: Unit, ability: str) -> bool:
    """Whether rules give a unit an ability: its every model, or the whole of it."""
    if not table.rules.may_bear(state, ("ability", ability)):
        return False
    found = borne(table, state, unit, ("ability", ability))
    living = [model for model in unit.models if state.left[model.index] > 0]
    return bool(found) and all(any(each.on(unit, model) for each in found) for model in living)


def all_have(table: Table, state: State, unit: Unit, ability: str) -> bool:
    """Whether every model that is left has an ability, by its own sheet or by a rule."""
    without = [m for m in unit.models if state.left[m.index] > 0 and not unit.prints(m, ability)]
    if not without or not table.rules.may_bear(state, ("ability", ability)):
        return not without
    found = borne(table, state, unit, ("ability", ability))
    return all(any(each.on(unit, model) for each in found) for model in without)


def reroller(table: Table, state: State, unit: Unit, what: str) -> str | None:
    """The rule that lets a unit's roll be made again, ``None`` without one."""
    if not table.rules.may_bear(state, ("reroll", what)):
        return None
    return next((each.rule for each in borne(table, state, unit, ("reroll", what))), None)


def reach(table: Table, state: State, unit: Unit, move: str) -> tuple[int, bool]:
    """How many inches a unit may pile in or consolidate, and whether what is beyond three must end engaged."""
    if not table.rules.may_bear(state, ("reach", move)):
        return FIGHT_MOVE_IN, False
    moves = [each.leaf for each in borne(table, state, unit, ("reach", move)) if isinstance(each.leaf, fx.Move)]
    farthest = max(moves, key=lambda one: (_inches(one), not one.where), default=None)
    return (FIGHT_MOVE_IN, False) if farthest is None else (_inches(farthest), bool(farthest.where))


def _inches(move: fx.Move) -> int:
    return move.inches if isinstance(move.inches, int) else FIGHT_MOVE_IN


def spared(table: Table, state: State, unit: Unit, other: Unit, what: str) -> bool:
    """Whether rules keep a unit from doing something to another one: attack it (``target``), ``charge`` it."""
    if not table.rules.may_bear(state, ("bar to", what)):
        return False
    for each in borne(table, state, unit, ("bar to", what)):
        seen = Moment(unit.side, unit, each.sheet)
        to = each.leaf.to if isinstance(each.leaf, fx.Permit) else None
        try:
            if to is not None and seen.means(table, state, to, other):
                return True
        except NotModelled as beyond:
            table.rules.told[f"{each.rule}: {beyond}"] = None
    return False


def in_state(table: Table, state: State, unit: Unit, name: str) -> bool:
    """Whether a rule put a unit in a state by this name."""
    return table.rules.may_bear(state, ("state", name)) and bool(borne(table, state, unit, ("state", name)))


def ignoring(table: Table, state: State, unit: Unit, model: Trooper) -> int | None:
    """What a die needs to ignore a mortal wound on a model, by rules that stand on it (K-ATK-04)."""
    if not table.rules.may_bear(state, IGNORES):
        return None
    on = [each.leaf for each in borne(table, state, unit, IGNORES) if each.on(unit, model)]
    return min((leaf.needs for leaf in on if isinstance(leaf, fx.Save)), default=None)


def last_blows(table: Table, state: State, unit: Unit) -> LastBlow | None:
    """Whether models of a unit that are destroyed may fight before they go."""
    if not table.rules.may_bear(state, LAST_BLOW):
        return None
    on = (each.leaf for each in borne(table, state, unit, LAST_BLOW))
    found = [last_blow(leaf) for leaf in on if isinstance(leaf, fx.Each)]
    return min((each for each in found if each), key=lambda each: each.needs or 0, default=None)


def passing(table: Table, state: State, unit: Unit, move: str) -> Through | None:
    """Whether rules let a unit's models go through enemy models in such a move."""
    if not table.rules.may_bear(state, THROUGH):
        return None
    on = (each.leaf for each in borne(table, state, unit, THROUGH))
    found = [through(leaf) for leaf in on if isinstance(leaf, fx.Each)]
    able = [each for each in found if each is not None and (not each.moves or move in each.moves)]
    return max(able, key=lambda each: each.passes, default=None)


def passed_through(table: Table, state: State, unit: Unit, move: str) -> tuple[int, ...]:
    """The enemy units that a unit may go through in such a move (K-PTH-03)."""
    found = passing(table, state, unit, move)
    enemies = table.army(state, 1 - unit.side) if found else ()
    return tuple(enemy.index for enemy in enemies if found and enemy.keywords.isdisjoint(found.without))
