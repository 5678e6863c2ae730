"""Abilities of a 40k datasheet: lists of core and faction abilities, and named texts, several on a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

import msgspec

from warbook.document import Piece, body, split_outside
from warbook.importers.ledger import Ledger
from warbook.sheet import Ability

Group = Literal["core", "faction", "datasheet", "wargear"]
_LABEL = re.compile(r"(CORE|FACTION):\s*(.*)")
_NAMED = re.compile(r"([A-ZÀ-Þ0-9\"'][^:.!?;|]{0,70}[!?]?(?: \([^)]*\))?): ?(\S.*)", re.DOTALL)
_NOT_NAMES = ("example", "designer's note", "note")
_SMALL = re.compile(r"(?:a|an|and|at|by|for|from|in|into|of|on|or|over|the|to|under|with|than|as|is|be|are|it|no|not|my|our|its|his|her|their|o'|d'|de|von|van)\b")


class _Named(msgspec.Struct):
    name: str
    group: Group
    parts: list[Piece]
    first: int
    last: int


def read_abilities(ledger: Ledger, places: Sequence[int], group: Group) -> list[Ability]:
    """The abilities that a section's pieces hold; text before the first name goes to a note."""
    out: list[Ability] = []
    open_ability: _Named | None = None
    for place in places:
        piece = ledger.pieces[place]
        if found := _LABEL.match(piece.text):
            out.extend(_listed(ledger, place, found.group(1), found.group(2)))
        elif piece.kind != "bullet" and (named := split_name(piece.text)):
            _close(ledger, open_ability, out)
            part = msgspec.structs.replace(piece, text=named[1], kind="text")
            open_ability = _Named(named[0], group, [part], place, place)
        elif open_ability is not None:
            open_ability.parts.append(piece)
            open_ability.last = place
        else:
            ledger.note("abilities", place)
    _close(ledger, open_ability, out)
    return once(out)


def split_name(text: str) -> tuple[str, str] | None:
    """An ability's name and text, where a line is "Name: text"."""
    found = _NAMED.fullmatch(text)
    if not found or found.group(1).casefold() in _NOT_NAMES or not _is_name(found.group(1)):
        return None
    return found.group(1).strip(), found.group(2)


def _is_name(name: str) -> bool:
    words = name.split()
    return len(words) <= 9 and all(
        not word[:1].islower() or _SMALL.fullmatch(word) is not None or "-" in word for word in words
    )


def _listed(ledger: Ledger, place: int, label: str, names: str) -> list[Ability]:
    ledger.claim(place, "abilities")
    line = ledger.pieces[place].line
    if not names:
        ledger.lose("keyword", f"{label} abilities", place)
    group: Group = "core" if label == "CORE" else "faction"
    return [Ability(name.rstrip("."), group, None, (line, line)) for name in split_outside(names)]


def _close(ledger: Ledger, ability: _Named | None, out: list[Ability]) -> None:
    if ability is not None:
        ledger.claim(range(ability.first, ability.last + 1), "abilities")
        lines = ledger.lines(ability.first, ability.last)
        out.append(Ability(ability.name, ability.group, body(ability.parts), lines))


def read_special(ledger: Ledger, start: int, end: int) -> list[Ability]:
    """An ability under a heading of its own."""
    ledger.claim(range(start, end), "abilities")
    name = ledger.pieces[start].text
    if end == start + 1:
        ledger.doubt(start, f"nothing stands under the heading {name}")
        return []
    return [Ability(name, "datasheet", body(ledger.pieces[start + 1 : end]), ledger.lines(start, end - 1))]


def once(abilities: Sequence[Ability]) -> list[Ability]:
    """Each ability once, though the page may print it again."""
    seen: dict[tuple[str, str, str | None], Ability] = {}
    for ability in abilities:
        seen.setdefault((ability.name, ability.group, ability.text), ability)
    return list(seen.values())
