"""A walk through the site, faction by faction (``python -m benchmarks.site_walk LIBRARY``).

LIBRARY is a folder that ``WARBOOK_HOME`` names, with documents added. Of every faction in it a visitor opens
the page, a datasheet, the crib of a small list, its heat map, the odds page with a detachment, and, if wished,
what is understood of the document; a program asks the API for the sheet and the odds. Counted are answers by
status, pages that say that something failed, those that were not done in time, and lines in the server's log.
The exit status is 1 where Warbook failed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from html import unescape
from typing import Any
from urllib.parse import quote, urlencode

from benchmarks.table import render

WAITS = ("Working it out", "Warbook is reading", "Reading the", "Reading it", "Working:", "<progress")
"""What a page says while more is to come."""
FAULT = re.compile(r'class="fault"[^>]*>(.*?)</section>', re.DOTALL)
OWN = "a fault in Warbook itself"
UNITS = 3
POLL = 0.1


def main() -> None:
    ask = argparse.ArgumentParser(prog="python -m benchmarks.site_walk", description=__doc__)
    ask.add_argument("library", help="the folder of a library")
    ask.add_argument("--system", default="wh40k10")
    ask.add_argument("--begin", default="", metavar="NAME", help="with the faction of this name, or the next")
    ask.add_argument("--factions", type=int, help="so many of them only")
    ask.add_argument("--seconds", type=float, default=60.0, help="how long a page may take")
    ask.add_argument("--understanding", type=float, default=0.0, help="how long that of a document may take")
    given = ask.parse_args()
    os.environ["WARBOOK_HOME"] = given.library
    with tempfile.TemporaryFile() as log:
        kept = os.dup(2)
        os.dup2(log.fileno(), 2)  # the workers' lines too
        try:
            walk = Walk(given.system, given.seconds, given.understanding)
            with suppress(KeyboardInterrupt):  # what was seen by then is told
                asyncio.run(walk.through(given.begin, given.factions))
        finally:
            os.dup2(kept, 2)
        log.seek(0)
        lines = [line for line in log.read().decode("utf-8", "replace").splitlines() if line.strip()]
    print(walk.told(lines))
    sys.exit(1 if walk.failed or lines else 0)


class Walk:
    """One visitor, from faction to faction."""

    def __init__(self, system: str, seconds: float, understanding: float) -> None:
        self.system, self.seconds, self.understanding = system, seconds, understanding
        self.statuses: Counter[str] = Counter()
        self.took: dict[str, list[float]] = {}
        self.faults: dict[str, int] = {}
        self.late: list[str] = []
        self.factions = 0

    @property
    def failed(self) -> bool:
        """Whether any answer was Warbook's own fault, or none came."""
        own = any(OWN in each for each in self.faults)
        return own or bool(self.late) or any(status >= "500" for status in self.statuses)

    async def through(self, begin: str, most: int | None) -> None:
        """Open every door of every faction."""
        from nicegui.testing import user_simulation

        from warbook.library import lookup
        from warbook.web import serving
        from warbook.web.library import shelf

        async with user_simulation() as self.user:
            lookup.by_name_only()
            serving.build()
            catalogue = await shelf.catalogue()
            known = catalogue.factions(self.system).get(self.system, [])
            names = [name for name in known if name.casefold() >= begin.casefold()][:most]
            for number, name in enumerate(names, 1):
                units = [each for each in catalogue.of_faction(self.system, name) if not each.legends]
                print(f"{number} of {len(names)}: {name}, {len(units)} units", flush=True)
                await self.faction(name, units or catalogue.of_faction(self.system, name))
                self.factions += 1

    async def faction(self, name: str, units: list[Any]) -> None:
        from warbook.sheets.roster import Entry, Roster
        from warbook.web.army import drafts
        from warbook.web.library import factions

        first = await self.attacking(units)
        known = factions.shown(name, self.system).groups
        ref = drafts.keep(
            Roster(
                f"Walk {name}",
                tuple(Entry(unit.name) for unit in units[:UNITS]),
                system=self.system,
                faction=name,
                detachments=tuple(group.title for group in known[:1]),
            )
        )
        place = f"{self.system}/{quote(name, safe='')}"
        await self.page("faction", f"/faction/{place}")
        await self.page("sheet", f"/sheet/{place}/{quote(first.name, safe='')}")
        await self.answer("API sheet", f"/api/sheet/{place}/{quote(first.name, safe='')}")
        await self.page("crib", f"/crib?list={ref}")
        await self.page("heat map", f"/army/{ref}/against/standard")
        query = self.question(first, units[-1], known[0].title if known else "")
        await self.page("odds", f"/odds?{query}")
        await self.answer("API odds", f"/api/odds?{query}")
        if self.understanding:
            await self.understood(name)

    async def attacking(self, units: list[Any]) -> Any:
        """The first unit that has something to attack with."""
        for unit in units[:8]:
            if (await self.user.http_client.get(f"/api/odds?{self.question(unit, unit)}")).status_code == 200:
                return unit
        return units[0]

    def question(self, attacker: Any, target: Any, detachment: str = "") -> str:
        told = {"attacker": attacker.name, "target": target.name}
        told |= {f"{side}.system": self.system for side in ("attacker", "target")}
        return urlencode(told | ({"attacker.detachment": detachment} if detachment else {}))

    async def understood(self, name: str) -> None:
        from warbook.library import search
        from warbook.web import covering

        wanted = search.Wanted(system=self.system, kind=None)
        sources = {one.source or one.document for one in search.kept(wanted) if one.faction == name}
        for each in covering.documents():
            if each.path in sources:
                path = f"/understanding?document={each.key}"
                await self.page("understanding", path, self.understanding)
                return

    async def answer(self, door: str, path: str) -> None:
        async with self.timed(door):
            answer = await self.user.http_client.get(path, timeout=self.seconds)
        self.statuses[str(answer.status_code)] += 1
        if answer.status_code != 200:
            self.noted(f"{door}: {answer.text[:300]}")

    async def page(self, door: str, path: str, seconds: float = 0.0) -> None:
        """Open a page and wait until nothing more is to come."""
        async with self.timed(door):
            answer = await self.user.http_client.get(path, follow_redirects=True)
            self.statuses[str(answer.status_code)] += 1
            if answer.status_code != 200:
                self.noted(f"{door}: {answer.status_code}")
                return
            await self.user.open(path)
            until = time.monotonic() + (seconds or self.seconds)
            while any(each in (text := self.text()) for each in WAITS):
                if time.monotonic() > until:
                    self.late.append(path)
                    break
                await asyncio.sleep(POLL)
        for found in FAULT.findall(text):
            self.noted(f"{door}: {' '.join(unescape(re.sub('<[^>]+>', ' ', found)).split())[:300]}")
        if OWN in text and not FAULT.search(text):
            self.noted(f"{door}: {OWN}, of a rule")

    def text(self) -> str:
        """All that the page shows."""
        from nicegui import ui

        client = self.user.client
        return "\n".join(each.content for each in client.elements.values() if isinstance(each, ui.html))

    def noted(self, told: str) -> None:
        self.faults[told] = self.faults.get(told, 0) + 1

    @asynccontextmanager
    async def timed(self, door: str) -> AsyncIterator[None]:
        began = time.monotonic()
        yield
        self.took.setdefault(door, []).append(time.monotonic() - began)

    def told(self, log: list[str]) -> str:
        """What came of it."""
        worst: Callable[[list[float]], float] = max
        rows = [
            (door, str(len(took)), f"{sum(took) / len(took):.2f}", f"{worst(took):.2f}")
            for door, took in self.took.items()
        ]
        lines = [
            f"{self.factions} factions; answers by status: {dict(self.statuses)}",
            render(("door", "times", "mean s", "longest s"), rows),
            f"not done in time: {len(self.late)}",
            *(f"  {each}" for each in self.late),
            f"told as faults: {sum(self.faults.values())}",
            *(f"  {number} × {each}" for each, number in self.faults.items()),
            f"lines in the log: {len(log)}",
            *(f"  {each}" for each in log[:20]),
        ]
        return "\n".join(lines)


if __name__ == "__main__":
    main()
