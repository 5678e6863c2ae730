"""What in an engagement the game does not know, or no sheet could say: each as one readable line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from warbook.dice import Dice
from warbook.rules.engagement import AttackerSpec, Engagement, ModelSpec, ModifierSpec, WeaponSpec
from warbook.systems.wh40k10 import abilities, modifiers, mortal
from warbook.systems.wh40k10.case import number
from warbook.systems.wh40k10.characteristics import damage_steps, replaced, rolled
from warbook.systems.wh40k10.sorting import conditions

NO_CHARACTERISTIC = frozenset({"-", "–", "N/A", ""})
DIE_SIDES = (0, 3, 6)
MAX_DAMAGE = 300
MAX_EXTRA_HITS = 9


def problems(engagement: Engagement) -> tuple[str, ...]:
    """All problems of an engagement; figures exist only when there are none."""
    return tuple(dict.fromkeys(_problems(engagement))) or tuple(dict.fromkeys(_damages(engagement)))


def _problems(engagement: Engagement) -> Iterator[str]:
    if not engagement.units or (engagement.attacker and engagement.attackers):
        yield "attacker: expected either one attacker or a list of attackers"
    yield from _modifiers("modifiers", engagement.modifiers)
    yield from mortal.faults("engagement", engagement.mortal)
    if any(spec.on == "attacker" for spec in engagement.mortal):
        yield "mortal: put what a unit does to itself on that unit"
    for place, unit in enumerate(engagement.units):
        yield from _unit(f"attackers[{place}]" if engagement.attackers else "attacker", unit)
    yield from _models("target", engagement.target.models)
    yield from _abilities("target.abilities", engagement.target.abilities)
    if engagement.situation.snap_shots or engagement.situation.under_marker is not None:
        yield "situation: snap_shots and under_marker belong to heresy3"
    if not any(model.count for model in engagement.target.models):
        yield "target.models: expected at least one model"
    yield from _rerolls(engagement)
    yield from _sorts(engagement)


def _rerolls(engagement: Engagement) -> Iterator[str]:
    lists = [weapon.modifiers for unit in engagement.units for weapon in unit.weapons]
    lists += [model.modifiers for model in engagement.target.models]
    rolls = {m.roll for specs in (engagement.modifiers, *lists) for m in specs if m.what == "command reroll"}
    if len(rolls) > 1:
        yield "modifiers: one Command Re-roll is modelled in an engagement, not several (K-STR-01)"


MAX_CONDITIONS = 4


def _sorts(engagement: Engagement) -> Iterator[str]:
    """Attacks that more conditions sort than are followed."""
    everywhere = [*engagement.modifiers, *(s for m in engagement.target.models for s in m.modifiers)]
    for weapon in (weapon for unit in engagement.units for weapon in unit.weapons):
        if len(conditions((*everywhere, *weapon.modifiers))) > MAX_CONDITIONS:
            yield f"weapon {weapon.name}: modifiers 'on' more than {MAX_CONDITIONS} different rolls"


def _damages(engagement: Engagement) -> Iterator[str]:
    """Attacks that could do more damage than any figure is given for."""
    for weapon in (weapon for unit in engagement.units for weapon in unit.weapons):
        melta = abilities.read(weapon.abilities).melta
        for model in engagement.target.models:
            specs = (*engagement.modifiers, *weapon.modifiers, *model.modifiers)
            most = _most_damage(weapon.damage, melta, tuple(spec for spec in specs if spec.what == "damage"))
            if most > MAX_DAMAGE:
                yield f"weapon {weapon.name}: damage up to {most:.6g}; the limit is {MAX_DAMAGE}"


@lru_cache(maxsize=16384)
def _most_damage(damage: int | str, melta: Dice | None, specs: modifiers.Specs) -> float:
    base, left = replaced(specs, "damage", Dice.parse(damage))
    more = sum(dice.maximum for dice in rolled(left, "damage")) + (melta.maximum if melta else 0)
    return float(min(damage_steps(left)(base.maximum, more), 10**18))


def _unit(place: str, unit: AttackerSpec) -> Iterator[str]:
    if not unit.weapons and not unit.mortal:
        yield f"{place}.weapons: expected at least one weapon"
    if unit.models and not any(model.count for model in unit.models):
        yield f"{place}.models: expected at least one model"
    yield from mortal.faults(place, unit.mortal)
    bearers = frozenset(model.name for model in unit.models)
    for weapon in unit.weapons:
        for fault in _weapon_faults(weapon, bearers):
            yield f"{place}.weapons[{weapon.name}]{fault}"
    yield from _models(place, unit.models)
    for model in unit.models:
        if any(not modifiers.of_defender(spec) for spec in model.modifiers):
            yield f"{place}.models[{model.name}].modifiers: put modifiers of attacks on the weapons"


@lru_cache(maxsize=16384)
def _weapon_faults(weapon: WeaponSpec, bearers: frozenset[str]) -> tuple[str, ...]:
    return tuple(_weapon("", weapon, bearers))


def _weapon(place: str, weapon: WeaponSpec, bearers: frozenset[str]) -> Iterator[str]:
    yield from _dice(f"{place}.attacks", weapon.attacks)
    yield from _dice(f"{place}.damage", weapon.damage)
    read = abilities.read(weapon.abilities)
    for text in read.unknown:
        yield f"{place}.abilities: {text!r} is not known here ({', '.join(abilities.names())})"
    for dice in (read.rapid_fire, read.melta, read.sustained_hits):
        if dice is not None:
            yield from _dice(f"{place}.abilities", str(dice))
    if read.sustained_hits is not None and read.sustained_hits.maximum > MAX_EXTRA_HITS:
        yield f"{place}.abilities: sustained hits {read.sustained_hits}; the limit is {MAX_EXTRA_HITS}"
    if not read.torrent and not _between(weapon.skill, 2, 7):
        yield f"{place}.skill: expected a skill such as 3+, got {weapon.skill!r}"
    if not _armour_penetration(weapon.ap):
        yield f"{place}.ap: expected 0 or a negative number, got {weapon.ap!r}"
    if weapon.least_range_in is not None:
        yield f"{place}.least_range_in: this game's weapons have no least range"
    if weapon.traits:
        yield f"{place}.traits: this game's weapons have no traits"
    if weapon.bearer is not None and weapon.bearer not in bearers:
        yield f"{place}.bearer: {weapon.bearer!r} is none of the attacking models"
    yield from _modifiers(f"{place}.modifiers", weapon.modifiers)


def _armour_penetration(ap: int | str) -> bool:
    try:
        return -100 <= int(ap) <= 0
    except ValueError:
        return False


def _dice(place: str, text: int | str) -> Iterator[str]:
    try:
        dice = Dice.parse(text)
    except ValueError as error:
        yield f"{place}: {error}"
        return
    if dice.sides not in DIE_SIDES or dice.number + dice.bonus < 0:
        yield f"{place}: {text!r} is not made of D3 and D6 (K-DIC-01)"


def _models(place: str, models: Iterable[ModelSpec]) -> Iterator[str]:
    for model in models:
        for fault in _model_faults(model):
            yield f"{place}.models[{model.name}]{fault}"


@lru_cache(maxsize=16384)
def _model_faults(model: ModelSpec) -> tuple[str, ...]:
    return tuple(_model("", model))


def _model(where: str, model: ModelSpec) -> Iterator[str]:
    yield from _saves(where, model)
    if not 0 <= model.wounds_lost < model.wounds or (model.wounds_lost and not model.count):
        yield f"{where}.wounds_lost: expected from 0 to {model.wounds - 1}, got {model.wounds_lost}"
    if model.toughness < 1:
        yield f"{where}.toughness: expected 1 or more"
    if model.weapon_skill or model.cover or model.shrouded or model.eternal_warrior:
        yield f"{where}: weapon_skill, cover, shrouded and eternal_warrior belong to heresy3"
    if model.armour is not None or model.armour_rear is not None:
        yield f"{where}: armour and armour_rear belong to heresy3"
    yield from _abilities(f"{where}.abilities", model.abilities)
    yield from _modifiers(f"{where}.modifiers", model.modifiers)


def _abilities(place: str, texts: Iterable[str]) -> Iterator[str]:
    """Of the abilities of models only Stealth is given as text; others have keys of their own."""
    for text in texts:
        if text.strip().casefold() != "stealth":
            yield f"{place}: {text!r} is not known here (stealth; Feel No Pain and saves have their own keys)"


def _saves(where: str, model: ModelSpec) -> Iterator[str]:
    if model.save.strip() not in NO_CHARACTERISTIC and not _between(model.save, 2, 7):
        yield f"{where}.save: expected a save such as 3+ or -, got {model.save!r}"
    for field in ("invulnerable", "feel_no_pain", "feel_no_pain_mortal"):
        printed = getattr(model, field)
        if printed is not None and printed.strip() not in NO_CHARACTERISTIC and not _between(printed, 2, 6):
            yield f"{where}.{field}: expected a value such as 5+ or -, got {printed!r}"


def _between(printed: int | str | None, least: int, most: int) -> bool:
    found = number(printed)
    return found is not None and least <= found <= most


def _modifiers(place: str, specs: Iterable[ModifierSpec]) -> Iterator[str]:
    for spec in specs:
        fault = modifiers.fault(spec)
        if fault:
            yield f"{place}: {fault}"
