"""A picker: type a part of a unit's name, take one of the few that fit, change its mind later."""

from __future__ import annotations

from functools import partial

from nicegui import events, ui

from warbook.asking import Side
from warbook.lookup import Known
from warbook.web.odds import finding
from warbook.web.pages.odds.asked import Asked, SideName

TITLES = {"attacker": "Attacker", "target": "Target"}


class Picker:
    """One side of the question."""

    def __init__(self, asked: Asked, name: SideName) -> None:
        self.asked, self.name = asked, name
        with ui.element("section").classes("card odds-side").props(f'aria-labelledby="{name}-heading"'):
            ui.html(f'<h2 id="{name}-heading">{TITLES[name]}</h2>', sanitize=False)
            self.box = ui.element("div")
        self.draw()
        asked.changed.append(self.redraw)

    def redraw(self) -> None:
        """Show the unit that is picked now, if it is another one."""
        if self.shown != self.asked.side(self.name).name:
            self.draw()

    def draw(self) -> None:
        """Show the unit, or the search for one."""
        self.shown = self.asked.side(self.name).name
        self.box.clear()
        with self.box:
            if self.shown:
                self._picked()
            else:
                self._search()

    def _picked(self) -> None:
        with ui.element("div").classes("odds-picked"):
            ui.label(self.shown).classes("odds-name")
            ui.button("Change", on_click=self._again).props("flat no-caps").props(
                f'aria-label="Change the {self.name}"'
            )

    async def _again(self) -> None:
        await self.asked.change(**{self.name: Side("")})

    def _search(self) -> None:
        field = ui.input(f"{TITLES[self.name]}: type a name", on_change=self._typed)
        field.props("clearable debounce=120 maxlength=80 autocomplete=off spellcheck=false outlined")
        field.on("keydown.enter", self._first)
        self.status = ui.html("", sanitize=False).props('role="status"').classes("dim odds-status")
        self.list = ui.element("ul").classes("odds-found")
        self.found: tuple[Known, ...] = ()

    def _typed(self, typed: events.ValueChangeEventArguments[str | None]) -> None:
        text = typed.value or ""
        self.found = finding.units(text, self._game())
        self.status.content = _told(text, len(self.found))
        self.list.clear()
        with self.list:
            for unit in self.found:
                with ui.element("li"):
                    self._offer(unit)

    def _offer(self, unit: Known) -> None:
        with ui.button(on_click=partial(self._take, unit)).props("flat no-caps align=left"):
            ui.label(unit.name)
            ui.label(unit.faction).classes("dim")

    async def _first(self) -> None:
        if self.found:
            await self._take(self.found[0])

    async def _take(self, unit: Known) -> None:
        await self.asked.change(**{self.name: Side(finding.title(unit), system=unit.system)})

    def _game(self) -> str | None:
        """The game of the other unit, for both must be of one."""
        other: SideName = "target" if self.name == "attacker" else "attacker"
        return self.asked.side(other).system


def _told(text: str, number: int) -> str:
    if not text.strip():
        return ""
    return f"{number} found" if number else "No unit is called so."
