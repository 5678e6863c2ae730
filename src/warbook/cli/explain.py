"""``warbook explain``: rules texts as typed effects, in own words, with what was not understood."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from warbook.cli.options import game
from warbook.cli.shown import AsJson, console, print_json, progress
from warbook.errors import InputError
from warbook.json_file import unreadable

if TYPE_CHECKING:
    from warbook.parsing.text import Kind, TextReading

_MOST_BYTES = 256 * 1024 * 1024


class GivenSentence(msgspec.Struct, frozen=True):
    """A sentence of a given line."""

    text: str


class Given(msgspec.Struct, frozen=True):
    """A line of texts: a text with an id and its kind; ``sentences``, where given, are its parts."""

    id: str
    kind: str
    text: str = ""
    sentences: tuple[GivenSentence, ...] | None = None


def explain(
    text: Annotated[str | None, typer.Argument(help="A text of rules.", show_default=False)] = None,
    kind: Annotated[
        str | None,
        typer.Option("--kind", help="When, target, effect, restrictions, ability, …"),
    ] = None,
    system: Annotated[
        str,
        typer.Option(
            "--system", metavar="GAME", callback=game, help="Whose rules a text is of: wh40k10, heresy3."
        ),
    ] = "wh40k10",
    lines: Annotated[
        str | None, typer.Option("--lines", help="A file of texts, one JSON object a line.", show_default=False)
    ] = None,
    unit: Annotated[
        str | None, typer.Option("--unit", help="Every rule of a unit: a name or a path.", show_default=False)
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Tell rules texts in own words, as the effects that were read from them."""
    if sum(each is not None for each in (text, lines, unit)) != 1:
        raise InputError("explain", "arguments", "expected one of: a text, --lines FILE, --unit NAME")
    if lines is not None:
        _show_lines(lines, as_json)
    elif unit is not None:
        _show_unit(unit, as_json)
    elif text is not None:
        _show_text(text, _kind(kind), system, as_json)


def _kind(kind: str | None) -> Kind | None:
    """Raises InputError for an unknown one."""
    from warbook.parsing.text import KINDS

    for each in KINDS:
        if each == kind:
            return each
    if kind is None:
        return None
    raise InputError("--kind", kind, f"expected one of {', '.join(KINDS)}")


def _show_text(text: str, kind: Kind | None, system: str, as_json: bool) -> None:
    from warbook.parsing import text as texts
    from warbook.views.effects import answer, show

    found = texts.read(text, kind, system)
    if not found.sentences:
        raise InputError("explain", "text", "expected a sentence")
    if as_json:
        print_json(answer("", found, kind))
    else:
        show(console(), "", found, kind)


def _show_unit(name: str, as_json: bool) -> None:
    import os

    from warbook import importers
    from warbook.library import lookup
    from warbook.reading.understanding import of_sheet
    from warbook.views.effects import answer, show

    sheets = importers.read(name) if os.path.exists(name) else [lookup.find(name).sheet]
    told = [(each.source, each.read(), each.kind) for sheet in sheets for each in of_sheet(sheet)]
    if as_json:
        print_json([answer(source, found, kind) for source, found, kind in told])
        return
    for source, found, each in told:
        show(console(), source, found, each)
    if not told:
        console().print("No rules text is at hand for it: warbook explain --unit with your own document.")


def _show_lines(path: str, as_json: bool) -> None:
    from warbook.views.effects import answer

    given = _given(path)
    answers = []
    with progress("explain", len(given)) as step:
        for each in given:
            answers.append(answer(each.id, _read(each), each.kind))
            step(each.id)
    if as_json:
        print_json(answers)
        return
    for told in answers:
        mark = "+" if told.understood else "-"
        console().print(f"{mark} {told.id}  {told.rendered}", markup=False)


def _read(given: Given) -> TextReading:
    from warbook.parsing import text as texts

    kind = _kind(given.kind)
    if given.sentences is None:
        return texts.read(given.text, kind)
    return texts.read_sentences((each.text for each in given.sentences), kind)


def _given(path: str) -> list[Given]:
    """The texts of a file. Raises InputError with the line that is none."""
    from warbook.importers import files

    found = []
    for number, line in enumerate(files.text(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            given = msgspec.json.decode(line.encode(errors="replace"), type=Given)
        except (msgspec.DecodeError, RecursionError) as fault:
            raise InputError(
                path, f"line {number}", f"expected id, kind and text: {unreadable(fault)}"
            ) from None
        try:
            _kind(given.kind)
        except InputError as fault:
            raise InputError(path, f"line {number}", f"kind {given.kind!r}: {fault.expected}") from None
        found.append(given)
    return found
