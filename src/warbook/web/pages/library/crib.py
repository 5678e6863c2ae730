"""A list's crib, phase by phase, to be printed."""

from __future__ import annotations

from nicegui import ui

from warbook.errors import InputError, naming
from warbook.sheets.roster import Roster
from warbook.web.army import drafts, lists
from warbook.web.frame import frame
from warbook.web.library import crib as cribs
from warbook.web.library import shelf
from warbook.web.library.crib import Crib
from warbook.web.pages.library.following import LONGEST
from warbook.web.rendering import render, show
from warbook.web.workers import READING, work_in

PATH = "/crib"


def register() -> None:
    """Put the page at its address."""
    ui.page(PATH, response_timeout=shelf.PATIENCE)(crib)


async def crib(list: str = "") -> None:
    """The crib of the list in the link."""
    ui.add_head_html(render("library_head.html"))
    if not list:
        with frame("Crib", "/army"):
            show("crib_which.html", offers=[*lists.own(), *lists.with_warbook()])
        return
    with frame(_title(list), "/army"):
        roster = lists.find(list)
        page = show("crib_waiting.html")
        ui.timer(0.01, lambda: _put(page, roster), once=True)


def _title(ref: str) -> str:
    """A draft is called as its list is, not by its key."""
    name = drafts.read(ref).name if drafts.is_there(ref) else ref
    return f"Crib: {name}" if len(name) < 60 else "Crib"


async def _put(page: ui.html, roster: Roster) -> None:
    try:
        told = await work_in(READING, LONGEST, cribs.made, roster)
        with naming("the crib"):
            content = _look(told)
    except InputError as fault:
        content = render("fault.html", fault=fault)
    if not page.is_deleted:
        page.content = content


def _look(told: Crib) -> str:
    return render("crib.html", crib=told, titles=TITLES)


TITLES = {
    "building": "Building the army",
    "before": "Before the battle",
    "start": "Start of a turn or round",
    "command": "Command phase",
    "movement": "Movement phase",
    "shooting": "Shooting phase",
    "charge": "Charge phase",
    "fight": "Fight phase",
    "assault": "Assault phase",
    "end": "End of a turn or round",
    "any": "At any time",
}
"""What a crib calls each part of a turn."""
