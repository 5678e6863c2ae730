"""A sentence's effects: all of its words, in one meaning, or not understood at all."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from functools import cache
from importlib import resources, util
from pathlib import Path

import msgspec
from msgspec import ValidationError

from warbook.effects import Effect, Unparsed
from warbook.parsing import keeping, meaning
from warbook.parsing.anchoring import astray
from warbook.parsing.chart import Chart, Exhausted
from warbook.parsing.composing import joined
from warbook.parsing.notes import NOTHING
from warbook.parsing.reading import Reading
from warbook.parsing.scopes import in_row
from warbook.parsing.swallow import swallowed, words_lost
from warbook.parsing.tables import Tables, compiled
from warbook.parsing.tokens import Token, normal, tokens

_UNPARTED = re.compile(r"(?<=[A-Z0-9+)])\. (?=[A-Z])")
"""A stop behind a number or capitals, at which texts are not parted."""
_LARGE = re.compile(r"\d{7}")
"""No rule counts to millions; what is kept and acted on has no room for any number."""
STARTS = ("start", "when", "target", "heresy")
"""What a text may be: sentences that do something, when a play is used, what it is used on; any sentence of
heresy3."""


def source() -> str:
    """The whole grammar: its files in the order of their names."""
    files = resources.files(__package__).iterdir()
    return "\n".join(
        f.read_text("utf-8") for f in sorted(files, key=lambda f: f.name) if f.name.endswith(".lark")
    )


@cache
def chart() -> Chart:
    """The grammar, ready to parse: as it was kept, else compiled."""
    place = keeping.place("grammar", f"-{_maker()}")
    kept = _kept(place)
    if kept is None:
        tables = made()
        keeping.write(place, msgspec.msgpack.encode(tables))
        kept = Chart(tables, meaning.builders())
    return kept


def _kept(place: Path) -> Chart | None:
    """The grammar that was written there; ``None`` for what is none."""
    told = keeping.load(place)
    if told is None:
        return None
    try:
        found = Chart(msgspec.msgpack.decode(told, type=Tables), meaning.builders())
    except (msgspec.DecodeError, LookupError):
        return None
    return found if all(map(found.reads, STARTS)) else None


def made() -> Tables:
    """The grammar compiled: of lark its rules only, for neither its lexer nor its parser is used."""
    from lark import Lark  # only where the grammar is not kept

    lark = Lark(source(), parser=None, lexer="basic", start=list(STARTS))
    return compiled(lark, meaning.builders())


def _maker() -> str:
    """Changes with the lark that compiles the grammar, without importing it."""
    found = util.find_spec("lark")
    told = Path(found.origin).read_bytes() if found is not None and found.origin else b""
    return f"{zlib.crc32(told):08x}"


def read(sentence: str, kind: str = "start") -> Reading:
    """The effects of one sentence of a ``kind`` of STARTS. Never raises: what is not understood is told."""
    text = normal(sentence)
    if large := _LARGE.search(text):
        return Reading(Unparsed(text, text[large.start() :]), text[large.start() :])
    row = tokens(text, chart().words)
    if not row:
        return Reading(NOTHING)
    try:
        found, furthest = chart().parse(row, kind)
    except (Exhausted, RecursionError):
        return Reading(Unparsed(text, text), text)
    if len(found) == 1:
        return _checked(text, row, found[0])  # type: ignore[arg-type]
    parts = _UNPARTED.split(text)
    if not found and len(parts) > 1:
        return _parted([read(part, kind) for part in parts], text)
    rest = text[row[furthest].start :] if furthest < len(row) else text
    why = f"{len(found)} meanings: {text}" if found else rest
    return Reading(Unparsed(text, why), why)


def _parted(readings: Sequence[Reading], text: str) -> Reading:
    """Sentences that stand in one, because the mark before their stop hides it."""
    wrong = next((each.rest for each in readings if not each.understood), None)
    if wrong is not None:
        return Reading(Unparsed(text, wrong), wrong)
    done: list[Effect] = []
    for each in readings:
        joined(done, each.effect)
    return Reading(in_row(*done))


def _checked(text: str, row: list[Token], effect: Effect) -> Reading:
    """The reading, unless part of the sentence did not arrive in its effect."""
    try:
        lost = swallowed(row, effect)
    except ValidationError:  # a meaning gave what is no effect
        return Reading(Unparsed(text, text), text)
    rest = text[lost.start :] if lost else words_lost(text, effect) or (text if astray(text, effect) else None)
    return Reading(Unparsed(text, rest), rest) if rest else Reading(effect)
