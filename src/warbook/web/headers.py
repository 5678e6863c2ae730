"""What browsers are told about each answer: run this site's own scripts only, guess no types, show it in no
other site's frame."""

from __future__ import annotations

import re
from contextvars import ContextVar
from secrets import token_urlsafe

from jinja2 import Environment, FunctionLoader
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STANDING = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_SCRIPT = re.compile(r"<script(?=[\s>])")


def policy(nonce: str, host: str) -> str:
    """What a page may load and run. A script in the page counts only with the nonce, so markup that came in by
    mistake runs nothing; NiceGUI evaluates what the server sends and sets styles of elements."""
    own = f"ws://{host} wss://{host}" if re.fullmatch(r"[\w.:\[\]-]+", host) else ""
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' 'nonce-{nonce}' 'unsafe-eval'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            f"connect-src 'self' {own}".rstrip(),
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


nonce: ContextVar[str] = ContextVar("nonce", default="")
"""What marks the scripts of the page that is being made."""


def marking(environment: Environment) -> None:
    """Let the templates of other makers mark the scripts that they write, and none that is put into them."""
    loader = environment.loader
    assert loader is not None

    def marked(name: str) -> str:
        return _SCRIPT.sub('<script nonce="{{ nonce() }}"', loader.get_source(environment, name)[0])

    environment.loader = FunctionLoader(marked)
    environment.globals["nonce"] = nonce.get
    if environment.cache is not None:
        environment.cache.clear()


class SecurityHeaders:
    """Adds the headers to every answer; scripts of a page count that were marked while it was made (pure
    ASGI)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        mark, host = token_urlsafe(16), Headers(scope=scope).get("host", "")
        nonce.set(mark)

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                _head(MutableHeaders(scope=message), mark, host)
            await send(message)

        await self.app(scope, receive, headed)


def _head(headers: MutableHeaders, mark: str, host: str) -> None:
    for name, value in STANDING.items():
        headers.setdefault(name, value)
    if headers.get("content-type", "").startswith("text/html"):
        headers["Content-Security-Policy"] = policy(mark, host)
    else:
        headers.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
