"""Every die of an engagement in the order of the rules, with a dictionary of what may be so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from oracle import needs
from oracle.answer import answer
from oracle.hazard import hazardous
from oracle.needs import CRITICAL, DEVASTATION, FAIL, Line
from oracle.reading import Dice, Fight, Json, Unit, outcomes, read


class State(NamedTuple):
    """Wounds left of every model, deferred criticals of every weapon, whether the re-roll is still there."""

    wounds: tuple[int, ...]
    pending: tuple[int, ...]
    command: bool


SUMS = ("attacks", "hits", "wounds", "wasted")
Rolls = list[tuple[int, Any, State]]
"""What a roll gives, how likely, and the state after it."""

Frontier = dict[State, Any]
"""How likely each state is."""


@dataclass
class Run:
    """One enumeration. ``immortal`` ignores all that happens from allocation on."""

    fight: Fight
    immortal: bool
    sums: dict[str, Any] = field(default_factory=lambda: dict.fromkeys(SUMS, 0))


def brute(engagement: Json, fractions: bool = False) -> dict[str, Any]:
    """The exact answer to a small engagement; ``fractions`` gives it in fractions."""
    fight = read(engagement)
    one = Fraction(1) if fractions else 1.0
    run = Run(fight, immortal=False)
    finals: dict[tuple[int, ...], Any] = {}
    for state, chance in battle(run, one).items():
        finals[state.wounds] = finals.get(state.wounds, 0) + chance
    return {
        **counts(fight, one),
        **answer(fight, finals),
        "wasted": {"mean": run.sums["wasted"]},
        **hazardous(fight, one),
    }


def counts(fight: Fight, one: Any = 1.0) -> dict[str, Any]:
    """Mean attacks, hits and wounds as if nothing died, every unit facing the target as it started."""
    run = Run(fight, immortal=True)
    battle(run, one)
    return {name: {"mean": run.sums[name]} for name in ("attacks", "hits", "wounds")}


def cost(engagement: Json) -> int:
    """About how many steps ``brute`` takes: attacks × hits of one × damage × states, where later units see
    the target in as many ways as the first left it."""
    fight = read(engagement)
    steps, states = 0, 1
    for leader in (False, True):
        states *= 1 + sum(model.left for model in fight.models if model.leader is leader)
    for number, unit in enumerate(fight.units):
        pending, seen = 1, 2 if number else 1
        for weapon in unit.weapons:
            blast = len(fight.models) // 5 if "blast" in weapon.abilities else 0
            hits = 1 + weapon.sustained.highest
            attacks = weapon.count * (weapon.attacks.highest + weapon.rapid_fire.highest + blast)
            if "devastating wounds" in weapon.abilities:
                pending *= 1 + attacks * hits
            steps += attacks * hits * (4 + weapon.damage.highest) * pending * seen
    return steps * states * (2 if fight.command else 1)


def add(frontier: Frontier, state: State, chance: Any) -> None:
    frontier[state] = frontier.get(state, 0) + chance


def merge(frontier: Frontier, other: Frontier) -> Frontier:
    for state, chance in other.items():
        add(frontier, state, chance)
    return frontier


def countdown(groups: dict[int, Frontier], step: Callable[[Frontier], Frontier]) -> Frontier:
    """Take ``step`` n times from the states in ``groups[n]``."""
    frontier: Frontier = {}
    for left in range(max(groups, default=0), 0, -1):
        frontier = step(merge(frontier, groups.get(left, {})))
    return merge(frontier, groups.get(0, {}))


def battle(run: Run, one: Any) -> Frontier:
    """The units one after another; what a unit defers ends before the next unit begins."""
    frontier: Frontier = {State(run.fight.start, (), run.fight.command is not None): one}
    for unit in run.fight.units:
        selections: dict[needs.Selection, Frontier] = {}
        for state, chance in frontier.items():
            selection = needs.select(run.fight, state.wounds)
            begun = state._replace(pending=(0,) * len(unit.weapons))
            add(selections.setdefault(selection, {}), begun, chance)
        frontier = {}
        for selection, group in selections.items():
            merge(frontier, unit_attacks(run, unit, selection, group))
    return frontier


def unit_attacks(run: Run, unit: Unit, selection: needs.Selection, frontier: Frontier) -> Frontier:
    """All weapons in the order listed, then their deferred criticals in the same order."""
    lines = [needs.line(run.fight, unit, number, selection) for number in range(len(unit.weapons))]
    for line in lines:
        for _ in range(line.weapon.count):
            frontier = weapon_attacks(run, line, frontier)
    for line in lines:
        groups: dict[int, Frontier] = {}
        for state, chance in frontier.items():
            add(groups.setdefault(state.pending[line.number], {}), without_pending(state, line), chance)
        frontier = countdown(groups, partial(allocate, run, line, True))
    return {state._replace(pending=()): chance for state, chance in frontier.items()}


def without_pending(state: State, line: Line) -> State:
    pending = list(state.pending)
    pending[line.number] = 0
    return state._replace(pending=tuple(pending))


def gone(state: State) -> bool:
    """K-SHT-09: what is left of the attacks vanishes."""
    return not any(state.wounds)


def weapon_attacks(run: Run, line: Line, frontier: Frontier) -> Frontier:
    """One weapon: the number of its attacks, then each of them (K-WI-04, K-W-03, K-W-18)."""
    weapon, groups = line.weapon, {}
    rapid = weapon.rapid_fire if run.fight.situation.get("half_range") else None
    for state, chance in frontier.items():
        if gone(state):
            add(groups.setdefault(0, {}), state, chance)
            continue
        for rolled, p, after in expression(run, "attacks", weapon.attacks, False, state, chance):
            for more, ways in outcomes(rapid) if rapid else ((0, 1),):
                number = needs.attacks_made(weapon, rolled, more + line.extra_attacks)
                q = p * ways / (rapid.sides**rapid.number if rapid else 1)
                run.sums["attacks"] += number * q
                add(groups.setdefault(number, {}), after, q)
    return countdown(groups, partial(one_attack, run, line))


def expression(run: Run, roll: str, dice: Dice, reroll: bool, state: State, chance: Any) -> Rolls:
    """A dice expression, thrown again as a whole when it is below its mean and may be (K-DIC-02)."""
    command = state.command and run.fight.command == roll
    size, found = dice.sides**dice.number, []
    for value, ways in outcomes(dice):
        p = chance * ways / size
        if needs.below_mean(dice, value) and (reroll or command):
            after = state if reroll else state._replace(command=False)
            found += [(again, p * more / size, after) for again, more in outcomes(dice)]
        else:
            found.append((value, p, state))
    return found


def one_die(
    run: Run, roll: str, faces: needs.Faces, rerolls: frozenset[int], state: State, chance: Any
) -> Rolls:
    """One die and its re-roll: by permission, else by command when it failed and could succeed."""
    command = state.command and run.fight.command == roll and any(faces)
    found: dict[tuple[int, State], Any] = {}
    for face in range(1, 7):
        if face in rerolls or (command and faces[face - 1] == FAIL):
            after = state if face in rerolls else state._replace(command=False)
            for again in range(1, 7):
                key = (faces[again - 1], after)
                found[key] = found.get(key, 0) + chance / 36
        else:
            key = (faces[face - 1], state)
            found[key] = found.get(key, 0) + chance / 6
    return [(result, p, after) for (result, after), p in found.items()]


def one_attack(run: Run, line: Line, frontier: Frontier) -> Frontier:
    """The Hit roll, then each hit. A lethal critical wounds by itself, before the extra hits (K-WI-01)."""
    automatic: dict[int, Frontier] = {}
    groups: dict[int, Frontier] = {}
    for state, chance in frontier.items():
        if gone(state):
            add(groups.setdefault(0, {}), state, chance)
            continue
        rolls = [(needs.SUCCESS, chance, state)]
        if not line.has("torrent"):
            rolls = one_die(run, "hit", line.hit, line.hit_rerolls, state, chance)
        for result, p, after in rolls:
            if result == FAIL:
                add(groups.setdefault(0, {}), after, p)
                continue
            sustained = line.weapon.sustained if result == CRITICAL else None
            for extra, ways in outcomes(sustained) if sustained else ((0, 1),):
                q = p * ways / (sustained.sides**sustained.number if sustained else 1)
                run.sums["hits"] += (1 + extra) * q
                if result == CRITICAL and line.has("lethal hits"):
                    run.sums["wounds"] += q
                    add(automatic.setdefault(extra, {}), after, q)
                else:
                    add(groups.setdefault(1 + extra, {}), after, q)
    for extra, group in automatic.items():
        merge(groups.setdefault(extra, {}), allocate(run, line, False, group))
    return countdown(groups, partial(one_hit, run, line))


def one_hit(run: Run, line: Line, frontier: Frontier) -> Frontier:
    """The Wound roll of one hit; a devastating critical waits for the end of the unit's attacks."""
    done: Frontier = {}
    wounding: Frontier = {}
    for state, chance in frontier.items():
        if gone(state):
            add(done, state, chance)
            continue
        for result, p, after in one_die(run, "wound", line.wound, line.wound_rerolls, state, chance):
            if result == FAIL:
                add(done, after, p)
                continue
            run.sums["wounds"] += p
            if result == CRITICAL and line.has("devastating wounds"):
                pending = list(after.pending)
                pending[line.number] += not run.immortal
                add(done, after._replace(pending=tuple(pending)), p)
            else:
                add(wounding, after, p)
    return merge(done, allocate(run, line, False, wounding))


def allocate(run: Run, line: Line, deferred: bool, frontier: Frontier) -> Frontier:
    """Allocation, save and damage roll of one wound, then each point of damage."""
    if run.immortal:
        return frontier
    how = DEVASTATION[run.fight.revision]
    done: Frontier = {}
    struck: dict[tuple[int, ...], dict[int, Frontier]] = {}
    for state, chance in frontier.items():
        if gone(state):
            add(done, state, chance)
            continue
        precision = line.has("precision") and (how.precision or not deferred)
        first = needs.recipient(run.fight, state.wounds, precision)
        path = (first,)
        if deferred and how.spills:
            path = tuple(index for index, left in enumerate(state.wounds) if left > 0)
        rolls = [(FAIL, chance, state)]
        if not deferred:
            rolls = one_die(run, "save", line.saves[first], line.save_rerolls[first], state, chance)
        for saved, p, after in rolls:
            if saved:
                add(done, after, p)
                continue
            for raw, q, last in expression(run, "damage", line.weapon.damage, line.damage_reroll, after, p):
                points = needs.damage_points(run.fight, line.weapon, run.fight.models[first], raw)
                add(struck.setdefault(path, {}).setdefault(points, {}), last, q)
    for path, groups in struck.items():
        merge(
            done,
            countdown(
                groups,
                partial(one_point, run, path, line.mortal_ignores if deferred and how.mortal else line.ignores),
            ),
        )
    return done


def one_point(
    run: Run, path: tuple[int, ...], ignores: tuple[tuple[needs.Faces, frozenset[int]], ...], frontier: Frontier
) -> Frontier:
    """One point of damage on the first living model of the path, or on its last one, where it is wasted."""
    done: Frontier = {}
    for state, chance in frontier.items():
        index = next((index for index in path if state.wounds[index] > 0), path[-1])
        faces, rerolls = ignores[index]
        for ignored, p in ignoring(faces, rerolls, chance):
            if ignored:
                add(done, state, p)
            elif state.wounds[index] == 0:
                run.sums["wasted"] += p
                add(done, state, p)
            else:
                wounds = list(state.wounds)
                wounds[index] -= 1
                add(done, state._replace(wounds=tuple(wounds)), p)
    return done


def ignoring(faces: needs.Faces, rerolls: frozenset[int], chance: Any) -> list[tuple[bool, Any]]:
    """Whether Feel No Pain ignores a point, and how likely."""
    found = []
    for face in range(1, 7):
        if face in rerolls:
            found += [(bool(second), chance / 36) for second in faces]
        else:
            found.append((bool(faces[face - 1]), chance / 6))
    return found
