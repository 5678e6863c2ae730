"""The page that tells the API's addresses, made of the same table as they are."""

from __future__ import annotations

import msgspec
from nicegui import ui

from warbook.web.api.endpoints import ENDPOINTS, Endpoint
from warbook.web.frame import frame
from warbook.web.rendering import show


def register() -> None:
    """Put the page at its address."""
    ui.page("/api/docs")(docs)


def docs() -> None:
    """Every address, with what it takes and an example."""
    with frame("For programs"):
        show("api_docs.html", endpoints=ENDPOINTS, example=example)


def example(endpoint: Endpoint) -> str:
    """An example of what is sent, as it is typed."""
    body = endpoint.body
    if body is None or body.example is None:
        return ""
    return msgspec.json.format(msgspec.json.encode(body.example), indent=2).decode()
