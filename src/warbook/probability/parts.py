"""A unit of a matchup as its parts: a sheet's models in the field, and those of leaders attached to them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeGuard

import msgspec

from warbook.errors import InputError
from warbook.names import same
from warbook.rules.engagement import ModelSpec
from warbook.sheets.loadout import Group, Squad, called, cost
from warbook.sheets.sheet import Datasheet, Weapon

Part = tuple[Datasheet, Squad, bool]
"""A sheet's models in the field; the last says whether it is a leader of the other part."""
Share = tuple[frozenset[str], int]
"""The names of a leader's models, and what he costs."""


def weapons_of(part: Part) -> Iterable[Weapon]:
    """The weapons that models of a part carry, those of reactions left out."""
    sheet, models, _ = part
    usual = (weapon for weapon in sheet.weapons if not weapon.reaction_only)
    return (weapon for weapon in usual if any(group.carries(weapon.name) for group in models))


def union(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Every keyword of several lists, once."""
    return tuple(dict.fromkeys(keyword for keywords in lists for keyword in keywords))


def survivors(groups: Squad, keys: Sequence[ModelSpec], alive: dict[ModelSpec, int]) -> Squad:
    """The last of each entry's models, so many as are alive."""
    left, kept = dict(alive), list[Group]()
    for group, key in zip(reversed(groups), reversed(keys), strict=True):
        number = min(group.count, left[key])
        left[key] -= number
        kept.append(Group(group.model, number, group.items))
    return tuple(group for group in reversed(kept) if group.count)


def points(parts: Sequence[Part]) -> int | None:
    """What all parts cost, where that is known of each."""
    costs = [cost(sheet, sum(group.count for group in models)) for sheet, models, _ in parts]
    return sum(known for known in costs if known is not None) if None not in costs else None


def shares(parts: Sequence[Part]) -> tuple[Share, ...]:
    """What of a unit's points are its leaders', where that is known of each."""
    leading = [part for part in parts if part[2]]
    costs = [points([part]) for part in leading]
    names = (frozenset(group.model.name for group in models) for _, models, _ in leading)
    pairs = tuple((own, his) for own, his in zip(names, costs, strict=True) if his is not None)
    return pairs if len(pairs) == len(leading) else ()


def allocated(groups: Squad, keys: Sequence[ModelSpec]) -> list[ModelSpec]:
    """The kinds of models of a part, each once, in the order in which a player allocates damage to them: the
    most numerous profile first, then the cheaper one, which has fewer Wounds, then less Toughness, then worse
    saves (section 9 step 3). Documents list models in orders of their own, which decide only between like
    ones."""
    profiles, names = dict[ModelSpec, int](), dict[ModelSpec, int]()
    for group, key in zip(groups, keys, strict=True):
        profiles[_unnamed(key)] = profiles.get(_unnamed(key), 0) + group.count
        names[key] = names.get(key, 0) + group.count
    return sorted(names, key=lambda key: (-profiles[_unnamed(key)], _price(key), -names[key]))


def _unnamed(key: ModelSpec) -> ModelSpec:
    return msgspec.structs.replace(key, name="")


def _price(key: ModelSpec) -> tuple[int, int, tuple[int, ...]]:
    saves = (key.save, key.invulnerable, key.feel_no_pain)
    return key.wounds, key.toughness, tuple(-int(each.rstrip("+")) if _is_save(each) else -7 for each in saves)


def _is_save(text: str | None) -> TypeGuard[str]:
    return text is not None and text.rstrip("+").isdecimal()


def alike(keys: Sequence[ModelSpec]) -> bool:
    """Whether it makes no difference to damage which of these models takes it."""
    return len(set(map(_unnamed, keys))) < 2


def ordered(models: Sequence[ModelSpec], first: Sequence[str]) -> list[ModelSpec]:
    """Models in the order in which damage is allocated: those that are named come before the others. Raises
    InputError for a name that none of them has."""
    for name in first:
        if not any(same(model.name, name) for model in models):
            told = ", ".join(dict.fromkeys(model.name for model in models))
            raise InputError("odds", f"order {name!r}", f"expected one of {told}")
    return sorted(models, key=lambda model: _place(model.name, first))


def _place(name: str, first: Sequence[str]) -> int:
    return next((place for place, each in enumerate(first) if same(each, name)), len(first))


def wounded(sheet: Datasheet, models: list[ModelSpec], lost: int) -> list[ModelSpec]:
    """Models of which the first that can has lost so many wounds. Raises InputError where none can."""
    if not lost:
        return models
    place = next((place for place, model in enumerate(models) if model.wounds > lost), None)
    if place is None:
        told = f"a model with {max(model.wounds for model in models)} wound(s) cannot have lost {lost}"
        raise InputError(sheet.name, "wounds lost", told)
    hurt = msgspec.structs.replace(models[place], wounds_lost=lost)
    return [*models[:place], hurt, *models[place + 1 :]]


def with_invulnerable(model: ModelSpec, granted: Sequence[str]) -> ModelSpec:
    """A model with the best of its invulnerable save and those granted."""
    saves = [save for save in (model.invulnerable, *granted) if save]
    return msgspec.structs.replace(model, invulnerable=min(saves)) if saves else model


def title(parts: Sequence[Part]) -> str:
    """What a unit is called on a card: its size, sheet and leaders."""
    return " with ".join(called(sheet, models) for sheet, models, _ in parts)
