"""A hundred people at their phones (``python -m benchmarks.web``): each opens the odds of two units
within the first seconds, stays connected, and every now and then changes the distance or the cover.

A load takes until the page has come and its connection stands; a change from when it is sent until its answer
is there with its new address. Each has other units.
"""

from __future__ import annotations

import asyncio
import html
import json
import random
import re
import time
from ast import literal_eval
from itertools import permutations
from statistics import quantiles
from typing import Any
from urllib.parse import urlencode, urlsplit
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks.table import render
from benchmarks.timing import spent

ARRIVE = 20.0
"""Seconds in which all come, one after the other."""
PAUSE = (5.0, 10.0)
"""Seconds between two changes of one visitor."""
FIELDS = ("Distance in inches", "Target in cover", "Attacker charged")
_ELEMENTS = re.compile(r"parseElements\(String\.raw`(.*?)`\)", re.S)
_UPDATE = '42["update"'
_QUERY = re.compile(r"query: (\{.*?\}),\n")


class Visitor:
    """One of them, with a question of their own."""

    def __init__(self, base: str, query: str, seed: int) -> None:
        self.base, self.query = base, query
        self.chance = random.Random(seed)
        self.elements: dict[str, Any] = {}
        self.loads: list[float] = []
        self.changes: list[float] = []

    async def stay(self, seconds: float) -> None:
        """Come, change this and that, and go when the time is over."""
        until = time.monotonic() + seconds
        await asyncio.sleep(self.chance.uniform(0, ARRIVE))
        began = time.perf_counter()
        async with httpx.AsyncClient(base_url=self.base, timeout=120) as client:
            page = (await client.get(f"/odds?{self.query}")).raise_for_status().text
        self.elements = json.loads(html.unescape(_ELEMENTS.search(page)[1]))  # type: ignore[index]
        asked = literal_eval(_QUERY.search(page)[1])  # type: ignore[index]
        async with connect(self._socket(asked), max_size=None, ping_interval=None) as socket:
            await self._connected(socket)
            self.loads.append(time.perf_counter() - began)
            while (pause := self.chance.uniform(*PAUSE)) + time.monotonic() < until:
                await self._wait(socket, pause)
                fields = controls(self.elements)
                if fields:
                    place, listener = self.chance.choice(fields)
                    value = self._other(self.elements[str(place)])
                    self.changes.append(await self._change(socket, asked["client_id"], place, listener, value))

    def _other(self, element: dict[str, Any]) -> object:
        """Another value than the field has, which it then has."""
        before, props = element["props"].get("model-value"), element["props"]
        distances = [str(inches) for inches in range(1, 48) if str(inches) != str(before)]
        switch = element["tag"] == "q-checkbox"
        props["model-value"] = not before if switch else self.chance.choice(distances)
        return props["model-value"]

    def _socket(self, asked: dict[str, object]) -> str:
        told = {**asked, "implicit_handshake": "true", "document_id": str(uuid4()), "tab_id": str(uuid4())}
        query = urlencode({**told, "EIO": "4", "transport": "websocket"})
        return f"ws://{urlsplit(self.base).netloc}/_nicegui_ws/socket.io/?{query}"

    async def _connected(self, socket: ClientConnection) -> None:
        await socket.recv()
        await socket.send("40")
        while not str(await socket.recv()).startswith("40"):
            pass

    async def _wait(self, socket: ClientConnection, seconds: float) -> None:
        """Read what comes, for so long."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                await self._next(socket, left)
            except TimeoutError:
                return

    async def _next(self, socket: ClientConnection, seconds: float) -> str:
        """The next message; what asks whether somebody is there is answered."""
        async with asyncio.timeout(seconds):
            told = str(await socket.recv())
        if told == "2":
            await socket.send("3")
        if told.startswith(_UPDATE):
            changed = json.loads(told[2:])[1]
            self.elements.update({place: each for place, each in changed.items() if place != "_id"})
        return told

    async def _change(
        self, socket: ClientConnection, client: str, place: int, listener: str, value: object
    ) -> float:
        event = {"id": place, "client_id": client, "listener_id": listener, "args": [json.dumps(value)]}
        began = time.perf_counter()
        await socket.send("42" + json.dumps(["event", event]))
        while "replaceState" not in await self._next(socket, 60):
            pass
        return time.perf_counter() - began


def controls(elements: dict[str, Any]) -> list[tuple[int, str]]:
    """The fields that may be changed: of each its number and what listens to it."""
    found = []
    for place, element in elements.items():
        if element and (element.get("props") or {}).get("label") in FIELDS:
            listens = next(each for each in element["events"] if each["type"] == "update:modelValue")
            found.append((int(place), listens["listener_id"]))
    return found


def questions(base: str, number: int) -> list[str]:
    """So many queries of two bundled units of one game each."""
    found = httpx.get(f"{base}/api/units", params={"system": "wh40k10"}, timeout=60).raise_for_status().json()
    names = [f"{each['name']} ({each['faction']})" for each in found["units"]]
    pairs = random.Random(1).sample(list(permutations(names, 2)), number)
    return [urlencode({"attacker": one, "target": other}) for one, other in pairs]


def measure(base: str, pid: int, number: int, seconds: float) -> str:
    """A table of loads and changes, in milliseconds, and what they cost."""
    visitors = [Visitor(base, query, seed) for seed, query in enumerate(questions(base, number))]
    before, began = spent(pid), time.perf_counter()
    lost = asyncio.run(_together(visitors, seconds))
    busy = (spent(pid) - before) / (time.perf_counter() - began)
    loads = [took for each in visitors for took in each.loads]
    changes = [took for each in visitors for took in each.changes]
    rows = [_row("load", loads), _row("change", changes)]
    head = (f"{number} open visitors", "number", "p50 ms", "p95 ms", "p99 ms")
    told = f"the site's process was busy {100 * busy:.0f} % of {seconds:.0f} s; {lost} lost their connection"
    return f"{render(head, rows)}\n{told}"


def _row(name: str, took: list[float]) -> tuple[str, ...]:
    cuts = quantiles(took, n=100, method="inclusive")
    return (name, str(len(took)), *(f"{1e3 * cuts[n - 1]:.0f}" for n in (50, 95, 99)))


async def _together(visitors: list[Visitor], seconds: float) -> int:
    """How many of them lost their connection."""
    ends = await asyncio.gather(*(each.stay(seconds) for each in visitors), return_exceptions=True)
    faults = [each for each in ends if each is not None]
    if other := [each for each in faults if not isinstance(each, ConnectionClosed | TimeoutError)]:
        raise other[0]
    return len(faults)
