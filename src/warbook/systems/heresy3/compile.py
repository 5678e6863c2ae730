"""Compiles weapons against a target: all modifiers into one profile, with the reasons, before a die
rolls."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from warbook.dice import Dice, Sum, Test, Value
from warbook.rules.engagement import Engagement, WeaponSpec
from warbook.rules.modifier import net
from warbook.systems.heresy3 import abilities, modifiers
from warbook.systems.heresy3.case import Alive, Case, added, doubled
from warbook.systems.heresy3.defence import defence
from warbook.systems.heresy3.groups import ordered, results
from warbook.systems.heresy3.marks import Faces, Hit
from warbook.systems.heresy3.profile import AttackProfile, Defence, Doubled, Marker
from warbook.systems.heresy3.revisions import Rules
from warbook.systems.heresy3.to_hit import hit_test, hits
from warbook.systems.heresy3.to_wound import automatic_wound, wound_test


class Compiled(Value, frozen=True):
    """A weapon's profile and the defences it meets, with the reasons for every number in them.
    ``follow`` is the profile of the hits that Deflagrate makes of unsaved wounds, and the defences that
    those meet."""

    profile: AttackProfile
    defences: tuple[Defence, ...]
    reasons: tuple[str, ...]
    follow: tuple[AttackProfile, tuple[Defence, ...]] | None = None


def compiled(weapon: WeaponSpec, engagement: Engagement, alive: Alive, rules: Rules) -> Compiled:
    """Compile one weapon against the target with so many of its models alive.

    The engagement must have no problems (``check.problems``)."""
    bare = msgspec.structs.replace(engagement, id="", attacker=None, attackers=())
    return _compiled(weapon, bare, alive, rules)


@lru_cache(maxsize=65536)
def _compiled(weapon: WeaponSpec, engagement: Engagement, alive: Alive, rules: Rules) -> Compiled:
    specs = (*engagement.modifiers, *weapon.modifiers)
    case = Case(weapon, abilities.read(weapon.abilities), specs, engagement, alive, rules)
    profile, told = _profile(case)
    met = [defence(case, model) for model in engagement.target.models]
    told += [reason for _, reason in met]
    follow = _deflagrate(case)
    if follow is not None:
        told.append(f"each unsaved wound makes one hit at S{case.special.deflagrate}, AP -: Deflagrate")
    reasons = tuple(f"{weapon.name}: {reason}" for reason in dict.fromkeys(told) if reason)
    return Compiled(profile, tuple(found for found, _ in met), reasons, follow)


def _profile(case: Case) -> tuple[AttackProfile, list[str]]:
    attacks, told_attacks = _attacks(case)
    hit, told_hit = hit_test(case)
    success, failure, told_hits = hits(case)
    wound, told_wound = wound_test(case)
    automatic = automatic_wound(case)
    damage, told_damage = _damage(case)
    breaker = case.special.armour_breaker if case.at_vehicle else None
    deflagrates = case.special.deflagrate is not None and not case.at_vehicle
    marker = None if (success, failure) == (1, 0) else _marker(hit, success, failure)
    profile = AttackProfile(
        weapon=case.weapon.name,
        attacks=attacks,
        hit=Hit(True) if marker else hit,
        wound=wound,
        automatic=automatic,
        groups=ordered(hit, wound, automatic),
        damage=damage,
        hits_on_success=1 if marker else success,
        hits_on_failure=0 if marker else failure,
        marker=marker,
        armour_breaker=Test.needing(breaker) if breaker else None,
        deflagrates=deflagrates,
        deflagrates_discarded=deflagrates and case.rules.discarded_deflagrate,
    )
    return profile, [told_attacks, told_hit, told_hits, told_wound, told_damage]


def _marker(hit: Faces[Hit] | Hit, success: int, failure: int) -> Marker | None:
    """The hits of a marker; ``None`` where the die of the Hit Test makes all of them wound by themselves."""
    if any(result.marked for result in results(hit)):
        return None
    return Marker(hit, success, failure)


def _attacks(case: Case) -> tuple[Sum, str]:
    """Dice that one weapon rolls: its characteristic, the result of which Ordnance doubles, then what is added
    (H-CHR-03, H-DIC-01)."""
    base = Dice.parse(case.weapon.attacks)
    more = net([*added(case, "attacks"), *modifiers.added(case.specs, "attacks")])
    twice = doubled(case, "attacks")
    told = f"{case.weapon.count} × {base} attacks" + (", doubled: Ordnance" if twice else "")
    reason = "; ".join(filter(None, (told, more.reason)))
    if twice:
        return Doubled((base,), more=more.value), reason
    return Sum((base, Dice(0, 0, more.value)) if more.value else (base,)), reason


def _damage(case: Case) -> tuple[Sum, str]:
    """The weapon's Damage; what multiplies and adds is the defence's, since a model may change it too."""
    dice = Sum((Dice.parse(case.weapon.damage),))
    told = [f"damage {dice}", *(f"+1 {change.reason}" for change in added(case, "damage"))]
    told += ["doubled: Ordnance"] if doubled(case, "damage") else []
    told += ["doubled: Melta"] if case.melted else []
    told += (
        [f"Shred: +1 on an unmodified {case.special.shred}+"]
        if case.special.shred and not case.at_vehicle
        else []
    )
    breaker = case.special.armour_breaker if case.at_vehicle else None
    told += [f"Armour-breaker: +1 on {breaker}+"] if breaker else []
    return dice, ", ".join(told)


def _deflagrate(case: Case) -> tuple[AttackProfile, tuple[Defence, ...]] | None:
    """The hits that Deflagrate (X) makes: as many as the unsaved wounds, S X, AP -, D 1, without special
    rules (section 15). Penetrating Hits are no wounds, so there are none against a vehicle."""
    if case.special.deflagrate is None or case.at_vehicle:
        return None
    plain = msgspec.structs.replace(
        case.weapon, strength=case.special.deflagrate, ap="-", damage="1", abilities=(), modifiers=()
    )
    hit = Case(plain, abilities.read(()), case.engagement.modifiers, case.engagement, case.alive, case.rules)
    wound, _ = wound_test(hit)
    automatic = automatic_wound(hit)
    profile = AttackProfile(
        weapon=f"{case.weapon.name} (Deflagrate)",
        attacks=Sum((Dice(0, 0, 1),)),
        hit=Hit(True),
        wound=wound,
        automatic=automatic,
        groups=ordered(Hit(True), wound, automatic),
        damage=Sum((Dice(0, 0, 1),)),
    )
    return profile, tuple(defence(hit, model)[0] for model in case.engagement.target.models)
