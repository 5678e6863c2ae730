"""The controls of the table: phase, distance, movement, cover and the like, under which rules revision."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from nicegui import ui

from warbook import systems
from warbook.errors import InputError
from warbook.queries.question import chargeable
from warbook.queries.sides import DEFAULT
from warbook.rules.engagement import Situation
from warbook.rules.pick import Phase
from warbook.rules.system import System
from warbook.web.odds import words
from warbook.web.odds.shown import Shown
from warbook.web.pages.odds.asked import Asked, Told
from warbook.web.pages.odds.controls import Change, number, select
from warbook.web.part import Part


class Table:
    """What holds on the table; drawn anew where another game or phase asks for other things."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.drawn: tuple[str, Phase] | None = None
        with Part("On the table", "table").classes("card odds-side") as card:
            self.box = ui.element("div").classes("odds-fitting")
        self.card = card
        self.fields: dict[str, Any] = {}
        card.set_visibility(False)
        asked.answered.append(self.tell)

    def tell(self, told: Told) -> None:
        """Draw what the game asks for in this phase, and bring it up to date."""
        if told is None or (isinstance(told, InputError) and self.drawn is not None):
            return
        system, phase, revision = self._place(told)
        self.card.set_visibility(True)
        if self.drawn != (system.name, phase):
            self.drawn = (system.name, phase)
            self.box.clear()
            self.fields.clear()
            with self.box:
                self._draw(system, phase, revision)
        self._update()

    def _place(self, told: Shown | InputError) -> tuple[System, Phase, str]:
        """The game, phase and revision of an answer; where there is none, those that it would have."""
        if isinstance(told, Shown):
            return systems.find(told.system, told.revision), told.phase, told.revision
        question = self.asked.question
        named = (question.attacker.system, question.target.system, DEFAULT)
        system = systems.find(next(name for name in named if name in systems.REVISED))
        return system, question.phase or "shooting", system.revision

    def _update(self) -> None:
        for name, field in self.fields.items():
            field.set_value(getattr(self.asked.question.situation, name))

    def _draw(self, system: System, phase: Phase, revision: str) -> None:
        select("Phase", words.PHASES, phase, partial(self._put, "phase"))
        asks = system.sheets.asks.get(phase, ())
        if set(asks) >= words.MOVES:
            select("The attacker", words.MOVED, words.moved(self._here()), self._moved)
        for name in asks:
            if name in words.NUMBERS:
                self._number(name)
        for name in asks:
            if name in words.SWITCHES and not (name in words.MOVES and set(asks) >= words.MOVES):
                self._switch(name)
        if phase == "fight" and chargeable(system):
            self._charge()
        revisions = list(systems.REVISED[system.name])
        if len(revisions) > 1:
            options = {name: name for name in revisions}
            select("Rules of", options, revision, partial(self._put, "revision"))

    def _charge(self) -> None:
        question = self.asked.question
        number("Charge (inches)", question.charge, 1, 24, self._charges).props("clearable")
        told = ui.checkbox("The charge may be re-rolled", value=question.charge_reroll)
        told.on_value_change(self._rerolls)

    async def _charges(self, change: Change) -> None:
        await self.asked.change(charge=None if change.value is None else int(change.value))

    async def _rerolls(self, change: Change) -> None:
        await self.asked.change(charge_reroll=bool(change.value))

    def _here(self) -> Situation:
        return self.asked.question.situation

    def _number(self, name: str) -> None:
        label, most = words.NUMBERS[name]
        field = ui.number(label, value=getattr(self._here(), name), min=0, max=most, precision=0)
        field.on_value_change(partial(self._numbered, name))
        field.props("dense outlined clearable debounce=250 inputmode=numeric").classes("odds-wide")
        self.fields[name] = field

    def _switch(self, name: str) -> None:
        value = getattr(self._here(), name)
        self.fields[name] = ui.checkbox(words.SWITCHES[name], value=value, on_change=partial(self._set, name))

    async def _numbered(self, name: str, change: Change) -> None:
        await self._hold(name, None if change.value is None else int(change.value))

    async def _set(self, name: str, change: Change) -> None:
        await self._hold(name, bool(change.value))

    async def _hold(self, name: str, value: object) -> None:
        await self.asked.change(situation=msgspec.structs.replace(self._here(), **{name: value}))

    async def _moved(self, change: Change) -> None:
        held = {name: name == change.value for name in words.MOVES}
        await self.asked.change(situation=msgspec.structs.replace(self._here(), **held))

    async def _put(self, name: str, change: Change) -> None:
        if getattr(self.asked.told, name, None) != change.value:
            await self.asked.change(**{name: change.value})
