"""The first page: what there is, and what to do with it."""

from __future__ import annotations

from nicegui import ui

from warbook import library, lookup
from warbook.web.frame import frame
from warbook.web.rendering import show


def register() -> None:
    """Put the page at its address."""
    ui.page("/")(home)


def home() -> None:
    """The first page."""
    with frame("Warbook", "/"):
        show("home.html", units=len(lookup.known()), own=library.exists())
