"""The odds page: two units, and everything that a player asks of the attacks of one on the other."""

from __future__ import annotations

from fastapi import Request
from nicegui import ui

from warbook.errors import InputError
from warbook.queries import Question
from warbook.web import links
from warbook.web.frame import NAVIGATION, Place, frame, refuse
from warbook.web.pages.odds import files
from warbook.web.pages.odds.asked import PATH, Asked
from warbook.web.pages.odds.beside import Beside, parted
from warbook.web.pages.odds.extras import extras
from warbook.web.pages.odds.later import Later
from warbook.web.pages.odds.picking import Picker
from warbook.web.pages.odds.results import Glance, Results
from warbook.web.pages.odds.rules import Rules
from warbook.web.pages.odds.situation import Table
from warbook.web.rendering import render

SECONDS = 20.0
"""How long a page may take at a busy time."""


def register() -> None:
    """Put the page at its address."""
    ui.page(PATH, response_timeout=SECONDS)(odds)
    files.register()
    NAVIGATION.append(Place("Odds", PATH))


async def odds(request: Request) -> None:
    """The page of the question in its link."""
    ui.add_head_html(render("odds_style.html"))
    with frame("Odds", PATH):
        asked = Asked(*_linked(request.url.query))
        with ui.element("div").classes("odds-table"):
            with ui.element("div").classes("odds-sides"):
                Picker(asked, "attacker")
                Later(asked)
                ui.button("Swap sides", icon="swap_vert", on_click=asked.swap).props("outline no-caps")
                Picker(asked, "target")
                Table(asked)
                Rules(asked)
            with ui.element("div"):
                Results(asked)
                Beside(asked)
                extras(asked)
        Glance(asked)
        await asked.begin()


def _linked(query: str) -> tuple[Question, tuple[Question, ...]]:
    """What a link asks, and what is kept beside it; what makes no sense is told."""
    try:
        own, kept = parted(query)
        return links.begun(own), kept
    except InputError as fault:
        refuse(fault)
        return links.begun(""), ()
