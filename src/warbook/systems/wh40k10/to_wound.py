"""The Wound roll of a weapon's attacks, every modifier in it (rules section 9, step 2)."""

from __future__ import annotations

from warbook.dice import Test
from warbook.rules.engagement import ModelSpec
from warbook.rules.modifier import Modifier, net
from warbook.systems.wh40k10 import modifiers
from warbook.systems.wh40k10.case import (
    Alive,
    Case,
    Permission,
    critical_successes,
    needed,
    own,
    permissions,
    rerolling,
    settled_text,
    succeeding,
    told_permission,
)
from warbook.systems.wh40k10.characteristics import heeded, heeded_sum, steps, told
from warbook.systems.wh40k10.modifiers import Specs
from warbook.systems.wh40k10.revisions import Devastating


def wound(case: Case) -> tuple[Test | None, str]:
    """The Wound roll: Strength against Toughness, modifiers capped at ±1, Anti, re-rolls (K-W-01, K-W-21)."""
    automatic = next((s for s in case.specs if s.what == "wound" and s.op == "automatic"), None)
    if automatic:
        return None, "; ".join((f"wounds automatically ({automatic.reason or 'modifier'})", *_precise(case)))
    test, parts = _test(case)
    for permission in _rerolls(case):
        test = rerolling(test, permission)
        linked = case.abilities.twin_linked and permission == "failed"
        parts.append(told_permission(permission) + (" (Twin-linked)" if linked else ""))
    if case.abilities.devastating_wounds:
        parts.append(f"a critical allows no save{_devastating(case.rules.devastating)} (Devastating Wounds)")
    return test, "; ".join((*parts, *_precise(case)))


def _test(case: Case) -> tuple[Test, list[str]]:
    strengths = heeded(case.specs, "strength", case.weapon.strength)
    strength = max(1, steps(strengths, "strength").changed(case.weapon.strength))
    toughness, tougher = unit_toughness(case.engagement.target.models, case.alive, case.specs)
    lance = case.abilities.lance and case.engagement.situation.charged
    found = [*modifiers.rolled_sum(case.specs, "wound"), *([Modifier(1, "Lance")] if lance else [])]
    modifier = net(heeded_sum(case.specs, "wound", found), -1, 1)
    critical, anti = _critical(case)
    fails_to, succeeds_from = modifiers.settled(case.specs, "wound")
    test = Test.needing(wound_needs(strength, toughness) - modifier.value, critical, fails_to)
    test = succeeding(test, succeeds_from)
    test = critical_successes(test, modifiers.critical(case.specs, "critical wound", "successes"))
    parts = (f"S{strength} against T{toughness}", told(strengths, "strength"), tougher, modifier.reason)
    reasons = [f"wounds {needed(test)}: " + ", ".join(filter(None, parts))]
    reasons += [f"critical on {critical}+{anti}"] if critical < 6 else []
    reasons += modifiers.critical_reason(case.specs, "critical wound", critical)
    return test, [*reasons, *settled_text(fails_to, succeeds_from)]


def _precise(case: Case) -> list[str]:
    return ["wounds go to an attached leader first (Precision)"] if case.abilities.precision else []


def _devastating(how: Devastating) -> str:
    if not how.mortal:
        return ", comes after the unit's other attacks"
    spilling = "that spill" if how.spills else "that do not spill"
    return f", inflicts mortal wounds {spilling}" + ("" if how.at_once else ", after the unit's other attacks")


def _rerolls(case: Case) -> list[Permission]:
    if modifiers.barred(case.specs, "reroll wounds"):
        return []
    granted = permissions(case.specs, "reroll wounds")
    linked = case.abilities.twin_linked and "failed" not in granted
    return sorted([*granted, *(["failed"] if linked else [])], key=str)


def _critical(case: Case) -> tuple[int, str]:
    """The best of all Anti that match a keyword of the unit and of what modifiers say (K-VOC-05)."""
    keywords = tuple(case.engagement.target.keywords)
    matching = [(anti.critical, f" ({anti.title})") for anti in case.abilities.anti if anti.matches(keywords)]
    return min([*matching, (modifiers.critical(case.specs, "critical wound"), "")])


def wound_needs(strength: int, toughness: int) -> int:
    """The Wound roll that Strength needs against Toughness (the table of rules section 9)."""
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 4 + (strength < toughness) - (strength > toughness)


def unit_toughness(models: tuple[ModelSpec, ...], alive: Alive, specs: Specs = ()) -> tuple[int, str]:
    """Toughness that attacks meet: the highest of the living models after modifiers, leaders only when alone
    (K-ATK-01); and the modifiers of it."""
    living = [model for model, n in zip(models, alive, strict=True) if n]
    bodyguard = [model for model in living if not model.leader] or living
    return max((_toughness(model, specs) for model in bodyguard), default=(1, ""), key=lambda pair: pair[0])


def _toughness(model: ModelSpec, specs: Specs) -> tuple[int, str]:
    acting = heeded((*specs, *own(model)), "toughness", model.toughness)
    return max(1, steps(acting, "toughness").changed(model.toughness)), told(acting, "toughness")
