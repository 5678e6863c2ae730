"""Work that takes long or may never end, in processes that are killed when it does not.

The site's own process answers browsers; it parses no document and works out no odds. Work of one lane waits for
its own kind alone, so that a large import holds up no question; and only
so much of one visitor waits at a time.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import ParamSpec, TypeVar

from pebble import ProcessExpired, ProcessPool

from warbook.errors import InputError
from warbook.web.limits import visitor

P = ParamSpec("P")
T = TypeVar("T")

SECONDS = 20.0
"""How long a piece of work may take, where its caller does not say."""
MOST_WORKERS = 4
QUESTIONS, IMPORTS, BATTLES, READING = "questions", "imports", "battles", "reading"
"""The lanes."""
MOST_WAITING = 20
"""Questions of one visitor from another machine that may wait at a time."""
_waiting: Counter[str] = Counter()
_used: set[str] = set()
"""Lanes that were started."""


class Busy(InputError):
    """A visitor asks more than is worked on."""


@cache
def pool(lane: str = QUESTIONS) -> ProcessPool:
    """The processes of a lane, started when its first work comes."""
    workers = max(2, min(MOST_WORKERS, os.cpu_count() or 2)) if lane == QUESTIONS else 1
    return ProcessPool(
        workers, context=multiprocessing.get_context("spawn"), initializer=_warm, initargs=(lane,)
    )


async def work(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function of a module gives, in a worker. Raises what it raises, and InputError where it takes
    longer than ``SECONDS`` or ends the worker."""
    return await work_in(QUESTIONS, SECONDS, function, *args, **kwargs)


async def work_within(seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same with another limit of time; the worker that exceeds it is killed."""
    return await work_in(QUESTIONS, seconds, function, *args, **kwargs)


async def work_in(lane: str, seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same in a lane."""
    async with _turn(visitor.get()):
        _used.add(lane)
        future = pool(lane).schedule(function, args=list(args), kwargs=kwargs, timeout=seconds)
        try:
            return await asyncio.wrap_future(future)
        except TimeoutError:
            told = f"it took longer than {seconds:.0f} s and was stopped"
            raise InputError("warbook", "time", told) from None
        except ProcessExpired:
            told = "it ended before it was done: it may need more memory than there is"
            raise InputError("warbook", "work", told) from None


@asynccontextmanager
async def _turn(who: str) -> AsyncIterator[None]:
    """Counts a visitor's work; this machine's own is not counted. Raises Busy."""
    if who and _waiting[who] >= MOST_WAITING:
        raise Busy("warbook", "work", "expected fewer questions at a time; wait for the answers")
    _waiting[who] += 1
    try:
        yield
    finally:
        _waiting[who] -= 1
        if not _waiting[who]:
            del _waiting[who]


def start(lane: str = QUESTIONS) -> None:
    """Start the processes of a lane now, so that the first who needs them does not wait for them."""
    if lane not in _used:
        _used.add(lane)
        pool(lane).schedule(_warm, args=[lane])


def stop() -> None:
    """End all work."""
    for lane in sorted(_used):
        pool(lane).stop()
        pool(lane).join()
    _used.clear()
    pool.cache_clear()


def _warm(lane: str) -> None:
    """Load what work of a lane needs, in a worker: for questions by asking one. What is asked there opens no
    file by its path."""
    from warbook import lookup

    lookup.by_name_only()
    if lane == IMPORTS:
        import warbook.importers
        import warbook.library.adding
    elif lane == READING:
        import warbook.coverage  # noqa: F401
    else:
        _ask_one()


def _ask_one() -> None:
    from warbook import data
    from warbook.asking import Question, Side, ask

    for system in data.systems():
        unit = Side(data.pack(system)[0].name, system=system)
        with suppress(InputError):
            ask(Question(unit, unit))
