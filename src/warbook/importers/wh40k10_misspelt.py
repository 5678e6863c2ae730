"""Names of a card that differ by a letter from a name on the same card, which they mean."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from rapidfuzz import fuzz, process

from warbook.importers.names import Names
from warbook.sheets.sheet import Datasheet, Item

CLOSE = 88.0
"""How alike two names on one card are (0 to 100) that mean the same thing."""
MOST = 200
"""Weapons of a card, or its options; with more of them it is no card."""
_LOOKALIKES = str.maketrans("\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456", "aceopxyi")
"""Letters of another script that some cards have in the place of those that they look like."""
SHORTEST = 7
"""Letters of a name that may be misspelt; shorter ones are too alike."""


def corrected(sheet: Datasheet) -> tuple[Datasheet, dict[str, str]]:
    """The sheet with what its models carry under the names of its weapons, and which names were taken so."""
    weapons = [weapon.name for weapon in sheet.weapons]
    known = Names((*weapons, *(ability.name for ability in sheet.abilities)))
    if len(weapons) > MOST:
        return sheet, {}
    carried = dict.fromkeys(item.name for equipped in sheet.loadout for item in equipped.items)
    meant = {name: found for name in carried if not known.find(name) and (found := closest(name, weapons))}
    if not meant:
        return sheet, {}
    loadout = tuple(
        msgspec.structs.replace(one, items=tuple(_named(one.items, meant))) for one in sheet.loadout
    )
    options = tuple(
        msgspec.structs.replace(
            one,
            replaces=tuple(_named(one.replaces, meant)),
            choices=tuple(tuple(_named(choice, meant)) for choice in one.choices),
        )
        for one in sheet.options
    )
    return msgspec.structs.replace(sheet, loadout=loadout, options=options), meant


def _named(items: Iterable[Item], meant: dict[str, str]) -> Iterable[Item]:
    return (msgspec.structs.replace(item, name=meant.get(item.name, item.name)) for item in items)


def closest(name: str, others: list[str]) -> str | None:
    """The only one of other names that a name is close to; an article before it does not count."""
    plain = letters(name)
    if len(plain) < SHORTEST or len(others) > MOST:
        return None
    known = dict(zip(others, map(letters, others), strict=True))
    close = process.extract(plain, known, scorer=fuzz.ratio, score_cutoff=CLOSE, limit=2)
    best = [found for _, score, found in close if score == close[0][1]]
    return best[0] if len(best) == 1 else None


def letters(name: str) -> str:
    """The letters and digits of a name, folded, without an article before it."""
    return "".join(
        sign for sign in name.casefold().translate(_LOOKALIKES).removeprefix("the ") if sign.isalnum()
    )
