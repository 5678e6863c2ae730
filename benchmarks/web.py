"""A hundred visitors in the same instant (``python -m benchmarks.web``).

Starts the site with an empty library and lets so many visitors, each with a connection of its own, ask for
pages and for odds over and over. The reference is a static file of the same site, asked by as many visitors in
the same run: what server and machine take without any work of Warbook's. The last rows are one visitor alone.
"CPU ms" is what the site's own process spent on a request, whatever else the machine does; workers are apart.
A second table is of as many people who come one after the other, stay connected and change something now and
then (``benchmarks.visitors``). With ``--browser`` pages and changes are measured in a real browser instead.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from statistics import quantiles

import httpx

from benchmarks import browser, visitors
from benchmarks.table import render
from benchmarks.timing import spent

PATHS = {
    "static file (reference)": "/static/warbook.css",
    "first page": "/",
    "library": "/library?text=land+raider",
    "odds page": "/odds?attacker=Tormentors&target=Immortals&range_in={inches}",
    "datasheet": "/sheet/wh40k10/Necrons/Lychguard",
    "odds by the API": "/api/odds?attacker=Tormentors&target=Immortals&attacker.models={models}",
    "units by the API": "/api/units?text=l",
}
MOST_INCHES = 240
SECONDS_TO_START = 60


def main() -> None:
    ask = argparse.ArgumentParser(prog="python -m benchmarks.web", description=__doc__)
    ask.add_argument("--visitors", type=int, default=100)
    ask.add_argument("--rounds", type=int, default=3, help="requests of each visitor for each address")
    ask.add_argument("--seconds", type=float, default=60.0, help="how long they stay connected")
    ask.add_argument("--browser", action="store_true", help="measure in a real browser")
    ask.add_argument("--times", type=int, default=5, help="how often each is measured in a browser")
    given = ask.parse_args()
    with tempfile.TemporaryDirectory() as home:
        port = free_port()
        site = subprocess.Popen(
            [sys.executable, "-m", "warbook", "web", "--port", str(port)],
            env={**os.environ, "WARBOOK_HOME": home},
            stdout=subprocess.DEVNULL,
        )
        try:
            base = f"http://127.0.0.1:{port}"
            await_site(base)
            if given.browser:
                print(browser.measure(base, given.times))
            else:
                measure(base, site.pid, given.visitors, given.rounds)
                print(f"\n{visitors.measure(base, site.pid, given.visitors, given.seconds)}")
            print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the end")
        finally:
            site.terminate()
            site.wait(20)


def measure(base: str, pid: int, number: int, rounds: int) -> None:
    rows = []
    for several in (number, 1):
        reference = None
        for name, path in PATHS.items():
            before = spent(pid)
            took, span = asyncio.run(asked(base, path, several, rounds if several > 1 else 10))
            cuts = quantiles(took, n=100, method="inclusive")
            reference = reference or cuts[49]
            rows.append((name, str(several), *(f"{1e3 * cuts[n - 1]:.0f}" for n in (50, 95, 99)),
                         f"{1e3 * (spent(pid) - before) / len(took):.1f}", f"{len(took) / span:.0f}",
                         f"{cuts[49] / reference:.1f}"))  # fmt: skip
    print(render(("what", "visitors", "p50 ms", "p95 ms", "p99 ms", "CPU ms", "a second", "p50 ratio"), rows))


async def asked(base: str, path: str, visitors: int, rounds: int) -> tuple[list[float], float]:
    """How long each request took, and all of them together."""
    began = time.perf_counter()
    every = await asyncio.gather(*(visit(base, path, rounds, place) for place in range(visitors)))
    return [each for one in every for each in one], time.perf_counter() - began


async def visit(base: str, path: str, rounds: int, place: int) -> list[float]:
    took = []
    async with httpx.AsyncClient(base_url=base, timeout=120) as client:
        for n in range(rounds):
            began = time.perf_counter()
            inches = 1 + (place * rounds + n) % MOST_INCHES  # other questions, which nobody has answered yet
            answer = await client.get(path.format(models=5 * (1 + n % 2), inches=inches))
            answer.raise_for_status()
            took.append(time.perf_counter() - began)
    return took


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def await_site(base: str) -> None:
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(f"{base}/api/odds?attacker=Tormentors&target=Immortals", timeout=30).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit("the site did not start")


if __name__ == "__main__":
    main()
