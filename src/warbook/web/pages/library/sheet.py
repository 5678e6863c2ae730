"""A datasheet, as it serves at the table."""

from __future__ import annotations

from nicegui import ui

from warbook.errors import InputError
from warbook.index import Indexed
from warbook.seeking import Catalogue
from warbook.web import links
from warbook.web.frame import frame
from warbook.web.library import datasheet, shelf, units
from warbook.web.library.datasheet import Shown
from warbook.web.library.words import Vocabulary
from warbook.web.pages.library.following import follow
from warbook.web.rendering import render

PATH = "/sheet/{system}/{rest:path}"


def register() -> None:
    """Put the page at its address."""
    ui.page(PATH, response_timeout=shelf.PATIENCE)(sheet)


async def sheet(system: str, rest: str) -> None:
    """The page of one unit; ``rest`` is its faction and its name, each of which may have a stroke in it."""
    ui.add_head_html(render("library_head.html"))
    catalogue = await shelf.catalogue()
    unit = catalogue.at(system, rest)
    faction, _, name = rest.partition("/")
    with frame((unit.name if unit else name or rest).strip() or "Without a name", "/library"):
        if unit is None:
            raise InputError("library", f"{name} ({faction})", _nothing(catalogue, system, name or rest))
        await follow(datasheet.shown, datasheet.read, lambda told: _page(catalogue, unit, told), unit)


def _nothing(catalogue: Catalogue, system: str, name: str) -> str:
    """Why there is no such page."""
    close = ", ".join(catalogue.closest(name, system))
    return "no sheet of this name is known" + (f"; closest: {close}" if close else "")


def _page(catalogue: Catalogue, unit: Indexed, told: Shown) -> str:
    return render(
        "sheet.html",
        sheet=told,
        company=units.company(catalogue, unit),
        faction=links.faction(unit.system, unit.faction),
        odds=units.odds(unit),
        beside=units.beside(unit),
        having=units.having,
        vocabulary=Vocabulary(unit.system, told.revision, prefix="text"),
    )
