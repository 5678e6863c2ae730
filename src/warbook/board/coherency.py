"""Coherency: are the models of a unit close enough together, and one group?"""

from __future__ import annotations

import numpy as np

from warbook.board.gaps import gaps_within
from warbook.board.integers import Bools
from warbook.board.layout import Layout
from warbook.dice import Value


class Coherency(Value, frozen=True):
    """What a unit needs to be coherent: every model within both distances of ``neighbours`` others, of
    ``many_neighbours`` in a unit of ``many`` models or more, and all one group (defaults: K-POS-05)."""

    reach_mil: int = 2_000
    vertical_mil: int = 5_000
    neighbours: int = 1
    many: int = 7
    many_neighbours: int = 2

    def needed(self, models: int) -> int:
        """How many neighbours each model needs in a unit of that many."""
        if models < 2:
            return 0
        return min(models - 1, self.many_neighbours if models >= self.many else self.neighbours)

    def links(self, models: Layout) -> Bools:
        """Which models are neighbours of which; none of itself."""
        found = gaps_within(models, models, self.reach_mil, self.vertical_mil)
        np.fill_diagonal(found, False)
        return found


PLAIN = Coherency()


def is_coherent(models: Layout, rule: Coherency = PLAIN) -> bool:
    """Are these models, one unit, coherent? The dead do not count."""
    living = models if models.alive.all() else models.pick(models.alive)
    if living.size < 2:
        return True
    links = rule.links(living)
    return bool((links.sum(axis=1) >= rule.needed(living.size)).all()) and len(groups(links)) == 1


def groups(links: Bools) -> list[list[int]]:
    """The connected groups, each in ascending order, by their first model."""
    found: list[list[int]] = []
    left = np.ones(len(links), np.bool_)
    while left.any():
        group = np.zeros(len(links), np.bool_)
        grown = group.copy()
        grown[np.argmax(left)] = True
        while (grown != group).any():
            group = grown
            grown = group | links[group].any(axis=0)
        found.append(np.flatnonzero(group).tolist())
        left &= ~group
    return found


def stragglers(models: Layout, rule: Coherency = PLAIN) -> list[int]:
    """Models to remove, one after another, until the rest is coherent (K-POS-06): those outside the largest
    group (the first of equals), then those with fewest neighbours, the last of equals. Indices into
    ``models``."""
    kept = np.flatnonzero(models.alive)
    removed: list[int] = []
    while not is_coherent(models.pick(kept), rule):
        links = rule.links(models.pick(kept))
        largest = max(groups(links), key=len)
        outside = [i for i in range(len(kept)) if i not in largest]
        worst = outside[-1] if outside else int(len(kept) - 1 - np.argmin(links.sum(axis=1)[::-1]))
        removed.append(int(kept[worst]))
        kept = np.delete(kept, worst)
    return removed
