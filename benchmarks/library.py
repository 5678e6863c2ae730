"""The library with thousands of sheets in it (``python -m benchmarks.library``).

The sheets are the bundled ones under other names. The reference is one pass of SQLite over as many rows of a
name and a blob in memory. A look-up is timed warm and with all that is cached forgotten.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import tempfile
from collections.abc import Callable
from time import perf_counter

import msgspec

from benchmarks.table import render
from benchmarks.timing import Timing, clock
from warbook import data
from warbook.library import adding, lookup, place, search
from warbook.library.search import Wanted
from warbook.sheets.sheet import Datasheet, Source

FACTIONS = 30
ROUNDS = 9


def main() -> None:
    ask = argparse.ArgumentParser(prog="python -m benchmarks.library", description=__doc__)
    ask.add_argument("--sheets", type=int, default=6_000)
    number = ask.parse_args().sheets
    sheets = invented(number)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WARBOOK_HOME"] = folder
        first = clock(lambda: keep(sheets))
        again = clock(lambda: keep(sheets))
        rows = [("keep them", f"{1e3 * first:.1f}", ""), ("keep the same again", f"{1e3 * again:.1f}", "")]
        reference = timed(passed(sheets))
        for name, act in lookups().items():
            rows.append(row(name, timed(act), reference))
            rows.append(row(f"{name}, nothing cached", timed(act, forget), reference))
        rows.append(row("one pass over as many rows", reference, reference))
        size = place().stat().st_size / 1e6
    print(render(("what", "ms", "ratio"), rows))
    print(f"{number} sheets, {size:.0f} MB")


def invented(number: int) -> tuple[Datasheet, ...]:
    """So many sheets, in many factions."""
    models = [sheet for system in data.systems() for sheet in data.pack(system)]
    return tuple(
        msgspec.structs.replace(
            models[place % len(models)],
            name=f"{models[place % len(models)].name} of House {place // FACTIONS}",
            faction=f"Faction {place % FACTIONS}",
            source=Source("houses.json", "2025-01-01"),
        )
        for place in range(number)
    )


def keep(sheets: tuple[Datasheet, ...]) -> None:
    adding.keep([adding.Read("/houses.json", sheets, ())])


def lookups() -> dict[str, Callable[[], object]]:
    name = search.kept(Wanted(text="necron warriors"))[0].name
    return {
        "find by name": lambda: lookup.find(name),
        "find by a part of the name": lambda: lookup.find(name.partition(" ")[2]),
        "find with a slip": lambda: lookup.find(name.replace("House", "Hosue")),
        "list by keyword": lambda: search.kept(Wanted(keywords=("vehicle",), faction="Faction 7")),
        "everything that is known": lookup.known,
    }


def passed(sheets: tuple[Datasheet, ...]) -> Callable[[], object]:
    """The reference: one pass of SQLite."""
    table = sqlite3.connect(":memory:")
    table.execute("CREATE TABLE sheet (name TEXT, data BLOB)")
    rows = ((sheet.name, msgspec.msgpack.encode(sheet)) for sheet in sheets)
    table.executemany("INSERT INTO sheet VALUES (?, ?)", rows)
    return lambda: table.execute("SELECT count(*) FROM sheet WHERE name LIKE '%nothing%'").fetchone()


def timed(act: Callable[[], object], before: Callable[[], object] = lambda: None) -> Timing:
    durations = []
    for _ in range(ROUNDS):
        before()
        started = perf_counter()
        act()
        durations.append(perf_counter() - started)
    return Timing(tuple(durations))


def forget() -> None:
    """As a new process would begin, but for what is imported."""
    from warbook import names
    from warbook.sheets import matching

    for cached in (names.words, matching.key, lookup._known, lookup._bundled_units):
        cached.cache_clear()


def row(name: str, timing: Timing, reference: Timing) -> tuple[str, str, str]:
    return name, f"{timing.median_ms:.2f}", f"{timing.median_ms / reference.median_ms:.1f}"


if __name__ == "__main__":
    main()
