"""What browsers are told about each answer: run this site's own scripts only, guess no types, show it in no
other site's frame."""

from __future__ import annotations

import re
from secrets import token_urlsafe

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STANDING = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_SCRIPT = re.compile(rb"<script(?=[\s>])")


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


class SecurityHeaders:
    """Adds the headers to every answer, and the nonce to the scripts of pages (pure ASGI)."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = _Answer(send, Headers(scope=scope).get("host", ""))
        await self.app(scope, receive, answer.send)


class _Answer:
    """One answer on its way; a page waits until it is whole."""

    def __init__(self, send: Send, host: str) -> None:
        self._send, self._host = send, host
        self._start: Message | None = None
        self._body: list[bytes] = []

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            await self._begin(message)
        elif self._start is None:
            await self._send(message)
        else:
            self._body.append(message.get("body", b""))
            if not message.get("more_body"):
                await self._page(self._start)

    async def _begin(self, start: Message) -> None:
        headers = MutableHeaders(scope=start)
        for name, value in STANDING.items():
            headers.setdefault(name, value)
        if headers.get("content-type", "").startswith("text/html"):
            self._start = start
        else:
            headers.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
            await self._send(start)

    async def _page(self, start: Message) -> None:
        nonce = token_urlsafe(16)
        headers = MutableHeaders(scope=start)
        body = _SCRIPT.sub(b'<script nonce="' + nonce.encode() + b'"', b"".join(self._body))
        headers["Content-Security-Policy"] = policy(nonce, self._host)
        if "content-length" in headers and body:
            headers["Content-Length"] = str(len(body))
        await self._send(start)
        await self._send({"type": "http.response.body", "body": body})
