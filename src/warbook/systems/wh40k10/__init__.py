"""Warhammer 40,000, 10th edition: ``SYSTEM`` is the newest revision, ``REVISED`` holds all four by date."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from warbook.dice import Program
from warbook.games import games
from warbook.names import keyword
from warbook.rules.engagement import AttackerSpec, Engagement, ModelSpec
from warbook.rules.formation import listed
from warbook.rules.system import Alive, System
from warbook.rules.volley import Assault, Formation, Suffered, Volley, WoundKind
from warbook.systems.wh40k10 import abilities, attack, mortal
from warbook.systems.wh40k10.check import problems
from warbook.systems.wh40k10.compile import better_feel_no_pain, compiled, kept_spare
from warbook.systems.wh40k10.formation import bearers
from warbook.systems.wh40k10.profile import AttackProfile, Bearer, DamageSteps, Defence
from warbook.systems.wh40k10.revisions import LAUNCH, LAUNCH_DATE, REVISIONS, Devastating
from warbook.systems.wh40k10.rolls import rolls
from warbook.systems.wh40k10.sheets import SHEETS
from warbook.systems.wh40k10.situation import BIG_GUNS, barred
from warbook.systems.wh40k10.sorting import Kind

if TYPE_CHECKING:
    from warbook.rules.army import Army, Verdict

ORDINARY = WoundKind("wound", attack.suffer)
PRECISE = WoundKind("wound", attack.suffer, precise=True)
HAZARDOUS = WoundKind("hazardous", attack.suffer_hazardous)
HAZARDOUS_SPILLING = WoundKind(
    "hazardous",
    attack.hazardous_wounds,
    point=attack.bearer_point,
    spills=lambda bearer: not bearer.destroyed,
)


def form(engagement: Engagement) -> Formation:
    """The target's models in the order in which they take wounds."""
    return _formed(engagement.target.models)


@lru_cache(maxsize=4096)
def _formed(models: tuple[ModelSpec, ...]) -> Formation:
    return listed(models)


def assault(system: System, engagement: Engagement, unit: AttackerSpec, alive: Alive) -> Assault:
    """All attacks of one unit on the target, whose entries have so many models alive (K-ATK-02)."""
    volleys, reasons, keywords = [], [], {keyword(text) for text in unit.keywords}
    spare, untold = kept_spare(engagement)
    for weapon in unit.weapons:
        read = abilities.read(weapon.abilities)
        why_not = barred(weapon, read, engagement, keywords, system.rules)
        if why_not:
            reasons.append(f"{weapon.name}: makes no attacks: {why_not}")
            continue
        made = compiled(weapon, engagement, alive, system.rules, spare)
        volleys.append(_volley(weapon.count, made.profile, made.defences, read.precision))
        reasons.extend(made.reasons)
    if unit.mortal:
        volleys.extend(mortal.volleys(unit, _unattacked(engagement)))
        reasons.extend(mortal.reasons(unit))
    return Assault(tuple(volleys), tuple(reasons), untold)


def _unattacked(engagement: Engagement) -> tuple[Defence, ...]:
    """The target's models against mortal wounds that no attack inflicts."""
    given = engagement.modifiers
    return tuple(
        Defence(model.wounds, None, None, better_feel_no_pain(model, given), DamageSteps())
        for model in engagement.target.models
    )


def _volley(number: int, profile: AttackProfile, defences: tuple[object, ...], precision: bool) -> Volley:
    kinds = _kinds(profile, precision)
    at_once = profile.devastating is not None and profile.devastating.at_once
    return Volley(
        weapon=profile.weapon,
        number=number,
        profile=profile,
        defences=defences,
        count=attack.count,
        attack=attack.attack if profile.sorts is None else attack.sorted_attack,
        kinds=kinds,
        spare=profile.spare is not None,
        in_turn=at_once or sum(not kind.deferred for kind in kinds) > 1,
    )


def _kinds(profile: AttackProfile, precision: bool) -> tuple[WoundKind, ...]:
    if profile.sorts is None:
        ordinary = PRECISE if precision else ORDINARY
        how = profile.devastating
        return (ordinary, _devastating(how, precision)) if how else (ordinary,)
    return tuple(_kind(kind, place, profile.devastating, precision) for place, kind in enumerate(profile.kinds))


@lru_cache(maxsize=1024)
def _kind(kind: Kind, place: int, how: Devastating | None, precision: bool) -> WoundKind:
    """A kind of wound of attacks that unmodified rolls sort."""
    if kind.mortal is not None:
        return WoundKind(
            "mortal wounds",
            attack.MortalInAddition(place),
            deferred=True,
            point=attack.mortal_point,
            late=True,
            scored=False,
        )
    plain = _devastating(how, precision) if kind.critical and how else PRECISE if precision else ORDINARY
    if not kind.sort:
        return plain
    return msgspec.structs.replace(plain, suffer=attack.OfSort(plain.suffer, kind.sort))


@lru_cache
def _devastating(how: Devastating, precision: bool) -> WoundKind:
    """The kind of wound of a Devastating Wounds critical (section 19 row 1)."""
    return WoundKind(
        "devastating wound",
        _suffer_critical(how),
        deferred=not how.at_once,
        precise=precision and how.precise,
        point=attack.mortal_point if how.spills else None,
    )


def _suffer_critical(how: Devastating) -> Callable[[AttackProfile, Defence, bool], Program[Suffered]]:
    if not how.mortal:
        return attack.suffer_unsaved
    return attack.mortal_wounds if how.spills else attack.suffer_mortal


def backlash(system: System, engagement: Engagement, unit: AttackerSpec) -> tuple[Formation, Assault] | None:
    """The unit's Hazardous tests against itself, or ``None`` when there are none to take (K-W-07).

    Tests are due for every weapon that had targets, even if the target died first (K-SHT-09). Without the
    attackers' models nothing can be said of what the tests do to them, and the answer says so.
    """
    keywords = {keyword(text) for text in unit.keywords}
    fired = [
        weapon
        for weapon in unit.weapons
        if (read := abilities.read(weapon.abilities)).hazardous
        and not barred(weapon, read, engagement, keywords, system.rules)
    ]
    tests = sum(weapon.count for weapon in fired)
    wounding = any(spec.on == "attacker" for spec in unit.mortal)
    if not tests and not wounding:
        return None
    if not unit.models:
        missing = (
            f"self-damage from {'Hazardous' if tests else 'mortal wounds'}: the attacking models are not given"
        )
        return Formation(()), Assault((), not_modelled=(missing,))
    carrying = tuple(_bearer(model, unit, keywords, system) for model in unit.models)
    if not tests:
        return listed(unit.models), Assault(tuple(mortal.own_volleys(unit, carrying)))
    kind = HAZARDOUS_SPILLING if system.rules.hazardous_destroys else HAZARDOUS
    defences = (*carrying, *(msgspec.structs.replace(bearer, bystander=True) for bearer in carrying))
    volley = Volley("hazardous", tests, None, defences, attack.hazardous_count, attack.hazardous_test, (kind,))
    others = tuple(mortal.own_volleys(unit, defences))
    return bearers(unit, not system.rules.hazardous_destroys), Assault(
        (*others, volley), (f"Hazardous: {tests} test(s), each fails on a 1",)
    )


def _bearer(model: ModelSpec, unit: AttackerSpec, keywords: set[str], system: System) -> Bearer:
    """Without a model marked as leader, the unit's CHARACTER keyword is that of all its models."""
    leads = model.leader or ("CHARACTER" in keywords and not any(other.leader for other in unit.models))
    spared = leads or not BIG_GUNS.isdisjoint(keywords)
    destroyed = system.rules.hazardous_destroys and not spared
    return Bearer(model.wounds, destroyed, better_feel_no_pain(model))


def _muster(rules: Any, army: Army) -> Verdict:
    from warbook.systems.wh40k10.muster import judge  # odds alone need no army checks

    return judge(rules, army)


_launch = System(
    name="wh40k10",
    title=games()["wh40k10"].title,
    revision=LAUNCH_DATE,
    rules=LAUNCH,
    problems=problems,
    form=form,
    assault=assault,
    backlash=backlash,
    sheets=SHEETS,
    rolls=lambda rules: rolls(rules.tank_shock_by_toughness, rules.hazardous_destroys),
    muster=_muster,
)


def _revised() -> dict[str, System]:
    found = {LAUNCH_DATE: _launch}
    for date, changes in REVISIONS.items():
        found[date] = list(found.values())[-1].revise(date, **changes)
    return found


REVISED: dict[str, System] = _revised()
SYSTEM: System = list(REVISED.values())[-1]
