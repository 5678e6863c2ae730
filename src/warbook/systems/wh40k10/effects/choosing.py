"""Choices that rules leave to a player: what the options are called, and which of them are picked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TypeVar

from warbook import effects as fx
from warbook.effects import english
from warbook.names import same
from warbook.systems.wh40k10.effects.scene import NotModelled, speaks

Options = tuple[str, ...]
"""What the player picks of a rule's choices, by their labels or words of them."""

Pickable = TypeVar("Pickable", fx.Effect, str)


class Undecided(NotModelled):
    """A choice that the player has not made; ``labels`` are the options."""

    def __init__(self, labels: tuple[str, ...]) -> None:
        super().__init__(f"a choice: {', '.join(labels)}")
        self.labels = labels


SELECTED = (("selected",), ("that",))
"""Words for what was picked before."""


def gives_picked(effect: fx.Effect) -> bool:
    """Whether it tells who has what was picked before."""
    while isinstance(effect, fx.Until | fx.If):
        effect = effect.then
    return isinstance(effect, fx.Grant) and effect.names in SELECTED


def picked(options: Sequence[Pickable], count: int, typed: Options) -> tuple[Pickable, ...]:
    """So many of several options as the player named. Raises Undecided."""
    several = tuple(combinations(options, min(count, len(options))))
    labels = [" and ".join(map(label, each)) for each in several]
    exact = [place for place, text in enumerate(labels) if any(same(text, each) for each in typed)]
    near = exact or [place for place, text in enumerate(labels) if any(speaks(each, text) for each in typed)]
    if len(near) != 1:
        raise Undecided(tuple(labels))
    return several[near[0]]


def label(option: fx.Effect | str) -> str:
    """What an option is called: its heading, the abilities that it gives, or what it does."""
    if isinstance(option, str):
        return option
    parts = option.effects if isinstance(option, fx.Then) else (option,)
    heading = next((part.name for part in parts if isinstance(part, fx.Heading)), None)
    if heading is None and isinstance(option, fx.Grant):
        return " and ".join(option.names)
    return heading or english.said((option,)).removesuffix(".")
