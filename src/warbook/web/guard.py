"""Who may ask the site: by its own name, from its own pages, and from elsewhere only with the table's token.

A name that somebody else's server lets point here (DNS rebinding) is refused by the Host header, another
site's page by its Origin. What is refused is told in words.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from http import HTTPStatus
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode, urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from warbook.web.rendering import render

COOKIE = "warbook_table"
PARAMETER = "table"
"""The token's name in a link."""
DAYS = 86_400 * 7
READING = ("GET", "HEAD", "OPTIONS")
SOCKET = "/_nicegui_ws"
API = "/api"


class Rules(msgspec.Struct, frozen=True):
    """``names`` are host names that mean this site, besides addresses; ``token`` is what visitors from other
    machines must bring."""

    names: frozenset[str] = frozenset({"localhost"})
    token: str | None = None


class Refusal(NamedTuple):
    """Why a request is not answered."""

    status: HTTPStatus
    place: str
    expected: str


class Guard:
    """The application behind the rules (pure ASGI, websockets too)."""

    def __init__(self, app: ASGIApp, rules: Rules) -> None:
        self.app, self.rules = app, rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif response := self._instead(scope):
            await response(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _instead(self, scope: Scope) -> Response | None:
        """What is answered in the place of the application."""
        headers = Headers(scope=scope)
        refusal = misled(scope, headers, self.rules)
        if refusal is None and not self._admitted(scope, headers):
            if scope["type"] == "http" and self._bears(_query(scope).get(PARAMETER, "")):
                return self._welcome(scope)
            refusal = _NO_TOKEN
        return refused(scope, refusal) if refusal else None

    def _admitted(self, scope: Scope, headers: Headers) -> bool:
        """Whether a visitor may come in: this machine's own, or one with the token."""
        if self.rules.token is None or is_near(scope):
            return True
        cookie = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        return self._bears(cookie) or self._bears(headers.get("authorization", "").removeprefix("Bearer "))

    def _bears(self, given: str) -> bool:
        token = self.rules.token
        return token is not None and hmac.compare_digest(given.encode(), token.encode())

    def _welcome(self, scope: Scope) -> Response:
        """The same page again, without the token in its address, which the cookie holds from now on."""
        query = urlencode([pair for pair in _pairs(scope) if pair[0] != PARAMETER])
        path = "/" + scope["path"].lstrip("/")
        response = RedirectResponse(f"{path}?{query}" if query else path, HTTPStatus.SEE_OTHER)
        response.set_cookie(COOKIE, self.rules.token or "", DAYS, httponly=True, samesite="lax")
        return response


_NO_TOKEN = Refusal(
    HTTPStatus.FORBIDDEN,
    "the table",
    "expected somebody at the table: scan the code on the screen of whoever started Warbook, or ask for the"
    " link",
)


def misled(scope: Scope, headers: Headers, rules: Rules) -> Refusal | None:
    """Whether a browser was led here by a false name or by another site's page."""
    host = headers.get("host", "")
    if not is_ours(host, rules.names):
        told = "expected this site's own address; it is not served under this name"
        return Refusal(HTTPStatus.FORBIDDEN, f"host {host}"[:80], told)
    origin = headers.get("origin")
    changes = scope["type"] == "websocket" or scope["method"] not in READING
    guarded = changes or scope["path"].startswith(SOCKET)
    if guarded and origin is not None and _place_of(origin) != host.casefold():
        told = "expected a request of this site's own pages; another site's page asked"
        return Refusal(HTTPStatus.FORBIDDEN, f"origin {origin}"[:80], told)
    return None


def _place_of(origin: str) -> str | None:
    """The host and port of an Origin; ``None`` where it is none."""
    try:
        return urlsplit(origin).netloc.casefold()
    except ValueError:
        return None


def is_ours(host: str, names: Iterable[str]) -> bool:
    """Whether a Host header may mean this site: an address cannot be made to point elsewhere, and of names
    only those that are known."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return name in names or is_address(name)


def is_address(host: str) -> bool:
    """Whether it is an address and no name."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_near(scope: Scope) -> bool:
    """Whether the visitor sits at this machine."""
    peer = scope.get("client")
    return peer is not None and is_address(peer[0]) and ip_address(peer[0]).is_loopback


def refused(scope: Scope, refusal: Refusal) -> Response:
    """The refusal in words: as a page, for programs as JSON."""
    if scope["path"].startswith(API):
        return fault_response(refusal.status, "warbook", refusal.place, refusal.expected)
    told = render("refused.html", place=refusal.place, expected=refusal.expected)
    return HTMLResponse(told, refusal.status)


def fault_response(status: int, path: str, place: str, expected: str) -> Response:
    """A fault as the API tells it."""
    told = {"error": {"path": path, "place": place, "expected": expected}}
    return Response(msgspec.json.encode(told), status, media_type="application/json")


def _pairs(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)


def _query(scope: Scope) -> dict[str, str]:
    return dict(_pairs(scope))
