"""More units that attack after the first, one after the other, at what the others left."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import ui

from warbook.queries import Side
from warbook.queries.question import MOST_UNITS
from warbook.web.pages.odds.asked import Asked, Told
from warbook.web.pages.odds.controls import Folded
from warbook.web.pages.odds.fitting import Fitting
from warbook.web.pages.odds.profile import ProfileForm
from warbook.web.pages.odds.seeking import Seeker
from warbook.web.pages.odds.tried import OfLater


class Later:
    """The units that attack after the attacker; drawn anew when there are more or fewer."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.drawn: list[str] | None = None
        self.box: ui.element | None = None
        self.fittings: list[Fitting | ProfileForm] = []
        self.part = ui.element("section").classes("odds-later").props('aria-label="More attackers"')
        with self.part:
            Folded("More attackers after it", self._fill, bool(asked.question.then))
        asked.changed.append(self.update)
        asked.answered.append(self._tell)

    def _fill(self) -> None:
        self.box = ui.element("div").classes("odds-wide")
        with ui.element("div").classes("odds-wide"):
            ui.button("The same once more", on_click=self._same).props("flat no-caps")
            Seeker("Then attacks: type a name", self._game, self._add)
        self.asked.later(self.update())

    async def update(self) -> None:
        """Show who attacks after the first."""
        self.part.set_visibility(bool(self.asked.question.attacker.name))
        if self.box is not None:
            self._units(self.box)
        await asyncio.gather(*(each.update() for each in self.fittings))

    def _tell(self, _told: Told) -> None:
        for each in self.fittings:
            if isinstance(each, Fitting):
                each.weapons.update()

    def _units(self, box: ui.element) -> None:
        names = [side.name for side in self.asked.question.then]
        if names != self.drawn:
            self.drawn = names
            self.fittings = []
            box.clear()
            with box, ui.element("ol").classes("odds-order").props("start=2"):
                for place in range(len(names)):
                    with ui.element("li"):
                        self._unit(place)

    def _unit(self, place: int) -> None:
        typed = self.asked.side(place).typed is not None
        fitting = ProfileForm(self.asked, place) if typed else Fitting(self.asked, place)
        self.fittings.append(fitting)
        with fitting.head:
            ui.button("Remove", on_click=partial(self._remove, place)).props(
                f'flat no-caps aria-label="Remove attacker {place + 2}"'
            )
        OfLater(self.asked, place)

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
        return self.asked.game("attacker", "target")
