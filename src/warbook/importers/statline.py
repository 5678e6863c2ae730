"""Statlines: characteristics under printed heads, as a table, as a run of lines, or in one line."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from warbook.importers.ledger import Ledger

_VALUE = re.compile(r"""(?:\d{0,2}D?\d{1,2}\+?"?\+?|-|–|N/A)\*?""", re.IGNORECASE)
_BASE = re.compile(r"\(?\s*[⌀Øø∅]?\s*(\d{2,3})(?:\s*[x×]\s*(\d{2,3}))?\s*mm[^)]*\)?")
_SAVE_VALUE = re.compile(r"\d\+?\*?")
_SOMETIMES = re.compile(r"^\*|^[Aa]gainst .{3,40} only|\binvulnerable sav", re.MULTILINE)
_SAVE = re.compile(r"INVULNERABLE SAVE:?\s*(.*)", re.IGNORECASE)


class Statline(msgspec.Struct):
    """One model's characteristics under their printed heads; ``partial`` where the page has only some."""

    name: str
    characteristics: dict[str, str]
    base_mm: int | str | None = None
    partial: bool = False


def read_base(text: str) -> int | str | None:
    """A base's size in mm, round ("⌀28mm") or oval ("75 x 42mm"), where a text names one."""
    found = _BASE.search(text)
    if not found:
        return None
    return f"{found.group(1)}x{found.group(2)}" if found.group(2) else int(found.group(1))


def plain_name(text: str) -> str:
    """A model's name without its base."""
    return _BASE.sub("", text).strip(" *")


def read_table(ledger: Ledger, places: Sequence[int], heads: Sequence[str]) -> list[Statline]:
    """Statlines of a table with heads; of one model's rows the fullest counts."""
    known = {head.casefold(): head for head in heads}
    columns: dict[int, list[str]] = {}
    out: dict[str, Statline] = {}
    for place in places:
        cells = ledger.pieces[place].cells
        named = [cell for cell in cells if cell.casefold() in known]
        if len(named) >= 3 and len(named) >= len([cell for cell in cells if cell]) - 1:
            ledger.claim(place, "statline")
            columns[len(named)] = [known[cell.casefold()] for cell in named]
        elif columns and (row := _stat_row(cells, columns)):
            ledger.claim(place, "statline")
            if row.name not in out or len(out[row.name].characteristics) < len(row.characteristics):
                out[row.name] = row
    for row in out.values():
        row.partial = len(row.characteristics) < len(heads)
    return list(out.values())


def _stat_row(cells: Sequence[str], columns: dict[int, list[str]]) -> Statline | None:
    """A row's values under the heads that are as many; without such heads it has only a name."""
    values = list(cells)
    name = "" if values and _VALUE.fullmatch(values[0]) else (values.pop(0) if values else "")
    if not values or not all(_VALUE.fullmatch(value) for value in values if value):
        return None
    pairs = {head: value for head, value in zip(columns.get(len(values), ()), values, strict=False) if value}
    return Statline(plain_name(name), pairs, read_base(name))


def read_lines(ledger: Ledger, places: Sequence[int], heads: Sequence[str]) -> list[Statline]:
    """Statlines printed as words: head, value, head, value, or all heads and then all values."""
    known = {head.casefold(): head for head in heads}
    out: list[Statline] = []
    words = [(place, word) for place in places for word in _words(ledger, place)]
    position, name_at = 0, -1
    while position < len(words):
        found = _alternating(words, position, known) or _blocks(words, position, known)
        if found:
            pairs, after = found
            name = ledger.pieces[name_at].text if name_at >= 0 else ""
            ledger.claim({place for place, _ in words[position:after]}, "statline")
            if name_at >= 0:
                ledger.claim(name_at, "statline")
            out.append(Statline(plain_name(name), pairs, read_base(name), len(pairs) < len(heads)))
            position, name_at = after, -1
        else:
            piece = ledger.pieces[words[position][0]]
            name_at = words[position][0] if piece.kind == "heading" and not _VALUE.fullmatch(piece.text) else -1
            position += 1
    return out


def _words(ledger: Ledger, place: int) -> list[str]:
    piece = ledger.pieces[place]
    return piece.text.split(" ") if len(piece.text) < 80 and piece.kind != "row" else []


_Words = list[tuple[int, str]]


def _alternating(words: _Words, start: int, known: dict[str, str]) -> tuple[dict[str, str], int] | None:
    pairs: dict[str, str] = {}
    at = start
    while at + 1 < len(words) and (head := known.get(words[at][1].rstrip(":").casefold())):
        if head in pairs or not _VALUE.fullmatch(words[at + 1][1]):
            break
        pairs[head] = words[at + 1][1]
        at += 2
    return (pairs, at) if len(pairs) >= 3 else None


def _blocks(words: _Words, start: int, known: dict[str, str]) -> tuple[dict[str, str], int] | None:
    heads: list[str] = []
    at = start
    while at < len(words) and (head := known.get(words[at][1].casefold())) and head not in heads:
        heads.append(head)
        at += 1
    values = [word for _, word in words[at : at + len(heads)]]
    if len(heads) < 3 or len(values) < len(heads) or not all(map(_VALUE.fullmatch, values)):
        return None
    return dict(zip(heads, values, strict=True)), at + len(heads)


def read_invulnerable(ledger: Ledger, places: Sequence[int]) -> str | None:
    """The value of a line "INVULNERABLE SAVE", on it or after it; None where it holds only sometimes."""
    for position, place in enumerate(places):
        found = _SAVE.match(ledger.pieces[place].text)
        rest = places[position + 1 :]
        printed = found.group(1).strip("| ") if found else ""
        value = printed or (ledger.pieces[rest[0]].text.strip("| ") if found and rest else "")
        if not _SAVE_VALUE.fullmatch(value):
            continue
        ledger.claim(place, "statline")
        if not printed:
            ledger.claim(rest[0], "statline")
        condition = next((later for later in rest if _SOMETIMES.search(ledger.pieces[later].text)), None)
        if condition is None and not value.endswith("*"):
            return f"{value.rstrip('+')}+"
        ledger.doubt(place, f"the invulnerable save of {value} holds only sometimes")
        if condition is not None:
            ledger.note("invulnerable save", condition)
        return None
    return None
