"""The Hit roll of a weapon's attacks, every modifier in it (rules section 9, step 1)."""

from __future__ import annotations

from warbook.dice import Test
from warbook.rules.engagement import Engagement
from warbook.rules.modifier import Modifier, net
from warbook.systems.wh40k10 import modifiers
from warbook.systems.wh40k10.case import (
    Alive,
    Case,
    critical_successes,
    needed,
    number,
    permissions,
    rerolling,
    settled_text,
    succeeding,
    told_permission,
)
from warbook.systems.wh40k10.characteristics import heeded, heeded_sum, ignored, steps, told
from warbook.systems.wh40k10.situation import big_guns_penalty

CONVERSION_RANGE_IN = 12
CONVERSION_CRITICAL = 4
BEST_SKILL = 2


def hit(case: Case) -> tuple[Test | None, str]:
    """The Hit roll: skill, modifiers capped at ±1, criticals, re-rolls (K-MOD-06, K-WI-03, K-DIC-02)."""
    if case.abilities.torrent:
        return None, "hits automatically (Torrent)"
    automatic = next((s for s in case.specs if s.what == "hit" and s.op == "automatic"), None)
    if automatic:
        return None, f"hits automatically ({automatic.reason or 'modifier'})"
    test, reason = _overwatch(case) if case.engagement.situation.overwatch and case.ranged else _test(case)
    parts = [reason]
    for permission in permissions(case.specs, "reroll hits"):
        test = rerolling(test, permission)
        parts.append(told_permission(permission))
    return test, "; ".join((*parts, *_critical_hits(case)))


def _overwatch(case: Case) -> tuple[Test, str]:
    """Only unmodified 6s hit and are critical, or from what some rule says (K-WI-03)."""
    _, succeeds_from = modifiers.settled(case.specs, "hit")
    test = succeeding(Test.needing(6, critical=6), succeeds_from)
    return test, f"hits on {min(6, succeeds_from)}{'+' * (succeeds_from < 6)}: Fire Overwatch"


def _critical_hits(case: Case) -> list[str]:
    """What a Critical Hit brings."""
    found = []
    if case.abilities.sustained_hits:
        found.append(f"a critical scores +{case.abilities.sustained_hits} hits (Sustained Hits)")
    if case.abilities.lethal_hits:
        found.append("a critical wounds automatically (Lethal Hits)")
    return found


def _test(case: Case) -> tuple[Test, str]:
    printed = number(case.weapon.skill) or 7
    skills = heeded(case.specs, "skill", printed)
    skill = max(BEST_SKILL, steps(skills, "skill").changed(printed))
    modifier = net(heeded_sum(case.specs, "hit", _modifiers(case)), -1, 1)
    critical = modifiers.critical(case.specs, "critical hit")
    unseen = case.rules.unseen_fails_to if case.ranged and case.engagement.situation.indirect_unseen else 1
    fails_to, succeeds_from = modifiers.settled(case.specs, "hit")
    test = succeeding(Test.needing(skill - modifier.value, critical, max(fails_to, unseen)), succeeds_from)
    test = critical_successes(test, modifiers.critical(case.specs, "critical hit", "successes"))
    if _converting(case):
        test = critical_successes(test, CONVERSION_CRITICAL)
    parts = (f"{'BS' if case.ranged else 'WS'} {printed}+", told(skills, "skill"), modifier.reason)
    extra = [f"critical on {critical}+"] if critical < 6 else []
    extra += modifiers.critical_reason(case.specs, "critical hit", critical)
    extra += [f"unmodified 1-{unseen} fail (Indirect Fire)"] if unseen > fails_to else []
    extra += settled_text(fails_to if fails_to >= unseen else 1, succeeds_from)
    extra += ["critical on 4+ beyond 12 inches (Conversion)"] if _converting(case) else []
    return test, "; ".join((f"hits {needed(test)}: " + ", ".join(filter(None, parts)), *extra))


def _modifiers(case: Case) -> list[Modifier]:
    here, found = case.engagement.situation, modifiers.rolled_sum(case.specs, "hit")
    if case.abilities.heavy and here.stationary:
        found.append(Modifier(1, "Heavy"))
    if not case.ranged:
        return found
    if here.indirect_unseen:
        found.append(Modifier(-1, "Indirect Fire"))
    if stealthy(case.engagement, case.alive):
        found.append(Modifier(-1, "Stealth"))
    if big_guns_penalty(case.abilities, case.engagement, ignored(case.specs, modifiers.ENGAGED)):
        found.append(Modifier(-1, "Big Guns Never Tire"))
    return found


def stealthy(engagement: Engagement, alive: Alive) -> bool:
    """Whether the target has Stealth: given for the unit, or all its living models have it (K-SHT-08)."""
    target = engagement.target
    if engagement.situation.stealth or target.stealth or _named("stealth", target.abilities):
        return True
    living = [model for model, n in zip(target.models, alive, strict=True) if n]
    return bool(living) and all(model.stealth or _named("stealth", model.abilities) for model in living)


def _named(name: str, abilities: tuple[str, ...]) -> bool:
    return any(text.strip().lower() == name for text in abilities)


def _converting(case: Case) -> bool:
    """Whether a successful unmodified 4 or more is critical (K-W-04)."""
    distance = case.engagement.situation.range_in
    return case.abilities.conversion and distance is not None and distance > CONVERSION_RANGE_IN
