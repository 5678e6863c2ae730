"""The JSON API beside the pages: units, datasheets, odds, army lists, rules texts and single rolls.

``endpoints`` is the table of addresses, ``openapi`` and ``docs`` tell it; ``answers`` are worked out in workers
and ``asked`` reads requests. ``register`` puts it all in its place.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus

import msgspec
from nicegui import app
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from warbook.errors import InputError, own_fault
from warbook.web.api import docs, openapi
from warbook.web.api.endpoints import ENDPOINTS, Endpoint
from warbook.web.guard import fault_response
from warbook.web.status import status_of

Handler = Callable[[Request], Awaitable[Response]]


def register() -> None:
    """Put the API at its addresses."""
    docs.register()
    app.add_route("/api/openapi.json", _document, ["GET"], include_in_schema=False)
    for endpoint in ENDPOINTS:
        app.add_route(endpoint.path, _handler(endpoint), [endpoint.method], include_in_schema=False)
    every = ["GET", "POST", "PUT", "DELETE", "PATCH"]
    app.add_route("/api/{rest:path}", _unknown, every, include_in_schema=False)


def _handler(endpoint: Endpoint) -> Handler:
    async def handle(request: Request) -> Response:
        try:
            answer = await endpoint.answer(request)
            body = answer if isinstance(answer, bytes) else msgspec.json.encode(answer)
        except InputError as fault:
            return _refused(fault)
        except ClientDisconnect:
            raise
        except Exception as fault:
            return _refused(own_fault(fault, endpoint.path))
        return Response(body, media_type="application/json")

    return handle


def _refused(fault: InputError) -> Response:
    return fault_response(status_of(fault), fault.path, fault.place, fault.expected)


async def _document(_request: Request) -> Response:
    return Response(msgspec.json.encode(openapi.document()), media_type="application/json")


async def _unknown(request: Request) -> Response:
    return fault_response(
        HTTPStatus.NOT_FOUND, "api", request.url.path[:200], "expected an address that /api/docs lists"
    )
