"""Which weapons of a unit may attack at all in a situation (rules sections 8 and 11)."""

from __future__ import annotations

from collections.abc import Collection

from warbook.names import keyword
from warbook.rules.engagement import Engagement, WeaponSpec
from warbook.systems.wh40k10.abilities import WeaponAbilities
from warbook.systems.wh40k10.revisions import Rules

BIG_GUNS = frozenset({"MONSTER", "VEHICLE"})


def barred(
    weapon: WeaponSpec,
    abilities: WeaponAbilities,
    engagement: Engagement,
    attacker_keywords: Collection[str],
    rules: Rules,
) -> str | None:
    """Why this weapon makes no attacks here, or ``None`` when it may."""
    if weapon.kind == "melee":
        return "a melee weapon in Fire Overwatch" if engagement.situation.overwatch else None
    return (
        _out_of_range(weapon, engagement)
        or _unseen(abilities, engagement, rules)
        or _locked(abilities, engagement, attacker_keywords)
    )


def _out_of_range(weapon: WeaponSpec, engagement: Engagement) -> str | None:
    distance = engagement.situation.range_in
    if weapon.range_in is None or distance is None or distance <= weapon.range_in:
        return None
    return f'the target is beyond its range of {weapon.range_in:g}"'


def within_half_range(weapon: WeaponSpec, engagement: Engagement) -> bool:
    """Whether the target is within half the weapon's range: given, or measured where a distance is."""
    here = engagement.situation
    if weapon.half_range is not None:
        return weapon.half_range
    if here.range_in is None or weapon.range_in is None:
        return here.half_range
    return here.half_range or here.range_in <= weapon.range_in / 2


def _unseen(abilities: WeaponAbilities, engagement: Engagement, rules: Rules) -> str | None:
    if engagement.situation.advanced and not abilities.assault:
        return "its unit Advanced and it has no Assault"
    if not engagement.situation.indirect_unseen:
        return None
    if not abilities.indirect_fire:
        return "the target is out of sight and it has no Indirect Fire"
    if abilities.torrent and not rules.unseen_torrent:
        return "Torrent cannot shoot at what is out of sight"
    return None


def _locked(
    abilities: WeaponAbilities, engagement: Engagement, attacker_keywords: Collection[str]
) -> str | None:
    here, big = engagement.situation, not BIG_GUNS.isdisjoint(attacker_keywords)
    if abilities.blast and here.target_engaged_with_friends:
        return "Blast cannot be aimed at a unit engaged with the attacker's army"
    if here.attacker_engaged:
        guns = big and not here.overwatch
        return None if abilities.pistol or guns else "its unit is engaged and it is no Pistol"
    aimed_at = {keyword(text) for text in engagement.target.keywords}
    if here.target_engaged_with_friends and BIG_GUNS.isdisjoint(aimed_at):
        return "the target is engaged with a unit of the attacker's army"
    return None


def big_guns_penalty(abilities: WeaponAbilities, engagement: Engagement, at_ease: bool = False) -> bool:
    """Whether Big Guns Never Tire takes 1 from the Hit roll, of the shooter in Engagement Range or of those
    who shoot at an engaged MONSTER or VEHICLE; taken as one rule that acts once (K-SHT-06).
    A shooter ``at_ease`` does not mind being engaged."""
    here = engagement.situation
    engaged = here.attacker_engaged and not at_ease
    return not abilities.pistol and (engaged or here.target_engaged_with_friends)
