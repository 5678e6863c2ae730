"""Spoils real documents and texts, gives them to every reader, and tells what raised, hung or took too much.

    python -m benchmarks.mutations [--count N] [--seed S] [--jobs N] [--only I] [--door NAME] [--keep FOLDER]

Bad input may be refused in a line or read in part; a traceback, more than 5 seconds (of this process) or more
than 1 GiB is a fault of Warbook. So is what one of its own seams had to catch: it is logged, and counted here.
An input is a function of the seed and its number: ``--seed S --only I`` runs one again, ``--keep`` writes those
that failed.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import logging
import os
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic, process_time
from types import FrameType
from typing import Any

from benchmarks.table import render

SECONDS = 5.0
MEGABYTES = 1024
STOPPED_AFTER = 30
"""Seconds of this process after which an input is given up."""
PIECE = 250
"""Inputs that a process does before it tells how far it is."""


class TooLong(BaseException):
    """Raised inside an input that goes on and on; nothing may catch it."""


@dataclass
class Failure:
    """An input that failed: its number, by which door it came, and how."""

    number: int
    door: str
    how: str


@dataclass
class Tally:
    """What a number of inputs came to."""

    inputs: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    slowest: dict[str, tuple[float, int]] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    peak: float = 0.0
    grew: tuple[float, int] = (0.0, 0)

    def add(self, other: Tally) -> None:
        self.inputs += other.inputs
        self.refused += other.refused
        self.seconds += other.seconds
        for door, slow in other.slowest.items():
            self.slowest[door] = max(self.slowest.get(door, slow), slow)
        self.failures += other.failures
        self.peak, self.grew = max(self.peak, other.peak), max(self.grew, other.grew)


class _Caught(logging.Handler):
    """Keeps what Warbook's own seams caught."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        fault = record.exc_info[1] if record.exc_info else None
        self.told.append("".join(traceback.format_exception(fault)) if fault else record.getMessage())


@cache
def commands() -> Any:
    """The command line, built once."""
    from typer.main import get_command

    from warbook.cli import app

    return get_command(app)


def peak() -> float:
    """The most megabytes that this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@contextlib.contextmanager
def alone() -> Iterator[Path]:
    """A folder for inputs and Warbook's own files, and nothing printed."""
    before = {name: os.environ.get(name) for name in ("WARBOOK_HOME",)}
    with tempfile.TemporaryDirectory(prefix="mutations-") as place:
        os.environ["WARBOOK_HOME"] = str(Path(place, "home"))
        try:
            yield Path(place)
        finally:
            for name, value in before.items():
                os.environ.pop(name, None)
                os.environ.update({name: value} if value is not None else {})


def tried(numbers: Sequence[int], seed: int, only: str | None = None, keep: str | None = None) -> Tally:
    """Runs the inputs of these numbers."""
    from benchmarks import doors

    caught = _Caught()
    log = logging.getLogger("warbook")
    log.addHandler(caught)
    tally = Tally()
    try:
        with alone() as place:
            every = [door for door in doors.doors() if only in (None, door.name)]
            for number in numbers:
                folder = place / "input"
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                doors.FOLDER = folder
                _one(every[number % len(every)], number, seed, folder, tally, caught, keep)
    finally:
        log.removeHandler(caught)
    tally.peak = peak()
    return tally


def _one(
    door: object, number: int, seed: int, folder: Path, tally: Tally, caught: _Caught, keep: str | None
) -> None:
    name: str = door.name  # type: ignore[attr-defined]
    told = door.draw(Random(f"{seed}:{number}"), folder)  # type: ignore[attr-defined]
    before, started = peak(), process_time()
    how = _run(told.run, tally, name)
    took, grew = process_time() - started, peak() - before
    tally.inputs[name] += 1
    tally.seconds[name] += took  # type: ignore[assignment]
    tally.slowest[name] = max(tally.slowest.get(name, (0.0, 0)), (took, number))
    tally.grew = max(tally.grew, (grew, number))
    faults = [*([how] if how else []), *caught.told]
    faults += [f"took {took:.1f} s"] if took > SECONDS else []
    faults += [f"grew by {grew:.0f} MB"] if grew > MEGABYTES else []
    caught.told.clear()
    for fault in faults:
        command = told.run if not callable(told.run) else ("(function)",)
        tally.failures.append(Failure(number, name, f"{' '.join(command)[:200]}\n{fault}"))
    if faults and keep:
        for file, data in told.kept:
            Path(keep).mkdir(exist_ok=True)
            Path(keep, f"{number}-{file.replace('/', '_')}").write_bytes(data)


def _run(call: object, tally: Tally, name: str) -> str | None:
    """How it failed, if it did."""
    from warbook.errors import InputError

    old = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, STOPPED_AFTER)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            if callable(call):
                call()
            else:
                commands().main(list(call), standalone_mode=False)  # type: ignore[call-overload]
    except (InputError, OSError):
        tally.refused[name] += 1
    except TooLong:
        return f"did not end within {STOPPED_AFTER} s:\n{traceback.format_exc(limit=-12)}"
    except Exception as fault:
        if not hasattr(fault, "format_message"):
            return traceback.format_exc()
        tally.refused[name] += 1
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, old)
    return None


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise TooLong


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", type=int, help="one input, by its number")
    parser.add_argument("--door", help="inputs of one reader")
    parser.add_argument("--keep", help="a folder for inputs that failed")
    given = parser.parse_args()
    numbers = range(given.count) if given.only is None else [given.only]
    tally, started = Tally(), monotonic()
    for done, part in _parts(numbers, given):
        tally.add(part)
        for failure in part.failures:
            print(f"!! {failure.door}, --seed {given.seed} --only {failure.number}\n{failure.how}", flush=True)
        print(
            f"{done} of {len(numbers)}, {monotonic() - started:.0f} s, {len(tally.failures)} failures,"
            f" {tally.peak:.0f} MB",
            file=sys.stderr,
            flush=True,
        )
    _show(tally, given.seed)
    sys.exit(1 if tally.failures else 0)


def _parts(numbers: Sequence[int], given: argparse.Namespace) -> Iterator[tuple[int, Tally]]:
    """The inputs piece by piece, and how many are done."""
    pieces = [numbers[at : at + PIECE] for at in range(0, len(numbers), PIECE)]
    done = 0
    with ProcessPoolExecutor(given.jobs, get_context("fork"), max_tasks_per_child=None) as pool:
        waiting = {
            pool.submit(tried, piece, given.seed, given.door, given.keep): len(piece) for piece in pieces
        }
        for future in as_completed(waiting):
            done += waiting[future]
            yield done, future.result()


def _show(tally: Tally, seed: int) -> None:
    rows = [
        (name, str(count), str(count - tally.refused[name]), str(tally.refused[name]),
         f"{1000 * tally.seconds[name] / count:.1f}", f"{tally.slowest[name][0]:.2f}",
         str(tally.slowest[name][1]), str(sum(each.door == name for each in tally.failures)))
        for name, count in tally.inputs.items()
    ]  # fmt: skip
    print(
        render(("reader", "inputs", "read", "refused", "ms each", "slowest s", "its number", "failures"), rows)
    )
    print(
        f"seed {seed}: {tally.inputs.total()} inputs, {len(tally.failures)} failures;"
        f" peak memory {tally.peak:.0f} MB; grew most by {tally.grew[0]:.0f} MB, in input {tally.grew[1]}"
    )


if __name__ == "__main__":
    main()
