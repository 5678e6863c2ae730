"""In which order Hazardous tests pick the models that bear such weapons (rules sections 13 and 19)."""

from __future__ import annotations

from warbook.rules.engagement import AttackerSpec, ModelSpec, WeaponSpec
from warbook.rules.formation import ranks
from warbook.rules.volley import Formation, Rank
from warbook.systems.wh40k10 import abilities


def bearers(unit: AttackerSpec, forced: bool) -> Formation:
    """The models that may carry the unit's Hazardous weapons, in the order in which failed tests pick them
    (section 19 row 4). ``forced``: a wounded bearer, then the others, CHARACTERs last. Where the owner picks,
    he is taken to spare CHARACTERs first and to give up the wounded of the others.

    Behind them, as entries of their own, stand the models that carry none. Where mortal wounds spill, they are
    taken to go on in this order too, even past a wounded model that carries none."""
    hazardous = [weapon for weapon in unit.weapons if abilities.read(weapon.abilities).hazardous]
    carried = [_carried(model, hazardous) for model in unit.models]
    spared = [model.count - n for model, n in zip(unit.models, carried, strict=True)]
    twice = (*unit.models, *unit.models)
    ranks = (
        *_in_order(unit.models, carried, 0, [True] * len(carried), forced),
        *_in_order(unit.models, spared, len(carried), [not n for n in carried], False),
    )
    return Formation(ranks, (), tuple(model.name for model in twice))


def _in_order(
    models: tuple[ModelSpec, ...], counts: list[int], first: int, wounded: list[bool], wounded_first: bool
) -> tuple[Rank, ...]:
    """``counts`` of each model, as entries from ``first``: leaders last and wounded first, where the one or the
    other comes first. ``wounded`` says whether an entry's wounded model is among them."""
    pairs = [
        (rank, model)
        for place, (model, count) in enumerate(zip(models, counts, strict=True))
        for rank in ranks(first + place, model, count, wounded[place])
    ]
    pairs.sort(key=lambda pair: (pair[0].left == pair[1].wounds, pair[1].leader)[:: 1 if wounded_first else -1])
    return tuple(rank for rank, _ in pairs)


def _carried(model: ModelSpec, hazardous: list[WeaponSpec]) -> int:
    """How many models of a kind carry one: all may, unless every such weapon names its bearer."""
    if any(weapon.bearer is None for weapon in hazardous):
        return model.count
    return min(model.count, sum(weapon.count for weapon in hazardous if weapon.bearer == model.name))
