"""How requests are read: by the quick parser, which would keep a head that never ends or never comes."""

from __future__ import annotations

import logging
from asyncio import BaseTransport, TimerHandle
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST = 64 * 1024
"""Bytes before what is sent with a request, its address too, and after it."""


SECONDS = 20.0
"""In which the head of a request must have come, from its connection or its first byte on."""


_FAULTS = logging.getLogger("warbook.web.requests")
"""Where the site's own faults are noted. What a visitor sends that is no request is answered, not noted."""
_FAULTS.setLevel(logging.ERROR)


class Requests(HttpToolsProtocol):
    """Counts what comes and is no part of a body; each body and each whole request begins the count anew. A
    head that is not whole in time ends its connection."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.logger = _FAULTS
        self.kept = 0
        self._head: TimerHandle | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _await_head(self) -> None:
        if self._head is None:
            self._head = self.loop.call_later(SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def on_headers_complete(self) -> None:
        self._stop_waiting()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        self.kept += len(data)
        if self.cycle is None or self.cycle.response_complete:
            self._await_head()
        super().data_received(data)
        if self.kept > MOST and not self.transport.is_closing():
            self.send_400_response("expected shorter headers")

    def on_body(self, body: bytes) -> None:
        self.kept = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.kept = 0
        self._stop_waiting()
        super().on_message_complete()
