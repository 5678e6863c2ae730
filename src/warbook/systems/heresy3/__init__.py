"""The Horus Heresy: Age of Darkness, 3rd edition: ``SYSTEM`` is its only revision so far."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from warbook.games import games
from warbook.rules.engagement import AttackerSpec, Engagement, ModelSpec, WeaponSpec
from warbook.rules.formation import listed
from warbook.rules.system import Alive, System
from warbook.rules.volley import Assault, Formation, Volley
from warbook.systems.heresy3 import abilities, attack
from warbook.systems.heresy3.check import problems
from warbook.systems.heresy3.compile import Compiled, compiled
from warbook.systems.heresy3.groups import kinds
from warbook.systems.heresy3.overload import backlash
from warbook.systems.heresy3.revisions import DATE, RULES
from warbook.systems.heresy3.rolls import rolls
from warbook.systems.heresy3.sheets import SHEETS
from warbook.systems.heresy3.situation import barred, standing

if TYPE_CHECKING:
    from warbook.rules.army import Army, Unit, Verdict


def form(engagement: Engagement) -> Formation:
    """The target's models in the order in which they take wounds.

    A model that was already chosen goes on (section 6 step 8). ``leader`` marks COMMAND and PARAGON
    models, whose owner need not choose them though wounded, and is taken to choose them last.
    """
    return _formed(engagement.target.models)


@lru_cache(maxsize=4096)
def _formed(models: tuple[ModelSpec, ...]) -> Formation:
    return listed(models)


def assault(system: System, engagement: Engagement, unit: AttackerSpec, alive: Alive) -> Assault:
    """All attacks of one unit on the target, one Fire Group after the other (section 6 steps 4 to 10).

    Casualties leave at the end of the attack (step 11), so every Fire Group meets the majority Toughness
    and Weapon Skill that the unit had when the attack began.
    """
    engagement = standing(engagement, unit)
    volleys: list[Volley] = []
    reasons: list[str] = []
    untold: list[str] = []
    for weapon in fire_groups(unit.weapons):
        special = abilities.read(weapon.abilities)
        why_not = barred(weapon, special, engagement, unit)
        if why_not:
            reasons.append(f"{weapon.name}: makes no attacks: {why_not}")
            continue
        made = compiled(weapon, engagement, alive, system.rules)
        volleys.append(_volley(weapon, made))
        reasons.extend(made.reasons)
        untold.extend(f"{weapon.name}: {text}" for text in not_modelled(special))
    return Assault(tuple(volleys), tuple(reasons), tuple(untold))


def fire_groups(weapons: Iterable[WeaponSpec]) -> tuple[WeaponSpec, ...]:
    """Like weapons with the same skill are one Fire Group, whoever carries them (section 6 step 4)."""
    counts: dict[WeaponSpec, int] = {}
    for weapon in weapons:
        alike = msgspec.structs.replace(weapon, count=0, bearer=None)
        counts[alike] = counts.get(alike, 0) + weapon.count
    return tuple(msgspec.structs.replace(alike, count=number) for alike, number in counts.items())


def not_modelled(special: abilities.WeaponRules) -> tuple[str, ...]:
    """Rules of a weapon that the figures leave out."""
    outnumbered = special.reaping_blow
    return (*special.told, *((f"Reaping Blow ({outnumbered})",) if outnumbered else ()))


def _volley(weapon: WeaponSpec, made: Compiled) -> Volley:
    volley = Volley(
        weapon=weapon.name,
        number=weapon.count,
        profile=made.profile,
        defences=made.defences,
        count=attack.count,
        attack=attack.attack,
        kinds=kinds(made.profile.groups),
        declared=made.profile.attacks.mean if made.profile.marker else None,
    )
    if made.follow is None:
        return volley
    profile, defences = made.follow
    follow = Volley(profile.weapon, 1, profile, defences, attack.count, attack.attack, kinds(profile.groups))
    return msgspec.structs.replace(volley, follow=follow)


def _muster(rules: Any, army: Army) -> Verdict:
    from warbook.systems.heresy3.muster import judge  # odds alone need no army checks

    return judge(rules, army)


def _stations(unit: Unit) -> tuple[str, ...]:
    from warbook.systems.heresy3.muster.organisation import stations  # odds alone need no army checks

    return stations(unit)


SYSTEM: System = System(
    name="heresy3",
    title=games()["heresy3"].title,
    revision=DATE,
    rules=RULES,
    problems=problems,
    form=form,
    assault=assault,
    backlash=backlash,
    sheets=SHEETS,
    rolls=rolls,
    muster=_muster,
    stations=_stations,
    readings=("like_weapons_are_one",),
)

REVISED: dict[str, System] = {DATE: SYSTEM}
