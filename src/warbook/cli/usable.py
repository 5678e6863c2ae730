"""``warbook odds --list-rules``: what ``--with`` takes for two units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from warbook.cli.shown import console, print_json

if TYPE_CHECKING:
    from warbook.queries import Question
    from warbook.rules.acting import Known


def show(question: Question, as_json: bool) -> None:
    """Every rule that the two units may use, those that act here first, and why the others do not. Raises
    InputError."""
    from warbook.queries.plays import open_to

    rules = open_to(question)
    if as_json:
        print_json(rules)
        return
    from rich.text import Text

    for line in _lines(rules):
        console().print(Text(line))


def _lines(rules: tuple[Known, ...]) -> Iterator[str]:
    here = [rule for rule in rules if rule.fault is None]
    yield f"Rules that --with takes here ({len(here)})"
    yield from (f"  {_called(rule)}" for rule in here)
    others: dict[str, list[str]] = {}
    for rule in rules:
        if rule.fault is not None:
            others.setdefault(rule.fault, []).append(_called(rule))
    yield f"Others ({len(rules) - len(here)})"
    yield from (f"  {', '.join(named)}: {fault}" for fault, named in others.items())


def _called(rule: Known) -> str:
    whose = f"{rule.side}, {rule.detachment}" if rule.detachment else rule.side
    options = f": {' | '.join(rule.options)}" if rule.options else ""
    return f"{rule.name}{options} ({whose})"
