"""Which weapons of a unit may attack at all in a situation (rules sections 6, 9.3 and 15)."""

from __future__ import annotations

from math import ceil

from warbook.rules.engagement import Engagement, Situation, WeaponSpec
from warbook.systems.heresy3.abilities import WeaponRules
from warbook.systems.heresy3.printed import number


def barred(weapon: WeaponSpec, rules: WeaponRules, engagement: Engagement) -> str | None:
    """Why this weapon makes no attacks here, or ``None`` when it may."""
    if number(weapon.skill) == 0:
        return f"{'BS' if weapon.kind == 'ranged' else 'WS'} 0 (H-CHR-05)"
    if weapon.kind == "melee":
        return _no_strike(rules, engagement)
    return _no_shot(weapon, rules, engagement.situation)


def _no_strike(rules: WeaponRules, engagement: Engagement) -> str | None:
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
    if here.range_in is not None and weapon.range_in is not None and ceil(here.range_in) > weapon.range_in:
        return f'the target is beyond its range of {weapon.range_in:g}" (H-POS-01)'
    return None


def vehicle(engagement: Engagement) -> bool:
    """Whether the target has Armour instead of Toughness."""
    return any(model.armour is not None for model in engagement.target.models)


def within(inches: int, here: Situation) -> bool:
    """Whether the target is known to be so near; distances round up (H-POS-01)."""
    return here.range_in is not None and ceil(here.range_in) <= inches
