"""Work is done, or it is told why not, whatever happens to the processes that do it."""

import asyncio
import multiprocessing
import os
import signal
import threading
import time

import pytest

from warbook.errors import InputError
from warbook.web import workers
from web.visiting import apart


@pytest.fixture(autouse=True)
def ended(monkeypatch):
    """Processes that start at once, of this test alone."""
    workers.stop()
    monkeypatch.setattr(workers, "_warm", str)
    yield
    workers.stop()


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def worked(function, *args):
    return apart(workers.work_within(30.0, function, *args))


def own():
    return [each for each in multiprocessing.active_children() if each.name == workers.WORKERS_NAME]


@pytest.mark.parametrize("value", [nested(100_000), lambda: None, threading.Lock()])
def test_what_cannot_be_sent_is_told_and_harms_nobody(value):
    with pytest.raises(InputError):
        worked(len, value)
    assert worked(len, "four") == 4


def test_processes_that_were_killed_are_replaced():
    assert worked(len, "four") == 4
    for process in own():
        os.kill(process.pid, signal.SIGKILL)
    assert worked(len, "four") == 4
    os.kill(own()[0].pid, signal.SIGKILL)
    time.sleep(0.5)
    assert worked(len, "four") == 4


def test_work_that_ends_its_process_is_told():
    with pytest.raises(InputError, match="ended before it was done"):
        worked(os._exit, 3)
    assert worked(len, "four") == 4


def test_all_ends_soon_whatever_is_worked_on():
    workers.pool().schedule(time.sleep, args=[60])
    for process in own():
        os.kill(process.pid, signal.SIGSTOP)
    begun = time.monotonic()
    workers.stop()
    assert time.monotonic() - begun < 2 * workers.TO_END
    time.sleep(0.2)
    assert not own()


def test_what_was_ended_does_not_begin_again():
    async def ended():
        working = asyncio.create_task(workers.work_within(30.0, time.sleep, 20))
        await asyncio.sleep(1)
        workers.stop()
        await working

    with pytest.raises(InputError, match="ended before it was done"):
        apart(ended())
    assert not own()
