"""Visitors take turns, each with work of their own in its order."""

import asyncio

import pytest

from warbook.web.turns import LATELY, Turns
from web.visiting import apart


class Table:
    """Visitors who ask; ``begun`` tells whose work began, in order."""

    def __init__(self, places):
        self.clock = 0.0
        self.turns = Turns(places, lambda: self.clock)
        self.begun, self.ends, self.tasks = [], {}, {}

    async def ask(self, *names):
        """Asks for ``name`` once more; the first letter is who asks."""
        for name in names:
            self.tasks[name] = asyncio.create_task(self._work(name))
            await self.settled()

    async def _work(self, name):
        async with self.turns.turn(name[0]):
            self.begun.append(name)
            self.ends[name] = asyncio.Event()
            await self.ends[name].wait()

    async def end(self, *names):
        for name in names:
            self.ends[name].set()
            await self.settled()

    @staticmethod
    async def settled():
        for _ in range(6):
            await asyncio.sleep(0)


def at(places):
    """A test at a table of so many places."""

    def told(test):
        def run():
            async def whole():
                table = Table(places)
                await test(table)
                for each in table.tasks.values():
                    each.cancel()
                await table.settled()
                assert table.turns.free == places

            apart(whole())

        return run

    return told


@at(1)
async def test_visitors_take_turns_and_each_ones_own_stay_in_order(table):
    await table.ask("a1", "a2", "a3", "b1", "b2", "c1")
    await table.end("a1")
    await table.end("a2", "b1", "c1", "a3")
    assert table.begun == ["a1", "a2", "b1", "c1", "a3", "b2"]


@at(2)
async def test_one_alone_has_every_place(table):
    await table.ask("a1", "a2", "a3")
    assert table.begun == ["a1", "a2"]


@at(2)
async def test_while_others_are_there_the_last_place_is_kept_for_them(table):
    await table.ask("b1")
    await table.end("b1")
    await table.ask("a1", "a2", "a3")
    assert table.begun == ["b1", "a1"]
    await table.ask("b2")
    assert table.begun == ["b1", "a1", "b2"]
    await table.end("a1")
    assert table.begun == ["b1", "a1", "b2", "a2"]


@at(2)
async def test_who_has_not_asked_for_long_is_not_waited_for(table):
    await table.ask("b1")
    await table.end("b1")
    table.clock = LATELY
    await table.ask("a1", "a2")
    assert table.begun == ["b1", "a1", "a2"]


@at(1)
async def test_who_waits_no_more_takes_nobodys_turn(table):
    await table.ask("a1", "b1", "c1")
    table.tasks["b1"].cancel()
    await table.settled()
    await table.end("a1")
    assert table.begun == ["a1", "c1"]


@at(1)
async def test_who_is_stopped_as_the_turn_comes_gives_it_on(table):
    await table.ask("a1", "b1", "c1")
    table.ends["a1"].set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    table.tasks["b1"].cancel()
    await table.settled()
    assert table.begun[-1] == "c1"


def test_work_that_fails_ends_its_turn():
    turns = Turns(1)

    async def fails():
        async with turns.turn("a"):
            raise KeyError

    with pytest.raises(KeyError):
        apart(fails())
    assert turns.free == 1
