"""The Shooting phase (rules section 8)."""

from __future__ import annotations

import msgspec

from warbook.rules.request import Activation, ask
from warbook.rules.state import State
from warbook.systems.wh40k10.army import MIL_PER_INCH, Arm, Trooper, Unit
from warbook.systems.wh40k10.declaring import Aimed, Attacks, ranged_profiles, targets
from warbook.systems.wh40k10.plays import Event, window
from warbook.systems.wh40k10.situation import BIG_GUNS
from warbook.systems.wh40k10.table import Flag, Move, Table
from warbook.systems.wh40k10.wounding import resolve, self_inflicted, situation

LONE_OPERATIVE_MIL = 12 * MIL_PER_INCH


def shooting(table: Table, state: State) -> Activation[bool]:
    """Select a unit to shoot; ``False`` when none is left or wanted (K-SHT-01)."""
    player = state.clock[1]
    ready = [unit for unit in table.army(state, player) if _ready(table, state, unit)]
    picked = (yield from ask(player, "unit to shoot", (None, *ready))) if ready else None
    if picked is None:
        return False
    table.mark(state, picked, Flag.SHOT)
    yield from _shoot(table, state, picked)
    return True


def _ready(table: Table, state: State, unit: Unit) -> bool:
    """Not yet shot, did not Fall Back, and has something to aim at."""
    if table.flag(state, unit, Flag.SHOT) or table.flag(state, unit, Flag.MOVE) == Move.FELL_BACK:
        return False
    return any(aims(table, state, unit, enemy) for enemy in table.army(state, 1 - unit.side))


def aims(table: Table, state: State, unit: Unit, target: Unit) -> Attacks:
    """Which models may shoot a target with what: in range, visible, and allowed where units are locked in
    combat, or the target is a Lone Operative (K-SHT-03, K-SHT-04, K-SHT-06, K-SHT-07, K-W-15)."""
    near = [enemy.index for enemy in table.engaged(state, unit)]
    friends = any(other.side == unit.side for other in table.engaged(state, target))
    big = not BIG_GUNS.isdisjoint(unit.keywords)
    if target.lone and table.ground.gap_mil(state, unit, target) > LONE_OPERATIVE_MIL:
        return []
    if near and not big and target.index not in near:
        return []
    if friends and BIG_GUNS.isdisjoint(target.keywords) and target.index not in near:
        return []
    advanced = table.flag(state, unit, Flag.MOVE) == Move.ADVANCED
    found: Attacks = []
    if table.ground.gap_mil(state, unit, target) > _reach_mil(unit):
        return []
    for index, away in table.ground.sight(state, unit, target).items():
        model = table.muster.models[index]
        for arm in _usable(model, bool(near), big):
            barred = (advanced and not arm.abilities.assault) or (arm.abilities.blast and friends)
            barred = barred or _spent(model, arm) in state.used
            if not barred and away <= arm.reach_mil:
                found.append((model, arm))
    return found


def _reach_mil(unit: Unit) -> int:
    """How far the unit's farthest weapon reaches; less than nothing without one."""
    return max((arm.reach_mil for model in unit.models for arm in model.shooting), default=-1)


def _spent(model: Trooper, arm: Arm) -> str:
    """What is remembered of a One Shot weapon that has shot (K-W-14)."""
    return f"battle shot {model.index} {arm.spec.name}"


def _spend(state: State, shots: Attacks) -> None:
    """One Shot weapons are spent once they had a target, even if it is gone (K-W-14, K-SHT-09)."""
    state.used |= {_spent(model, arm) for model, arm in shots if arm.abilities.one_shot}


def _usable(model: Trooper, engaged: bool, big: bool) -> tuple[Arm, ...]:
    """All weapons of a MONSTER or VEHICLE; of others the Pistols when engaged, else what is no Pistol, or the
    Pistols where there is nothing else (K-W-15)."""
    if big:
        return model.shooting
    pistols = tuple(arm for arm in model.shooting if arm.abilities.pistol)
    others = tuple(arm for arm in model.shooting if not arm.abilities.pistol)
    return pistols if engaged or not others else others


def _shoot(table: Table, state: State, unit: Unit) -> Activation[None]:
    """All targets are declared, weapon by weapon, before any attack is made (K-SHT-02)."""
    enemies = table.army(state, 1 - unit.side)
    aimed = {enemy: shots for enemy in enemies if (shots := aims(table, state, unit, enemy))}
    aimed = yield from ranged_profiles(unit, aimed)
    declared = yield from targets(unit, aimed, optional=True)
    for target, shots in declared.items():
        _spend(state, shots)
        yield from answered(table, state, unit, target)
    for target, shots in declared.items():
        yield from volley(table, state, unit, target, shots)
    yield from self_inflicted(table, state, unit, [pair for shots in declared.values() for pair in shots])


def answered(table: Table, state: State, unit: Unit, target: Unit) -> Activation[None]:
    """Go to Ground and Smokescreen, just after targets were selected; their effect lasts the phase."""
    for used in (yield from window(table, state, Event("targets selected", unit.side, target))):
        state.used |= {f"phase effect {used.play.name} {target.index}"}


def volley(
    table: Table, state: State, unit: Unit, target: Unit, shots: Attacks, overwatch: bool = False
) -> Activation[None]:
    """One unit's shots at one target; nothing when either is gone."""
    shots = [(model, arm) for model, arm in shots if state.left[model.index] > 0]
    if not shots or not table.standing(state, target):
        return
    smoke = f"phase effect Smokescreen {target.index}" in state.used
    ground = f"phase effect Go to Ground {target.index}" in state.used
    covered = table.ground.covered(state, unit, target)
    here = situation(
        table,
        state,
        unit,
        target,
        cover=smoke or ground,
        stealth=smoke,
        overwatch=overwatch,
        target_engaged_with_friends=bool(table.engaged(state, target)),
    )
    measured = _measured(table, state, unit, target, shots)
    yield from resolve(table, state, unit, target, measured, here, covered, "6+" if ground else None)


def _measured(table: Table, state: State, unit: Unit, target: Unit, shots: Attacks) -> Attacks:
    """The shots with what half range does for each of them (K-W-13, K-W-18)."""
    distances = table.ground.sight(state, unit, target)
    measured: Attacks = []
    for model, arm in shots:
        if arm.abilities.rapid_fire or arm.abilities.melta is not None:
            half = 2 * distances.get(model.index, arm.reach_mil) <= arm.reach_mil
            arm = msgspec.structs.replace(arm, spec=msgspec.structs.replace(arm.spec, half_range=half))
        measured.append((model, arm))
    return measured


def shoot_at(table: Table, state: State, unit: Unit, target: Unit, overwatch: bool) -> Activation[None]:
    """A unit shoots one enemy unit out of turn: with what it could use in its own phase (K-SEQ-07)."""
    if not table.standing(state, unit) or not table.standing(state, target):
        return
    aimed: Aimed = {target: aims(table, state, unit, target)}
    shots = (yield from ranged_profiles(unit, aimed))[target]
    _spend(state, shots)
    yield from volley(table, state, unit, target, shots, overwatch)
    yield from self_inflicted(table, state, unit, shots)
