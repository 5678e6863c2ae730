"""Answers to a list of engagements, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text


def show(console: Console, answers: Sequence[dict[str, Any]]) -> None:
    """One row an engagement; the problems of those that have no figures stand below."""
    table = Table(
        "id", "damage", "models destroyed", "wasted", "unit destroyed", "", box=None, header_style="bold"
    )
    for column in table.columns[1:5]:
        column.justify = "right"
    for place, told in enumerate(answers, start=1):
        name = told["id"] or f"#{place}"
        if told["problems"]:
            table.add_row(Text(name), "–", "–", "–", "–", "see below")
            continue
        means = [f"{told[key]['mean']:.3f}" for key in ("damage", "models_destroyed", "wasted")]
        table.add_row(Text(name), *means, f"{told['p_destroyed']:.2%}", "" if told["exact"] else "sampled")
    console.print(table)
    for place, told in enumerate(answers, start=1):
        name = told["id"] or f"#{place}"
        for problem in told["problems"]:
            console.print(f"{name}: {problem}", markup=False)
