"""How many of a choice a whole unit may have, at its smallest and at its largest size."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.importers.battlescribe.changes import number_after
from warbook.importers.battlescribe.kinds import Kind
from warbook.importers.battlescribe.nodes import number
from warbook.importers.battlescribe.selections import Selection
from warbook.importers.battlescribe.states import tallied

_WHOLE_UNIT = frozenset(("unit", "root-entry", "model-or-unit"))
MAX_TRIES = 100


def unit_limit(selection: Selection) -> int | None:
    """How many of an entry the whole unit may have; None where only the model that carries it is bound."""
    above = {identity for near in selection.above() for identity in near.entry.ids if near.parent is None}
    found = [
        number_after(number(node.get("value")), selection.applied(node.id))
        for node in selection.entry.each("constraints")
        if node.get("type") == "max"
        and node.get("field") == "selections"
        and (node.get("scope") in _WHOLE_UNIT or node.get("scope") in above)
    ]
    limits = [value for value in found if value >= 0]
    return int(min(limits)) if limits else None


def variant_limit(
    root: Selection, kinds: Sequence[Kind], kind: Kind, other: Selection
) -> tuple[int | None, int | None]:
    """How many models of a kind may be of another entry, and for how many models of the unit each.

    None where all of them may; where the number grows with the unit, the second says for how many models one
    may. What the document forbids by a message counts as what it forbids by a bound.
    """
    numbers = [(one, one.number) for one in kind.variants]
    rest = sum(one.least for one in kinds if one is not kind)
    few = _most(root, kind, other, kind.least)
    many = _most(root, kind, other, kind.most) if kind.most > kind.least else few
    for one, before in numbers:
        one.number = before
    state = tallied(root)
    for one in kind.variants:
        one.look(state)
    if few >= kind.least and many >= kind.most:
        return None, None
    size = rest + kind.most
    if 0 < few < many and not size % many and size // many * few == rest + kind.least:
        return 1, size // many
    return many, None


def _most(root: Selection, kind: Kind, other: Selection, size: int) -> int:
    """The largest number of an entry among so many models of its kind that the document allows."""
    for count in range(min(size, MAX_TRIES), 0, -1):
        for one in kind.variants:
            one.number = 0
        kind.usual.number = size - count
        other.number = count
        other.look(tallied(root))
        if other.most >= count and not other.applied("error"):
            return count
    return 0
