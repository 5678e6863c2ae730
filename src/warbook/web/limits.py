"""How much one visitor may ask: the size of what is sent, and so many requests at a time.

This machine's own browser is limited in sizes alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import ContextVar
from http import HTTPStatus
from time import monotonic

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from warbook.web.guard import API, Refusal, is_near, refused

MOST_BYTES = 2_000_000
"""Of what is sent with a request; a longer list or text is nobody's."""
MOST_UPLOADED = 256_000_000
UPLOADS = "/import"
A_SECOND = 40.0
"""Requests that one visitor may send in the long run; a page with all that it loads is about 40."""
AT_ONCE = 400.0
MOST_VISITORS = 10_000
SILENCE = 30.0
"""Seconds without a byte of what was announced, after which no more is waited for."""
WHOLE, WHOLE_UPLOAD = 60.0, 900.0
"""Seconds in which all that is sent with a request must have come."""

visitor: ContextVar[str] = ContextVar("visitor", default="")
"""The address of who asks; empty for this machine's own."""
asker: ContextVar[str] = ContextVar("asker", default="")
"""Who takes turns with others: an address; on this machine each connection of a page, all programs together."""


class TooLarge(Exception):
    """More was sent than may be."""


class TooSlow(Exception):
    """What was announced did not come in time."""


class Limits:
    """The application behind the limits (pure ASGI)."""

    def __init__(self, app: ASGIApp, now: Callable[[], float] = monotonic) -> None:
        self.app, self.now = app, now
        self.purses: dict[str, tuple[float, float]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        who = "" if is_near(scope) else (scope.get("client") or ("unknown",))[0]
        if who and not self.spend(who):
            await refused(scope, _TOO_OFTEN)(scope, receive, send)
            return
        visitor.set(who)
        asker.set(who or _near(scope))
        if scope["type"] == "http":
            await self._measured(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def spend(self, who: str) -> bool:
        """Whether a visitor may ask once more now."""
        now = self.now()
        left, then = self.purses.get(who, (AT_ONCE, now))
        left = min(AT_ONCE, left + (now - then) * A_SECOND)
        if len(self.purses) > MOST_VISITORS:
            self.purses.clear()
        self.purses[who] = (max(left - 1, 0.0), now)
        return left >= 1

    async def _measured(self, scope: Scope, receive: Receive, send: Send) -> None:
        upload = scope["path"].startswith(UPLOADS)
        most, whole = (MOST_UPLOADED, WHOLE_UPLOAD) if upload else (MOST_BYTES, WHOLE)
        told = Headers(scope=scope).get("content-length", "")
        if told.isdecimal() and (len(told) > len(str(most)) or int(told) > most):
            await refused(scope, _too_large(most))(scope, receive, send)
            return
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, _counted(receive, most, whole), noted)
        except ClientDisconnect:
            if not begun:  # nobody hears it, but the layers around wait for an answer
                await refused(scope, _LEFT)(scope, receive, send)
        except TooLarge:
            if begun:
                raise
            await refused(scope, _too_large(most))(scope, receive, send)
        except TooSlow:
            if not begun:
                response = refused(scope, _TOO_SLOW)
                response.headers["Connection"] = "close"
                await response(scope, receive, send)


def _near(scope: Scope) -> str:
    """Who of this machine asks."""
    peer = scope.get("client")
    return f"page {peer[1]}" if peer and not scope["path"].startswith(API) else ""


def _counted(receive: Receive, most: int, whole: float) -> Receive:
    """What is received, up to so many bytes and within so many seconds; then what comes when the visitor
    leaves."""
    seen, there = 0, False
    ends = monotonic() + whole

    async def counted() -> Message:
        nonlocal seen, there
        if there:
            return await receive()
        try:
            async with asyncio.timeout(min(SILENCE, ends - monotonic())):
                message = await receive()
        except TimeoutError:
            raise TooSlow from None
        there = not message.get("more_body", False)
        seen += len(message.get("body", b""))
        if seen > most:
            raise TooLarge
        return message

    return counted


_LEFT = Refusal(HTTPStatus.BAD_REQUEST, "what was sent", "expected all of it; the visitor left")
_TOO_SLOW = Refusal(HTTPStatus.REQUEST_TIMEOUT, "what was sent", "expected all of it in time; send it again")
_TOO_OFTEN = Refusal(HTTPStatus.TOO_MANY_REQUESTS, "requests", "expected fewer at a time; wait a little")


def _too_large(most: int) -> Refusal:
    told = f"expected at most {most // 1_000_000} MB"
    return Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "what was sent", told)
