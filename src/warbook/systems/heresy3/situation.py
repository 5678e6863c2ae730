"""Which weapons of a unit may attack at all in a situation (rules sections 6, 9.3 and 15)."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

import msgspec

from warbook.rules.engagement import AttackerSpec, Engagement, Situation, WeaponSpec
from warbook.rules.modifier import Modifier, Net, net
from warbook.systems.heresy3 import modifiers
from warbook.systems.heresy3.abilities import WeaponRules
from warbook.systems.heresy3.printed import number

ALWAYS_STATIONARY = frozenset({"STABLE", "SUPER-HEAVY"})


def barred(weapon: WeaponSpec, rules: WeaponRules, engagement: Engagement, unit: AttackerSpec) -> str | None:
    """Why this weapon makes no attacks here, or ``None`` when it may."""
    skill = current_skill(weapon, rules, engagement)
    if skill is not None and not skill.value:
        return ", ".join(filter(None, (f"{_skill(weapon)} 0 (H-CHR-05)", skill.reason)))
    if weapon.kind == "melee":
        return _no_strike(rules, engagement, unit)
    if rules.detonation and not vehicle(engagement):
        return "Detonation hits vehicles and what cannot move only"
    return _no_shot(weapon, rules, engagement.situation)


def _skill(weapon: WeaponSpec) -> str:
    return "BS" if weapon.kind == "ranged" else "WS"


def current_skill(weapon: WeaponSpec, rules: WeaponRules, engagement: Engagement) -> Net | None:
    """BS or WS after modifiers, never below 0 (H-CHR-02); ``None`` where none is printed."""
    printed = number(weapon.skill)
    if printed is None:
        return None
    specs = (*engagement.modifiers, *weapon.modifiers)
    change = net([*added(weapon, rules, engagement.situation, "skill"), *modifiers.added(specs, "skill")])
    return Net(max(0, printed + change.value), change.reason)


def added(weapon: WeaponSpec, rules: WeaponRules, here: Situation, name: str) -> list[Modifier]:
    """One more for a characteristic: Heavy when stationary, Impact after a charge (section 15)."""
    found = []
    if weapon.kind == "ranged" and stationary(here) and name in rules.heavy:
        found.append(Modifier(1, "Heavy"))
    if weapon.kind == "melee" and here.charged and name in rules.impact:
        found.append(Modifier(1, "Impact"))
    return found


def stationary(here: Situation) -> bool:
    """Whether the attacker counts as Stationary: it did not move, or it reacts (H-REA-03)."""
    return here.stationary or here.overwatch


def standing(engagement: Engagement, unit: AttackerSpec) -> Engagement:
    """The engagement as this unit attacks: a STABLE or SUPER-HEAVY one counts as Stationary (H-VEH-03)."""
    if engagement.situation.stationary or ALWAYS_STATIONARY.isdisjoint(map(str.upper, unit.keywords)):
        return engagement
    return msgspec.structs.replace(
        engagement, situation=msgspec.structs.replace(engagement.situation, stationary=True)
    )


def _no_strike(rules: WeaponRules, engagement: Engagement, unit: AttackerSpec) -> str | None:
    if strikes_never(unit.keywords):
        return "a vehicle strikes no blows in a combat (H-VEH-07)"
    if engagement.situation.overwatch:
        return "a melee weapon in Overwatch"
    if rules.detonation and not vehicle(engagement):
        return "Detonation strikes vehicles only"
    return None


def _no_shot(weapon: WeaponSpec, rules: WeaponRules, here: Situation) -> str | None:
    if here.advanced:
        return "its unit Rushed (H-SHT-01)"
    if here.attacker_engaged:
        return "its unit is locked in combat (H-SHT-01)"
    if here.target_engaged_with_friends:
        return "the target is in a combat (section 6 step 1)"
    if here.indirect_unseen and rules.barrage is None:
        return "the target is out of sight and it has no Barrage (H-BLS-04)"
    reach = _reach(weapon, rules, here)
    if reach == 0:
        return "it has no range (H-CHR-06)"
    if here.range_in is not None and reach is not None and ceil(here.range_in) > reach:
        return f'the target is beyond its range of {reach:g}" (H-POS-01)'
    least = weapon.least_range_in
    if here.range_in is not None and least is not None and ceil(here.range_in) < least:
        return f'the target is nearer than its least range of {least:g}"'
    return None


def _reach(weapon: WeaponSpec, rules: WeaponRules, here: Situation) -> float | None:
    """How far a weapon shoots: twice as far as printed with Ordnance (R) when stationary (section 15)."""
    if weapon.range_in is None:
        return None
    return weapon.range_in * (2 if "range" in rules.ordnance and stationary(here) else 1)


def strikes_never(keywords: Iterable[str]) -> bool:
    """Whether a unit of these keywords is a vehicle, which a combat's other side may attack without answer."""
    found = {keyword.upper() for keyword in keywords}
    return "VEHICLE" in found and "WALKER" not in found


def vehicle(engagement: Engagement) -> bool:
    """Whether the target has Armour instead of Toughness."""
    return any(model.armour is not None for model in engagement.target.models)


def within(inches: int, here: Situation) -> bool:
    """Whether the target is known to be so near; distances round up (H-POS-01)."""
    return here.range_in is not None and ceil(here.range_in) <= inches
