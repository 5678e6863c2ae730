"""Blocks that a copied page holds twice: the whole page, its head, or some sections of its datasheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from warbook.sheets.document import Piece

SHORTEST = 4
"""Fewer pieces than this may stand twice on a page and mean something each time."""


def without_repeats(
    pieces: Sequence[Piece], opens: Callable[[Sequence[Piece], int], bool]
) -> tuple[list[Piece], list[Piece]]:
    """The pieces without copies of whole sections, and the pieces of those copies.

    ``opens`` says whether a section of the datasheet starts at a place; a copy holds at least one such start.
    Rules and cards that stand twice are left to the readers, which compare them.
    """
    pieces = _with_whole_titles(pieces)
    first: dict[tuple[str, str], int] = {}
    kept: list[Piece] = []
    copies: list[Piece] = []
    place = 0
    while place < len(pieces):
        twin = first.get(_same(pieces[place]))
        size = _common(pieces, twin, place) if twin is not None else 0
        if size >= SHORTEST and any(opens(pieces, at) for at in range(place, place + size)):
            copies.extend(pieces[place : place + size])
            place += size
            continue
        for piece in pieces[place : place + max(1, size)]:
            first.setdefault(_same(piece), place)
            kept.append(piece)
            place += 1
    return kept, copies


def _with_whole_titles(pieces: Sequence[Piece]) -> Sequence[Piece]:
    """The pieces, where the title of the page's copy is cut off the line that it was glued to."""
    title = pieces[0].text
    glued = [
        place
        for place in range(2, len(pieces) - 1)
        if pieces[place].text.endswith(title)
        and pieces[place].text != title
        and _same(pieces[place + 1]) == _same(pieces[1])
    ]
    out = list(pieces)
    for place in reversed(glued):
        piece = pieces[place]
        rest = msgspec.structs.replace(piece, text=piece.text.removesuffix(title).strip())
        out[place : place + 1] = [rest, msgspec.structs.replace(pieces[0], line=piece.line)]
    return out


def _same(piece: Piece) -> tuple[str, str]:
    return piece.kind, piece.text


def _common(pieces: Sequence[Piece], one: int, other: int) -> int:
    """How many pieces two places share from there on."""
    size = 0
    while other + size < len(pieces) and _same(pieces[one + size]) == _same(pieces[other + size]):
        size += 1
    return size
