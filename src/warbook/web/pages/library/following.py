"""Pages that come at once, and whose texts follow when they have been read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import msgspec
from nicegui import ui

from warbook.errors import InputError, naming
from warbook.library.place import stamp
from warbook.web.rendering import render
from warbook.web.worked import Worked, unattended
from warbook.web.workers import READING, work_in

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 0.3
"""Seconds that a visitor waits for texts to be read; then the page comes without, and they follow."""
LONGEST = 120.0
"""Seconds that the reading of a whole faction's texts may take, the first time."""
MOST = 100
"""Pages that are kept as they were written; one has some 60 kB."""
_kept: Worked[tuple[bytes, Callable[..., Any], bytes], str] = Worked(MOST)


async def follow(
    shown: Callable[P, T], read: Callable[P, T], look: Callable[[T], str], *args: P.args, **kwargs: P.kwargs
) -> None:
    """Put on the page what ``look`` makes of ``read``, worked out in a worker; where that takes long, first
    what it makes of ``shown``. What ``look`` makes of the same is the same while the library stays."""
    key = (stamp(), read, msgspec.msgpack.encode((args, kwargs)))
    reading = unattended(asyncio.ensure_future(_kept.of(key, lambda: _made(look, read, *args, **kwargs))))
    ready, _ = await asyncio.wait({reading}, timeout=AT_ONCE)
    done = bool(ready) and reading.exception() is None
    told = reading.result() if done else look(await asyncio.to_thread(shown, *args, **kwargs))
    page = ui.html(told, sanitize=False)
    if not done:
        ui.timer(0.05, lambda: _put(page, reading), once=True)


async def _made(look: Callable[[T], str], read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> str:
    told = await work_in(READING, LONGEST, read, *args, **kwargs)
    with naming("the page"):
        return look(told)


async def _put(page: ui.html, reading: asyncio.Future[str]) -> None:
    try:
        content = await reading
    except InputError as fault:
        content = page.content + render("fault.html", fault=fault)
    if not page.is_deleted:
        page.content = content
