"""How many of a choice a whole unit may have, at its smallest and at its largest size."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.importers.battlescribe.changes import number_after
from warbook.importers.battlescribe.kinds import Kind
from warbook.importers.battlescribe.nodes import number
from warbook.importers.battlescribe.selections import Selection, tallied

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


def shared_limit(root: Selection, kinds: Sequence[Kind], selection: Selection) -> tuple[int | None, int | None]:
    """How many of an entry the whole unit may have by its own bound or that of a group around it.

    Where the number grows with the unit, the second says for how many models there may be so many.
    """
    holders = [near for near in _bound(selection) if unit_limit(near) is not None]
    if not holders:
        return None, None
    models = [one for kind in kinds for one in kind.variants]
    numbers = [one.number for one in models]
    small = sum(kind.least for kind in kinds)
    few = _bound_now(root, holders)
    for kind in kinds:
        kind.usual.number += max(0, kind.most - int(kind.number))
    large, many = sum(kind.most for kind in kinds if kind.most), _bound_now(root, holders)
    for one, before in zip(models, numbers, strict=True):
        one.number = before
    _bound_now(root, holders)
    return growing(few, small, many, large)


def _bound(selection: Selection) -> list[Selection]:
    """An entry, and the groups around it in one model."""
    out = [selection]
    while (parent := out[-1].parent) is not None and parent.is_group:
        out.append(parent)
    return out


def _bound_now(root: Selection, holders: Sequence[Selection]) -> int:
    state = tallied(root)
    for near in holders:
        near.look(state)
    return min(limit for near in holders if (limit := unit_limit(near)) is not None)


def growing(few: int, small: int, many: int, large: int) -> tuple[int | None, int | None]:
    """A bound at the smallest and at the largest size as so many for every so many models."""
    if few == many:
        return many, None
    for share in range(1, many + 1):
        if many % share:
            continue
        every = large // (many // share)
        if every and large // every * share == many and small // every * share == few:
            return share, every
    return many, None


def variant_limit(
    root: Selection, kinds: Sequence[Kind], kind: Kind, other: Selection
) -> tuple[int | None, int | None]:
    """How many models of a kind may be of another entry, and for how many models of the unit each.

    None where all of them may; where the number grows with the unit, the second says for how many models one
    may. What the document forbids by a message counts as what it forbids by a bound.
    """
    numbers = [(one, one.number) for one in (*kind.variants, *kind.rivals)]
    rest = sum(one.least for one in kinds if one is not kind)
    few = _most(root, kind, other, kind.least)
    many = _most(root, kind, other, kind.most) if kind.most > kind.least else few
    for one, before in numbers:
        one.number = before
    state = tallied(root)
    for one in (*kind.variants, *kind.rivals, *inner_groups(kind, other)):
        one.look(state)
    if few >= kind.least and many >= kind.most:
        return None, None
    size = rest + kind.most
    if 0 < few < many and not size % many and size // many * few == rest + kind.least:
        return 1, size // many
    return many, None


def _most(root: Selection, kind: Kind, other: Selection, size: int) -> int:
    """The largest number of an entry among so many models of its kind that the document allows."""
    groups = inner_groups(kind, other)
    for count in range(min(size, MAX_TRIES), 0, -1):
        for one in kind.variants:
            one.number = 0
        kind.usual.number = size - count
        other.number = count
        state = tallied(root)
        other.look(state)
        for group in groups:
            group.look(state)
        if min(one.most for one in (other, *groups)) >= count and not other.applied("error"):
            return count
    return 0


def inner_groups(kind: Kind, other: Selection) -> list[Selection]:
    """The groups around an entry that the usual entry of its kind does not stand in."""
    around = list(kind.usual.line())
    return [near for near in other.line() if near.is_group and near not in around]


def shared_group(kind: Kind, other: Selection) -> Selection | None:
    """The group that bounds an entry together with others, as tightly as it bounds itself."""
    return next((near for near in inner_groups(kind, other) if near.most <= other.most), None)
