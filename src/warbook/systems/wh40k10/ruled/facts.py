"""What the position of a battle says of conditions of rules. What it does not tell raises NotModelled."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.rules.state import State
from warbook.systems.wh40k10.army import MIL_PER_INCH, Unit
from warbook.systems.wh40k10.effects.holds import Answer, Speaker, Speaking, matches
from warbook.systems.wh40k10.effects.scene import Force, NotModelled, Role, Scene, condition_text
from warbook.systems.wh40k10.flags import Flag, Move
from warbook.systems.wh40k10.ruled.times import STEP_PHASES
from warbook.systems.wh40k10.ruled.voice import Cast, force

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


@tells.register(terms.Done)
@tells.register(terms.Rolled)
@tells.register(terms.Active)
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
    if condition.what != "ability" or condition.who.kind in ("attack", "weapon"):
        return None
    unit = here.unit(speaker.whom(condition.who))
    return any(name.casefold() in unit.abilities for name in condition.names)


STATES: dict[str, Callable[[Table, State, Unit], bool]] = {
    "battle-shocked": lambda table, state, unit: table.shocked(state, unit),
    "below half-strength": lambda table, state, unit: table.below_half(state, unit),
    "below starting strength": lambda table, state, unit: table.below_start(state, unit),
    "full strength": lambda table, state, unit: not table.below_start(state, unit),
    "engaged": lambda table, state, unit: bool(table.engaged(state, unit)),
    "on the battlefield": lambda table, state, unit: table.standing(state, unit),
    "destroyed": lambda table, state, unit: not state.left[unit.members].any(),
    "embarked": lambda table, state, unit: False,
    "in reserves": lambda table, state, unit: False,
    "in strategic reserves": lambda table, state, unit: False,
    "stationary": lambda table, state, unit: table.flag(state, unit, Flag.MOVE) == Move.STATIONARY,
}
"""States that the position tells of a unit; nobody embarks and nobody is in reserve in these battles."""


@tells.register
def _(condition: terms.State, here: Position, _scene: Scene, speaker: Speaker) -> Answer | None:
    if condition.state in ("ranged", "melee", "attached"):
        return None
    known = STATES.get(condition.state)
    if known is None or condition.by is not None:
        raise unknown(condition)
    return known(here.table, here.state, here.unit(speaker.whom(condition.who)))


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
def _(condition: terms.Within, here: Position, scene: Scene, speaker: Speaker) -> Answer:
    if condition.wholly or condition.horizontally:
        raise unknown(condition)
    who = _who(condition.who, here, scene, speaker)
    if condition.of.kind == "objective":
        if condition.inches != "range":
            raise unknown(condition)
        return any(
            _at_marker(here, unit, condition.who, m, speaker)
            for unit in who
            for m in markers(condition.of, here)
        )
    if condition.of.kind not in ("unit", "model"):
        raise unknown(condition)
    near = _near(condition)
    of = here.units(condition.of, scene, speaker)
    return any(near(here, one, other, condition, speaker) for one in who for other in of)


def _who(who: Selector, here: Position, scene: Scene, speaker: Speaker) -> list[Unit]:
    """Who is to be near: the unit looked at, where the rule is on units nearby, else whom it means."""
    nearby = getattr(speaker, "nearby", None)
    if who.ref is None and nearby is not None and who.of is None:
        unit = here.cast[nearby]
        wanted = None if who.side is None else here.side if who.side == "friendly" else 1 - here.side
        fitting = wanted in (None, unit.side) and here.fits(unit, who, scene, speaker)
        return [unit] if fitting and not (who.other and unit is here.cast.get(speaker.role)) else []
    return here.units(who, scene, speaker)


Near = Callable[[Position, Unit, Unit, terms.Within, Speaker], bool]


def _near(condition: terms.Within) -> Near:
    """How nearness is judged. Raises NotModelled."""
    if condition.inches == "engagement range":
        return lambda here, one, other, _c, _s: other in here.table.engaged(here.state, one)
    if not isinstance(condition.inches, int):
        raise unknown(condition)
    mil = condition.inches * MIL_PER_INCH
    return lambda here, one, other, c, speaker: _gap(here, one, other, c, speaker) <= mil


def _gap(here: Position, one: Unit, other: Unit, condition: terms.Within, speaker: Speaker) -> int:
    """The least distance between the models that are meant; a unit is near to itself."""
    rows, columns = here.models(condition.who, one, speaker), here.models(condition.of, other, speaker)
    if not rows or not columns:
        return int(np.iinfo(np.int64).max)
    if one is other:
        return 0
    gaps = here.table.ground.glance(here.state).gaps(one.index, other.index)
    return int(gaps[np.ix_(rows, columns)].min())


def _at_marker(here: Position, unit: Unit, who: Selector, marker: int, speaker: Speaker) -> bool:
    """Whether any of the models meant is in range of a marker."""
    living = here.table.living(here.state, unit)
    meant = set(living[here.models(who, unit, speaker)].tolist())
    return not meant.isdisjoint(here.table.ground.near_marker(here.state, marker, unit))


@tells.register
def _(condition: terms.Did, here: Position, scene: Scene, speaker: Speaker) -> Answer | None:
    event = condition.event
    if event.what == "targets" and condition.since is None:
        return _targets(event, here, scene, speaker)
    if event.what == "destroyed":
        return _has_destroyed(condition, here, speaker)
    done = DEEDS.get((event.what, event.moves or event.acts))
    who = event.by or event.to
    if done is None or who is None or event.where or event.edge not in ("at", "after"):
        raise unknown(condition)
    return done(here, here.unit(speaker.whom(who)), condition.since)


def _has_destroyed(condition: terms.Did, here: Position, speaker: Speaker) -> bool:
    """Whether a unit destroyed any enemy unit this phase."""
    if not _destroying(condition):
        raise unknown(condition)
    return f"phase destroyed {here.unit(speaker.whom(condition.event.by)).index}" in here.state.used


def _destroying(condition: terms.Did) -> bool:
    """Whether it is asked if somebody destroyed any enemy unit at all in this phase."""
    event, to = condition.event, condition.event.to
    plain = to is not None and to.kind == "unit" and not (to.keywords or to.without or to.where or to.ref)
    return plain and condition.since == "phase" and event.by is not None and not event.where


def _targets(event: terms.Event, here: Position, scene: Scene, speaker: Speaker) -> bool:
    """Whether the attack in question is at whom the event means."""
    target, to = here.cast.get("target"), event.to
    if target is None or to is None:
        raise NotModelled("an attack that is not told")
    if to.ref is not None:
        return here.unit(speaker.whom(to)) is target
    side = None if to.side is None else here.side if to.side == "friendly" else 1 - here.side
    return side in (None, target.side) and here.fits(target, to, scene, speaker)


Deed = Callable[[Position, Unit, str | None], bool]


def _flagged(flag: Flag, value: int, *phases: str) -> Deed:
    """A deed that a flag remembers for the turn; of this phase only where it is its phase."""

    def done(here: Position, unit: Unit, since: str | None) -> bool:
        known = here.table.flag(here.state, unit, flag) == value
        return known and (since != "phase" or STEP_PHASES[here.state.clock[2]] in phases)

    return done


def _never(_here: Position, _unit: Unit, _since: str | None) -> bool:
    """What nobody does in these battles: there are no transports and no reserves."""
    return False


def _selected(here: Position, unit: Unit, since: str | None) -> bool:
    return any(DEEDS["selected", (act,)](here, unit, since) for act in ("shoot", "fight"))


DEEDS: dict[tuple[str, tuple[str, ...]], Deed] = {
    ("moves", ("charge",)): _flagged(Flag.CHARGED, 1, "charge"),
    ("moves", ("normal",)): _flagged(Flag.MOVE, Move.NORMAL, "movement"),
    ("moves", ("advance",)): _flagged(Flag.MOVE, Move.ADVANCED, "movement"),
    ("moves", ("fall back",)): _flagged(Flag.MOVE, Move.FELL_BACK, "movement"),
    ("remains stationary", ()): _flagged(Flag.MOVE, Move.STATIONARY, "movement"),
    ("selected", ("shoot",)): _flagged(Flag.SHOT, 1, "shooting"),
    ("selected", ("fight",)): _flagged(Flag.FOUGHT, 1, "fight"),
    ("selected", ("shoot", "fight")): _selected,
    ("shoots", ()): _flagged(Flag.SHOT, 1, "shooting"),
    ("fights", ()): _flagged(Flag.FOUGHT, 1, "fight"),
    ("disembarks", ()): _never,
    ("embarks", ()): _never,
    ("arrives", ()): _never,
    ("set up", ()): _never,
}
"""What units did, as their flags remember it."""


def answerable(condition: terms.Condition) -> bool:
    """Whether positions can answer a condition at all, as far as its form tells."""
    match condition:
        case terms.All() | terms.Any():
            return all(map(answerable, condition.of))
        case terms.Not():
            return answerable(condition.of)
        case terms.Done() | terms.Rolled() | terms.Active():
            return False
        case terms.During():
            return condition.window.event is None and condition.window.edge == "during"
        case terms.State():
            return condition.state in ("ranged", "melee", "attached") or (
                condition.state in STATES and condition.by is None
            )
        case terms.Controls():
            return _told_marker(condition.what)
        case terms.Within():
            return _measured(condition)
        case terms.Did():
            return _remembered(condition)
        case terms.Has():
            return condition.what in ("keyword", "ability") or condition.who.kind in ("attack", "weapon")
        case terms.Sees():
            return selectable(condition.who) and selectable(condition.whom)
        case terms.Contains():
            return not condition.whom.where and condition.whom.name is None
    return True


def _told_marker(what: Selector) -> bool:
    return what.kind == "objective" and not (what.ref or what.where or what.name or what.of)


def _measured(condition: terms.Within) -> bool:
    if condition.wholly or condition.horizontally or not selectable(condition.who):
        return False
    if condition.of.kind == "objective":
        return condition.inches == "range" and _told_marker(condition.of)
    known = condition.inches == "engagement range" or isinstance(condition.inches, int)
    return known and condition.of.kind in ("unit", "model") and selectable(condition.of)


def _remembered(condition: terms.Did) -> bool:
    event = condition.event
    if event.what == "targets" and condition.since is None:
        return event.to is not None and selectable(event.to)
    if event.what == "destroyed":
        return _destroying(condition)
    known = (event.what, event.moves or event.acts) in DEEDS and not event.where
    return known and event.edge in ("at", "after") and (event.by or event.to) is not None


def selectable(who: Selector) -> bool:
    """Whether positions can tell which units a selector means."""
    if who.kind not in ("unit", "model") or who.ref in ("other",):
        return False
    several = not isinstance(who.count, int | str) or (isinstance(who.count, int) and who.count > 1)
    whole = who.of is None or selectable(who.of)
    return not several and whole and all(map(answerable, who.where))
