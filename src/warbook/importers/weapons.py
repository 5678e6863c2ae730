"""Weapon tables of any game: rows of a name, its bracketed abilities, and values under printed heads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from warbook.importers.ledger import Ledger
from warbook.sheets.document import Piece, split_outside
from warbook.sheets.sheet import Weapon, WeaponProfile

_BRACKET = re.compile(r"\[([^\[\]]*)\]")
_MODE = re.compile(r"\s(?:–|—|-)\s")
_MARKS = "➤►▸*–— -"


class Row(msgspec.Struct, frozen=True):
    """A row of a weapon table: its name as printed, its bracketed abilities, its values."""

    name: str
    abilities: tuple[str, ...]
    values: tuple[str, ...]
    place: int
    mode: bool = False


def read_row(piece: Piece, place: int) -> Row:
    """A table row's name, abilities and values."""
    first = piece.cells[0] if piece.cells else ""
    listed = [name for found in _BRACKET.findall(first) for name in split_outside(found)]
    name = _BRACKET.sub("", first).strip()
    plain = name.lstrip(_MARKS).rstrip("* ")
    return Row(plain, tuple(listed), piece.cells[1:], place, name[:1] in "➤►▸–—-" if name else False)


def full_rows(ledger: Ledger, rows: Sequence[Row], width: int, what: str) -> list[Row]:
    """The rows that have a value under each head, each once; a row with fewer only repeats or heads them."""
    full = [row for row in rows if len(row.values) >= width and row.name]
    names = {row.name.casefold() for row in full}
    header = ""
    out: list[Row] = []
    for position, row in enumerate(rows):
        ledger.claim(row.place, what)
        if len(row.values) >= width and row.name:
            header = header if row.mode else ""
            out.append(_under(row, header))
        elif any(value for value in row.values) and row.name.casefold() not in names:
            ledger.lose("table", f"{row.name}: values of its profile", row.place)
        elif row.name and row.name.casefold() not in names:
            header = row.name if any(later.mode for later in rows[position + 1 : position + 3]) else ""
            if not header:
                ledger.lose("table", f"{row.name}: its profile", row.place)
    return _once(out)


def _under(row: Row, header: str) -> Row:
    return msgspec.structs.replace(row, name=f"{header} – {row.name}") if header else row


def _once(rows: Sequence[Row]) -> list[Row]:
    seen: dict[tuple[str, tuple[str, ...]], Row] = {}
    for row in rows:
        seen.setdefault((row.name.casefold(), row.values), row)
    return list(seen.values())


def base_name(name: str) -> str:
    """A profile's weapon: what stands before the dash of a name such as "X – mode"."""
    return _MODE.split(name, maxsplit=1)[0]


def gather(
    kind: Literal["ranged", "melee"], profiles: Sequence[WeaponProfile], reaction_only: bool = False
) -> tuple[Weapon, ...]:
    """Profiles as weapons: those that share the name before a dash are one weapon."""
    shared: dict[str, list[WeaponProfile]] = {}
    for profile in profiles:
        shared.setdefault(base_name(profile.name).casefold(), []).append(profile)
    return tuple(
        Weapon(base_name(group[0].name) if len(group) > 1 else group[0].name, kind, tuple(group), reaction_only)
        for group in shared.values()
    )


def each_once(weapons: Iterable[Weapon]) -> list[Weapon]:
    """Each weapon once, though the page may print its table again."""
    out: dict[tuple[object, ...], Weapon] = {}
    for weapon in weapons:
        out.setdefault((weapon.name, weapon.kind, weapon.reaction_only, *map(_facts, weapon.profiles)), weapon)
    return list(out.values())


def _facts(profile: WeaponProfile) -> tuple[object, ...]:
    return profile.name, tuple(profile.characteristics.items()), profile.abilities, profile.traits
