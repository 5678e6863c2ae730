"""``warbook replay``: plays a record again and verifies where it leads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from warbook.cli.play import draw, drawable, show
from warbook.cli.shown import AsJson
from warbook.errors import InputError

if TYPE_CHECKING:
    from warbook.battle import Battle, Input, Record, Summary
    from warbook.battle.summary import Ruling
    from warbook.rules.request import Request


def replay(
    file: Annotated[Path, typer.Argument(help="A record that warbook play --record kept.")],
    at: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="Stop after N inputs (default: play them all).")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the table as it is then.")
    ] = None,
    log: Annotated[bool, typer.Option("--log", help="Tell the whole battle.")] = False,
    judge: Annotated[
        bool, typer.Option("--judge", help="The umpire's verdict on every rule: held, broken, never exercised.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play a recorded battle again, judge every input, and verify the state that it leads to."""
    from warbook.battle import load

    if log and as_json:
        raise InputError("--log", "--json", "expected one of the two: with --json nothing else is printed")
    drawable(picture)
    record = load(file)
    if at is not None and at > len(record.inputs):
        raise InputError("--at", str(at), f"expected at most {len(record.inputs)}, the inputs of {file}")
    battle, summary = _replayed(record, file, at, log)
    if picture is not None:
        draw(battle, picture)
    if judge:
        summary = msgspec.structs.replace(summary, umpire=_judged(record, at))
    show(summary, as_json)


def _judged(record: Record, at: int | None) -> tuple[Ruling, ...]:
    """The umpire's verdicts, of a record as far as it was played."""
    from warbook.battle.summary import Fault, Ruling
    from warbook.battle.umpire import TITLES
    from warbook.battle.umpire import judge as judged

    played = record if at is None else msgspec.structs.replace(record, inputs=record.inputs[:at], state_hash="")
    titles = TITLES[record.header.system]
    return tuple(
        Ruling(
            verdict.rule,
            titles[verdict.rule],
            verdict.says,
            verdict.met,
            tuple(Fault(each.input, each.seen) for each in verdict.breaks),
        )
        for verdict in judged(played).verdicts
    )


def _replayed(record: Record, file: Path, at: int | None, log: bool) -> tuple[Battle, Summary]:
    """The battle where the inputs lead. Raises InputError with the place of an input that does not fit."""
    from warbook.battle import IllegalInput, Tally, doubt
    from warbook.battle import replay as replayed
    from warbook.views.log import Log

    tally, told = Tally(), Log(print)

    def watch(battle: Battle, request: Request, answer: Input) -> None:
        tally.watch(battle, request, answer)
        if log:
            told.watch(battle, request, answer)

    try:
        battle = replayed(record, watch, at)
    except IllegalInput as fault:
        raise InputError(str(file), f"inputs[{tally.inputs}]", f"{fault}{doubt(record)}") from None
    except InputError as fault:
        why = fault.expected if fault.place == "state_hash" else f"{fault.expected}{doubt(record)}"
        raise InputError(str(file), f"{fault.path}: {fault.place}", why) from None
    if log:
        told.end(battle)
        print()
    compared = bool(record.state_hash) and tally.inputs == len(record.inputs)
    summary = tally.summary(record.header, battle)
    return battle, msgspec.structs.replace(summary, verified=True if compared else None)
