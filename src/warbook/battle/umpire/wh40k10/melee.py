"""Who must strike whom in a fight, worked out from where everybody stands and what the player chose."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from warbook.battle.umpire.wh40k10.measure import SLACK, gap
from warbook.battle.umpire.wh40k10.scene import ENGAGED, Scene
from warbook.rules.state import State

CONTACT = 5.0

Strikers = dict[int, bool]
"""Models that fight, and whether that is beyond doubt."""


class Strike(NamedTuple):
    bearer: int
    arm: Any
    clear: bool


class Melee(msgspec.Struct):
    """A fight that was begun: the unit, the table when it had piled in, the melee weapons chosen, and the
    targets named for the weapons."""

    unit: Any
    state: State
    weapons: list[str] = []
    targets: list[tuple[str, Any]] = []


def strikers(scene: Scene, state: State, unit: Any, target: Any) -> Strikers:
    """Models engaged with the target, or in contact with a unit-mate that is in contact with it (K-FGT-04)."""
    living, foes = scene.living(state, unit), scene.discs(state, target)
    near = {m: min(gap(scene.disc(state, m), foe) for foe in foes) for m in living}
    touching = [m for m in living if near[m] <= CONTACT]
    in_doubt = any(abs(near[m] - CONTACT) <= SLACK for m in living)
    found: Strikers = {}
    for model in living:
        here = scene.disc(state, model)
        mates = min((gap(here, scene.disc(state, m)) for m in touching if m != model), default=9e9)
        close = abs(near[model] - ENGAGED) <= SLACK or abs(mates - CONTACT) <= SLACK
        if close or near[model] <= ENGAGED or mates <= CONTACT:
            found[model] = not (close or in_doubt)
    return found


def plan(scene: Scene, melee: Melee) -> list[tuple[Any, list[Strike]]]:
    """The attacks on each target, in the order in which the targets were named: each model with one weapon and
    all its Extra Attacks (K-FGT-05, K-W-06). Weapons without a choice of targets need no naming."""
    engaged = scene.engaged(melee.state, melee.unit, SLACK)
    near = {target: strikers(scene, melee.state, melee.unit, target) for target in engaged}
    sure = len(engaged) == len(scene.engaged(melee.state, melee.unit, -SLACK))
    able: dict[Any, list[Any]] = {}
    for target in engaged:
        arms = _chosen(scene, melee, target, {model for able_to in near.values() for model in able_to})
        able[target] = [(m, arm) for m in near[target] for arm in arms[m]]
    found: dict[Any, list[Strike]] = {}
    for name in dict.fromkeys(arm.spec.name for pairs in able.values() for _, arm in pairs):
        for target, pairs in _named(melee, name, able):
            strikes = [Strike(m, arm, near[target][m] and sure) for m, arm in pairs]
            found.setdefault(target, []).extend(strikes)
    return list(found.items())


def _chosen(scene: Scene, melee: Melee, target: Any, fighting: set[int]) -> dict[int, list[Any]]:
    """What each model strikes a target with; models with the same choice chose together."""
    choices, picked = list(melee.weapons), dict[tuple[str, ...], str]()
    found: dict[int, list[Any]] = {}
    for model in melee.unit.models:
        if model.index in fighting:
            armed = scene.armed(melee.state, melee.unit, target, model, "fight")
            normal = [arm for arm in armed if not extra(arm)]
            names = tuple(dict.fromkeys(arm.spec.name for arm in normal))
            if names not in picked:
                picked[names] = choices.pop(0) if len(names) > 1 and choices else "".join(names[:1])
            kept = [arm for arm in normal if arm.spec.name == picked[names]][:1]
            found[model.index] = [arm for arm in armed if extra(arm) or arm in kept]
    return found


def extra(arm: Any) -> bool:
    return any(text.casefold().startswith("extra attacks") for text in arm.spec.abilities)


def _named(melee: Melee, name: str, able: dict[Any, list[Any]]) -> list[tuple[Any, list[Any]]]:
    """Targets of the weapons of one name, each with who strikes it."""
    left = {t: [pair for pair in pairs if pair[1].spec.name == name] for t, pairs in able.items()}
    left = {target: pairs for target, pairs in left.items() if pairs}
    told = [target for weapon, target in melee.targets if weapon == name]
    found = []
    while left:
        target = next(iter(left)) if len(left) == 1 else told.pop(0) if told else None
        if target not in left:
            break
        taken = left.pop(target)
        found.append((target, taken))
        gone = {bearer for bearer, _ in taken}
        left = {t: [pair for pair in pairs if pair[0] not in gone] for t, pairs in left.items()}
        left = {t: pairs for t, pairs in left.items() if pairs}
    return found
