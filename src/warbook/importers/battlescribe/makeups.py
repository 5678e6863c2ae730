"""The ways to make up a unit, where a catalogue has an entry with all models for each of its sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import TypeVar

import msgspec

from warbook.importers.battlescribe.limits import growing
from warbook.importers.battlescribe.selections import Selection
from warbook.sheets.sheet import Composition, Datasheet, Model, Option, Points

T = TypeVar("T")

MOST = 24
"""A unit with more ways to make it up is read in so many."""


def makeups(unit: Selection) -> list[dict[str, bool]]:
    """For each way to make up a unit, which of its entries are taken and which are not, by their paths.

    Empty where there is only one way.
    """
    groups = [[each.path for each in group.inside()] for group in unit.below() if _excludes(group)]
    chosen = islice(product(*groups), MOST) if groups else ()
    every = [path for group in groups for path in group]
    return [{path: path in paths for path in every} for paths in chosen]


def _excludes(group: Selection) -> bool:
    """Whether a group holds several sets of models of which one is taken."""
    inside = list(group.inside()) if group.is_group and group.most == 1 else []
    sets = [one for one in inside if one.type == "upgrade" and _has_models(one)]
    return len(inside) > 1 and bool(sets) and all(one.type == "model" or one in sets for one in inside)


def _has_models(one: Selection) -> bool:
    return any(near.type == "model" for near in one.below())


def as_one(sheets: Sequence[Datasheet]) -> Datasheet:
    """The sheet of a unit from those of each way to make it up, the smallest first."""
    ordered = sorted(sheets, key=_size)
    first = ordered[0]
    return msgspec.structs.replace(
        first,
        models=tuple(_models(ordered)),
        weapons=_joined([sheet.weapons for sheet in ordered]),
        options=tuple(_options(ordered)),
        loadout=tuple({one.model: one for sheet in reversed(ordered) for one in sheet.loadout}.values()),
        abilities=_joined([sheet.abilities for sheet in ordered]),
        composition=tuple(_compositions(ordered)),
        points=tuple(_points(ordered)),
        missing=_joined([sheet.missing for sheet in ordered]),
        problems=_joined([sheet.problems for sheet in ordered]),
        notes=_joined([sheet.notes for sheet in ordered]),
        choice_lists=_joined([sheet.choice_lists for sheet in ordered]),
        keywords=_joined([sheet.keywords for sheet in ordered]),
        complete=all(sheet.complete for sheet in ordered),
    )


def _size(sheet: Datasheet) -> int:
    return sum(model.count_min for model in sheet.models)


def _joined(rows: Sequence[Sequence[T]]) -> tuple[T, ...]:
    """All that stands in some rows, each once."""
    out: list[T] = []
    for row in rows:
        out.extend(one for one in row if one not in out)
    return tuple(out)


def _models(sheets: Sequence[Datasheet]) -> Iterator[Model]:
    names = dict.fromkeys(model.name for sheet in sheets for model in sheet.models)
    for name in names:
        found = [model for sheet in sheets for model in sheet.models if model.name == name]
        least = min(model.count_min for model in found) if len(found) >= len(sheets) else 0
        best = next((model for model in found if model.characteristics), found[0])
        yield msgspec.structs.replace(best, count_min=least, count_max=max(model.count_max for model in found))


def _compositions(sheets: Sequence[Datasheet]) -> Iterator[Composition]:
    for place, members in enumerate(dict.fromkeys(sheet.composition for sheet in sheets)):
        yield from (msgspec.structs.replace(member, alternative=place) for member in members)


def _points(sheets: Sequence[Datasheet]) -> Iterator[Points]:
    rows = {row.models: row for sheet in reversed(sheets) for row in sheet.points}
    sizes = sorted(rows)
    for size, larger in zip(sizes, [*sizes[1:], 0], strict=True):
        if not larger or rows[larger].points != rows[size].points:
            yield rows[size]


def _options(sheets: Sequence[Datasheet]) -> Iterator[Option]:
    """Options with a bound that grows with the unit, where it is another at another size."""
    found: dict[Option, dict[int, Option]] = {}
    for sheet in sheets:
        for option in sheet.options:
            bare = msgspec.structs.replace(option, limit=None, per_models=None)
            sized = found.setdefault(bare, {})
            before = sized.get(_size(sheet), option)
            sized[_size(sheet)] = max(before, option, key=_freedom)
    for bare, sized in found.items():
        yield _grown(bare, sized)


def _freedom(option: Option) -> float:
    return float("inf") if option.limit is None else option.limit


def _grown(bare: Option, sized: dict[int, Option]) -> Option:
    small, large = min(sized), max(sized)
    few, many = sized[small].limit, sized[large].limit
    if few is None or many is None or sized[large].per_models or sized[small].per_models or few >= many:
        return sized[small]
    limit, per = growing(few, small, many, large)
    return msgspec.structs.replace(bare, limit=limit, per_models=per)
