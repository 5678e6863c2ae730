"""Work that takes long or may never end, in processes that are killed when it does not.

The site's own process answers browsers; it parses no document and works out no odds.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from functools import cache
from typing import ParamSpec, TypeVar

from pebble import ProcessPool

from warbook.errors import InputError

P = ParamSpec("P")
T = TypeVar("T")

SECONDS = 20.0
"""How long a piece of work may take, where its caller does not say."""
MOST_WORKERS = 4


@cache
def pool() -> ProcessPool:
    """The processes, started when the first work comes."""
    workers = max(2, min(MOST_WORKERS, os.cpu_count() or 2))
    return ProcessPool(workers, context=multiprocessing.get_context("spawn"), initializer=_warm)


async def work(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function of a module gives, in a worker. Raises what it raises, and InputError where it takes
    longer than ``SECONDS``."""
    return await work_within(SECONDS, function, *args, **kwargs)


async def work_within(seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same with another limit of time; the worker that exceeds it is killed."""
    future = pool().schedule(function, args=list(args), kwargs=kwargs, timeout=seconds)
    try:
        return await asyncio.wrap_future(future)
    except TimeoutError:
        told = f"it took longer than {seconds:.0f} s and was stopped"
        raise InputError("warbook", "time", told) from None


def start() -> None:
    """Start the processes now, so that the first visitor does not wait for them."""
    pool().schedule(_warm)


def stop() -> None:
    """End all work."""
    if pool.cache_info().currsize:
        pool().stop()
        pool().join()
        pool.cache_clear()


def _warm() -> None:
    """Load what questions need, in a worker."""
    import warbook.asking
    import warbook.lookup  # noqa: F401
