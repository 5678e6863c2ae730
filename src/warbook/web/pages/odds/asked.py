"""The question of one page: its parts change it, and are told of each change and of each answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal
from urllib.parse import urlencode

import msgspec
from nicegui import context, ui

from warbook.errors import InputError, naming
from warbook.queries import Question, Side
from warbook.web import lately, links
from warbook.web.odds.shown import Shown, answered

SideName = Literal["attacker", "target"]
Seat = SideName | int
"""A unit of the question: the attacker, the target, or one that attacks after the first, by its place."""
SIDES: tuple[SideName, SideName] = ("attacker", "target")
Told = Shown | InputError | None

PATH = "/odds"
PATIENCE = 1.0
"""Seconds that a page waits for its first answer."""
PAUSE = 0.05
"""Seconds without a change before a question is asked."""

ONE_WAY = ("plays", "holding", "modifiers", "then")
"""What of a question is of one unit's attacks on the other, and not of both."""


class Asked:
    """What is asked now, and its last answer (``None`` while there is none). ``changed`` are told of every
    change, ``answered`` of every answer or why there is none;
    ``kept`` are questions to compare with, ``games`` those of units whose link tells none."""

    def __init__(self, question: Question, kept: tuple[Question, ...] = ()) -> None:
        self.question, self.kept = question, kept
        self.told: Told = None
        self.changed: list[Callable[[], Awaitable[None]]] = []
        self.answered: list[Callable[[Told], None]] = []
        self.games: dict[str, str] = {}
        self._number = 0
        self._home = context.client.content
        self._tasks: set[asyncio.Future[Any]] = set()

    def side(self, seat: Seat) -> Side:
        """The unit in a seat."""
        if isinstance(seat, int):
            then = self.question.then
            return then[seat] if seat < len(then) else Side("")  # it may have been removed meanwhile
        side: Side = getattr(self.question, seat)
        return side

    def game(self, *seats: Seat) -> str:
        """The game of the first of these units of which it is known."""
        sides = map(self.side, seats)
        known = (side.system or self.games.get(side.name) for side in sides if side.name)
        return next(filter(None, known), "")

    @property
    def ready(self) -> bool:
        """Whether both units are picked."""
        return bool(self.question.attacker.name and self.question.target.name)

    @property
    def pinned(self) -> Question:
        """The question with the rules revision and the dates of the data of its last answer."""
        if not isinstance(self.told, Shown):
            return self.question
        sides = {
            name: msgspec.structs.replace(self.side(name), dated=date)
            for name, date in zip(SIDES, self.told.dates, strict=True)
        }
        return msgspec.structs.replace(self.question, revision=self.told.revision, **sides)

    @property
    def link(self) -> str:
        """The address that brings the question back, with what it meant when it was answered."""
        parts = [self.query, *(urlencode({"beside": links.query(each)}) for each in self.kept)]
        query = "&".join(filter(None, parts))
        return f"{PATH}?{query}" if query else PATH

    @property
    def query(self) -> str:
        """The query of the question itself."""
        return links.query(self.pinned if self.ready else self.question)

    def relink(self) -> None:
        """Put what is asked into the browser's address."""
        with self._home:
            ui.navigate.history.replace(self.link)

    async def begin(self) -> None:
        """Tell what the link asks: with the page where that is quick, else as soon as it is known."""
        task = self.later(asyncio.gather(self._ask(), *(tell() for tell in self.changed)))
        await asyncio.wait([task], timeout=PATIENCE)

    def later(self, work: Awaitable[Any]) -> asyncio.Future[Any]:
        """Let something go on beside the page."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def put(self, question: Question) -> None:
        """Ask something else."""
        if question == self.question:
            return
        self.question = question
        await asyncio.gather(*(tell() for tell in self.changed), self._again())

    async def change(self, **fields: object) -> None:
        """Ask the same with other fields."""
        await self.put(msgspec.structs.replace(self.question, **fields))

    async def change_side(self, seat: Seat, **fields: object) -> None:
        """Ask the same of a unit with other fields."""
        side = msgspec.structs.replace(self.side(seat), **fields)
        if isinstance(seat, int):
            then = self.question.then
            await self.change(then=(*then[:seat], side, *then[seat + 1 :]))
        else:
            await self.change(**{seat: side})

    async def swap(self) -> None:
        """Let the target strike the attacker. What was in use for the other attack stays behind, and a word
        says so."""
        left = any(getattr(self.question, name) for name in ONE_WAY)
        sides = {"attacker": self.question.target, "target": self.question.attacker}
        await self.change(**sides, **dict.fromkeys(ONE_WAY, ()))
        if left:
            ui.notify("Rules, conditions and later attackers of the other attack are no longer in use.")

    async def _again(self) -> None:
        """Answer the question after a pause, and put it into the address."""
        self._number += 1
        mine = self._number
        await asyncio.sleep(PAUSE)
        if mine == self._number and await self._ask():
            self.relink()

    async def _ask(self) -> bool:
        """Tell the answer, unless another question came in the meantime."""
        mine, question = self._number, self.question
        told: Told
        try:
            with naming("the question"):
                told = await lately.work(answered, question) if self.ready else None
        except InputError as fault:
            told = fault
        if mine != self._number:
            return False
        self.told = told
        for tell in self.answered:
            tell(told)
        return True
