"""One unit of a list on its page: what it is, what it may be, and its controls."""

from __future__ import annotations

from nicegui import ui

from warbook.views.army import UnitAnswer
from warbook.web import workers
from warbook.web.army import choices, edits
from warbook.web.army.panel import Changed, Panel
from warbook.web.army.telling import sheet_address
from warbook.web.rendering import render


class Row:
    """One unit on the page."""

    def __init__(self, page: Changed, unit: UnitAnswer) -> None:
        self.page, self.unit = page, unit
        self.panel: Panel | None = None
        with ui.element("div").classes("unit").props(f'id="unit-{unit.unit}"') as self.box:
            self.told = ui.html("", sanitize=False)
            self.button = ui.button("Change", on_click=self.open).props("flat no-caps")
            self.matches = ui.element("div").classes("fields")
            self.holder = ui.element("div").classes("holder")

    def update(self, unit: UnitAnswer) -> None:
        """Show the unit as it now is."""
        known = (self.unit.sheet, self.unit.candidates)
        self.unit = unit
        values = {"joined": self.joined(), "address": sheet_address(unit, self.page.told.system)}
        self.told.content = render("army_unit.html", unit=unit, **values)
        self.button.set_visibility(unit.sheet is not None)
        if known != (unit.sheet, unit.candidates) or not self.matches.default_slot.children:
            self.match()

    def joined(self) -> str | None:
        """The name of the unit that this one is with."""
        place = self.unit.joins
        return next((unit.name for unit in self.page.told.units if unit.unit == place), None)

    def match(self) -> None:
        """What the unit may be, where nothing of its name is known."""
        self.matches.clear()
        if self.unit.sheet is not None:
            return
        with self.matches:
            for name in self.unit.candidates:
                ui.button(name, on_click=lambda name=name: self.matched(name)).props("outline no-caps")
            typed = ui.input("Name of its sheet").props("maxlength=80")
            ui.button("Match", on_click=lambda: self.matched(str(typed.value or ""))).props("outline no-caps")
            ui.button(
                "Take it out", on_click=lambda: self.page.change(lambda old: edits.removed(old, self.unit.unit))
            ).props("flat no-caps")

    async def matched(self, name: str) -> None:
        """Give the unit a sheet by hand."""
        if name.strip():
            await self.page.change(lambda roster: edits.matched(roster, self.unit.unit, name.strip()))

    async def open(self) -> None:
        """Open the unit's controls, or close them."""
        if self.panel is not None:
            self.holder.clear()
            self.panel = None
            self.button.text = "Change"
            return
        found = await workers.work(choices.of, self.page.roster, self.unit.unit, self.page.pins)
        if found is None:
            return
        with self.holder:
            self.panel = Panel(self.page, self.unit.unit, found)
        self.button.text = "Done"
