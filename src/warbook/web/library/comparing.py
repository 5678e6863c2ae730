"""Sheets side by side: the same things in one row, and whether they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import msgspec

from warbook.names import words
from warbook.web.library.datasheet import Row, Shown, Table

MOST = 4
"""Sheets that stand side by side."""


class Item(msgspec.Struct, frozen=True):
    """A thing in a cell; ``shared`` where every sheet has it just so."""

    text: str
    more: str = ""
    shared: bool = False


class Line(msgspec.Struct, frozen=True):
    """A row: what it is about, and a cell for each sheet."""

    about: str
    cells: tuple[tuple[Item, ...], ...]
    differs: bool


def lines(sheets: Sequence[Shown]) -> tuple[Line, ...]:
    """The rows of sheets side by side; those that no sheet fills are left out."""
    heads = dict.fromkeys(head for sheet in sheets for table in sheet.statlines for head in table.heads)
    rows = [
        _line("Points", sheets, _points),
        *(_line(head, sheets, partial(_value, head)) for head in heads),
        _line("Base", sheets, lambda sheet: [Item(row.below) for row in _models(sheet) if row.below]),
        _line("Ranged weapons", sheets, lambda sheet: _weapons(sheet, "Ranged weapons")),
        _line("Melee weapons", sheets, lambda sheet: _weapons(sheet, "Melee weapons")),
        _line("Abilities", sheets, _abilities),
        _line("Unit", sheets, lambda sheet: map(Item, sheet.composition)),
        _line("Keywords", sheets, lambda sheet: map(Item, (*sheet.faction_keywords, *sheet.keywords))),
    ]
    return tuple(row for row in rows if any(row.cells))


def _line(about: str, sheets: Sequence[Shown], cell: Callable[[Shown], Iterable[Item]]) -> Line:
    cells = [tuple(dict.fromkeys(cell(sheet))) for sheet in sheets]
    everywhere = set.intersection(*(set(map(_key, each)) for each in cells)) if cells else set()
    marked = tuple(
        tuple(msgspec.structs.replace(item, shared=_key(item) in everywhere) for item in each) for each in cells
    )
    differs = any(not item.shared for each in marked for item in each)
    return Line(about, marked, differs and len(sheets) > 1)


def _key(item: Item) -> tuple[tuple[str, ...], str, str]:
    return words(item.text), item.text if not words(item.text) else "", item.more


def _points(sheet: Shown) -> Iterable[Item]:
    for size, values in sheet.costs.rows:
        if values and values[0] is not None:
            yield Item(f"{size}: {values[0]}")


def _models(sheet: Shown) -> list[Row]:
    return [row for table in sheet.statlines for row in table.rows]


def _value(head: str, sheet: Shown) -> Iterable[Item]:
    """A characteristic, of each kind of model where they differ."""
    found = [
        (row.name, dict(zip(table.heads, row.values, strict=True))[head])
        for table in sheet.statlines
        if head in table.heads
        for row in table.rows
    ]
    if len({value for _, value in found}) == 1:
        yield Item("", found[0][1])
    else:
        yield from (Item(name, value) for name, value in found)


def _weapons(sheet: Shown, title: str) -> Iterable[Item]:
    for table in sheet.weapons:
        if table.title == title:
            yield from (_weapon(table, row) for row in table.rows)


def _weapon(table: Table, row: Row) -> Item:
    name = f"{row.name} ({row.below})" if row.below else row.name
    figures = " · ".join(
        f"{head} {value}" for head, value in zip(table.heads, row.values, strict=True) if value
    )
    rules = ", ".join(sorted(word.printed for word in row.words))
    return Item(
        name, figures.replace("range Melee · ", "").replace("range ", "") + (f" · {rules}" if rules else "")
    )


def _abilities(sheet: Shown) -> Iterable[Item]:
    for _, named in sheet.abilities_words:
        yield from (Item(word.printed) for word in named)
    for _, rules in sheet.abilities:
        yield from (Item(rule.name) for rule in rules)
    if sheet.damaged:
        yield Item(sheet.damaged.name)
