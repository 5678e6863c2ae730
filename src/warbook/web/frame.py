"""What all pages share: head, navigation, the theme, and errors told in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

import msgspec
from nicegui import context, ui

from warbook.errors import InputError
from warbook.web.rendering import render, show
from warbook.web.status import status_of


class Place(msgspec.Struct, frozen=True):
    """A page that the navigation leads to."""

    title: str
    path: str


NAVIGATION: list[Place] = []
"""The pages in the order of the navigation; each page's module adds its own."""


@contextmanager
def frame(title: str, path: str = "") -> Iterator[None]:
    """The page around its content: ``title`` is its heading and the browser's title, ``path`` the page of the
    navigation that it belongs to. An InputError inside is told on the page."""
    _begin(title)
    show("header.html", places=NAVIGATION, here=path)
    with ui.element("div").props('id="content" tabindex="-1"').classes("content"):
        show("heading.html", title=title)
        try:
            yield
        except InputError as fault:
            refuse(fault)
    show("footer.html")


def refuse(fault: InputError) -> None:
    """Tell what is wrong with what was asked. The status tells it too while the page is being made, but for a
    link that makes no sense in part: its page is there, without that."""
    status = status_of(fault)
    if status != HTTPStatus.BAD_REQUEST:
        context.client.status_code = status
    show("fault.html", fault=fault)


def _begin(title: str) -> None:
    ui.page_title(f"{title} · Warbook")
    ui.add_head_html(render("head.html"))
