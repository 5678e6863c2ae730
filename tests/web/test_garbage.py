"""Visitors who leave, halt, or send what makes no sense: nobody else waits for them, and nothing is logged of
where in Warbook that was noticed."""

import asyncio
import socket
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from web.serving import free_port, served
from web.visiting import apart

pytest.importorskip("nicegui", reason="the extra web is not installed")

HOST = b"Host: 127.0.0.1\r\n"
UPGRADE = (
    b"GET /_nicegui_ws/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
SENT = (
    b"\x16\x03\x01zorb\r\n\r\n",
    b"POST /api/odds HTTP/1.1\r\n" + HOST + b"Content-Length: 100\r\n\r\nabc",
    b"POST /import HTTP/1.1\r\n" + HOST + b"Content-Type: multipart/form-data; boundary=x\r\n"
    b"Content-Length: 100\r\n\r\n--x\r\nabc",
    b"POST /army/new HTTP/1.1\r\n" + HOST + b"Content-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 100\r\n\r\ntext=",
    b"GET /sheet/wh40k10/Necrons/Lychguard HTTP/1.1\r\n" + HOST + b"\r\n",
    UPGRADE,
    UPGRADE + bytes(range(200)),
    UPGRADE + b"\x81\x85\x01\x02\x03\x04hello",
)
"""Each is sent, and then the visitor is gone."""


def test_those_who_leave_or_send_garbage_leave_no_trace_in_the_terminal():
    told = []
    with served(told=told) as address:
        place = urlsplit(address)
        for each in SENT:
            with socket.create_connection((place.hostname, place.port), timeout=10) as visitor:
                visitor.sendall(each)
                visitor.settimeout(0.3)
                with suppress(OSError):
                    visitor.recv(100)
        with socket.create_connection((place.hostname, place.port), timeout=10) as visitor:
            visitor.sendall(b"GET /api/units?text=lychguard HTTP/1.1\r\n" + HOST + b"\r\n")
            assert visitor.recv(100).startswith(b"HTTP/1.1 200")
    assert "Traceback" not in told[0]
    assert "WARNING" not in told[0]


def test_a_head_that_is_never_whole_ends_its_connection(monkeypatch):
    from uvicorn import Config, Server

    from warbook.web import heads

    monkeypatch.setattr(heads, "SECONDS", 0.2)

    async def app(_scope, _receive, send):
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})

    async def halted(port, *parts):
        """What comes back before the connection is ended."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for part in parts:
            writer.write(part)
            await asyncio.sleep(0.05)
        read = await asyncio.wait_for(reader.read(), 3)
        writer.close()
        return read

    async def run():
        port = free_port()
        server = Server(Config(app, port=port, http=heads.Requests, log_level="error", timeout_keep_alive=60))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.02)
        whole = b"GET / HTTP/1.1\r\n" + HOST + b"\r\n"
        assert await halted(port, b"GET / HTTP/1.1\r\nHo") == b""
        assert await halted(port) == b""
        assert (await halted(port, whole, b"GET / HT")).count(b"204 No Content") == 1
        server.should_exit = True
        await serving

    apart(run())
