"""What models stand on where no document of theirs prints it: the commonest base of models of such keywords and
Wounds (``tools/base_table.py`` counts them), and a footprint for those that stand on their hull."""

from __future__ import annotations

import math
from functools import cache
from importlib import resources

import msgspec

from warbook.sheets.sheet import Datasheet, Model

TABLE = resources.files("warbook.data") / "bases" / "wh40k10.json"
KEYWORDS = frozenset((
    "AIRCRAFT", "BATTLESUIT", "BEASTS", "DREADNOUGHT", "FLY", "FORTIFICATION", "GRAVIS", "MONSTER", "MOUNTED",
    "SWARM", "TERMINATOR", "TITANIC", "TRANSPORT", "VEHICLE", "WALKER",
))  # fmt: skip
"""Those that tell something of a base."""
WOUNDS = (1, 2, 3, 4, 6, 9, 13, 999)
"""Models of up to so many Wounds are counted together."""
HULL_BASE_MM = "170x105"
"""The footprint of a model that stands on its hull: no document prints one."""
HULL = "a hull of 170 × 105 mm"
LARGE = ("VEHICLE", "FORTIFICATION", "TITANIC")
"""Whose models stand on their hull where their document has no base for them and does not lack one."""


class Row(msgspec.Struct, frozen=True):
    """What most models of some keywords and Wounds stand on, ``None`` for their hull: ``models`` ``of`` so
    many."""

    keywords: frozenset[str]
    wounds: int
    base_mm: int | str | None
    models: int
    of: int


def at_most(model: Model) -> int:
    """The row's Wounds for a model."""
    text = model.characteristics.get("W", "")
    wounds = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 1
    return next(most for most in WOUNDS if wounds <= most)


def based(sheet: Datasheet) -> tuple[Datasheet, dict[str, str]]:
    """A sheet of whose models every one has a base, and what those by name are taken to stand on that had
    none."""
    lacks = any(missing.token == "base" for missing in sheet.missing)
    hulls = not lacks and not set(LARGE).isdisjoint(sheet.keywords)
    models, assumed = list[Model](), dict[str, str]()
    for model in sheet.models:
        base = model.base_mm
        if base is None:
            base = (None if hulls else _commonest(sheet, model)) or HULL_BASE_MM
            assumed[model.name] = in_words(base)
        models.append(msgspec.structs.replace(model, base_mm=base))
    if not assumed:
        return sheet, {}
    return msgspec.structs.replace(sheet, models=tuple(models)), assumed


def _commonest(sheet: Datasheet, model: Model) -> int | str | None:
    """The base of the row that shares most keywords, and is nearest in Wounds."""
    own, wounds = KEYWORDS & set(sheet.keywords), WOUNDS.index(at_most(model))
    rows = [row for row in _rows() if row.keywords <= own]
    return max(rows, key=lambda row: (len(row.keywords), -abs(WOUNDS.index(row.wounds) - wounds))).base_mm


def area(base: int | str | None) -> float:
    """How much room a base takes, in square millimetres of its box; a hull is the largest."""
    if base is None:
        return math.inf
    length, _, width = str(base).partition("x")
    return float(length) * float(width or length)


def in_words(base: int | str) -> str:
    """A base for a person."""
    if base == HULL_BASE_MM:
        return HULL
    return f"{str(base).replace('x', ' × ')} mm"


@cache
def _rows() -> tuple[Row, ...]:
    return msgspec.json.decode(TABLE.read_bytes(), type=tuple[Row, ...])
