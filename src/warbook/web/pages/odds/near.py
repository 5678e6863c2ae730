"""Friends so near to a unit that their auras reach it."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from warbook.queries import Side
from warbook.web.pages.odds.asked import Asked, Seat
from warbook.web.pages.odds.controls import Folded
from warbook.web.pages.odds.seeking import Seeker


class Near:
    """Who is near, each with a button that takes it away, and a field that finds others."""

    def __init__(self, asked: Asked, seat: Seat) -> None:
        self.asked, self.seat = asked, seat
        self.drawn: list[str] = []
        self.list: ui.element | None = None
        self.box = ui.element("div").classes("odds-wide")
        with self.box:
            Folded("Auras of friends nearby", self._fill, bool(asked.side(seat).near))

    def _fill(self) -> None:
        self.list = ui.element("ul").classes("odds-order odds-short odds-wide")
        with ui.element("div").classes("odds-wide"):
            Seeker("A friend nearby: type a name", partial(self.asked.game, self.seat), self._add)
        self.update()

    def update(self, ruled: bool = True) -> None:
        """Show who is near now, in a game in which auras act."""
        self.box.set_visibility(ruled)
        names = self.asked.side(self.seat).near
        if self.list is not None and names != self.drawn:
            self.drawn = names
            self.list.clear()
            with self.list:
                for name in names:
                    self._friend(name)

    def _friend(self, name: str) -> None:
        with ui.element("li"):
            ui.label(name)
            away = ui.button("Remove", on_click=partial(self._remove, name)).props("flat no-caps")
            away.props(f'aria-label="Remove {name} from nearby"')

    async def _add(self, friend: Side) -> None:
        near = self.asked.side(self.seat).near
        if friend.name not in near:
            await self.asked.change_side(self.seat, near=[*near, friend.name])

    async def _remove(self, name: str) -> None:
        kept = [each for each in self.asked.side(self.seat).near if each != name]
        await self.asked.change_side(self.seat, near=kept)
