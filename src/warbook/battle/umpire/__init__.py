"""An independent checker of records: it judges every rule that it knows again, by its own code.

A record is played once through :class:`~warbook.battle.Battle` for its requests and states. What is judged on
them is written from the rules alone: it measures, counts and keeps its books by itself and calls no code of
the phases.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from warbook.battle.battle import Battle, Input
from warbook.battle.record import Record
from warbook.battle.umpire import wh40k10
from warbook.battle.umpire.tale import Moment, Tale, read, told
from warbook.battle.umpire.verdict import Break, Case, Report, Rule, Verdict

SYSTEMS: Mapping[str, Callable[[Tale], Report]] = {"wh40k10": wh40k10.report}
TITLES: Mapping[str, Mapping[str, str]] = {
    "wh40k10": {name: rule.title for name, rule in wh40k10.RULES.items()}
}
"""What the umpire looks at under each rule's id, by system."""

__all__ = [
    "SYSTEMS",
    "TITLES",
    "Break",
    "Case",
    "Moment",
    "Report",
    "Rule",
    "Tale",
    "Verdict",
    "judge",
    "judge_from",
    "read",
    "report",
    "told",
]  # fmt: skip


def judge(record: Record) -> Report:
    """The verdicts on a record. Raises IllegalInput where the record is no battle at all, and InputError for
    what it is fought with."""
    return report(read(record))


def judge_from(start: Battle, inputs: Iterable[Input]) -> Report:
    """The verdicts on what follows from a battle with these inputs."""
    return report(told(start, inputs))


def report(tale: Tale) -> Report:
    """The verdicts on what was told."""
    return SYSTEMS[tale.game.system.name](tale)
