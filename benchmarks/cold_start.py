"""New processes: one pair of units, and a file of mixed engagements (``python -m benchmarks.cold_start``).

The reference is what a new interpreter takes to import NumPy; the processes take turns.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.mixed import mixed
from benchmarks.table import render
from benchmarks.timing import Timing, clock

IMPORT_NUMPY = [sys.executable, "-c", "import numpy"]
ODDS = [sys.executable, "-m", "warbook", "odds"]
PAIR = [*ODDS, "Chaos Land Raider", "Necron Warriors"]
HEAD = ("process", "best ms", "median ms", "ms an engagement", "median / import numpy")


@dataclass(frozen=True)
class Process:
    """A command, how often it is timed, and how many engagements it answers."""

    name: str
    command: list[str]
    repeats: int
    engagements: int = 0


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    args = _parse(arguments)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mixed.json"
        path.write_text(json.dumps(mixed(args.engagements, args.seed)), "utf-8")
        print(report(Process("warbook odds, one pair", PAIR, args.repeats, 1)))
        command = [*ODDS, "--engagements", str(path), "--json"]
        print(report(Process("warbook odds --engagements", command, args.file_repeats, args.engagements)))


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    ask = argparse.ArgumentParser(prog="python -m benchmarks.cold_start", description=__doc__)
    ask.add_argument("--repeats", type=int, default=7, help="of the pair")
    ask.add_argument("--file-repeats", type=int, default=3, help="of the file")
    ask.add_argument("--engagements", type=int, default=1_000, help="in the file")
    ask.add_argument("--seed", type=int, default=40_000)
    return ask.parse_args(arguments)


def report(process: Process) -> str:
    """A table of the process and its reference; the first, untimed run compiles byte code."""
    reference = Process("python -c 'import numpy'", IMPORT_NUMPY, process.repeats)
    first = subprocess.run(process.command, capture_output=True, text=True, check=False)
    works = first.returncode == 0
    measured = [reference, process] if works else [reference]
    timings = _alternate(measured, process.repeats)
    rows = [_row(each, timings[each.name], timings[reference.name]) for each in measured]
    note = answer_kinds(first.stdout) if works else f"not available ({_last_line(first.stderr)})"
    return f"{render(HEAD, rows)}\n{process.name}: {note}\n"


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no message"])[-1]


def _alternate(processes: list[Process], repeats: int) -> dict[str, Timing]:
    durations: dict[str, list[float]] = {process.name: [] for process in processes}
    for _ in range(repeats):
        for process in processes:
            durations[process.name].append(clock(lambda command=process.command: _run(command)))
    return {name: Timing(tuple(seconds)) for name, seconds in durations.items()}


def _run(command: list[str]) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)


def _row(process: Process, timing: Timing, reference: Timing) -> tuple[str, ...]:
    each = f"{timing.median_ms / process.engagements:.2f}" if process.engagements else "-"
    ratio = f"{timing.median_ms / reference.median_ms:.2f}"
    return process.name, f"{timing.best_ms:.1f}", f"{timing.median_ms:.1f}", each, ratio


def answer_kinds(output: str) -> str:
    """How many answers are exact, sampled or refused, where the output is a list of them."""
    if not output.startswith("["):
        return "answers"
    kinds = Counter(_kind(answer) for answer in json.loads(output))
    return ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())


def _kind(answer: dict[str, object]) -> str:
    if answer.get("problems"):
        return "refused"
    return "exact" if answer.get("exact") else "sampled"


if __name__ == "__main__":
    main()
