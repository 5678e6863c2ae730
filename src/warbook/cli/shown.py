"""How commands print: one JSON document, or text for a person."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

if TYPE_CHECKING:
    from rich.console import Console

PIPED_WIDTH = 160

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]


def print_json(document: Any) -> None:
    """Print one JSON document."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(document), indent=1).decode() + "\n")


def console() -> Console:
    """Where text goes: as wide as the terminal, or wide enough for every table in a pipe."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else PIPED_WIDTH)
