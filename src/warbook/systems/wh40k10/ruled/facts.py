"""What the position of a battle says of conditions of rules. What it does not tell raises NotModelled."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import TYPE_CHECKING

import msgspec

from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.names import same
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Unit
from warbook.systems.wh40k10.effects.holds import matches
from warbook.systems.wh40k10.effects.scene import Force, NotModelled, Role, Scene, condition_text
from warbook.systems.wh40k10.effects.speaker import Answer, Speaker, Speaking
from warbook.systems.wh40k10.flags import Flag, Move
from warbook.systems.wh40k10.ruled.resources import count
from warbook.systems.wh40k10.ruled.times import STEP_PHASES
from warbook.systems.wh40k10.ruled.voice import Cast, force
from warbook.systems.wh40k10.waiting import DEEP, held

if TYPE_CHECKING:
    from warbook.systems.wh40k10.table import Table


class Position:
    """The state of a battle at one moment, with the units that play a part in it."""

    def __init__(self, table: Table, state: State, cast: Cast, side: int) -> None:
        self.table, self.state, self.side = table, state, side
        self.cast: dict[Role, Unit] = dict(cast)

    def answer(self, condition: object, scene: Scene, speaker: Speaker) -> Answer | None:
        """See :class:`~warbook.systems.wh40k10.effects.holds.Facts`."""
        return tells(condition, self, scene, speaker)

    def during(self, window: terms.Window, _speaker: Speaker) -> bool:
        return is_now(window, self.state, self.side)

    def force(self, role: Role) -> Force:
        return force(self.state, self.unit(role))

    def unit(self, role: Role | None) -> Unit:
        """The unit in a part. Raises NotModelled where nobody plays it."""
        if role is None or role not in self.cast:
            raise NotModelled("a unit that is not told")
        return self.cast[role]

    def looking_at(self, unit: Unit) -> Position:
        """The same moment with "it" for a unit."""
        return Position(self.table, self.state, {**self.cast, "it": unit}, self.side)

    def units(self, who: Selector, scene: Scene, speaker: Speaker) -> list[Unit]:
        """All units on the battlefield that a selector means. Raises NotModelled."""
        if who.ref is not None or (who.of is not None and who.kind in ("model", "unit") and not who.keywords):
            known = [self.unit(speaker.whom(who))] if who.ref else self.units(who.of or who, scene, speaker)
            return [unit for unit in known if self.table.standing(self.state, unit)]
        if isinstance(who.count, int) and who.count > 1:
            raise NotModelled("several units that are near")
        sides = (0, 1) if who.side is None else (self.side if who.side == "friendly" else 1 - self.side,)
        own = self.cast.get(speaker.role)
        every = [unit for side in sides for unit in self.table.army(self.state, side)]
        return [u for u in every if not (who.other and u is own) and self.fits(u, who, scene, speaker)]

    def fits(self, unit: Unit, who: Selector, scene: Scene, speaker: Speaker) -> bool:
        """Whether a unit is one that a selector means. Raises NotModelled."""
        here = self.looking_at(unit)
        seen = msgspec.structs.replace(scene, facts=here)
        found = matches(msgspec.structs.replace(who, ref=None, side=None), seen, Speaking(speaker, "it"), "it")
        return _plain(found)

    def models(self, who: Selector, unit: Unit, speaker: Speaker) -> list[int]:
        """The living models of a unit that are meant, as places among the unit's living ones: those of the
        bearer's sheet where the rule speaks of a model of its own."""
        living = self.table.living(self.state, unit).tolist()
        own = who.kind == "model" and who.ref in ("this", "bearer") and speaker.sheet is not None
        first = unit.members.start
        return [
            place
            for place, model in enumerate(living)
            if not own or unit.kinds[unit.models[model - first].kind].sheet.name == speaker.sheet
        ]


def _plain(answer: Answer) -> bool:
    if not isinstance(answer, bool):
        raise NotModelled("what differs from weapon to weapon")
    return answer


def is_now(window: terms.Window, state: State, side: int) -> bool:
    """Whether it is the time of a window that is no single moment, for a side."""
    if window.event is not None or window.edge != "during" or window.step is not None:
        return False
    round_, active, step, _ = state.clock
    if window.whose is not None and (window.whose == "your") != (active == side):
        return False
    if window.rounds and not in_rounds(round_, window.rounds, window.onwards):
        return False
    return window.phase in ("any", "turn", "battle round", "battle", STEP_PHASES[step])


def in_rounds(now: int, rounds: tuple[int, ...], onwards: bool) -> bool:
    """Whether it is one of these rounds, or a later one where it counts ``onwards``."""
    return now in rounds or (onwards and bool(rounds) and now >= min(rounds))


@singledispatch
def tells(condition: object, here: Position, scene: Scene, speaker: Speaker) -> Answer | None:
    """What the position says of one condition; ``None`` leaves it to the engagement."""
    return None


def unknown(condition: terms.Condition) -> NotModelled:
    """What to raise where the position does not tell."""
    return NotModelled(f"whether {condition_text(condition)}")


@tells.register
def _(condition: terms.Active, here: Position, _scene: Scene, speaker: Speaker) -> Answer:
    from warbook.systems.wh40k10.ruled.bearing import in_state  # what stands asks conditions

    nearby = getattr(speaker, "nearby", None)
    open_ = condition.who is not None and condition.who.ref is None and condition.who.side is None
    role = nearby if open_ and nearby is not None else speaker.whom(condition.who)
    return in_state(here.table, here.state, here.unit(role), condition.name)


@tells.register(terms.Done)
@tells.register(terms.Rolled)
def _(condition: terms.Condition, _here: Position, _scene: Scene, _speaker: Speaker) -> Answer:
    raise unknown(condition)


@tells.register
def _(condition: terms.During, here: Position, _scene: Scene, speaker: Speaker) -> Answer:
    if condition.window.event is not None or condition.window.edge != "during":
        raise unknown(condition)
    return here.during(condition.window, speaker)


@tells.register
def _(condition: terms.InRound, here: Position, _scene: Scene, _speaker: Speaker) -> Answer:
    return in_rounds(here.state.clock[0], condition.rounds, condition.onwards)


@tells.register
def _(condition: terms.Sees, here: Position, scene: Scene, speaker: Speaker) -> Answer:
    for who in here.units(condition.who, scene, speaker):
        meant = set(here.table.living(here.state, who)[here.models(condition.who, who, speaker)].tolist())
        for whom in here.units(condition.whom, scene, speaker):
            if not meant.isdisjoint(here.table.ground.sight(here.state, who, whom)):
                return True
    return False


@tells.register
def _(condition: terms.Has, here: Position, _scene: Scene, speaker: Speaker) -> Answer | None:
    if condition.who.kind == "army":
        side = here.side if condition.who.side == "friendly" else 1 - here.side
        named = here.table.muster.faction_name(side)
        return named is not None and any(same(named, name) for name in condition.names)
    if condition.what != "ability" or condition.who.kind in ("attack", "weapon"):
        return None
    unit = here.unit(speaker.whom(condition.who))
    living = [model for model in unit.models if here.state.left[model.index] > 0]
    return any(unit.prints(model, name) for model in living for name in condition.names)


STATES: dict[str, Callable[[Table, State, Unit], bool]] = {
    "battle-shocked": lambda table, state, unit: table.shocked(state, unit),
    "below half-strength": lambda table, state, unit: table.below_half(state, unit),
    "below starting strength": lambda table, state, unit: table.below_start(state, unit),
    "full strength": lambda table, state, unit: not table.below_start(state, unit),
    "engaged": lambda table, state, unit: bool(table.engaged(state, unit)),
    "on the battlefield": lambda table, state, unit: table.standing(state, unit),
    "destroyed": lambda table, state, unit: not state.left[unit.members].any(),
    "embarked": lambda table, state, unit: False,
    "in reserves": lambda table, state, unit: held(state, unit) is not None,
    "in strategic reserves": lambda table, state, unit: held(state, unit) not in (None, DEEP),
    "stationary": lambda table, state, unit: table.flag(state, unit, Flag.MOVE) == Move.STATIONARY,
}
"""States that the position tells of a unit; nobody embarks in these battles."""


@tells.register
def _(condition: terms.State, here: Position, scene: Scene, speaker: Speaker) -> Answer | None:
    if condition.state in ("ranged", "melee", "attached"):
        return None
    known = STATES.get(condition.state)
    if known is None or condition.by is not None:
        raise unknown(condition)
    who, role = condition.who, speaker.whom(condition.who)
    open_ = who.ref is None and who.side is not None and role is None
    units = here.units(who, scene, speaker) if open_ else [here.unit(role)]
    return any(known(here.table, here.state, unit) for unit in units)


@tells.register
def _(condition: terms.Controls, here: Position, scene: Scene, speaker: Speaker) -> Answer:
    side = here.side if condition.side == "you" else 1 - here.side
    return any(here.table.controller(here.state, m) == side for m in markers(condition.what, here))


def markers(what: Selector, here: Position) -> list[int]:
    """The objective markers that a selector means. Raises NotModelled."""
    if what.kind != "objective" or what.ref is not None or what.where or what.name or what.of:
        raise NotModelled("which objective marker")
    every = range(here.table.ground.markers)
    if what.side is None:
        return list(every)
    side = here.side if what.side == "friendly" else 1 - here.side
    return [marker for marker in every if here.table.controller(here.state, marker) == side]


@tells.register
def _(condition: terms.Compares, here: Position, _scene: Scene, _speaker: Speaker) -> Answer | None:
    """What players have of what rules count; other comparisons are of attacks."""
    sides = [_had(each, here) for each in (condition.left, condition.right)]
    if not any(_is_of_player(each) for each in (condition.left, condition.right)) or None in sides:
        return None
    left, right = (each for each in sides if each is not None)
    holds = {"<": left < right, "<=": left <= right, "=": left == right, ">=": left >= right, ">": left > right}
    return holds[condition.how]


def _is_of_player(amount: terms.Amount) -> bool:
    own = amount.of if isinstance(amount, terms.Measured) else None
    return own is not None and own.kind == "player" and own.side is not None


def _had(amount: terms.Amount, here: Position) -> int | None:
    if isinstance(amount, int):
        return amount
    if not isinstance(amount, terms.Measured) or not _is_of_player(amount) or amount.of is None:
        return None
    side = here.side if amount.of.side == "friendly" else 1 - here.side
    return amount.times * count(here.state, side, amount.what)
