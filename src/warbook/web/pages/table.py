"""Phones at the table: the link that lets them in, as a code to scan."""

from __future__ import annotations

import segno
from nicegui import ui

from warbook.web.frame import frame
from warbook.web.rendering import show
from warbook.web.service import running


def register() -> None:
    """Put the page at its address."""
    ui.page("/table")(table)


def table() -> None:
    """The link and its code, or how to have one."""
    service = running()
    link = service.table if service else None
    with frame("Phones at the table"):
        show("table.html", link=link, code=code(link) if link else "", shared=bool(service and service.token))


def code(link: str) -> str:
    """A link as a code to scan: an SVG that is black on white in any theme."""
    return str(segno.make(link, error="m").svg_inline(scale=7, border=3, light="#ffffff", dark="#000000"))
