"""A picker: type a part of a unit's name, take one of the few that fit, change its mind later."""

from __future__ import annotations

from functools import partial

from nicegui import events, ui

from warbook.asking import Side
from warbook.index import Indexed
from warbook.seeking import Search
from warbook.web.library import shelf
from warbook.web.odds import units
from warbook.web.pages.odds.asked import Asked, SideName
from warbook.web.pages.odds.fitting import Fitting

TITLES = {"attacker": "Attacker", "target": "Target"}
MOST = 8
LONGEST = 80
"""Letters that may be typed."""


class Picker:
    """One side of the question."""

    def __init__(self, asked: Asked, name: SideName) -> None:
        self.asked, self.name = asked, name
        self.shown: str | None = None
        with ui.element("section").classes("card odds-side").props(f'aria-labelledby="{name}-heading"'):
            ui.html(f'<h2 id="{name}-heading">{TITLES[name]}</h2>', sanitize=False)
            self.box = ui.element("div")
        asked.changed.append(self.redraw)
        self.fitting: Fitting | None = None

    async def redraw(self) -> None:
        """Show the unit that is picked now, or the search for one."""
        side = self.asked.side(self.name)
        if self.shown != side.name:
            self.shown = side.name
            self.box.clear()
            with self.box:
                self.fitting = Fitting(self.asked, self.name) if side.name else None
                if not side.name:
                    self._search()
        if self.fitting:
            await self.fitting.update()

    def _search(self) -> None:
        field = ui.input(f"{TITLES[self.name]}: type a name", on_change=self._typed)
        field.props(f"clearable debounce=120 maxlength={LONGEST} autocomplete=off spellcheck=false outlined")
        field.on("keydown.enter", self._first)
        self.status = ui.html("", sanitize=False).props('role="status"').classes("dim odds-status")
        self.list = ui.element("ul").classes("odds-found")
        self.found: list[Indexed] = []

    async def _typed(self, typed: events.ValueChangeEventArguments[str | None]) -> None:
        text = (typed.value or "")[:LONGEST]
        catalogue = await shelf.catalogue()
        hits = catalogue.seek(Search(text, self._game())) if text.strip() else []
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
        side = Side(units.title(unit, await shelf.catalogue()), system=unit.system)
        await self.asked.change(**{self.name: side})

    def _game(self) -> str:
        """The game of the other unit, for both must be of one."""
        other: SideName = "target" if self.name == "attacker" else "attacker"
        return self.asked.side(other).system or ""


def _told(text: str, number: int) -> str:
    if not text.strip():
        return ""
    if number > MOST:
        return f"{number} units fit; the first {MOST}:"
    return f"{number} unit{'s' * (number != 1)}" if number else "No unit is called so."
