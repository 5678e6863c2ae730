"""In which order models take wounds (rules section 9 step 3, sections 13 and 19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warbook.rules.engagement import AttackerSpec, ModelSpec, WeaponSpec
from warbook.rules.volley import Formation, Rank
from warbook.systems.wh40k10 import abilities


def target_formation(models: tuple[ModelSpec, ...]) -> Formation:
    """A wounded model first, then the order listed; leaders last even when wounded (K-LDR-04)."""
    ranks = [rank for entry, model in enumerate(models) for rank in _ranks(entry, model, model.count)]
    body = [rank for rank in ranks if not models[rank.entry].leader]
    leaders = [rank for rank in ranks if models[rank.entry].leader]
    return Formation(
        _wounded_first(body, models), _wounded_first(leaders, models), tuple(model.name for model in models)
    )


def bearers(unit: AttackerSpec) -> Formation:
    """The models that may carry the unit's Hazardous weapons, in the order in which failed tests pick them: a
    wounded bearer, then the others, CHARACTERs last (section 19 row 4; where the owner chooses, so as well)."""
    hazardous = [weapon for weapon in unit.weapons if abilities.read(weapon.abilities).hazardous]
    ranks = [
        rank
        for entry, model in enumerate(unit.models)
        for rank in _ranks(entry, model, _carried(model, hazardous))
    ]
    ranks.sort(key=lambda rank: unit.models[rank.entry].leader)
    return Formation(_wounded_first(ranks, unit.models), (), tuple(model.name for model in unit.models))


def _carried(model: ModelSpec, hazardous: list[WeaponSpec]) -> int:
    """How many models of a kind carry one: all may, unless every such weapon names its bearer."""
    if any(weapon.bearer is None for weapon in hazardous):
        return model.count
    return min(model.count, sum(weapon.count for weapon in hazardous if weapon.bearer == model.name))


def _ranks(entry: int, model: ModelSpec, count: int) -> Iterator[Rank]:
    wounded = 1 if model.wounds_lost and count else 0
    if wounded:
        yield Rank(entry, 1, model.wounds - model.wounds_lost)
    if count > wounded:
        yield Rank(entry, count - wounded, model.wounds)


def _wounded_first(ranks: Iterable[Rank], models: tuple[ModelSpec, ...]) -> tuple[Rank, ...]:
    return tuple(sorted(ranks, key=lambda rank: rank.left == models[rank.entry].wounds))
