"""One workload, answered by Warbook and by one reference, on the engagements that the reference can state."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean

from benchmarks.engagements import Engagement, spread, variant
from benchmarks.references import NotExpressible, Reading, Reference
from benchmarks.timing import Timing, repeat
from benchmarks.warbook_side import Answer

NONE = "-"

ENOUGH_SECONDS = 0.2
"""Short workloads are repeated for at least so long."""


@dataclass(frozen=True)
class Comparison:
    """Timings and readings of both sides; ``note`` says why one is missing."""

    workload: str
    size: str
    reference: str
    note: str = ""
    warbook: Timing | None = None
    timing: Timing | None = None
    answers: tuple[Reading, ...] = ()
    readings: tuple[Reading, ...] = ()

    def speed_row(self) -> tuple[str, ...]:
        """The row of the first table."""
        reference = f"{self.reference}: {self.note}" if self.note else self.reference
        return (
            self.workload, self.size, *_milliseconds(self.warbook),
            reference, *_milliseconds(self.timing), self._ratio(),
        )  # fmt: skip

    def _ratio(self) -> str:
        if self.warbook is None or self.timing is None:
            return NONE
        return f"{self.timing.best_ms / self.warbook.best_ms:.3g}"

    def agreement_rows(self) -> list[tuple[str, ...]]:
        """The rows of the second table."""
        return [self._agreement(name) for name in ("wounds", "damage") if self._says(name)]

    def _says(self, statistic: str) -> bool:
        return any(getattr(reading, statistic) is not None for reading in self.readings)

    def _agreement(self, statistic: str) -> tuple[str, ...]:
        theirs = [getattr(reading, statistic) for reading in self.readings]
        ours = [getattr(answer, statistic) for answer in self.answers]
        return (
            self.workload, self.size, f"mean {statistic}", f"{fmean(ours):.9f}" if ours else NONE,
            self.reference, f"{fmean(theirs):.9f}", self._difference(ours, theirs),
        )  # fmt: skip

    def _difference(self, ours: list[float], theirs: list[float]) -> str:
        """The largest difference, in standard errors where the reference has them."""
        if not ours:
            return NONE
        gaps = [their - our for our, their in zip(ours, theirs, strict=True)]
        errors = [reading.standard_error for reading in self.readings]
        if all(errors):
            scaled = [gap / error for gap, error in zip(gaps, errors, strict=True) if error]
            return f"{max(scaled, key=abs):+.2f} standard errors"
        return f"{max(gaps, key=abs):+.1e}"


def _milliseconds(timing: Timing | None) -> tuple[str, str]:
    return (NONE, NONE) if timing is None else (f"{timing.best_ms:.3f}", f"{timing.median_ms:.3f}")


def compare(
    workload: str,
    engagements: list[Engagement],
    name: str,
    load: Callable[[], Reference],
    answer: Answer | None,
    args: argparse.Namespace,
) -> Comparison:
    """Measure both sides; without the reference, Warbook alone on the whole workload."""
    try:
        reference = load()
        chosen, actions = _expressible(reference, engagements)
    except ImportError:
        return _alone(workload, engagements, name, "not installed", answer, args)
    except NotExpressible as reason:
        return _alone(workload, engagements, name, f"cannot express {reason}", answer, args)
    warbook, answers = _warbook(answer, chosen, args)
    readings = tuple(action() for action in actions)
    timing = repeat(lambda _: [action() for action in actions], args.reference_repeats, ENOUGH_SECONDS)
    size = _size(chosen, engagements)
    return Comparison(workload, size, reference.name, "", warbook, timing, answers, readings)


def _alone(
    workload: str,
    engagements: list[Engagement],
    name: str,
    note: str,
    answer: Answer | None,
    args: argparse.Namespace,
) -> Comparison:
    warbook, answers = _warbook(answer, engagements, args)
    return Comparison(workload, _size(engagements, engagements), name, note, warbook, None, answers)


def _size(chosen: list[Engagement], engagements: list[Engagement]) -> str:
    if len(chosen) == len(engagements):
        return str(len(chosen))
    return f"{len(chosen)} of {len(engagements)}"


def _expressible(
    reference: Reference, engagements: list[Engagement]
) -> tuple[list[Engagement], list[Callable[[], Reading]]]:
    """The engagements that the reference can state (or its sample of them), each with its action."""
    offered = spread(engagements, reference.sample or len(engagements))
    chosen, actions = [], []
    refusal = NotExpressible("any of them")
    for engagement in offered:
        try:
            actions.append(reference.prepare(engagement))
        except NotExpressible as reason:
            refusal = reason
        else:
            chosen.append(engagement)
    if not actions:
        raise refusal
    return chosen, actions


def _warbook(
    answer: Answer | None, engagements: list[Engagement], args: argparse.Namespace
) -> tuple[Timing | None, tuple[Reading, ...]]:
    if answer is None:
        return None, ()
    return _answer_timing(answer, engagements, args), tuple(
        _reading(answer(engagement)) for engagement in engagements
    )


def _answer_timing(answer: Answer, engagements: list[Engagement], args: argparse.Namespace) -> Timing:
    """Warbook's timing; with ``--fresh`` no repeat sees an engagement of an earlier one."""
    if not args.fresh:
        return repeat(lambda _: [answer(each) for each in engagements], args.repeats, ENOUGH_SECONDS)
    turns = [[variant(each, turn) for each in engagements] for turn in range(args.repeats + 1)]
    return repeat(lambda turn: [answer(each) for each in turns[turn]], args.repeats)


def _reading(answered: dict[str, object]) -> Reading:
    if answered.get("problems"):
        raise SystemExit(f"Warbook refuses {answered.get('id')}: {answered['problems']}")
    return Reading(answered["damage"]["mean"], wounds=answered["wounds"]["mean"])
