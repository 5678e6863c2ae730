"""The question of one page: its parts change it, and are told of each change and of each answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Literal

import msgspec
from nicegui import context, ui

from warbook.asking import Question, Side
from warbook.errors import InputError
from warbook.web import links, workers
from warbook.web.odds.shown import Shown, answered

SideName = Literal["attacker", "target"]

Told = Shown | InputError | None

PATIENCE = 1.0
"""Seconds that a page waits for its first answer."""
PAUSE = 0.12
"""Seconds without a change before a question is asked."""


class Asked:
    """What is asked now; ``changed`` are told of every change, ``answered`` of the answer (``None`` while there
    is none), ``refused`` why there is none."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.changed: list[Callable[[], None]] = []
        self.answered: list[Callable[[Shown | None], None]] = []
        self.refused: list[Callable[[InputError], None]] = []
        self._number = 0
        self._home = context.client.content

    def side(self, name: SideName) -> Side:
        """The unit of a side."""
        side: Side = getattr(self.question, name)
        return side

    @property
    def ready(self) -> bool:
        """Whether both units are picked."""
        return bool(self.question.attacker.name and self.question.target.name)

    @property
    def link(self) -> str:
        """The address that brings the question back."""
        query = links.query(self.question)
        return f"/odds?{query}" if query else "/odds"

    async def begin(self) -> None:
        """Answer what the link asks: with the page where that is quick, else as soon as it stands."""
        if not self.ready:
            return
        task = asyncio.ensure_future(self._answer())
        done, _ = await asyncio.wait([task], timeout=PATIENCE)
        if done:
            self._tell(task.result())
        else:
            ui.timer(0.01, partial(self._later, task), once=True)

    async def _later(self, task: asyncio.Future[Told]) -> None:
        self._tell(await task)

    async def put(self, question: Question) -> None:
        """Ask something else."""
        if question == self.question:
            return
        self.question = question
        for tell in self.changed:
            tell()
        await self._ask(PAUSE)

    async def change(self, **fields: object) -> None:
        """Ask the same with other fields."""
        await self.put(msgspec.structs.replace(self.question, **fields))

    async def change_side(self, name: SideName, **fields: object) -> None:
        """Ask the same of a side with other fields."""
        await self.change(**{name: msgspec.structs.replace(self.side(name), **fields)})

    async def swap(self) -> None:
        """Let the target strike the attacker."""
        await self.change(attacker=self.question.target, target=self.question.attacker)

    async def _ask(self, pause: float = 0.0) -> None:
        """Answer the question after a pause, unless another one came in the meantime."""
        self._number += 1
        mine = self._number
        await asyncio.sleep(pause)
        if mine != self._number:
            return
        told = await self._answer()
        if mine == self._number:
            self._tell(told)
            with self._home:
                ui.navigate.history.replace(self.link)

    async def _answer(self) -> Told:
        """The answer to the question, or why there is none."""
        try:
            return await workers.work(answered, self.question) if self.ready else None
        except InputError as fault:
            return fault

    def _tell(self, told: Told) -> None:
        if isinstance(told, InputError):
            for refuse in self.refused:
                refuse(told)
        else:
            for tell in self.answered:
                tell(told)
