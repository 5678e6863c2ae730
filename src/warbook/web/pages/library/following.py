"""Pages that come at once, and whose texts follow when they have been read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from nicegui import ui

from warbook.errors import InputError
from warbook.web.rendering import render
from warbook.web.workers import READING, work_in

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 0.3
"""Seconds that a visitor waits for texts to be read; then the page comes without, and they follow."""
LONGEST = 120.0
"""Seconds that the reading of a whole faction's texts may take, the first time."""


async def follow(
    shown: Callable[P, T], read: Callable[P, T], look: Callable[[T], str], *args: P.args, **kwargs: P.kwargs
) -> None:
    """Put on the page what ``look`` makes of ``read``, worked out in a worker; where that takes long, first
    what it makes of ``shown``."""
    reading = asyncio.ensure_future(work_in(READING, LONGEST, read, *args, **kwargs))
    ready, _ = await asyncio.wait({reading}, timeout=AT_ONCE)
    done = bool(ready) and reading.exception() is None
    told = reading.result() if done else await asyncio.to_thread(shown, *args, **kwargs)
    page = ui.html(look(told), sanitize=False)
    if not done:
        ui.timer(0.05, lambda: _put(page, reading, look), once=True)


async def _put(page: ui.html, reading: asyncio.Future[T], look: Callable[[T], str]) -> None:
    try:
        content = look(await reading)
    except InputError as fault:
        content = page.content + render("fault.html", fault=fault)
    if not page.is_deleted:
        page.content = content
