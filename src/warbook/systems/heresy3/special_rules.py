"""Which special rules a model and its attacks have: a rule is one object, on a weapon or on its bearer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from warbook.names import same, words
from warbook.sheets.sheet import Ability, Datasheet, Model, WeaponProfile
from warbook.systems.heresy3 import abilities, printed

_VALUED = re.compile(r"([^()]+?)\s*\(([^()]*)\)")
_LEAST = re.compile(r"(\d+)\+?")

OF_MODELS = (
    "assault vehicle", "auto-repair", "battlesmith", "bitter duty", "bulky", "deep strike", "eternal warrior",
    "expendable", "explodes", "fast", "fear", "feel no pain", "firing protocols", "heedless",
    "implacable advance", "infiltrate", "light transport", "line", "medic", "move through cover",
    "never back down", "officer of the line", "orbital assault vehicle", "outflank", "shrouded",
    "slow and purposeful", "support unit", "vanguard",
)  # fmt: skip
"""Special rules of models that the figures contain, or that do not touch an attack that is made."""

FIRING_PROTOCOLS = "firing protocols"
OF_THE_OUTNUMBERED = "reaping blow"
"""A model's own Reaping Blow is no rule of its weapons, which would keep their Precision from acting."""


def bare(name: str) -> str:
    """A special rule's name without its value.

    >>> bare("Feel No Pain (5+)"), bare("Line Breaker")
    ('feel no pain', 'line breaker')
    """
    found = _VALUED.fullmatch(name.strip())
    return (found[1] if found else name).strip().casefold().replace("’", "'")


def of_model(sheet: Datasheet, model: Model) -> tuple[Ability, ...]:
    """The special rules that a model has: its unit's, and those that the sheet tells of models like it."""
    return tuple(each for each in _rules(sheet) if _has(sheet, model, each))


def _rules(sheet: Datasheet) -> Iterator[Ability]:
    return (ability for ability in sheet.abilities if ability.group != "wargear")


def _has(sheet: Datasheet, model: Model, rule: Ability) -> bool:
    """Whether a rule is a model's: a sheet's notes name the models of those that not all of them have."""
    told = [note.text for note in sheet.notes if note.about == rule.name]
    named = [name for name in told if any(same(each.name, name) for each in sheet.models)]
    if named:
        return any(same(model.name, name) for name in named)
    near = [name for name in told if any(_is_of(each, name) for each in sheet.models)]
    return not near or any(_is_of(model, name) for name in near)


def _is_of(model: Model, name: str) -> bool:
    """Whether a name is a model's with words left out."""
    return set(words(name)) <= set(words(model.name))


def values(sheet: Datasheet, model: Model, name: str) -> tuple[int, ...]:
    """The X of each variant that a model has of a special rule."""
    found = (_VALUED.fullmatch(rule.name.strip()) for rule in of_model(sheet, model) if bare(rule.name) == name)
    numbers = (_LEAST.fullmatch(each[2].strip()) for each in found if each)
    return tuple(dict.fromkeys(int(number[1]) for number in numbers if number))


def of_bearer(sheet: Datasheet, model: Model) -> tuple[str, ...]:
    """The special rules of a model that are its attacks', whatever it attacks with."""
    return tuple(
        rule.name
        for rule in of_model(sheet, model)
        if abilities.is_known(rule.name) and bare(rule.name) != OF_THE_OUTNUMBERED
    )


def of_attack(sheet: Datasheet, model: Model, profile: WeaponProfile) -> tuple[str, ...]:
    """The special rules of an attack: those of its weapon that are known, and those of its bearer."""
    own = (_unreplaced(name, profile) for name in of_bearer(sheet, model))
    return tuple(dict.fromkeys((*abilities.known(profile.abilities), *filter(None, own))))


def _unreplaced(rule: str, profile: WeaponProfile) -> str | None:
    """A bearer's Impact for the characteristics of its that this weapon does not replace (H-CHR-06)."""
    found = _VALUED.fullmatch(rule.strip())
    if found is None or bare(rule) != "impact":
        return rule
    kept = [name for name in re.split("[,&]", found[2]) if not _replaced(name.strip().upper(), profile)]
    return f"{found[1]} ({', '.join(kept)})" if kept else None


def _replaced(name: str, profile: WeaponProfile) -> bool:
    """Whether a weapon has a number of its own for what its bearer's characteristic would tell."""
    return printed.number(profile.characteristics.get(f"{name}M")) is not None and not is_letter(name, profile)


def is_letter(name: str, profile: WeaponProfile) -> bool:
    """Whether a melee characteristic is its bearer's; Initiative printed "1" is the letter I (section 20)."""
    text = profile.characteristics.get(f"{name}M", name).strip().upper()
    return text == name or (name == "I" and text == "1")


def left_out(sheet: Datasheet, model: Model) -> tuple[str, ...]:
    """Special rules of a model that change its attacks and that the figures leave out."""
    return tuple(rule.name for rule in of_model(sheet, model) if bare(rule.name) == OF_THE_OUTNUMBERED)


def unread(sheet: Datasheet) -> tuple[str, ...]:
    """Abilities of a sheet that are no special rules known here, or whose value is not understood."""
    return tuple(
        ability.name
        for ability in sheet.abilities
        if not abilities.is_known(ability.name) and not _is_of_models(ability.name)
    )


def _is_of_models(name: str) -> bool:
    """Whether a name is that of a rule of models, with a value that is understood where one acts."""
    if bare(name) not in OF_MODELS:
        return False
    found = _VALUED.fullmatch(name.strip())
    acts = bare(name) in ("feel no pain", "shrouded", "eternal warrior", FIRING_PROTOCOLS)
    return not acts or bool(found and _LEAST.fullmatch(found[2].strip()))
