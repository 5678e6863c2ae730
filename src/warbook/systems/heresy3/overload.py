"""Overload: a unit's weapons that misfire on itself (section 15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from warbook.rules.engagement import AttackerSpec, Engagement, ModelSpec, Situation, TargetSpec, WeaponSpec
from warbook.rules.formation import ranks
from warbook.rules.system import System
from warbook.rules.volley import Assault, Formation, Rank, Volley
from warbook.systems.heresy3 import abilities, attack
from warbook.systems.heresy3.compile import compiled
from warbook.systems.heresy3.groups import kinds
from warbook.systems.heresy3.marks import MISS, Faces, Hit
from warbook.systems.heresy3.situation import barred, standing, stationary

OF_HITS = frozenset({"critical hit", "rending", "precision", "blast", "barrage", "template", "hellstorm"})
"""Rules that a misfire does not have: each is one hit, and no Hit Test made it."""


def backlash(system: System, engagement: Engagement, unit: AttackerSpec) -> tuple[Formation, Assault] | None:
    """The unit's misfires on itself, or ``None`` when there can be none.

    The hits fall on models that fired such weapons. They are reckoned apart from what the same dice did
    to the target.
    """
    engagement = standing(engagement, unit)
    fired = [weapon for weapon in unit.weapons if weapon.count and _overload(weapon)]
    fired = [
        weapon for weapon in fired if not barred(weapon, abilities.read(weapon.abilities), engagement, unit)
    ]
    if not fired:
        return None
    if not unit.models:
        missing = "self-damage from Overload: the attacking models are not given"
        return Formation(()), Assault((), not_modelled=(missing,))
    volleys = tuple(_volley(system, engagement, weapon, unit) for weapon in fired)
    told = tuple(
        f"{weapon.name}: hits its own unit on {_overload(weapon)} or less: Overload" for weapon in fired
    )
    return _shooters(unit.models, fired), Assault(volleys, told)


def _overload(weapon: WeaponSpec) -> int:
    return abilities.read(weapon.abilities).overload or 0


def _volley(system: System, engagement: Engagement, weapon: WeaponSpec, unit: AttackerSpec) -> Volley:
    """The weapon's Hit Tests, of which those that misfire are hits on its own unit."""
    models = engagement.target.models
    aimed = compiled(weapon, engagement, tuple(model.count for model in models), system.rules).profile
    itself = Engagement(
        target=TargetSpec(tuple(_weakest_side(model) for model in unit.models), unit.keywords),
        system=engagement.system,
        situation=Situation(stationary=stationary(engagement.situation)),
    )
    made = compiled(_misfiring(weapon), itself, tuple(model.count for model in unit.models), system.rules)
    aim = aimed.marker.test if aimed.marker else aimed.hit
    rerolls = aim.rerolls if isinstance(aim, Faces) else (False,) * 6
    test = Faces(tuple(Hit(True) if face <= _overload(weapon) else MISS for face in range(1, 7)), rerolls)
    profile = msgspec.structs.replace(made.profile, hit=test, deflagrates=False, deflagrates_discarded=False)
    return Volley(
        weapon=weapon.name,
        number=weapon.count,
        profile=profile,
        defences=made.defences,
        count=attack.count,
        attack=attack.attack,
        kinds=kinds(profile.groups),
    )


def _misfiring(weapon: WeaponSpec) -> WeaponSpec:
    kept = (text for text in weapon.abilities if text.casefold().split("(")[0].strip() not in OF_HITS)
    return msgspec.structs.replace(weapon, skill="automatic", abilities=tuple(kept), bearer=None)


def _weakest_side(model: ModelSpec) -> ModelSpec:
    """A vehicle's misfires meet the lowest Armour Value that it has; no cover helps against them."""
    lowest = model.armour
    if lowest is not None and model.armour_rear is not None:
        lowest = min(lowest, model.armour_rear)
    return msgspec.structs.replace(model, cover=None, armour=lowest, armour_rear=None)


def _shooters(models: Sequence[ModelSpec], fired: Sequence[WeaponSpec]) -> Formation:
    """The models that fired, in the order listed; of weapons without a named bearer, the first that may
    have."""
    unnamed = sum(weapon.count for weapon in fired if weapon.bearer is None)
    counts = []
    for model in models:
        named = sum(weapon.count for weapon in fired if weapon.bearer == model.name)
        number = min(model.count, named + unnamed)
        unnamed -= max(0, number - named)
        counts.append(number)
    found = tuple(_ranks(models, counts))
    wounded_first = sorted(found, key=lambda rank: rank.left == models[rank.entry].wounds)
    return Formation(tuple(wounded_first), (), tuple(model.name for model in models))


def _ranks(models: Sequence[ModelSpec], counts: Sequence[int]) -> Iterator[Rank]:
    for entry, (model, number) in enumerate(zip(models, counts, strict=True)):
        yield from ranks(entry, model, number)
