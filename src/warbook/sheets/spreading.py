"""Shares what a number of models carry between them out to the single models."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.names import same
from warbook.sheets.sheet import Item, Option

Parcel = tuple[Item, ...]
"""What goes to one model together."""


def spread(models: int, items: Sequence[Item], options: Sequence[Option] = ()) -> list[tuple[int, Parcel]]:
    """How many models carry what, of so many models with these totals.

    What there is for every model goes to every model. Of the rest each goes to the model that has fewest such
    things, because most options replace something; what one option gives together stays together.
    """
    loads: list[list[Item]] = [[] for _ in range(models)]
    if not models:
        return []
    extra = [0] * models
    for parcel, count in _parcels(models, items, options):
        each, left = divmod(count, models)
        for load in loads if each else ():
            load.extend(Item(item.name, item.count * each) for item in parcel)
        for place in sorted(range(models), key=lambda place: (extra[place], place))[:left]:
            loads[place].extend(parcel)
            extra[place] += 1
    return _counted([tuple(_summed(load)) for load in loads])


def _parcels(models: int, items: Sequence[Item], options: Sequence[Option]) -> list[tuple[Parcel, int]]:
    """The items with their totals, those of one choice as one parcel, what most models have first."""
    left, parcels = list(items), list[tuple[Parcel, int]]()
    for choice in (choice for option in options for choice in option.choices if len(choice) > 1):
        found = [_find(left, item.name) for item in choice]
        together = [item for item in found if item is not None]
        counts = {item.count for item in together}
        if len(together) == len(choice) and len(counts) == 1 and together[0].count < models:
            left = [item for item in left if item not in together]
            parcels.append((tuple(Item(item.name) for item in together), together[0].count))
    parcels += [((Item(item.name),), item.count) for item in left]
    return sorted(parcels, key=lambda parcel: -parcel[1])


def _find(items: Sequence[Item], name: str) -> Item | None:
    return next((item for item in items if same(item.name, name)), None)


def _summed(items: Sequence[Item]) -> list[Item]:
    counts: dict[str, int] = {}
    for item in items:
        counts[item.name] = counts.get(item.name, 0) + item.count
    return [Item(name, count) for name, count in counts.items()]


def _counted(loads: Sequence[Parcel]) -> list[tuple[int, Parcel]]:
    """Equal loads counted, in the order in which they first come."""
    counts: dict[Parcel, int] = {}
    for load in loads:
        counts[load] = counts.get(load, 0) + 1
    return [(count, load) for load, count in counts.items()]
