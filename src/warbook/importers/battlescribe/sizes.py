"""What a unit costs at each of its sizes."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.importers.battlescribe.kinds import Kind
from warbook.importers.battlescribe.selections import Selection, room, tallied

MAX_SIZES = 200


def costs(root: Selection, kinds: Sequence[Kind], cost_type: str) -> list[tuple[int, float]]:
    """Number of models and cost, from the smallest unit to the largest; the unit is as before afterwards.

    Of several sizes that cost the same in a row only the largest stands there.
    """
    models = [one for kind in kinds for one in kind.variants]
    before = [one.number for one in models]
    size = sum(kind.least for kind in kinds)
    found = [(size, _cost(root, cost_type))]
    while len(found) < MAX_SIZES and _grow(kinds):
        size += 1
        found.append((size, _cost(root, cost_type)))
    for one, number in zip(models, before, strict=True):
        one.number = number
    _cost(root, cost_type)
    return [row for place, row in enumerate(found) if place + 1 == len(found) or found[place + 1][1] != row[1]]


def _grow(kinds: Sequence[Kind]) -> bool:
    """Adds one model; false where the unit is full."""
    for kind in kinds:
        for one in kind.variants:
            if one.parent is not None and kind.number < kind.most and room(one) >= 1:
                one.number += 1
                return True
    return False


def _cost(root: Selection, cost_type: str) -> float:
    state = tallied(root)
    root.restate(state)
    return tallied(root)[root.path].costs.get(cost_type, 0)
