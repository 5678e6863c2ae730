"""What the umpire says of each rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, Literal, NamedTuple, TypeVar

import msgspec

T = TypeVar("T")


class Case(NamedTuple):
    """A rule met at an input of the record: whether it held there, and what was seen."""

    number: int
    held: bool
    seen: str = ""


class Break(msgspec.Struct, frozen=True):
    """Where in a record a rule was broken: the input's number, from 0."""

    input: int
    seen: str


class Verdict(msgspec.Struct, frozen=True):
    """A rule by its id: in how many cases it was met, and where it was broken."""

    rule: str
    met: int
    breaks: tuple[Break, ...] = ()

    @property
    def says(self) -> Literal["held", "broken", "never exercised"]:
        if self.breaks:
            return "broken"
        return "held" if self.met else "never exercised"


class Report(msgspec.Struct, frozen=True):
    """The verdicts on a record."""

    verdicts: tuple[Verdict, ...]

    @property
    def broken(self) -> tuple[Verdict, ...]:
        return tuple(verdict for verdict in self.verdicts if verdict.breaks)

    def __str__(self) -> str:
        return "\n".join(_line(verdict) for verdict in self.verdicts)


def _line(verdict: Verdict) -> str:
    told = "".join(f"\n    input {broken.input}: {broken.seen}" for broken in verdict.breaks)
    return f"{verdict.rule}: {verdict.says}" + (f" ({verdict.met})" if verdict.met else "") + told


class Rule(msgspec.Struct, Generic[T], frozen=True):
    """What the umpire looks at under a rule's id, and how it finds the cases of it."""

    title: str
    cases: Callable[[T], Iterable[Case]]


def verdicts(rules: Mapping[str, Rule[T]], told: T) -> Report:
    """Every rule's verdict on what was told."""
    return Report(tuple(_verdict(name, list(rule.cases(told))) for name, rule in rules.items()))


def _verdict(name: str, cases: list[Case]) -> Verdict:
    breaks = tuple(Break(case.number, case.seen) for case in cases if not case.held)
    return Verdict(name, len(cases), breaks)
