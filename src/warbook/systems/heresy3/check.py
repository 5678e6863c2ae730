"""What in an engagement the game does not know, or no sheet could say: each as one readable line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from warbook.dice import Dice
from warbook.rules.engagement import (
    AttackerSpec,
    Engagement,
    ModelSpec,
    ModifierSpec,
    Situation,
    TargetSpec,
    WeaponSpec,
)
from warbook.systems.heresy3 import abilities, limits, modifiers
from warbook.systems.heresy3.printed import nothing, number
from warbook.systems.heresy3.tables import MOST_SKILL
from warbook.systems.heresy3.to_hit import AUTOMATIC, FAILS

DIE_SIDES = (0, 3, 6)
SAVES = ("save", "invulnerable", "cover", "feel_no_pain", "shrouded")


def problems(engagement: Engagement) -> tuple[str, ...]:
    """All problems of an engagement; figures exist only when there are none."""
    return tuple(dict.fromkeys(_problems(engagement)))


def _problems(engagement: Engagement) -> Iterator[str]:
    if not engagement.units or (engagement.attacker and engagement.attackers):
        yield "attacker: expected either one attacker or a list of attackers"
    yield from _modifiers("modifiers", engagement.modifiers)
    for place, unit in enumerate(engagement.units):
        yield from _unit(f"attackers[{place}]" if engagement.attackers else "attacker", unit)
    if engagement.mortal or any(unit.mortal for unit in engagement.units):
        yield "mortal: this game has no mortal wounds"
    yield from _target(engagement)
    yield from _situation(engagement.situation, engagement.target)
    yield from limits.problems(engagement)


def _unit(place: str, unit: AttackerSpec) -> Iterator[str]:
    if not unit.weapons:
        yield f"{place}.weapons: expected at least one weapon"
    if unit.models and not any(model.count for model in unit.models):
        yield f"{place}.models: expected at least one model"
    bearers = frozenset(model.name for model in unit.models)
    for weapon in unit.weapons:
        for fault in _weapon_faults(weapon, bearers):
            yield f"{place}.weapons[{weapon.name}]{fault}"
    yield from _models(place, unit.models)


@lru_cache(maxsize=16384)
def _weapon_faults(weapon: WeaponSpec, bearers: frozenset[str]) -> tuple[str, ...]:
    return tuple(_weapon(weapon, bearers))


def _weapon(weapon: WeaponSpec, bearers: frozenset[str]) -> Iterator[str]:
    yield from _dice(".attacks", weapon.attacks)
    yield from _dice(".damage", weapon.damage)
    for text in abilities.read(weapon.abilities).unknown:
        yield f".abilities: {text!r} is not known here ({', '.join(abilities.names())})"
    template = abilities.read(weapon.abilities).template and weapon.kind == "ranged"
    skill = number(weapon.skill)
    if (
        not template
        and weapon.skill not in (AUTOMATIC, FAILS)
        and not (skill is not None and skill <= MOST_SKILL)
    ):
        expected = f"a BS or WS from 0 to {MOST_SKILL}, {AUTOMATIC!r} or {FAILS!r}"
        yield f".skill: expected {expected}, got {weapon.skill!r}"
    if not (isinstance(weapon.ap, str) and nothing(weapon.ap)) and not _between(weapon.ap, 2, 6):
        yield f".ap: expected an AP from 2 to 6 or -, got {weapon.ap!r}"
    if weapon.bearer is not None and weapon.bearer not in bearers:
        yield f".bearer: {weapon.bearer!r} is none of the attacking models"
    yield from _modifiers(".modifiers", weapon.modifiers)


def _dice(place: str, text: int | str) -> Iterator[str]:
    try:
        dice = Dice.parse(text)
    except ValueError as error:
        yield f"{place}: {error}"
        return
    if dice.sides not in DIE_SIDES or dice.number + dice.bonus < 0:
        yield f"{place}: {text!r} is not made of D3 and D6 (H-DIC-01)"


def _target(engagement: Engagement) -> Iterator[str]:
    models = engagement.target.models
    yield from _models("target", models)
    if not any(model.count for model in models):
        yield "target.models: expected at least one model"
    if engagement.target.abilities or engagement.target.stealth:
        yield "target: this game has no abilities of a whole unit; give them to its models"
    armoured = [model for model in models if model.armour is not None]
    if armoured and (len(models) > 1 or models[0].count > 1):
        yield "target.models: a vehicle is a unit of one model (H-VEH-01)"
    fights = any(weapon.kind == "melee" for unit in engagement.units for weapon in unit.weapons)
    for model in models:
        if fights and model.weapon_skill is None and model.armour is None:
            yield f"target.models[{model.name}].weapon_skill: expected a WS; melee attacks are made against it"


def _models(place: str, models: Iterable[ModelSpec]) -> Iterator[str]:
    for model in models:
        for fault in _model_faults(model):
            yield f"{place}.models[{model.name}]{fault}"


@lru_cache(maxsize=16384)
def _model_faults(model: ModelSpec) -> tuple[str, ...]:
    return tuple(_model(model))


def _model(model: ModelSpec) -> Iterator[str]:
    for field in SAVES:
        printed = getattr(model, field)
        if not nothing(printed) and not _between(printed, 2, 6):
            yield f".{field}: expected a value from 2+ to 6+ or -, got {printed!r}"
    if not 0 <= model.wounds_lost < model.wounds or (model.wounds_lost and not model.count):
        yield f".wounds_lost: expected from 0 to {model.wounds - 1}, got {model.wounds_lost}"
    for field, most in (("weapon_skill", MOST_SKILL), ("eternal_warrior", 100)):
        given = getattr(model, field)
        if given is not None and not 0 <= given <= most:
            yield f".{field}: expected from 0 to {most}, got {given}"
    if model.armour_rear is not None and model.armour is None:
        yield ".armour_rear: expected armour as well"
    if model.feel_no_pain_mortal or model.stealth:
        yield ": feel_no_pain_mortal and stealth belong to wh40k10"
    if model.abilities:
        yield ".abilities: give feel_no_pain, shrouded, cover and eternal_warrior as keys of the model"
    yield from _modifiers(".modifiers", model.modifiers)
    if any(spec.what not in modifiers.ON_DEFENDER for spec in model.modifiers):
        yield ".modifiers: put modifiers of attacks on the weapons or the engagement"


def _situation(here: Situation, target: TargetSpec) -> Iterator[str]:
    models, ridden = target.models, "CAVALRY" in {keyword.upper() for keyword in target.keywords}
    if here.cover and not ridden and all(nothing(model.cover) for model in models):
        yield "situation.cover: cover has a value here; give it to the models, as in cover: '5+'"
    for field in ("half_range", "stealth"):
        if getattr(here, field):
            yield f"situation.{field}: this game has no such rule"
    most = sum(model.count for model in models)
    for field in ("under_marker", "under_marker_scattered"):
        under = getattr(here, field)
        if under is not None and not 0 <= under <= most:
            yield f"situation.{field}: expected from 0 to {most} models, got {under}"


def _between(printed: int | str | None, least: int, most: int) -> bool:
    found = number(printed)
    return found is not None and least <= found <= most


def _modifiers(place: str, specs: Iterable[ModifierSpec]) -> Iterator[str]:
    for spec in specs:
        fault = modifiers.fault(spec)
        if fault:
            yield f"{place}: {fault}"
