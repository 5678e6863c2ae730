"""Whole battles a second, and copies at a decision: ``python -m benchmarks.battle``.

Armies: the bundled Emperor's Children and Necrons, 500 points a side (51 models), greedy against greedy, rules
of 2025-06, Only War, five rounds. Tables: the bundled ``small-yard`` (44 by 30 inches), ``crossways`` and
``three-ridges`` (60 by 44), eight to ten pieces of terrain each, in turn. Sight: nine points of the observer to
nine of the target, 81 lines a pair of models, every pair of two units; positions are thousandths of an inch.

Times are those of the processor, on one thread. The reference is the mean time of a numpy product of two 1000
by 1000 matrices of 64-bit floats, taken before and after the battles in the same run. A copy is lazy, so what
its first use costs (the running activation is replayed) is told beside it, against ``copy.deepcopy`` of the
state.
"""

from __future__ import annotations

import argparse
import copy
import cProfile
import pstats
import statistics
from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import process_time

import numpy as np

from benchmarks.table import render
from warbook.battle import Battle, Header, begin, play
from warbook.bots import pair
from warbook.dice import Roll
from warbook.sheets import roster

ARMIES = ("Emperor's Children", "Necrons")
TABLES = ("small-yard", "crossways", "three-ridges")
BOTS = ("greedy", "greedy")
SIZE = 1000
PRODUCTS = 10
TIMES = 50


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    args = _parse(arguments)
    for table in TABLES:
        fought(table, 10_000)
    reference = [_product() for _ in range(PRODUCTS)]
    seconds = {(table, seed): clock(lambda t=table, s=seed: fought(t, s)) for table, seed in _runs(args.seeds)}
    reference += [_product() for _ in range(PRODUCTS)]
    print(
        f"Battles on one core, greedy against greedy, {len(seconds)} battles after a warm-up of {len(TABLES)}"
    )
    print(render(("table", "battles", "mean s", "worst s", "battles / s"), list(_rows(seconds))))
    mean, product = statistics.fmean(seconds.values()), statistics.fmean(reference)
    print(
        f"\nreference: {SIZE}x{SIZE} matrix product {1e3 * product:.1f} ms; a battle takes {mean / product:.1f}"
    )
    _copies()
    if args.profile:
        _profile(args.profile)


def fought(table: str, seed: int) -> Battle:
    """One battle."""
    return play(_begun(table), pair(BOTS, seed), Random(seed))


def _begun(table: str) -> Battle:
    armies = (roster.find(ARMIES[0]), roster.find(ARMIES[1]))
    return begin(Header("wh40k10", "2025-06", "Only War", table, armies))


def clock(action: Callable[[], object]) -> float:
    """Processor seconds that one call takes."""
    start = process_time()
    action()
    return process_time() - start


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    ask = argparse.ArgumentParser(prog="python -m benchmarks.battle", description=__doc__)
    ask.add_argument("--seeds", type=int, default=5, help="battles on each table")
    ask.add_argument("--profile", type=int, nargs="?", const=25, help="print so many top costs as well")
    return ask.parse_args(arguments)


def _runs(seeds: int) -> Iterator[tuple[str, int]]:
    yield from ((table, seed) for seed in range(seeds) for table in TABLES)


def _product() -> float:
    one = np.random.default_rng(0).random((SIZE, SIZE))
    return clock(lambda: one @ one)


def _rows(seconds: dict[tuple[str, int], float]) -> Iterator[tuple[str, ...]]:
    for table in (*TABLES, "all"):
        some = [value for (name, _), value in seconds.items() if table in (name, "all")]
        mean = statistics.fmean(some)
        yield table, str(len(some)), f"{mean:.3f}", f"{max(some):.3f}", f"{1 / mean:.2f}"


def _copies() -> None:
    """A copy at each decision of one battle, and its first use, against a deep copy of the state."""
    kept: list[Battle] = []
    play(_begun(TABLES[0]), pair(BOTS, 0), Random(0), lambda battle, *_: kept.append(battle.copy()))
    kept = [battle for battle in kept if not isinstance(battle.request, Roll)]
    states = [battle.copy().state for battle in kept]
    ours = clock(lambda: [battle.copy() for battle in kept for _ in range(TIMES)]) / (TIMES * len(kept))
    woken = clock(lambda: [battle.copy().state for battle in kept]) / len(kept)
    deep = clock(lambda: [copy.deepcopy(state) for state in states]) / len(states)
    print(f"Battle.copy() at a decision: {1e6 * ours:.1f} µs; with its first use {1e6 * woken:.0f} µs", end="")
    print(f"; copy.deepcopy of the state: {1e6 * deep:.0f} µs")


def _profile(top: int) -> None:
    profile = cProfile.Profile()
    profile.enable()
    for table, seed in _runs(2):
        fought(table, seed)
    profile.disable()
    for order in ("tottime", "cumtime"):
        pstats.Stats(profile).strip_dirs().sort_stats(order).print_stats(top)


if __name__ == "__main__":
    main()
