"""In which order a unit's models take wounds: as listed, a wounded model first, leaders last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warbook.rules.engagement import ModelSpec
from warbook.rules.volley import Formation, Rank


def listed(models: tuple[ModelSpec, ...]) -> Formation:
    """The order listed, a wounded model first; leaders last even when wounded."""
    found = [rank for entry, model in enumerate(models) for rank in ranks(entry, model, model.count)]
    body = [rank for rank in found if not models[rank.entry].leader]
    leaders = [rank for rank in found if models[rank.entry].leader]
    names = tuple(model.name for model in models)
    return Formation(_wounded_first(body, models), _wounded_first(leaders, models), names)


def ranks(entry: int, model: ModelSpec, count: int, wounded: bool = True) -> Iterator[Rank]:
    """``count`` models of one entry; the wounded one, if it is among them, apart."""
    wounded = wounded and model.wounds_lost > 0 and count > 0
    if wounded:
        yield Rank(entry, 1, model.wounds - model.wounds_lost)
    if count > wounded:
        yield Rank(entry, count - wounded, model.wounds)


def _wounded_first(found: Iterable[Rank], models: tuple[ModelSpec, ...]) -> tuple[Rank, ...]:
    return tuple(sorted(found, key=lambda rank: rank.left == models[rank.entry].wounds))
