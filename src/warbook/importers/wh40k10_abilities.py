"""Abilities of a 40k datasheet: lists of core and faction abilities, and named texts, several on a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from warbook.importers.ledger import Ledger
from warbook.sheets.document import Piece, body, split_outside
from warbook.sheets.sheet import Ability

Group = Literal["core", "faction", "datasheet", "wargear"]
_LABEL = re.compile(r"(CORE|FACTION):\s*(.*)")
_NAMED = re.compile(
    r"([A-ZÀ-Þ0-9\"'](?:[^:.!?;|]|[.!?](?=[ .!?]*[A-Z(:.])){0,70}?(?: \([^()]*\))?): ?(\S.*)", re.DOTALL
)
_GLUED_NAME = re.compile(
    r"(?<=[a-z)\]'\"])(?=[A-ZÀ-Þ][\w'!-]{0,20}(?: [\w'!,-]{1,20}){0,7}(?: \([^()]{1,30}\))?: [A-Z])"
)
_NOT_NAMES = ("example", "designer's note", "note")
_SMALL = frozenset(
    (
        "a", "an", "and", "at", "but", "by", "da", "de", "for", "from", "in", "into", "is", "it", "of", "on",
        "or", "our", "over", "the", "to", "under", "with",
    )
)  # fmt: skip
_MOST_WORDS = 9
_LONGEST = 20_000
"""A text of more characters is not searched for names glued into it."""


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
    for place, piece in _parts(ledger, places):
        if found := _LABEL.match(piece.text):
            out.extend(_listed(ledger, place, found.group(1), found.group(2)))
        elif piece.kind != "bullet" and (named := split_name(piece.text, group)):
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


def _parts(ledger: Ledger, places: Sequence[int]) -> Iterator[tuple[int, Piece]]:
    """The pieces at places, cut where the next ability's name is glued to a text without a full stop."""
    for place in places:
        piece = ledger.pieces[place]
        short = len(piece.text) <= _LONGEST
        first, *glued = _GLUED_NAME.split(piece.text) if short else [piece.text]
        yield place, msgspec.structs.replace(piece, text=first) if glued else piece
        for text in glued:
            yield place, Piece("text", text, piece.line)


def split_name(text: str, group: Group) -> tuple[str, str] | None:
    """An ability's name and text, where a line is "Name: text"."""
    found = _NAMED.fullmatch(text)
    if not found or found.group(1).casefold() in _NOT_NAMES or not _is_name(found.group(1), group):
        return None
    return found.group(1).strip(), found.group(2)


def _is_name(name: str, group: Group) -> bool:
    """Most words of a name are capitalised; wargear is often written in lower case."""
    words = [word for word in re.sub(r"\([^()]*\)", "", name).split() if word.casefold() not in _SMALL]
    lower = sum(word[:1].islower() for word in words)
    most = 3 if group == "wargear" else len(words) / 2
    return 0 < len(words) <= _MOST_WORDS and lower <= most


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
