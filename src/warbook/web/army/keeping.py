"""The list as a whole: its name, saving it, and taking it away as a file."""

from __future__ import annotations

from typing import Protocol

from nicegui import ui

from warbook.errors import InputError
from warbook.sheets.roster import Roster
from warbook.views import roster as view
from warbook.web import workers
from warbook.web.army import edits, lists, saving
from warbook.web.army.saving import Taken
from warbook.web.rendering import render

FORMS = {"app": "Text of the app", "simple": "Text of New Recruit", "json": "Warbook's JSON"}
"""The files that a list may be taken away as."""


class Kept(Protocol):
    """What holds the list that is saved, and tells what cannot be done."""

    roster: Roster

    def refuse(self, fault: InputError) -> None:
        """Tell it."""


class Keeping:
    """The controls. ``seen`` is the state of the saved list that the page was opened with, if it was one."""

    def __init__(self, page: Kept, seen: str | None) -> None:
        self.page, self.seen = page, seen
        with ui.element("details").classes("card"):
            with ui.element("summary"):
                ui.label("Save or change the list")
            with ui.element("div").classes("fields"):
                self.name = ui.input("Name", value=page.roster.name).props("maxlength=80")
                ui.button("Save to your library", on_click=self.save).props("no-caps unelevated")
            self.asking = ui.element("div").props('role="alert"')
            self.army_wide = ui.element("div").classes("fields")
            with ui.element("div").classes("fields"):
                for form, title in FORMS.items():
                    ui.button(title, on_click=lambda form=form: self.export(form)).props("flat no-caps")

    async def save(self) -> None:
        """Keep the list under the name that stands in the field."""
        await self.save_as(str(self.name.value or ""), self.seen)

    async def save_as(self, name: str, seen: str | None) -> None:
        """Keep the list under a name, or ask where another list has it that is not what was ``seen``."""
        self.asking.clear()
        try:
            roster = edits.named(self.page.roster, name)
            done = await workers.work(saving.saved, roster, seen)
        except InputError as fault:
            self.page.refuse(fault)
            return
        if isinstance(done, Taken):
            self.ask(done)
        else:
            ui.navigate.to(lists.address(done))

    def ask(self, taken: Taken) -> None:
        """What to do with a name that another list has."""
        with self.asking:
            ui.html(render("army_taken.html", taken=taken), sanitize=False)
            with ui.element("div").classes("fields"):
                over = "Save it all the same" if taken.why == "bundled" else "Replace it"
                self.answer(over, taken.name, taken.mark)
                self.answer(f"Save as “{taken.free}”", taken.free, None)
                ui.button("Cancel", on_click=self.asking.clear).props("flat no-caps")

    def answer(self, label: str, name: str, seen: str | None) -> None:
        """A way to go on."""
        ui.button(label, on_click=lambda: self.save_as(name, seen)).props("outline no-caps")

    def export(self, form: str) -> None:
        """The list as a file that other tools read."""
        roster = self.page.roster
        text = {"app": view.app, "simple": view.simple, "json": view.json}[form](roster)
        ending = "json" if form == "json" else "txt"
        ui.download(text.encode(), f"{roster.name}.{ending}")
