"""More units that attack after the first, one after the other, at what the others left."""

from __future__ import annotations

from functools import partial

import msgspec
from nicegui import ui

from warbook.asking import Side
from warbook.asking.joined import MOST_UNITS
from warbook.web.pages.odds.asked import Asked
from warbook.web.pages.odds.controls import Change, Folded, number
from warbook.web.pages.odds.seeking import Seeker


class Later:
    """The units that attack after the attacker; drawn anew when there are more or fewer."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.drawn: list[str] | None = None
        self.box: ui.element | None = None
        self.part = ui.element("section").classes("odds-later").props('aria-label="More attackers"')
        with self.part:
            Folded("More attackers after it", self._fill, bool(asked.question.then))
        asked.changed.append(self.update)

    def _fill(self) -> None:
        self.box = ui.element("div").classes("odds-wide")
        with ui.element("div").classes("odds-wide"):
            ui.button("The same once more", on_click=self._same).props("flat no-caps")
            Seeker("Then attacks: type a name", self._game, self._add)
        self._units(self.box)

    async def update(self) -> None:
        """Show who attacks after the first."""
        self.part.set_visibility(bool(self.asked.question.attacker.name))
        if self.box is not None:
            self._units(self.box)

    def _units(self, box: ui.element) -> None:
        names = [side.name for side in self.asked.question.then]
        if names != self.drawn:
            self.drawn = names
            box.clear()
            with box, ui.element("ol").classes("odds-order"):
                for place, side in enumerate(self.asked.question.then):
                    with ui.element("li"):
                        self._unit(place, side)

    def _unit(self, place: int, side: Side) -> None:
        ui.label(side.name)
        number("Models", side.models, 1, 100, partial(self._sized, place)).props('placeholder="fewest"')
        ui.button("Remove", on_click=partial(self._remove, place)).props(
            f'flat no-caps aria-label="Remove attacker {place + 2}"'
        )

    async def _sized(self, place: int, change: Change) -> None:
        units = list(self.asked.question.then)
        size = None if change.value is None else int(change.value)
        units[place] = msgspec.structs.replace(units[place], models=size)
        await self.asked.change(then=tuple(units))

    async def _same(self) -> None:
        if self.asked.question.attacker.name:
            await self._add(self.asked.question.attacker)

    async def _add(self, side: Side) -> None:
        if len(self.asked.question.then) < MOST_UNITS:
            await self.asked.change(then=(*self.asked.question.then, side))

    async def _remove(self, place: int) -> None:
        kept = tuple(side for at, side in enumerate(self.asked.question.then) if at != place)
        await self.asked.change(then=kept)

    def _game(self) -> str:
        return self.asked.question.attacker.system or self.asked.question.target.system or ""
