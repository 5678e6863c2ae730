"""What the rules of the grammar mean: a function for each alias, in the module of its file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import ModuleType
from typing import Any

from warbook.parsing.meaning import (
    attack,
    attacks,
    choosing,
    clauses,
    comparisons,
    conditions,
    considering,
    contents,
    core,
    deeds,
    dice_rolls,
    elliptic,
    ends,
    events,
    granting,
    headings,
    heresy,
    heresy_nouns,
    heresy_times,
    instructions,
    joining,
    moves,
    mustering,
    naming,
    nouns,
    parts,
    past,
    permissions,
    places,
    plays,
    predicates,
    purposes,
    resources,
    rolls,
    ruling,
    scoping,
    setup,
    standing,
    start,
    suffering,
    targeting,
    times,
    titles,
    transports,
    uses,
    weapons,
    wielding,
)

MODULES: tuple[ModuleType, ...] = (
    attack,
    attacks,
    comparisons,
    conditions,
    considering,
    contents,
    core,
    deeds,
    ends,
    events,
    granting,
    headings,
    heresy,
    heresy_nouns,
    heresy_times,
    dice_rolls,
    instructions,
    joining,
    moves,
    setup,
    standing,
    nouns,
    parts,
    past,
    permissions,
    places,
    plays,
    predicates,
    purposes,
    resources,
    choosing,
    mustering,
    naming,
    rolls,
    ruling,
    clauses,
    elliptic,
    scoping,
    start,
    suffering,
    targeting,
    times,
    titles,
    transports,
    uses,
    weapons,
    wielding,
)


@cache
def builders() -> Mapping[str, Callable[..., Any]]:
    """All meanings by name. Raises ValueError where two modules give one name."""
    found: dict[str, Callable[..., Any]] = {}
    for module in MODULES:
        for name, value in vars(module).items():
            if callable(value) and getattr(value, "__module__", "") == module.__name__ and name[0] != "_":
                if name in found:
                    raise ValueError(f"{name!r} has two meanings")
                found[name] = value
    return found
