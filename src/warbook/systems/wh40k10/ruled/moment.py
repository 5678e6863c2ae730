"""One thing that happens in a battle, as the rules of one side look at it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from warbook.dice import Value
from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.names import keyword
from warbook.rules.state import State
from warbook.systems.wh40k10.army import Unit
from warbook.systems.wh40k10.effects.holds import every, holds, means
from warbook.systems.wh40k10.effects.scene import Force, NotModelled, Role, Scene, spells
from warbook.systems.wh40k10.ruled import deeds, nearness, times
from warbook.systems.wh40k10.ruled.facts import Position, in_rounds
from warbook.systems.wh40k10.ruled.voice import OWN, Voice, force, words

if TYPE_CHECKING:
    from warbook.systems.wh40k10.plays import Event
    from warbook.systems.wh40k10.table import Table

__all__ = ["Moment", "deeds", "nearness", "opens"]

NOBODY = Force(frozenset())


class Moment(Value, frozen=True):
    """What a rule of ``side``, of ``unit`` where a unit has it, sees: ``attacker`` and ``target`` are who did
    it and to whom, ``that`` the one spoken of; where it is ``nearby``, because it is near;
    ``also`` are units that a play is used on besides ``unit``."""

    side: int
    unit: Unit | None
    sheet: str | None
    attacker: Unit | None = None
    target: Unit | None = None
    that: Unit | None = None
    nearby: bool = False
    also: tuple[Unit, ...] = ()

    def __hash__(self) -> int:
        return id(self)

    def cast(self) -> dict[Role, Unit]:
        """Who plays which part."""
        parts: dict[Role, Unit | None] = {
            "attacker": self.attacker, "target": self.target, "elsewhere": self.unit, "that": self.that,
        }  # fmt: skip
        return {role: unit for role, unit in parts.items() if unit is not None}

    def voice(self) -> Voice:
        """Who speaks."""
        nearby: Role | None = "that" if self.nearby else None
        return Voice("elsewhere", self.sheet, "that" if self.that else None, self.side, self.cast(), nearby)

    def position(self, table: Table, state: State) -> Position:
        return Position(table, state, self.cast(), self.side)

    def scene(self, table: Table, state: State) -> Scene:
        """What conditions are asked in."""
        forces = [NOBODY if unit is None else force(state, unit) for unit in (self.attacker, self.target)]
        phase = "fight" if times.phase_of(state) == "fight" else "shooting"
        return Scene(forces[0], forces[1], phase, facts=self.position(table, state))  # type: ignore[arg-type]

    def holds(self, table: Table, state: State, *conditions: terms.Condition) -> bool:
        """Whether conditions hold. Raises NotModelled where the position does not tell."""
        scene, voice = self.scene(table, state), self.voice()
        return _plain(every([holds(each, scene, voice) for each in conditions]))

    def units(self, table: Table, state: State, who: Selector) -> list[Unit]:
        """The units on the battlefield that a selector means. Raises NotModelled."""
        return self.position(table, state).units(who, self.scene(table, state), self.voice())

    def used(self, who: Selector) -> Unit:
        """The unit that a play is used on, or has the rule, or is spoken of; of several the one with such
        keywords. Raises NotModelled."""
        found = [self.that] if who.ref in ("that", "those") else [self.unit, *self.also]
        for unit in found:
            if unit is not None and (len(found) == 1 or not who.keywords or _spelt(who, unit)):
                return unit
        raise NotModelled("which unit")

    def means(self, table: Table, state: State, who: Selector, unit: Unit) -> bool:
        """Whether a unit is one that a selector means. Raises NotModelled."""
        if who.ref in OWN and unit is not self.unit:
            return False
        if who.side is not None and (unit.side == self.side) != (who.side == "friendly"):
            return False
        if who.other and unit is self.unit:
            return False
        if who.ref in ("that", "those") and unit is not self._spoken_of(who.side):
            return False
        if who.ref is None and who.of is not None and who.of.kind in ("unit", "model"):
            return self.means(table, state, who.of, unit)
        return self.position(table, state).fits(unit, who, self.scene(table, state), self.voice())

    def _spoken_of(self, side: str | None) -> Unit | None:
        """The unit spoken of; where its side is told, that of those in question which is on it."""
        wanted = None if side is None else self.side if side == "friendly" else 1 - self.side
        parties = (self.that,) if side is None else (self.that, self.attacker, self.target)
        return next((unit for unit in parties if unit is not None and wanted in (None, unit.side)), None)

    def about(self, that: Unit | None) -> Moment:
        """The same, speaking of another unit."""
        return msgspec.structs.replace(self, that=that)


def _spelt(who: Selector, unit: Unit) -> bool:
    known = frozenset(keyword(word) for word in unit.keywords)
    return any(spells(run, known) for run in who.keywords)


def _plain(answer: object) -> bool:
    if not isinstance(answer, bool):
        raise NotModelled("what differs from weapon to weapon")
    return answer


def opens(
    windows: Sequence[terms.Window], event: Event, table: Table, state: State, seen: Moment
) -> Moment | None:
    """What a rule sees of an event at which one of its windows opens; ``None`` where none does. Raises
    NotModelled where the position does not tell."""
    for window in windows:
        if event.name in times.names(window) and _is_time(window, event, state, seen.side):
            found = _seen(window, event, table, state, seen)
            if found is not None:
                return found
    return None


def _is_time(window: terms.Window, event: Event, state: State, side: int) -> bool:
    phase = times.phase_of(state)
    if window.phase in times.PHASES and window.phase != phase:
        return False
    if window.rounds and not in_rounds(state.clock[0], window.rounds, window.onwards):
        return False
    return window.whose is None or (window.whose == "your") == (state.clock[1] == side)


def _seen(window: terms.Window, event: Event, table: Table, state: State, seen: Moment) -> Moment | None:
    by, to = _parties(event)
    if window.event is None:
        if event.unit is not None and event.unit.side != seen.side:
            return None
        return msgspec.structs.replace(seen, attacker=by or to, that=to or by or seen.that)
    wanted = window.event
    if wanted.moves and event.kind not in wanted.moves:
        return None
    if wanted.attacks and wanted.attacks != ("melee" if times.phase_of(state) == "fight" else "ranged"):
        return None
    now = msgspec.structs.replace(seen, attacker=by, target=to)
    for who, unit in ((wanted.by, by), (wanted.to, to)):
        if who is not None and (unit is None or not _is_party(who, unit, event, now, table, state)):
            return None
    now = now.about(to if wanted.by is None else by)
    return now if not wanted.where or now.holds(table, state, *wanted.where) else None


def _is_party(who: Selector, unit: Unit, event: Event, now: Moment, table: Table, state: State) -> bool:
    """Whether a unit, or the model of it that was destroyed, is meant. Raises NotModelled where it is not told
    which model of a unit did it."""
    if event.model is not None and unit is event.unit and who.kind == "model":
        sheet = unit.kinds[event.model.kind].sheet
        lone = len({kind.sheet.name for kind in unit.kinds}) == 1
        chief = unit.warlord and (lone or "CHARACTER" in words(sheet))
        known = words(sheet) | ({"WARLORD"} if chief else set())
        side = who.side is None or (unit.side == now.side) == (who.side == "friendly")
        return side and means(who, sheet.name, known)
    if event.part is not None and unit is event.unit:
        sheets = [kind.sheet for kind in unit.kinds if kind.sheet.name == event.part]
        known = frozenset[str]().union(*map(words, sheets))
        rest = msgspec.structs.replace(who, keywords=(), without=(), name=None)
        return means(who, event.part, known) and now.means(table, state, rest, unit)
    several = len({kind.sheet.name for kind in unit.kinds}) > 1
    if event.model is not None and who.kind == "model" and who.ref in ("this", "bearer") and several:
        raise NotModelled("which model destroyed it")
    return now.means(table, state, who, unit)


def _parties(event: Event) -> tuple[Unit | None, Unit | None]:
    """Who did it, and to whom."""
    if event.name in times.SUFFERED or event.name in times.DONE_TO:
        return event.by, event.unit
    return event.unit, None
