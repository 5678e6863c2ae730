"""What was worked out lately, kept for whoever asks the same again; those who ask at once wait for one."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
F = TypeVar("F", bound=asyncio.Future[Any])


def unattended(work: F) -> F:
    """Work whose error is nobody's once its asker left: asyncio prints no trace of it. What was Warbook's own
    fault is in the log already."""
    work.add_done_callback(lambda done: done.cancelled() or done.exception())
    return work


class Worked(Generic[K, V]):
    """At most so many answers, by what was asked; an error is not kept."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._tasks: OrderedDict[K, asyncio.Task[V]] = OrderedDict()

    async def of(self, key: K, make: Callable[[], Coroutine[Any, Any, V]]) -> V:
        """The answer that is kept or being made, or else what ``make`` gives. Raises what it raises."""
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(make())
            task.add_done_callback(partial(self._drop_failed, key))
            self._forget()
        self._tasks.move_to_end(key)
        return await asyncio.shield(task)

    def _drop_failed(self, key: K, task: asyncio.Task[V]) -> None:
        """Let an error go, which is looked at here: whoever asked may have left."""
        if (task.cancelled() or task.exception()) and self._tasks.get(key) is task:
            del self._tasks[key]

    def _forget(self) -> None:
        """Let the oldest go that are done."""
        done = [key for key, task in self._tasks.items() if task.done()]
        for key in done[: max(0, len(self._tasks) - self.most)]:
            del self._tasks[key]
