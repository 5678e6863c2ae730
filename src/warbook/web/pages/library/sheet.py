"""A datasheet, as it serves at the table."""

from __future__ import annotations

from nicegui import ui

from warbook.errors import InputError
from warbook.library.index import Indexed
from warbook.library.seeking import Catalogue, Search
from warbook.web import links
from warbook.web.faults import NotHere
from warbook.web.frame import frame, refuse
from warbook.web.library import datasheet, searching, shelf, units
from warbook.web.library.datasheet import Shown
from warbook.web.library.words import Vocabulary
from warbook.web.pages.library.following import follow
from warbook.web.rendering import render, show

PATH = "/sheet/{system}/{rest:path}"


def register() -> None:
    """Put the page at its address."""
    ui.page(PATH, response_timeout=shelf.PATIENCE)(sheet)


async def sheet(system: str, rest: str) -> None:
    """The page of one unit; ``rest`` is its faction and its name, each of which may have a stroke in it."""
    ui.add_head_html(render("library_head.html"))
    name = rest.rpartition("/")[2].strip() or "Without a name"
    try:
        catalogue = await shelf.catalogue()
    except InputError as fault:
        with frame(name, "/library"):
            refuse(fault)
        return
    unit = catalogue.at(system, rest)
    with frame(unit.name if unit else name, "/library"):
        if unit is None:
            refuse(NotHere("library", rest.replace("/", ": "), "no sheet of this name is known"))
            show("closest.html", close=_closest(catalogue, system, rest))
            return
        await follow(datasheet.shown, datasheet.read, lambda told: _page(catalogue, unit, told), unit)


def _closest(catalogue: Catalogue, system: str, rest: str) -> list[tuple[str, str]]:
    """Names like one that there is not, with the searches that find them."""
    known = system if system in catalogue.factions() else ""
    names = catalogue.closest(rest.rpartition("/")[2], known)
    return [(name, f"/library?{searching.query(Search(name, known))}") for name in names]


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
