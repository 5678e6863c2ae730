"""Heat maps as they are worked out: piece by piece in workers, shown as they come, kept for others."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import Literal

import msgspec

from warbook import faults
from warbook.errors import InputError, own_fault
from warbook.library.place import stamp
from warbook.probability.matchup import Setting
from warbook.probability.matrix import Failure, Matrix, Row, with_row
from warbook.rules.engagement import Situation
from warbook.rules.pick import Phase
from warbook.web import workers
from warbook.web.army import tasks

LANES = 2
"""Pieces of one heat map that are worked on at the same time."""
PIECE = 8
"""Pairs of a piece: other visitors' questions wait for no more."""
SECONDS = 20.0
"""How long a piece may take; one that takes longer is tried pair by pair."""
PAUSE = 0.5
"""Seconds until a visitor who asks too much is worked for again."""
FORGOTTEN_AFTER = 20.0
"""Seconds without anybody looking, after which work stops."""
MOST = 40
"""Heat maps that are kept."""
State = Literal["working", "done", "stopped", "failed"]


class Asked(msgspec.Struct, frozen=True):
    """What a heat map is of."""

    attackers: tasks.Side
    targets: tasks.Side
    phase: Phase | None = None
    situation: Situation = Situation()
    revision: str | None = None
    dated: str | None = None

    @property
    def setting(self) -> Setting:
        """What holds for every pair."""
        return Setting(self.phase, self.situation)


Piece = tuple[int, list[int]]
"""A row and some of its columns."""


class HeatMap:
    """One heat map and how far it is."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.state: State = "working"
        self.matrix: Matrix | None = None
        self.date: str | None = None
        self.fault: InputError | None = None
        self.left: list[Piece] = []
        self.changes = 0
        self.seen = time.monotonic()
        self._task: asyncio.Task[None] | None = None

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return len(self.matrix.attackers) * len(self.matrix.targets) if self.matrix else 0

    @property
    def done(self) -> int:
        """How many of them are worked out, or given up."""
        return self.pairs - sum(len(columns) for _, columns in self.left) if self.matrix else 0

    @property
    def failed(self) -> int:
        """How many pairs have no figures."""
        return len(self.matrix.failures) if self.matrix else 0

    def again(self) -> None:
        """Try the pairs once more that have no figures."""
        if self.matrix is not None and self.state in ("done", "stopped") and self.failed:
            self.left += [(each.row, [each.column]) for each in self.matrix.failures]
            self.state = "stopped"
            self.go()

    def look(self) -> HeatMap:
        """Say that somebody looks."""
        self.seen = time.monotonic()
        return self

    def go(self) -> None:
        """Start, or go on after a stop."""
        self.look()
        if self.state == "done":
            return
        self._become("working")
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work())

    def stop(self) -> None:
        """Work out no more; what is begun is finished."""
        if self.state == "working":
            self._become("stopped")

    async def finished(self) -> None:
        """Wait until there is no more to come."""
        if self._task is not None:
            await self._task

    async def _work(self) -> None:
        try:
            if self.matrix is None:
                await self._open()
            await asyncio.gather(*(self._lane() for _ in range(LANES)))
        except InputError as fault:
            self.fault = fault
            self._become("failed")
        except Exception as fault:
            self.fault = own_fault(fault, "heat map")
            self._become("failed")
        else:
            if not self.left and self.state == "working":
                self._become("done")

    async def _open(self) -> None:
        asked = self.asked
        told = (asked.attackers, asked.targets, asked.revision, asked.dated)
        found = await workers.work(tasks.opened, *told)
        made, self.date = found.matrix, asked.dated or found.date
        columns = range(len(made.targets))
        pieces = [list(columns[start : start + PIECE]) for start in range(0, len(columns), PIECE)]
        self.left = [(row, piece) for row in range(len(made.attackers)) for piece in pieces]
        self.matrix = made
        self.changes += 1

    async def _lane(self) -> None:
        while self.left and self.state == "working":
            if time.monotonic() - self.seen > FORGOTTEN_AFTER:
                self.stop()
                return
            piece = self.left.pop(0)
            await self._piece(piece)

    async def _piece(self, piece: Piece) -> None:
        """Work a piece out; if it cannot be as a whole, every pair of it by itself."""
        place, columns = piece
        try:
            found = await self._row(place, columns)
        except workers.Busy:
            self.left.insert(0, piece)
            await asyncio.sleep(PAUSE)
            return
        except Exception as fault:
            if len(columns) > 1:
                self.left[:0] = [(place, [column]) for column in columns]
                return
            failure = self._given_up(place, columns[0], fault)
            found = Row((), (f"{failure.attacker} at {failure.target}: {failure.why}",), (), (), (failure,))
        if self.matrix is not None:
            self.matrix = with_row(self.matrix, found)
            self.changes += 1

    async def _row(self, place: int, columns: list[int]) -> Row:
        asked = self.asked
        told = (asked.attackers, asked.targets, asked.revision, asked.dated, asked.setting, place, columns)
        return await workers.work_within(SECONDS, tasks.row, *told)

    def _given_up(self, row: int, column: int, fault: Exception) -> Failure:
        made = self.matrix
        names = (made.attackers[row].name, made.targets[column].name) if made else ("", "")
        why = fault.expected if isinstance(fault, InputError) else faults.noted(fault)
        return Failure(row, column, *names, why)

    def _become(self, state: State) -> None:
        self.state = state
        self.changes += 1


_kept: OrderedDict[bytes, HeatMap] = OrderedDict()


def of(asked: Asked) -> HeatMap:
    """The heat map of two sides, worked out by now, being worked out, or new and not yet begun."""
    key = msgspec.msgpack.encode(asked) + stamp()
    if key not in _kept or _kept[key].state == "failed":
        _kept[key] = HeatMap(asked)
    _kept.move_to_end(key)
    while len(_kept) > MOST:
        _kept.popitem(last=False)[1].stop()
    return _kept[key].look()
