"""What battles came to, as text: one battle in a few lines, many as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean

from rich.console import ConsoleRenderable, Group
from rich.table import Table
from rich.text import Text

from warbook.battle.summary import Names, Ruling, Sides, Summary
from warbook.views.card import percent


def lines(told: Summary, defaults: Sequence[str] = ()) -> Iterator[str]:
    """One battle; ``defaults`` names what nobody chose."""
    yield _heading(told)
    yield _setting(told, "" if told.seed is None else f", seed {told.seed}")
    if defaults:
        yield f"Taken by default: {', '.join(defaults)}"
    yield from _briefing(told)
    yield ""
    yield _ending(told)
    yield f"Score by round  {_by_round(told.score_by_round)}"
    for side, army in (("A", told.armies.A), ("B", told.armies.B)):
        units = [f"{unit.name} {unit.models}/{unit.of}" for unit in told.survivors if unit.side == side]
        yield f"Left of {side} {army}: {', '.join(units) or 'nothing'}"
    yield from (f"Not deployed: {unit}" for unit in told.not_deployed)
    yield from (f"Acted: {rule}" for rule in told.acted)
    yield from (f"Did not act: {rule}" for rule in told.unanswered)
    yield f"{told.decisions} decisions, {told.dice} dice, {told.seconds:.2f} s; state {told.state_hash[:16]}"
    if told.verified:
        yield "Verified: every input fits, and the state at the end is the recorded one"
    if told.umpire is not None:
        yield from rulings(told.umpire)


def rulings(found: Sequence[Ruling]) -> Iterator[str]:
    """The umpire's verdicts: how many of each, then a line for each rule, and where it was broken."""
    counts = Counter(ruling.says for ruling in found)
    yield ""
    yield "The umpire: " + ", ".join(
        f"{counts[says]} rules {says}" for says in ("held", "broken", "never exercised")
    )
    for ruling in found:
        met = f"{ruling.says} ({ruling.met})" if ruling.met else ruling.says
        yield f"  {ruling.rule:<20}{met:<17}{ruling.title}"
        yield from (f"      input {fault.input}: {fault.seen}" for fault in ruling.faults)


def _heading(told: Summary) -> str:
    bots = told.bots or Names("", "")
    sides = zip("AB", (told.armies.A, told.armies.B), (bots.A, bots.B), strict=True)
    return " against ".join(f"{side} {army}" + (f" ({bot})" if bot else "") for side, army, bot in sides)


def _setting(told: Summary, seed: str) -> str:
    return f"{told.mission} on {told.battlefield}, {told.system}, rules of {told.revision}{seed}"


def _ending(told: Summary) -> str:
    score = f"{told.score.A} : {told.score.B}"
    match told.winner:
        case None:
            return f"Not over: round {told.rounds}, after {told.inputs} inputs; score {score}"
        case "draw":
            return f"A draw, {score}, after {_rounds(told.rounds)}"
        case "A":
            return f"A {told.armies.A} win{_why(told, 'B')}, {score}, after {_rounds(told.rounds)}"
        case "B":
            return f"B {told.armies.B} win{_why(told, 'A')}, {score}, after {_rounds(told.rounds)}"


def _why(told: Summary, loser: str) -> str:
    return f" (nothing is left of {loser})" if told.decided_by == "destruction" else ""


def _briefing(told: Summary) -> Iterator[str]:
    yield from (f"Taken as: {line}" for line in told.taken)
    yield from (f"Note: {line}" for line in told.notes)


def _rounds(number: int) -> str:
    return "1 round" if number == 1 else f"{number} rounds"


def _by_round(scores: Sequence[Sides]) -> str:
    return "  ".join(f"{n}: {score.A}:{score.B}" for n, score in enumerate(scores, start=1)) or "none"


def table(battles: Sequence[Summary], defaults: Sequence[str] = ()) -> ConsoleRenderable:
    """Many battles of the same two armies: wins, mean scores, and what was left, of those that came to their
    end; then a line for each that did not."""
    first, last = battles[0], battles[-1]
    ended = [one for one in battles if one.problem is None]
    rows = Table(
        "", "wins", "", "mean score", "units left", "models left", box=None, header_style="dim", pad_edge=False
    )
    for column in rows.columns[1:]:
        column.justify = "right"
    for side, army in (("A", first.armies.A), ("B", first.armies.B)):
        wins = sum(one.winner == side for one in ended)
        means = (fmean(getattr(sides, side) for sides in each) for each in _sides(ended))
        rows.add_row(
            f"{side} {army}", str(wins), percent(wins / len(ended)), *(f"{mean:.2f}" for mean in means)
        )
    draws = sum(one.winner == "draw" for one in ended)
    rows.add_row("draw", str(draws), percent(draws / len(ended)))
    heading = [_heading(first), _setting(first, f", seeds {first.seed} to {last.seed}")]
    if defaults:
        heading.append(f"Taken by default: {', '.join(defaults)}")
    heading += _briefing(first)
    return Group(*map(Text, heading), Text(), rows, Text(), *map(Text, _stopped(battles)), Text(_pace(ended)))


def _stopped(battles: Sequence[Summary]) -> Iterator[str]:
    """Battles that stopped before their end: they count for nobody."""
    for one in battles:
        if one.problem is not None:
            yield f"Not counted: seed {one.seed}, stopped in round {one.rounds}: {one.problem}"


def _pace(ended: Sequence[Summary]) -> str:
    seconds = sum(one.seconds for one in ended)
    battles = "1 battle" if len(ended) == 1 else f"{len(ended)} battles"
    return f"{battles} in {seconds:.1f} s, {len(ended) / max(seconds, 1e-9):.2f} a second"


def _sides(ended: Sequence[Summary]) -> tuple[list[Sides], ...]:
    return [one.score for one in ended], [one.units_left for one in ended], [one.models_left for one in ended]
