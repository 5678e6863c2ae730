"""Sheets side by side."""

from __future__ import annotations

import asyncio

from fastapi import Request
from nicegui import ui

from warbook.library.index import Indexed
from warbook.library.seeking import LONGEST, Catalogue, Search
from warbook.web import links
from warbook.web.faults import NotHere
from warbook.web.frame import frame
from warbook.web.library import comparing, datasheet, shelf, units
from warbook.web.rendering import render, show

PATH = "/compare"
OFFERED = 8


def register() -> None:
    """Put the page at its address."""
    ui.page(PATH, response_timeout=shelf.PATIENCE)(compare)


async def compare(request: Request) -> None:
    """The page of the sheets in its link."""
    ui.add_head_html(render("library_head.html"))
    with frame("Side by side", "/library"):
        catalogue = await shelf.catalogue()
        chosen = [_unit(catalogue, text) for text in request.query_params.getlist("sheet")[: comparing.MOST]]
        if len(chosen) < comparing.MOST:
            Adding(catalogue, chosen).show()
        sheets = [await asyncio.to_thread(datasheet.shown, unit) for unit in chosen]
        show(
            "compare.html",
            sheets=sheets,
            lines=comparing.lines(sheets),
            paths=[links.sheet(unit) for unit in chosen],
            without=[units.beside(*(each for each in chosen if each is not unit)) for unit in chosen],
        )


def _unit(catalogue: Catalogue, text: str) -> Indexed:
    """The unit of a link's part. Raises InputError for one that there is not."""
    system, _, rest = text.partition("/")
    found = catalogue.at(system, rest)
    if found is None:
        name = rest.rpartition("/")[2]
        close = ", ".join(catalogue.closest(name or text, system if name else ""))
        told = "expected game/faction/name of a known unit" + (f"; closest: {close}" if close else "")
        raise NotHere("compare", text[:80], told)
    return found


class Adding:
    """Finds another unit to set beside those that are there."""

    def __init__(self, catalogue: Catalogue, chosen: list[Indexed]) -> None:
        self.catalogue, self.chosen = catalogue, chosen

    def show(self) -> None:
        """Put the control and what it finds on the page."""
        label = "Set another unit beside" if self.chosen else "Which unit?"
        field = ui.input(label, on_change=lambda event: self._found(event.value or ""))
        field.props(f"outlined debounce=150 clearable autocomplete=off maxlength={LONGEST}")
        field.classes("adding").on("keydown.enter", lambda: self._first(field.value or ""))
        self.offered = ui.html("", sanitize=False).props('aria-live="polite"')

    def _first(self, text: str) -> None:
        """Set the first unit that is found beside the others."""
        found = self._sought(text)
        if found:
            ui.navigate.to(units.beside(*self.chosen, found[0]))

    def _found(self, text: str) -> None:
        offered = [(unit, units.beside(*self.chosen, unit)) for unit in self._sought(text)]
        self.offered.content = render("compare_offered.html", offered=offered, asked=bool(text.strip()))

    def _sought(self, text: str) -> list[Indexed]:
        system = self.chosen[0].system if self.chosen else ""
        hits = self.catalogue.seek(Search(text, system)) if text.strip() else []
        return [hit.unit for hit in hits if hit.unit not in self.chosen][:OFFERED]
