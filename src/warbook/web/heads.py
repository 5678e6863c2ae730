"""How requests are read: by the quick parser, which itself would keep a head that never ends."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST = 64 * 1024
"""Bytes before what is sent with a request, its address too, and after it."""


class Requests(HttpToolsProtocol):
    """Counts what comes and is no part of a body; each body and each whole request begins the count anew."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kept = 0

    def data_received(self, data: bytes) -> None:
        self.kept += len(data)
        super().data_received(data)
        if self.kept > MOST and not self.transport.is_closing():
            self.send_400_response("expected shorter headers")

    def on_body(self, body: bytes) -> None:
        self.kept = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self.kept = 0
        super().on_message_complete()
