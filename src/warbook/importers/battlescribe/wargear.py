"""What the models of a unit carry, what they may take instead, and choices that are no wargear; for any game.

A game says by which names a selection stands among what is carried, and what a choice costs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, islice
from typing import Any

import msgspec

from warbook.importers.battlescribe.kinds import Kind
from warbook.importers.battlescribe.limits import shared_group, unit_limit, variant_limit
from warbook.importers.battlescribe.selections import UNLIMITED, Selection
from warbook.sheets.sheet import ChoiceList, Item, Option

MOST_VERSIONS = 40
"""An entry with more choices in it is shown with so many."""

MOST_TOGETHER = 4
"""Of a group of which more must be taken, only one kind at a time is exchanged."""

MOST_SETS = 400
"""A group that can be filled in more ways is shown with so many."""


class Carried:
    """Items and options of one unit."""

    def __init__(self, unit: Selection, kinds: Sequence[Kind]) -> None:
        self.unit = unit
        self.kinds = kinds
        self._lists: dict[str, ChoiceList] = {}

    def names(self, selection: Selection) -> list[str]:
        """What one of an entry is by itself: its weapons, or its own name where it is a thing to carry."""
        raise NotImplementedError

    def cost(self, selection: Selection) -> int:
        """What one of an entry costs in points."""
        raise NotImplementedError

    def parts(self, group: Selection) -> list[Selection]:
        """The groups in a group whose things are exchanged apart from the others'; by default none."""
        return []

    def limit(self, selection: Selection) -> tuple[int | None, int | None]:
        """How many of a choice the unit may have, and for how many models each; None where it is not bound."""
        return unit_limit(selection), None

    def items(self, selection: Selection) -> list[Item]:
        """What one of an entry is as items: its weapons, itself where it only has a text, and what is in it."""
        inner = (
            Item(item.name, item.count * int(child.number))
            for child in selection.inside()
            if child.number and child.type != "model"
            for item in self.items(child)
        )
        return joined((*(Item(name) for name in self.names(selection)), *inner))

    def options(self) -> tuple[Option, ...]:
        """What models may take instead of what they carry, or besides it."""
        out: dict[Option, None] = {}
        for kind in self.kinds:
            out.update(dict.fromkeys(self._variants(kind)))
            out.update(dict.fromkeys(self._inside(kind.usual, kind.name, kind.most == 1)))
        if all(kind.usual is not self.unit for kind in self.kinds):
            out.update(dict.fromkeys(self._inside(self.unit, None, True)))
        return tuple(out)

    def _variants(self, kind: Kind) -> Iterator[Option]:
        """Other entries for the same kind of model: an exchange of what differs.

        Entries that a group bounds together are choices of one option.
        """
        usual = self.items(kind.usual)
        found: dict[Any, list[tuple[Item, ...]]] = {}
        for other in (*kind.variants[1:], *kind.rivals):
            bound = variant_limit(self.unit, self.kinds, kind, other)
            holder = (shared_group(kind, other) if bound[0] is not None else None) or other
            for taken in self.versions(other):
                gained, lost = without(taken, usual), without(usual, taken)
                if gained:
                    found.setdefault((holder.path, tuple(lost), *bound), []).append(tuple(gained))
        for (_, lost_items, limit, per_models), choices in found.items():
            yield Option(kind.name, tuple(dict.fromkeys(choices)), lost_items, limit, per_models)

    def versions(self, selection: Selection) -> list[list[Item]]:
        """What one of an entry may be as items: as it is by default, then with each other choice in it."""
        usual = self.items(selection)
        out = [usual]
        for group in (one for one in selection.below() if one.is_group and is_choice(one)):
            given = self._given(group)
            others = (one for one in group.inside() if not one.number)
            exchanged = (items for one in others for items in self._exchanged(group, one, self.items(one)))
            out.extend(joined((*without(usual, given), *items)) for items in exchanged)
        return out[:MOST_VERSIONS]

    def _given(self, group: Selection) -> list[Item]:
        """All that is taken of a group by default."""
        return joined(
            Item(item.name, item.count * int(one.number))
            for one in group.inside()
            if one.number
            for item in self.items(one)
        )

    def _exchanged(self, group: Selection, other: Selection, gained: Sequence[Item]) -> Iterator[list[Item]]:
        """What is carried of a group when one, two, … of what is taken are given up for another."""
        taken = [one for one in group.inside() if one.number]
        if len(taken) != 1:
            yield list(gained)
            return
        count, each = int(taken[0].number), self.items(taken[0])
        for changed in range(1, int(min(count, other.most)) + 1):
            kept = (Item(item.name, item.count * (count - changed)) for item in each)
            yield joined((*kept, *(Item(item.name, item.count * changed) for item in gained)))

    def _inside(self, holder: Selection, model: str | None, alone: bool) -> Iterator[Option]:
        for child in holder.children:
            if child.type == "model":
                continue
            if child.is_group and is_choice(child):
                yield from self._choice(child, model, alone)
            elif child.is_group or child.number:
                yield from self._inside(child, model, alone)
            else:
                offers = [(child, items, self.cost(child)) for items in self.versions(child)]
                picks = int(child.most) if 1 < child.most < MOST_VERSIONS else 1
                plain = Option(model, (), picks=picks, duplicates=picks > 1)
                yield from self._offered(offers, plain, alone)

    def _choice(self, group: Selection, model: str | None, alone: bool) -> Iterator[Option]:
        parts = self.parts(group)
        held = [one for part in parts for one in part.inside()]
        inside = [one for one in group.inside() if one.type != "model" and one not in held]
        taken = [one for one in inside if one.number]
        others = [one for one in inside if not one.number]
        exchanged = [one for one in group.inside() if one.number]
        replaced = tuple(self._given(group))
        offers = [
            (one, items, self.cost(one))
            for one in others
            for version in self.versions(one)
            for items in self._exchanged(group, one, version)
        ]
        offers.extend(() if parts else self._pairs(inside, others))
        picks = 1 if exchanged else max(1, int(min(group.most, len(others))))
        twice = picks > 1 and any(one.most > 1 for one in others)
        plain = Option(model, (), replaced, picks=picks, duplicates=twice, replaces_one_of=len(taken) > 1)
        yield from self._offered(offers, plain, alone)
        for one in (*taken, *parts):
            yield from self._choice(one, model, alone) if one.is_group else self._inside(one, model, alone)
        self._note_list(group.name, inside)

    def _pairs(
        self, inside: Sequence[Selection], others: Sequence[Selection]
    ) -> Iterator[tuple[Selection, list[Item], int]]:
        """What is carried where two or more of a group must be taken: several others in place of the default.

        Sets of which one kind alone is exchanged stand among the single offers already.
        """
        size = int(sum(one.number for one in inside))
        if not 2 <= size <= MOST_TOGETHER:
            return
        sets = combinations_with_replacement([one for one in inside if self.items(one)], size)
        for chosen in islice(sets, MOST_SETS):
            new = list(dict.fromkeys(one for one in chosen if one in others))
            if len(new) > 1 and all(chosen.count(one) <= one.most for one in chosen):
                cost = sum(self.cost(one) for one in chosen if one in others)
                yield new[-1], joined(item for one in chosen for item in self.items(one)), cost

    def _note_list(self, name: str, inside: Sequence[Selection]) -> None:
        """Keeps a group of choices that are no wargear."""
        if len(inside) > 1 and not any(self.items(one) for one in inside):
            self._lists.setdefault(name, ChoiceList(name, tuple(one.name for one in inside)))

    def _offered(
        self, offers: Sequence[tuple[Selection, list[Item], int]], plain: Option, alone: bool
    ) -> Iterator[Option]:
        """Options for what may be taken, apart by how many of the unit may take it."""
        by_limit: dict[tuple[int | None, int | None], list[tuple[tuple[Item, ...], int]]] = {}
        for one, items, cost in offers:
            if items and one.most >= 1 and tuple(items) != plain.replaces:
                limit, per = self.limit(one)
                least = 1 if alone and limit is None else limit
                by_limit.setdefault((least, per), []).append((tuple(items), cost))
        for (limit, per), found in by_limit.items():
            costs = tuple(cost for _, cost in found)
            choices = tuple(items for items, _ in found)
            yield msgspec.structs.replace(
                plain,
                choices=choices,
                limit=limit,
                per_models=per,
                costs=costs if any(costs) else (),
            )

    def lists(self) -> tuple[ChoiceList, ...]:
        """Choices that are no wargear, found while the options were read."""
        return tuple(self._lists.values())


def is_choice(group: Selection) -> bool:
    """Whether something in a group is taken in place of another."""
    chosen = sum(one.number for one in group.inside())
    return group.most < UNLIMITED and (not chosen or group.most <= chosen)


def joined(items: Iterable[Item]) -> list[Item]:
    """Items of one name as one."""
    counts: dict[str, int] = {}
    for item in items:
        counts[item.name] = counts.get(item.name, 0) + item.count
    return [Item(name, count) for name, count in counts.items() if count]


def without(items: Sequence[Item], others: Sequence[Item]) -> list[Item]:
    """Items that are more than there are among others."""
    there = {item.name: item.count for item in others}
    left = ((item.name, item.count - there.get(item.name, 0)) for item in items)
    return [Item(name, count) for name, count in left if count > 0]
