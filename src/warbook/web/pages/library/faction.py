"""A faction: its rules, detachments, Stratagems and Enhancements, and its units by their role."""

from __future__ import annotations

import asyncio

from nicegui import ui

from warbook import systems
from warbook.library.index import ROLES, Indexed
from warbook.names import template
from warbook.web import links
from warbook.web.faults import NotHere
from warbook.web.frame import frame
from warbook.web.library import factions, shelf
from warbook.web.library.factions import Shown
from warbook.web.library.words import Vocabulary
from warbook.web.pages.library.following import follow
from warbook.web.rendering import render

PATH = "/faction/{system}/{name:path}"


def register() -> None:
    """Put the page at its address."""
    ui.page(PATH, response_timeout=shelf.PATIENCE)(faction)


async def faction(system: str, name: str) -> None:
    """The page of one faction."""
    ui.add_head_html(render("library_head.html"))
    with frame(name.strip() or "Factions", "/library"):
        catalogue = await shelf.catalogue()
        if system not in systems.REVISED:
            raise NotHere("library", system, f"expected a game: {', '.join(systems.REVISED)}")
        units = catalogue.of_faction(system, name)
        if not units and (await asyncio.to_thread(factions.shown, name, system)).empty:
            known = ", ".join(each for names in catalogue.factions(system).values() for each in names)
            raise NotHere("library", name, f"no faction is called so; there are {known}")
        await follow(factions.shown, factions.read, lambda told: _page(units, told), name, system)


def _page(units: list[Indexed], told: Shown) -> str:
    return render(
        "faction.html",
        faction=told,
        roles=by_role(units),
        sheet=links.sheet,
        stratagems=links.stratagems(told.system, told.name),
        vocabulary=Vocabulary(told.system, None),
    )


def by_role(units: list[Indexed]) -> list[tuple[str, list[Indexed]]]:
    """Units under their roles, in the order of a list; Legends come last in each, and templates after all."""
    found: dict[str, list[Indexed]] = {}
    for unit in units:
        if template(unit.name) is None:
            found.setdefault(unit.role, []).append(unit)
    order = {role: place for place, role in enumerate(ROLES)}
    roles = sorted(found, key=lambda role: (order.get(role, -1 if role else len(order)), role))
    listed = [
        (role or "Others", sorted(found[role], key=lambda each: (each.legends, each.name))) for role in roles
    ]
    marks = sorted({mark for unit in units if (mark := template(unit.name))})
    return [*listed, *((mark, [unit for unit in units if template(unit.name) == mark]) for mark in marks)]
