"""A field in which a part of a unit's name is typed, with the few units that fit below it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from nicegui import events, ui

from warbook.asking import Side
from warbook.index import Indexed
from warbook.seeking import Search
from warbook.web.library import shelf
from warbook.web.odds import units

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
        self.found: list[Indexed] = []

    async def _typed(self, typed: events.ValueChangeEventArguments[str | None]) -> None:
        text = (typed.value or "")[:LONGEST]
        catalogue = await shelf.catalogue()
        if text != (self.field.value or "")[:LONGEST]:
            return  # more was typed in the meantime
        hits = catalogue.seek(Search(text, self.game())) if text.strip() else []
        self.found = [hit.unit for hit in hits[:MOST]]
        self.status.content = _told(text, len(hits))
        self.list.clear()
        with self.list:
            for unit in self.found:
                with ui.element("li"):
                    self._offer(unit)

    def _offer(self, unit: Indexed) -> None:
        with ui.button(on_click=partial(self._take, unit)).props("flat no-caps align=left"):
            ui.label(unit.name)
            ui.label(unit.faction + (" · Legends" if unit.legends else "")).classes("dim")

    async def _first(self) -> None:
        if self.found:
            await self._take(self.found[0])

    async def _take(self, unit: Indexed) -> None:
        await self.take(Side(units.title(unit, await shelf.catalogue()), system=unit.system))


def _told(text: str, number: int) -> str:
    if not text.strip():
        return ""
    if number > MOST:
        return f"{number} units fit; the first {MOST}:"
    return f"{number} unit{'s' * (number != 1)}" if number else "No unit is called so."
