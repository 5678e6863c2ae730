"""A datasheet, as it serves at the table."""

from __future__ import annotations

import asyncio

from nicegui import ui

from warbook.errors import InputError
from warbook.index import Indexed
from warbook.seeking import Catalogue
from warbook.web import links
from warbook.web.frame import frame
from warbook.web.library import datasheet, shelf, units
from warbook.web.library.datasheet import Shown
from warbook.web.rendering import render
from warbook.web.workers import work_within

PATH = "/sheet/{system}/{faction}/{name:path}"
AT_ONCE = 0.3
"""Seconds that a visitor waits for texts to be read; then the page comes without, and they follow."""
LONGEST = 90.0
"""Seconds that the reading of a whole faction's texts may take, the first time."""


def register() -> None:
    """Put the page at its address."""
    ui.page(PATH, response_timeout=shelf.PATIENCE)(sheet)


async def sheet(system: str, faction: str, name: str) -> None:
    """The page of one unit."""
    ui.add_head_html(render("library_head.html"))
    catalogue = await shelf.catalogue()
    unit = catalogue.unit(system, faction, name)
    with frame(unit.name if unit else name, "/library"):
        if unit is None:
            raise InputError("library", f"{name} ({faction})", _nothing(catalogue, system, name))
        reading = asyncio.ensure_future(work_within(LONGEST, datasheet.read, unit))
        ready, _ = await asyncio.wait({reading}, timeout=AT_ONCE)
        told = reading.result() if ready else await asyncio.to_thread(datasheet.shown, unit)
        page = ui.html(_page(catalogue, unit, told), sanitize=False)
        if not ready:
            ui.timer(0.05, lambda: _follow(page, catalogue, unit, reading), once=True)


def _nothing(catalogue: Catalogue, system: str, name: str) -> str:
    """Why there is no such page."""
    close = ", ".join(catalogue.closest(name, system))
    return "no sheet of this name is known" + (f"; closest: {close}" if close else "")


async def _follow(page: ui.html, catalogue: Catalogue, unit: Indexed, reading: asyncio.Future[Shown]) -> None:
    """Put in what was still being read."""
    try:
        content = _page(catalogue, unit, await reading)
    except InputError as fault:
        content = page.content + render("fault.html", fault=fault)
    if not page.is_deleted:
        page.content = content


def _page(catalogue: Catalogue, unit: Indexed, told: Shown) -> str:
    return render(
        "sheet.html",
        sheet=told,
        company=units.company(catalogue, unit),
        faction=links.faction(unit.system, unit.faction),
        odds=units.odds(unit),
        beside=units.beside(unit),
        having=units.having,
    )
