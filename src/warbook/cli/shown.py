"""How commands print: one JSON document, or text for a person."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

if TYPE_CHECKING:
    from rich.console import Console

    from warbook.sheets.sheet import Problem

PIPED_WIDTH = 160
SECONDS_BETWEEN_LINES = 10.0
MOST_PROBLEMS = 20

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def print_json(document: Any) -> None:
    """Print one JSON document."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n")


def say(line: str = "") -> None:
    """Print a line; where nobody reads it, what was begun goes on."""
    try:
        print(line)
    except BrokenPipeError:
        unread()


def unread() -> None:
    """Send what is still printed nowhere: who read it needs no more, as in ``warbook units | head``."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def console() -> Console:
    """Where text goes: as wide as the terminal, or wide enough for every table in a pipe."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else PIPED_WIDTH)


def tell(problems: Sequence[Problem], every: bool = False) -> None:
    """Print on standard error what of documents could not be read, the first of it or all."""
    shown = problems if every else problems[:MOST_PROBLEMS]
    for each in shown:
        parts = (each.path, each.place or (f"line {each.line}" if each.line else None), each.message)
        print(" ".join(": ".join(filter(None, parts)).split()), file=sys.stderr)
    if len(shown) < len(problems):
        print(f"and {len(problems) - len(shown)} more problems of documents", file=sys.stderr)


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[[str], None]]:
    """How far long work is, on standard error: a bar on a terminal, else a line now and then. The function that
    it gives is told of each step done."""
    if not sys.stderr.isatty():
        yield _now_and_then(what, total)
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda step: bar.update(task, advance=1, description=f"{what}: {step}")


def _now_and_then(what: str, total: int | None) -> Callable[[str], None]:
    done, last = 0, monotonic()

    def advance(step: str) -> None:
        nonlocal done, last
        done += 1
        if monotonic() - last >= SECONDS_BETWEEN_LINES:
            last = monotonic()
            print(f"{what}: {f'{done} of {total}, ' if total else ''}{step}", file=sys.stderr)

    return advance
