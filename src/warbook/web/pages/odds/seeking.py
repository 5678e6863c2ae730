"""A field in which a part of a unit's name is typed, with the few units that fit below it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from nicegui import events, ui

from warbook.library.index import Indexed
from warbook.queries import Side
from warbook.web import workers
from warbook.web.library import shelf
from warbook.web.odds import sides, units
from warbook.web.odds.units import Sought

MOST = 8
LONGEST = 80
"""Letters that may be typed."""


class Seeker:
    """The field and what it finds, of the game that ``game`` tells now; ``take`` is told which unit it is."""

    def __init__(self, label: str, game: Callable[[], str], take: Callable[[Side], Awaitable[None]]) -> None:
        self.game, self.take = game, take
        self.field = ui.input(label, on_change=self._typed)
        self.field.props(
            f"clearable debounce=120 maxlength={LONGEST} autocomplete=off spellcheck=false outlined"
        )
        self.field.on("keydown.enter", self._first)
        self.status = ui.html("", sanitize=False).props('role="status"').classes("dim odds-status")
        self.list = ui.element("ul").classes("odds-found")
        self.text, self.found = "", Sought()

    async def _typed(self, typed: events.ValueChangeEventArguments[str | None]) -> None:
        await self._seek(typed.value or "")

    async def _seek(self, text: str) -> None:
        text = text[:LONGEST]
        catalogue = await shelf.catalogue()
        if text != (self.field.value or "")[:LONGEST]:
            return  # more was typed in the meantime
        self.text, self.found = text, units.sought(text, self.game(), catalogue, MOST)
        self.status.content = _told(text, self.found)
        self.list.clear()
        with self.list:
            for unit in self.found.units:
                with ui.element("li"):
                    self._offer(unit)

    def _offer(self, unit: Indexed) -> None:
        with ui.button(on_click=partial(self._take, unit)).props("flat no-caps align=left"):
            ui.label(unit.name)
            ui.label(unit.faction + (" · Legends" if unit.legends else "")).classes("dim")

    async def _first(self) -> None:
        """Take the first unit of what is typed now."""
        if self.text != (self.field.value or "")[:LONGEST]:
            await self._seek(self.field.value or "")
        if self.found.units:
            await self._take(self.found.units[0])

    async def _take(self, unit: Indexed) -> None:
        side = Side(units.title(unit, await shelf.catalogue()), system=unit.system)
        said = self.found.said
        if said and (said.models or said.loadout):
            side = await workers.work(sides.as_said, side, said)
        await self.take(side)


def _told(text: str, found: Sought) -> str:
    if not text.strip():
        return ""
    if found.number > MOST:
        return f"{found.number} units fit; the first {MOST}:"
    if found.alike or not found.number:
        return "No unit is called so" + ("; the closest:" if found.number else ".")
    return f"{found.number} unit{'s' * (found.number != 1)}"
