"""What is answered where there is no page, or where one could not be made."""

from __future__ import annotations

from http import HTTPStatus

from fastapi.exception_handlers import http_exception_handler
from nicegui import app
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from warbook.errors import InputError
from warbook.web import frame
from warbook.web.rendering import render, show

LONGEST = 200
"""Letters of an address that are told."""


def register() -> None:
    """Put the answers in the place of NiceGUI's."""
    app.exception_handler(HTTPStatus.NOT_FOUND)(nowhere)
    app.on_page_exception(failed)


async def nowhere(request: Request, fault: Exception) -> Response:
    """An address that has no page leads to those that there are."""
    served = request.scope.get("endpoint") not in (None, app) and not request.scope.get("nicegui_page_path")
    if served and isinstance(fault, HTTPException):  # a file of the site's own that is not there
        return await http_exception_handler(request, fault)
    shown = {"places": frame.NAVIGATION, "here": "", "title": "No page is here"}
    told = render("astray.html", path=request.url.path[:LONGEST], **shown)
    return HTMLResponse(told, HTTPStatus.NOT_FOUND)


def failed(fault: Exception) -> None:
    """The page in the place of one that could not be made."""
    with frame.frame("This page could not be made"):
        if isinstance(fault, InputError):
            raise fault
        show("failed.html")
