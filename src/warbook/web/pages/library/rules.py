"""The rules of a game in our own words, with what the revisions make of them."""

from __future__ import annotations

import asyncio

from nicegui import ui

from warbook import systems
from warbook.web.faults import NotHere
from warbook.web.frame import frame
from warbook.web.library import rulebook, shelf
from warbook.web.rendering import render, show

PATH = "/rules/{system}"


def register() -> None:
    """Put the page at its address."""
    ui.page(PATH, response_timeout=shelf.PATIENCE)(rules)


async def rules(system: str, revision: str = "") -> None:
    """The rules of one game."""
    ui.add_head_html(render("library_head.html"))
    game = systems.REVISED.get(system)
    with frame(f"Rules: {next(iter(game.values())).title}" if game else "Rules", "/library"):
        if game is None:
            raise NotHere("rules", system, f"expected a game: {', '.join(systems.REVISED)}")
        if revision and revision not in game:
            raise NotHere("rules", revision, f"expected a revision: {', '.join(game)}")
        parts = await asyncio.to_thread(rulebook.shown, system, revision or None)
        show(
            "rules.html",
            parts=parts,
            system=system,
            revision=revision,
            revisions=rulebook.revisions(system),
        )
