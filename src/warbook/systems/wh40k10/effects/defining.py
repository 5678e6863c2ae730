"""What a rule names and explains itself: abilities that units gain from it, states, and who may carry it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from warbook import effects as fx
from warbook.effects.terms import Selector
from warbook.parsing.scopes import peeled, row, walk
from warbook.systems.wh40k10.effects.choosing import SELECTED

STATES = {"stealth": "stealth", "benefit of cover": "cover", "lone operative": "lone operative"}
"""Abilities and states that engagements have."""

BESIDE = (
    "deadly demise", "deep strike", "fights first", "firing deck", "hover", "infiltrators", "leader", "scouts",
    "super-heavy walker", "support",
)  # fmt: skip
"""Abilities that touch no attack that is made."""


def given_names(effect: fx.Effect) -> tuple[str, ...]:
    """The abilities that a sentence gives and the game does not have."""
    gifts = (each for each in row(peeled(effect)[1]) if isinstance(each, fx.Grant) and each.what == "ability")
    names = [name for each in gifts if each.names not in SELECTED for name in each.names]
    return tuple(name for name in names if name not in STATES and not name.startswith(BESIDE))


def sections(effects: Sequence[fx.Effect]) -> Iterator[tuple[fx.Effect | None, fx.Effects]]:
    """The sentences of a rule, by whom they are for: those before anybody is named, then those after each
    sentence that says who has them (an ability of the name that heads them) or may carry them."""
    owner: fx.Effect | None = None
    inside: list[fx.Effect] = []
    for place, effect in enumerate(effects):
        if isinstance(effect, fx.Restrict) or _heads(effect, effects[place + 1 :]):
            if owner is not None or inside:
                yield owner, tuple(inside)
            owner, inside = effect, []
        else:
            inside.append(effect)
    yield owner, tuple(inside)


def _heads(effect: fx.Effect, later: Sequence[fx.Effect]) -> bool:
    """Whether it gives the ability whose heading comes next."""
    if not later or not isinstance(later[0], fx.Heading):
        return False
    return later[0].name in given_names(effect)


@lru_cache(maxsize=4096)  # a question walks the same rules dozens of times, and their hash is quick
def states_given(effects: fx.Effects) -> tuple[tuple[str, bool], ...]:
    """The states that a rule gives by name, each with whether an enemy has it."""
    states: list[tuple[str, bool]] = []
    picked: Selector | None = None
    for effect in effects:
        for each in walk(effect):
            if isinstance(each, fx.Select):
                picked = each.what
            elif isinstance(each, fx.Grant) and each.what == "state" and each.to is not None:
                spoken = picked if each.to.ref in ("that", "those") and picked is not None else each.to
                side = each.to.side or spoken.side
                states += ((name.casefold(), side == "enemy") for name in each.names)
    return tuple(states)
