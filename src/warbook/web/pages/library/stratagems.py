"""Stratagems and Reactions by phase: every army's, and those of a faction or a detachment."""

from __future__ import annotations

from nicegui import ui

from warbook import systems
from warbook.library.seeking import Catalogue
from warbook.web import links
from warbook.web.faults import NotHere
from warbook.web.frame import frame
from warbook.web.library import factions, shelf
from warbook.web.library.factions import Phase
from warbook.web.library.words import Vocabulary
from warbook.web.pages.library.following import follow
from warbook.web.rendering import render

PATH = "/stratagems"


def register() -> None:
    """Put the page at its address."""
    ui.page(PATH, response_timeout=shelf.PATIENCE)(stratagems)


async def stratagems(system: str = "wh40k10", faction: str = "", detachment: str = "") -> None:
    """The plays of a game, by phase."""
    ui.add_head_html(render("library_head.html"))

    def look(told: tuple[Phase, ...]) -> str:
        return render("stratagems.html", phases=told, faction=faction, vocabulary=Vocabulary(system, None))

    with frame("Stratagems and Reactions", "/library"):
        if system not in systems.REVISED:
            raise NotHere("stratagems", system, f"expected a game: {', '.join(systems.REVISED)}")
        catalogue = await shelf.catalogue()
        Choice(catalogue, system, faction, detachment).show()
        await follow(factions.phases_at_once, factions.by_phase, look, system, faction, detachment)


class Choice:
    """The game, the faction and the detachment."""

    def __init__(self, catalogue: Catalogue, system: str, faction: str, detachment: str) -> None:
        self.catalogue, self.system, self.faction, self.detachment = catalogue, system, faction, detachment

    def show(self) -> None:
        """Put the choices on the page; another choice is another page."""
        own = self.catalogue.factions(self.system).get(self.system, [])
        with ui.element("div").classes("finder"):
            self._pick(
                "Game", {name: systems.find(name).title for name in systems.REVISED}, self.system, "system"
            )
            self._pick("Faction", {"": "Every army", **{name: name for name in own}}, self.faction, "faction")
            there = factions.detachments(self.system, self.faction)
            if there:
                named = {"": "All of them", **{name: name for name in there}}
                self._pick("Detachment", named, self.detachment, "detachment")

    def _pick(self, label: str, options: dict[str, str], value: str, name: str) -> None:
        options = options if value in options else {**options, value: value}
        chosen = ui.select(
            options, label=label, value=value, on_change=lambda event: self._go(name, event.value)
        )
        chosen.props("outlined options-dense")

    def _go(self, name: str, value: str) -> None:
        asked = {"system": self.system, "faction": self.faction, "detachment": self.detachment, name: value}
        if name == "system":
            asked["faction"] = ""
        if name in ("system", "faction"):
            asked["detachment"] = ""
        ui.navigate.to(links.stratagems(asked["system"], asked["faction"], asked["detachment"]))
