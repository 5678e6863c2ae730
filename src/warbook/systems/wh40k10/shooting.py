"""The Shooting phase (rules section 8)."""

from __future__ import annotations

import msgspec

from warbook.dice import Value
from warbook.rules.engagement import Situation
from warbook.rules.request import Activation, ask
from warbook.rules.state import State
from warbook.systems.wh40k10.arming import arming, as_printed
from warbook.systems.wh40k10.army import MIL_PER_INCH, Arm, Trooper, Unit
from warbook.systems.wh40k10.decisions import Decision
from warbook.systems.wh40k10.declaring import Aimed, Attacks, pistols_or_others, ranged_profiles, targets
from warbook.systems.wh40k10.plays import Event, goes_on, window
from warbook.systems.wh40k10.ruled import hits, memory
from warbook.systems.wh40k10.ruled.bearing import barred, permitted, spared
from warbook.systems.wh40k10.ruled.lasting import ended
from warbook.systems.wh40k10.situation import BIG_GUNS
from warbook.systems.wh40k10.table import Flag, Move, Table
from warbook.systems.wh40k10.wounding import resolve, self_inflicted, situation

LONE_OPERATIVE_MIL = 12 * MIL_PER_INCH


def shooting(table: Table, state: State) -> Activation[bool]:
    """Select a unit to shoot; ``False`` when none is left or wanted (K-SHT-01)."""
    player = state.clock[1]
    yield from goes_on(table, state)
    ready = [unit for unit in table.army(state, player) if _ready(table, state, unit)]
    picked = (yield from ask(player, Decision.UNIT_TO_SHOOT, (None, *ready))) if ready else None
    if picked is None:
        return False
    yield from window(table, state, Event("selected to shoot", player, picked))
    table.mark(state, picked, Flag.SHOT)
    yield from shoot(table, state, picked)
    return True


def _ready(table: Table, state: State, unit: Unit) -> bool:
    """Not yet shot, did not Fall Back, and has something to aim at."""
    if table.flag(state, unit, Flag.SHOT) or barred(table, state, unit, "shoot"):
        return False
    fell_back = table.flag(state, unit, Flag.MOVE) == Move.FELL_BACK
    if fell_back and not permitted(table, state, unit, "shoot after fall back"):
        return False
    return any(aims(table, state, unit, enemy) for enemy in table.army(state, 1 - unit.side))


def aims(table: Table, state: State, unit: Unit, target: Unit, in_phase: bool = True) -> Attacks:
    """Which models may shoot a target with what: in range, visible, and allowed where units are locked in
    combat, or the target is a Lone Operative (K-SHT-03, K-SHT-04, K-SHT-06, K-SHT-07, K-W-15), with what rules
    give their weapons. Out of phase, Big Guns Never Tire does not help (K-SEQ-07)."""
    near = [enemy.index for enemy in table.engaged(state, unit)]
    friends = any(other.side == unit.side for other in table.engaged(state, target))
    big = not BIG_GUNS.isdisjoint(unit.keywords)
    if near and not big and target.index not in near:
        return []
    large = in_phase and not BIG_GUNS.isdisjoint(target.keywords)
    if friends and not large and target.index not in near:
        return []
    advanced = table.flag(state, unit, Flag.MOVE) == Move.ADVANCED
    advanced = advanced and not permitted(table, state, unit, "shoot after advance")
    found: Attacks = []
    armed = arming(table, state, unit, target, "shooting")
    if armed is as_printed and table.ground.gap_mil(state, unit, target) > _reach_mil(unit):
        return []
    for index, away in _in_sight(table, state, unit, target).items():
        model = table.muster.models[index]
        for arm in _usable([armed(model, arm) for arm in model.shooting], bool(near), big):
            kept = (advanced and not arm.abilities.assault) or (arm.abilities.blast and friends)
            kept = kept or _spent(model, arm) in state.used
            if not kept and away <= arm.reach_mil:
                found.append((model, arm))
    return [] if found and spared(table, state, unit, target, "target") else found


def _in_sight(table: Table, state: State, unit: Unit, target: Unit) -> dict[int, int]:
    """For each model that may shoot a target, how far it is to the nearest model seen; at a Lone Operative each
    shoots from within 12 inches itself (K-SHT-07)."""
    seen = table.ground.sight(state, unit, target)
    if not table.lone(state, target):
        return seen
    near = table.ground.models_within(state, unit, target, LONE_OPERATIVE_MIL)
    return {index: away for index, away in seen.items() if index in near}


def _reach_mil(unit: Unit) -> int:
    """How far the unit's farthest weapon reaches; less than nothing without one."""
    return max((arm.reach_mil for model in unit.models for arm in model.shooting), default=-1)


def _spent(model: Trooper, arm: Arm) -> str:
    """What is remembered of a One Shot weapon that has shot (K-W-14)."""
    return f"battle shot {model.index} {arm.spec.name}"


def _spend(state: State, shots: Attacks) -> None:
    """One Shot weapons are spent once they had a target, even if it is gone (K-W-14, K-SHT-09)."""
    state.used |= {_spent(model, arm) for model, arm in shots if arm.abilities.one_shot}


def _usable(arms: list[Arm], engaged: bool, big: bool) -> list[Arm]:
    """All weapons, but when engaged the Pistols alone of what is no MONSTER or VEHICLE (K-W-15)."""
    return arms if big or not engaged else [arm for arm in arms if arm.abilities.pistol]


def shoot(
    table: Table, state: State, unit: Unit, in_phase: bool = True, only: Unit | None = None
) -> Activation[None]:
    """All targets are declared, weapon by weapon, before any attack is made (K-SHT-02); one ``only``, where a
    rule says so. A unit that something destroyed as it was selected shoots at nobody."""
    there = table.army(state, 1 - unit.side) if table.standing(state, unit) else ()
    enemies = [enemy for enemy in there if only in (None, enemy)]
    hits.forget(state, unit)
    aimed = {enemy: shots for enemy in enemies if (shots := aims(table, state, unit, enemy, in_phase))}
    declared = yield from _declared(unit, aimed)
    volleys = [_volley(table, state, unit, target, shots) for target, shots in declared.items()]
    for target, shots in declared.items():
        _spend(state, shots)
        memory.note(table, state, memory.AIMED, unit, target)
        yield from answered(table, state, unit, target)
    for made in volleys:
        yield from fire(table, state, unit, made)
    yield from self_inflicted(table, state, unit, [pair for shots in declared.values() for pair in shots])
    ended(state, "attacks")
    if declared:
        yield from window(table, state, Event("shot", unit.side, unit))


def _declared(unit: Unit, aimed: Aimed) -> Activation[Aimed]:
    if BIG_GUNS.isdisjoint(unit.keywords):
        aimed = yield from pistols_or_others(unit, aimed)
    aimed = yield from ranged_profiles(unit, aimed)
    return (yield from targets(unit, aimed, optional=True))


def answered(table: Table, state: State, unit: Unit, target: Unit) -> Activation[None]:
    """Go to Ground and Smokescreen, just after targets were selected; their effect lasts the phase."""
    for used in (yield from window(table, state, Event("targets selected", unit.side, target, by=unit))):
        state.used |= {f"phase effect {used.play.name} {target.index}"}


class Volley(Value, frozen=True):
    """One unit's shots at one target, with what held when it was chosen (K-ATK-02)."""

    target: Unit
    shots: tuple[tuple[Trooper, Arm], ...]
    here: Situation


def _volley(
    table: Table, state: State, unit: Unit, target: Unit, shots: Attacks, overwatch: bool = False
) -> Volley:
    friends = bool(table.engaged(state, target))
    here = situation(table, state, unit, target, overwatch=overwatch, target_engaged_with_friends=friends)
    return Volley(target, tuple(_measured(table, state, unit, target, shots)), here)


def _measured(table: Table, state: State, unit: Unit, target: Unit, shots: Attacks) -> Attacks:
    """The shots with what half range does for each of them (K-W-13, K-W-18)."""
    distances = table.ground.sight(state, unit, target)
    measured: Attacks = []
    every = table.rules.asks_for("half range")
    for model, arm in shots:
        if every or arm.abilities.rapid_fire or arm.abilities.melta is not None:
            half = 2 * distances[model.index] <= arm.reach_mil
            arm = msgspec.structs.replace(arm, spec=msgspec.structs.replace(arm.spec, half_range=half))
        measured.append((model, arm))
    return measured


def fire(table: Table, state: State, unit: Unit, made: Volley) -> Activation[None]:
    """A volley is rolled, by the models that are left, while there is a target."""
    target = made.target
    shots = [(model, arm) for model, arm in made.shots if state.left[model.index] > 0]
    if not shots or not table.standing(state, target):
        return
    smoke = f"phase effect Smokescreen {target.index}" in state.used
    ground = f"phase effect Go to Ground {target.index}" in state.used
    here = msgspec.structs.replace(made.here, cover=smoke or ground, stealth=smoke)
    covered = table.ground.covered(state, unit, target)
    yield from resolve(table, state, unit, target, shots, here, covered, "6+" if ground else None)


def overwatch(table: Table, state: State, unit: Unit, target: Unit) -> Activation[Attacks]:
    """A unit shoots one enemy unit out of turn, with what it could use in its own phase (K-SEQ-07); gives what
    it shot with."""
    if not table.standing(state, unit) or not table.standing(state, target):
        return []
    shots = aims(table, state, unit, target, in_phase=False)
    declared = yield from _declared(unit, {target: shots} if shots else {})
    for shots in declared.values():
        _spend(state, shots)
        yield from fire(table, state, unit, _volley(table, state, unit, target, shots, overwatch=True))
    return [pair for shots in declared.values() for pair in shots]
