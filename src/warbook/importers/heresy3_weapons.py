"""Weapon tables of Horus Heresy pages: characteristics, then special rules, then traits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from warbook.importers.ledger import Ledger
from warbook.importers.weapons import Row, full_rows, gather, read_row
from warbook.sheets.document import Piece, split_outside
from warbook.sheets.sheet import Weapon, WeaponProfile

_HEADS = frozenset(("R", "FP", "RS", "IM", "AM", "SM", "AP", "D"))
_RULES, _TRAITS = "special rules", "traits"


def is_weapon_row(piece: Piece) -> bool:
    """Whether a row heads a weapon table."""
    return piece.kind == "row" and bool(piece.cells) and _kind(piece.cells[0]) is not None


def _kind(cell: str) -> Literal["ranged", "melee"] | None:
    word = cell.casefold().removesuffix("s")
    if word not in ("ranged weapon", "melee weapon", "psychic weapon"):
        return None
    return "melee" if word == "melee weapon" else "ranged"


def read_weapons(ledger: Ledger, places: Sequence[int], reaction_only: bool) -> tuple[Weapon, ...]:
    """The weapons of one or more tables; the first, partial copy of a row is skipped."""
    out: list[Weapon] = []
    heads: list[str] = []
    kind: Literal["ranged", "melee"] = "ranged"
    rows: list[Row] = []
    for place in places:
        piece = ledger.pieces[place]
        new = _kind(piece.cells[0]) if piece.cells else None
        if new is None:
            rows.append(read_row(piece, place))
            continue
        ledger.claim(place, "weapons")
        if len(piece.cells) > 1:
            out.extend(_table(ledger, kind, heads, rows, reaction_only))
            kind, heads, rows = new, list(piece.cells[1:]), []
    out.extend(_table(ledger, kind, heads, rows, reaction_only))
    return tuple(out)


def _table(
    ledger: Ledger,
    kind: Literal["ranged", "melee"],
    heads: Sequence[str],
    rows: Sequence[Row],
    reaction_only: bool,
) -> tuple[Weapon, ...]:
    if not heads:
        for row in rows:
            ledger.lose("table", f"{row.name or 'weapon'}: its profile", row.place)
        return ()
    width = sum(head.upper() in _HEADS for head in heads)
    full = full_rows(ledger, rows, width, "weapons")
    if not full:
        ledger.lose("table", "weapon profiles", rows[0].place if rows else None)
    return gather(kind, [_profile(row, heads) for row in full], reaction_only)


def _profile(row: Row, heads: Sequence[str]) -> WeaponProfile:
    values = dict(zip((head.casefold() for head in heads), row.values, strict=False))
    characteristics = {
        head: values[head.casefold()] for head in heads if head.upper() in _HEADS and head.casefold() in values
    }
    return WeaponProfile(
        row.name, characteristics, (*row.abilities, *_list(values, _RULES)), _list(values, _TRAITS)
    )


def _list(values: dict[str, str], head: str) -> tuple[str, ...]:
    return tuple(name for name in split_outside(values.get(head, "")) if name not in ("-", "–", "—"))
