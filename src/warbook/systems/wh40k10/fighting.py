"""The Fight phase (rules section 12.2)."""

from __future__ import annotations

from collections.abc import Sequence

from warbook.dice import Outcome, Roll, Test
from warbook.rules.request import Activation, Place, ask
from warbook.rules.state import State
from warbook.systems.wh40k10.arming import arming
from warbook.systems.wh40k10.army import MIL_PER_INCH, Unit
from warbook.systems.wh40k10.decisions import Decision, Placement
from warbook.systems.wh40k10.declaring import Aimed, melee_weapons, targets
from warbook.systems.wh40k10.movement import placed
from warbook.systems.wh40k10.plays import Event, goes_on, window
from warbook.systems.wh40k10.ruled import hits, memory
from warbook.systems.wh40k10.ruled.bearing import last_blows, reach
from warbook.systems.wh40k10.ruled.bears import LastBlow
from warbook.systems.wh40k10.ruled.lasting import ended
from warbook.systems.wh40k10.ruled.times import OUT_OF_TURN
from warbook.systems.wh40k10.table import Flag, Table
from warbook.systems.wh40k10.wounding import demises, resolve, self_inflicted, situation

PILE_IN_IN = 3


def fighting(table: Table, state: State, first: bool) -> Activation[bool]:
    """One unit fights; ``False`` when the step is over. The player whose turn it is not picks first, then
    they alternate, and whoever has none left lets the other go on (K-FGT-02). ``first`` is the step of
    Fights First."""
    yield from goes_on(table, state)
    turn, pick = state.clock[1], state.clock[3]
    for player in ((1 - turn + pick) % 2, (turn + pick) % 2):
        ready = tuple(u for u in table.army(state, player) if _ready(table, state, u, first))
        if not ready:
            continue
        picked: Unit = yield from ask(player, Decision.UNIT_TO_FIGHT, ready)
        yield from fight(table, state, picked)
        last = yield from _countered(table, state, picked)
        state.clock = (*state.clock[:3], (last - turn) % 2)
        return True
    return False


def _ready(table: Table, state: State, unit: Unit, first: bool) -> bool:
    """Not yet fought, and engaged or charged this turn (K-FGT-01)."""
    if table.flag(state, unit, Flag.FOUGHT) or (first and not table.fights_first(state, unit)):
        return False
    return bool(table.flag(state, unit, Flag.CHARGED)) or bool(table.engaged(state, unit))


def _countered(table: Table, state: State, fought: Unit) -> Activation[int]:
    """Counter-Offensive: an own unit fights next, and may be answered in turn (section 14, K-CLR-16). Gives the
    side that fought last."""
    last = fought.side
    for used in (yield from window(table, state, Event("unit fought", fought.side, fought))):
        yield from fight(table, state, used.unit)
        last = yield from _countered(table, state, used.unit)
    return last


def fight(table: Table, state: State, unit: Unit) -> Activation[None]:
    """Pile in, attack, consolidate (K-FGT-03 to K-FGT-06)."""
    yield from window(table, state, Event("selected to fight", unit.side, unit))
    table.mark(state, unit, Flag.FOUGHT)
    hits.forget(state, unit)
    if table.standing(state, unit):
        yield from window(table, state, Event("fight move begins", unit.side, unit, kind="pile-in"))
        inches, _ = reach(table, state, unit, "pile-in")
        yield from placed(table, state, Place(unit.side, Placement.PILE_IN, unit.index, inches * MIL_PER_INCH))
    yield from _attack(table, state, unit)
    ended(state, "attacks")
    if table.standing(state, unit):
        yield from window(table, state, Event("fight move begins", unit.side, unit, kind="consolidation"))
        yield from _consolidate(table, state, unit)


def _consolidate(table: Table, state: State, unit: Unit) -> Activation[None]:
    """A Consolidation move; ``targets`` are the enemies one of which it must end engaged with, where it may go
    farther for that alone."""
    inches, engaging = reach(table, state, unit, "consolidation")
    enemies = tuple(enemy.index for enemy in table.army(state, 1 - unit.side)) if engaging else ()
    place = Place(unit.side, Placement.CONSOLIDATE, unit.index, inches * MIL_PER_INCH, targets=enemies)
    yield from placed(table, state, place)


def _attack(table: Table, state: State, unit: Unit, only: Sequence[int] = ()) -> Activation[None]:
    """Weapons, then targets, then all attacks on one target after the other (K-FGT-05); then who was destroyed
    and may still fight does. ``only`` these models attack, where they are told."""
    able = strikes(table, state, unit)
    if only:
        able = {target: [pair for pair in blows if pair[0].index in only] for target, blows in able.items()}
    aimed = yield from melee_weapons(unit, {target: blows for target, blows in able.items() if blows})
    declared = yield from targets(unit, aimed, optional=False)
    for target in declared:
        memory.note(table, state, memory.AIMED, unit, target)
        yield from window(table, state, Event("blows aimed", unit.side, target, by=unit))
    dead: list[tuple[Unit, list[int]]] = []
    for target, attacks in declared.items():
        used = [(model, arm) for model, arm in attacks if state.left[model.index] > 0]
        if used and table.standing(state, target):
            here = situation(table, state, unit, target)
            fallen = yield from resolve(table, state, unit, target, used, here, frozenset())
            dead.append((target, fallen))
    yield from self_inflicted(table, state, unit, [pair for attacks in declared.values() for pair in attacks])
    for target, fallen in dead:
        yield from _last_blows(table, state, target, fallen)


def _last_blows(table: Table, state: State, unit: Unit, fallen: list[int]) -> Activation[None]:
    """Models just destroyed, of a unit that has not fought, fight all the same where a rule lets them, with a
    wound each: they may pile in and do not Consolidate, and are gone afterwards (K-ATK-06, K-CLR-05)."""
    rule = last_blows(table, state, unit)
    if rule is None:
        return
    if not table.flag(state, unit, Flag.FOUGHT):
        able = yield from _staying(state, unit, fallen, rule)
        if able and (yield from ask(unit.side, Decision.FIGHT_WHEN_DESTROYED, (True, False), unit.index)):
            state.used |= {OUT_OF_TURN}
            yield from _fight_on(table, state, unit, able)
    yield from demises(table, state, fallen)


def _staying(state: State, unit: Unit, fallen: list[int], rule: LastBlow) -> Activation[list[int]]:
    """Those who may fight: all, or who rolls what is needed."""
    if rule.needs is None:
        return fallen
    state.used |= {OUT_OF_TURN}
    able: list[int] = []
    for model in fallen:
        test = Test.needing(rule.needs)
        outcome: Outcome = yield Roll(Decision.FIGHT_WHEN_DESTROYED, test, player=unit.side, unit=unit.index)
        able += [model] if outcome.passed else []
    return able


def _fight_on(table: Table, state: State, unit: Unit, models: list[int]) -> Activation[None]:
    state.left[models] = 1
    reach_mil = PILE_IN_IN * MIL_PER_INCH
    yield from placed(
        table, state, Place(unit.side, Placement.PILE_IN, unit.index, reach_mil, models=tuple(models))
    )
    yield from _attack(table, state, unit, models)
    state.left[models] = 0
    state.moved += 1


def strikes(table: Table, state: State, unit: Unit) -> Aimed:
    """Every model engaged with a target, itself or through a unit-mate in base contact, with all of its
    weapons, as rules make them (K-FGT-04)."""
    found: Aimed = {}
    for target in table.engaged(state, unit):
        near = table.ground.fighters(state, unit, target)
        armed = arming(table, state, unit, target, "fight")
        attacks = [(m, armed(m, arm)) for m in unit.models if m.index in near for arm in m.fighting]
        if attacks:
            found[target] = attacks
    return found
