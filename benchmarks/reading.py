"""New processes that read rules texts, with and without what is kept (``python -m benchmarks.reading``).

Three states of the cache folder: empty; with the compiled grammar alone, so that every sentence is new; and
with all that was read before. The reference is a new interpreter that imports NumPy.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.table import render
from benchmarks.timing import Timing

SENTENCE = "Each time this model makes an attack, add 1 to the Hit roll."
WARBOOK = [sys.executable, "-m", "warbook"]
IMPORT_NUMPY = [sys.executable, "-c", "import numpy"]
HEAD = ("process", "nothing kept", "grammar kept", "all kept", "all kept / import numpy")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print, in milliseconds of the processor: another process on the machine disturbs little."""
    ask = argparse.ArgumentParser(prog="python -m benchmarks.reading", description=__doc__)
    ask.add_argument("documents", nargs="*", help="pages or files whose coverage is told, too")
    ask.add_argument("--repeats", type=int, default=5)
    args = ask.parse_args(arguments)
    commands = {"warbook explain, a sentence": [*WARBOOK, "explain", SENTENCE]}
    for path in args.documents:
        commands[f"warbook read {Path(path).name[:24]} --json"] = [*WARBOOK, "read", path, "--json"]
        commands[f"warbook coverage {Path(path).name[:24]}"] = [*WARBOOK, "coverage", path]
    with tempfile.TemporaryDirectory() as compiled:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # byte code is there, as where Warbook is installed
        os.environ["PYTHONPYCACHEPREFIX"] = compiled
        numpy = _timed(IMPORT_NUMPY, args.repeats, lambda: None)
        rows = [(name, *_row(command, args.repeats, numpy)) for name, command in commands.items()]
    print(render(HEAD, rows))


def _row(command: list[str], repeats: int, numpy: Timing) -> tuple[str, ...]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WARBOOK_HOME"] = folder
        timings = [
            _timed(command, repeats, lambda: _remove(folder, "*")),
            _timed(command, repeats, lambda: _remove(folder, "readings-*")),
            _timed(command, repeats, lambda: None),
        ]
    ratio = f"{timings[-1].median_ms / numpy.median_ms:.2f}"
    return (*(f"{each.median_ms:.0f}" for each in timings), ratio)


def _remove(folder: str, pattern: str) -> None:
    for path in Path(folder).glob(pattern):
        path.unlink()


def _timed(command: list[str], repeats: int, before: Callable[[], None]) -> Timing:
    """The command, after one untimed run; ``before`` prepares each run."""
    _run(command)
    durations = []
    for _ in range(repeats):
        before()
        start = _spent()
        _run(command)
        durations.append(_spent() - start)
    return Timing(tuple(durations))


def _spent() -> float:
    """The processor's time of all processes that have ended."""
    told = os.times()
    return told.children_user + told.children_system


def _run(command: list[str]) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)


if __name__ == "__main__":
    main()
