"""Wall-clock timing of a callable: the best and the median of a few repeats."""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter


@dataclass(frozen=True)
class Timing:
    """Durations of the repeats of one thing, in seconds."""

    seconds: tuple[float, ...]

    @property
    def best_ms(self) -> float:
        """The fastest repeat, in milliseconds."""
        return 1e3 * min(self.seconds)

    @property
    def median_ms(self) -> float:
        """The median repeat, in milliseconds."""
        return 1e3 * statistics.median(self.seconds)


def clock(action: Callable[[], object]) -> float:
    """Seconds that one call of ``action`` takes."""
    start = perf_counter()
    action()
    return perf_counter() - start


def repeat(action: Callable[[int], object], repeats: int, seconds: float = 0.0) -> Timing:
    """Call ``action(0)`` untimed, then time ``action(1)``, ``action(2)`` …

    It stops once ``repeats`` calls are done and ``seconds`` have passed.
    """
    action(0)
    durations: list[float] = []
    until = perf_counter() + seconds
    while len(durations) < repeats or perf_counter() < until:
        turn = len(durations) + 1
        durations.append(clock(lambda turn=turn: action(turn)))
    return Timing(tuple(durations))


def spent(pid: int) -> float:
    """Seconds of CPU that a process has used, where the system tells it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
