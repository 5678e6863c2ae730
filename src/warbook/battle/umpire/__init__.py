"""An independent checker of records: it judges every rule that it knows again, by its own code.

A record is played once through :class:`~warbook.battle.Battle` for its requests and states. What is judged on them is
written from the rules alone: it measures, counts and keeps its books by itself and calls no code of the phases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from warbook.battle.battle import Battle, Input
from warbook.battle.record import Record, begin, inputs
from warbook.battle.umpire import wh40k10
from warbook.battle.umpire.tale import Moment, Tale, told
from warbook.battle.umpire.verdict import Break, Case, Report, Rule, Verdict

SYSTEMS: Mapping[str, Callable[[Tale], Report]] = {"wh40k10": wh40k10.report}

__all__ = [
    "SYSTEMS", "Break", "Case", "Moment", "Report", "Rule", "Tale", "Verdict", "judge", "judge_from", "told",
]  # fmt: skip


def judge(record: Record) -> Report:
    """The verdicts on a record. Raises IllegalInput where the record is no battle at all, and InputError for what
    it is fought with."""
    return judge_from(begin(record.header), inputs(record))


def judge_from(start: Battle, given: tuple[Input, ...]) -> Report:
    """The verdicts on what follows from a battle with these inputs."""
    tale = told(start, given)
    return SYSTEMS[tale.game.system.name](tale)
