"""The addresses of the files that an answer can be saved as."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import app
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from warbook.errors import InputError
from warbook.queries import Question
from warbook.web import links
from warbook.web.odds import saving
from warbook.web.status import status_of
from warbook.web.workers import work


def register() -> None:
    """Put the files at their addresses."""
    for name, make, kind in (
        ("odds.svg", saving.picture, "image/svg+xml"),
        ("odds.csv", saving.table, "text/csv"),
    ):
        _serve(name, make, kind)


def _serve(name: str, make: Callable[[Question], str], kind: str) -> None:
    async def serve(request: Request) -> Response:
        try:
            made = await work(make, links.read(request.url.query))
        except InputError as fault:
            return PlainTextResponse(str(fault), status_of(fault))
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(made, media_type=kind, headers=headers)

    app.add_route(f"/{name}", serve, ["GET"], include_in_schema=False)
