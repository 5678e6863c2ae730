"""Whose work is begun next: visitors take turns, and nobody waits until another's ten questions are done."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from time import monotonic

LATELY = 30.0
"""Seconds in which a visitor who asked counts as one who may ask again."""


class Turns:
    """So many pieces of work at a time. Each visitor's begin in their order, and visitors take turns; while
    others are there, nobody who has work under way takes the last place, which is kept for them."""

    def __init__(self, places: int, now: Callable[[], float] = monotonic) -> None:
        self.places = self.free = places
        self.now = now
        self._busy: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._seen: dict[str, float] = {}

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Waits for a visitor's turn; it ends with the block."""
        await self._enter(who)
        try:
            yield
        finally:
            self._leave(who)

    async def _enter(self, who: str) -> None:
        now = self.now()
        self._seen = {each: then for each, then in self._seen.items() if now - then < LATELY}
        self._seen[who] = now
        waits: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(waits)
        self._begin()
        try:
            await waits
        except asyncio.CancelledError:
            self._forget(who, waits)
            raise

    def _forget(self, who: str, waits: asyncio.Future[None]) -> None:
        """Let somebody go who waits no more."""
        if not waits.cancelled():
            self._leave(who)
        elif waits in self._waiting.get(who, ()):
            self._waiting[who].remove(waits)
            if not self._waiting[who]:
                del self._waiting[who]

    def _leave(self, who: str) -> None:
        self.free += 1
        self._busy[who] -= 1
        self._busy += Counter()  # forgets who has nothing under way
        self._begin()

    def _begin(self) -> None:
        """Let those begin whose turn it is."""
        while (who := next(filter(self._may, self._waiting), None)) is not None:
            waits = self._waiting[who].popleft()
            self._waiting.move_to_end(who)
            if not self._waiting[who]:
                del self._waiting[who]
            if not waits.cancelled():  # who is stopped is here until told so
                self.free -= 1
                self._busy[who] += 1
                waits.set_result(None)

    def _may(self, who: str) -> bool:
        return self.free > (1 if self._busy[who] and self._others(who) else 0)

    def _others(self, who: str) -> bool:
        return self.places > 1 and any(each != who for each in self._seen)
