"""Work that takes long or may never end, in processes that are killed when it does not.

The site's own process answers browsers; it parses no document and works out no odds. Work of one lane waits for
its own kind alone, so that a large import holds up no question; visitors take turns in it, and only so much of
one visitor waits at a time.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, suppress
from functools import cache
from threading import Thread
from typing import Any, ParamSpec, TypeVar, cast

from pebble import ProcessExpired, ProcessPool
from pebble.pool.process import WORKERS_NAME

from warbook.errors import InputError, own_fault
from warbook.web.limits import asker, visitor
from warbook.web.turns import Turns

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
_pools: dict[str, ProcessPool] = {}
"""Lanes that were started."""
PULSE = 1.0
"""Seconds after which who waits looks whether the processes are still there."""
TO_END = 3.0
"""Seconds that processes have to end by themselves."""


class Busy(InputError):
    """A visitor asks more than is worked on."""

    again = True


class Slow(InputError):
    """Work that took too long and was stopped."""

    again = True


class Ended(InputError):
    """Work whose process ended before it was done."""

    again = True


def pool(lane: str = QUESTIONS) -> ProcessPool:
    """The processes of a lane, started when its first work comes, and anew where they broke down."""
    known = _pools.get(lane)
    if known is None or not known.active:
        _pools[lane] = _made(lane)
        if known is not None:
            Thread(target=_end, args=[known], daemon=True).start()
    return _pools[lane]


def _made(lane: str) -> ProcessPool:
    spawn = multiprocessing.get_context("spawn")
    return ProcessPool(_number(lane), context=spawn, initializer=_warm, initargs=(lane,))


def _number(lane: str) -> int:
    """How many processes a lane has."""
    return max(2, min(MOST_WORKERS, os.cpu_count() or 2)) if lane == QUESTIONS else 1


@cache
def turns(lane: str) -> Turns:
    """Whose work of a lane is begun next."""
    return Turns(_number(lane))


async def work(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function of a module gives, in a worker. Raises the InputError that it raises, OwnFault for any
    other exception, Slow where it takes longer than ``SECONDS``, and Ended where it ends the worker."""
    return await work_in(QUESTIONS, SECONDS, function, *args, **kwargs)


async def work_within(seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same with another limit of time; the worker that exceeds it is killed."""
    return await work_in(QUESTIONS, seconds, function, *args, **kwargs)


async def work_in(lane: str, seconds: float, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """The same in a lane."""
    packed = _packed(function, args, kwargs)
    async with _counted(visitor.get()), turns(lane).turn(asker.get()):
        try:
            return cast("T", await _done(lane, seconds, packed))
        except TimeoutError:
            told = f"it took longer than {seconds:.0f} s and was stopped"
            raise Slow("warbook", "time", told) from None
        except (ProcessExpired, BrokenProcessPool):
            told = "it ended before it was done: it may need more memory than there is"
            raise Ended("warbook", "work", told) from None
        except RecursionError:
            raise _too_deep() from None
        except InputError:
            raise
        except Exception as fault:
            raise own_fault(fault, getattr(function, "__name__", "work").replace("_", " ")) from fault


def _packed(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bytes:
    """Work as it is sent to a worker. It is packed here, as what cannot be packed would end the pool. Raises
    InputError."""
    try:
        return pickle.dumps((function, args, kwargs))
    except RecursionError:
        raise _too_deep() from None
    except (pickle.PicklingError, AttributeError, TypeError) as fault:
        raise InputError("warbook", "work", f"expected values that can be sent: {fault}") from None


def _too_deep() -> InputError:
    return InputError("warbook", "work", "expected less within one another; it is nested too deeply")


def _run(packed: bytes) -> Any:
    """Do what was packed, in a worker."""
    function, args, kwargs = pickle.loads(packed)
    return function(*args, **kwargs)


async def _done(lane: str, seconds: float, packed: bytes) -> Any:
    """What the work gives; where the processes break down, it is begun once more in new ones."""
    try:
        return await _once(lane, seconds, packed)
    except BrokenProcessPool:
        if lane not in _pools:  # all work was ended
            raise
        return await _once(lane, seconds, packed)


async def _once(lane: str, seconds: float, packed: bytes) -> Any:
    processes, future = _scheduled(lane, seconds, packed)
    waiting = asyncio.wrap_future(future)
    try:
        while not waiting.done():
            await asyncio.wait([waiting], timeout=PULSE)
            if not waiting.done() and not processes.active:
                raise BrokenProcessPool
        return waiting.result()
    finally:
        waiting.cancel()


def _scheduled(lane: str, seconds: float, packed: bytes) -> tuple[ProcessPool, Future[Any]]:
    processes = pool(lane)
    try:
        return processes, processes.schedule(_run, args=[packed], timeout=seconds)
    except RuntimeError:  # it broke down just now, or cannot start
        raise BrokenProcessPool from None


@asynccontextmanager
async def _counted(who: str) -> AsyncIterator[None]:
    """Counts a visitor's work; this machine's own is not counted. Raises Busy."""
    if who and _waiting[who] >= MOST_WAITING:
        told = f"expected at most {MOST_WAITING} questions of yours at a time; wait for their answers"
        raise Busy("warbook", "work", told)
    _waiting[who] += 1
    try:
        yield
    finally:
        _waiting[who] -= 1
        if not _waiting[who]:
            del _waiting[who]


def start(lane: str = QUESTIONS) -> None:
    """Start the processes of a lane now, so that the first who needs them does not wait for them."""
    if lane not in _pools:
        pool(lane).schedule(_warm, args=[lane])


def stop() -> None:
    """End all work; what does not end in time is killed."""
    ends = [Thread(target=_end, args=[each], daemon=True) for each in _pools.values()]
    _pools.clear()
    for each in ends:
        each.start()
    for each in ends:
        each.join(TO_END)
    for process in multiprocessing.active_children():
        if process.name == WORKERS_NAME:
            process.kill()


def _end(processes: ProcessPool) -> None:
    """End a pool, which may be broken."""
    with suppress(RuntimeError, OSError):
        processes.stop()
        processes.join()


def _warm(lane: str) -> None:
    """Load what work of a lane needs, in a worker: for questions by asking one. What is asked there opens no
    file by its path."""
    from warbook import faults
    from warbook.library import lookup

    faults.listen()
    lookup.by_name_only()
    if lane == IMPORTS:
        import warbook.importers
        import warbook.library.adding
    elif lane == READING:
        import warbook.queries.coverage  # noqa: F401
    else:
        _ask_one()


def _ask_one() -> None:
    from warbook import data
    from warbook.queries import Question, Side, ask

    for system in data.systems():
        unit = Side(data.pack(system)[0].name, system=system)
        with suppress(InputError):
            ask(Question(unit, unit))
