"""Hazardous: what the attackers do to themselves (K-W-07, rows 2 to 4 of section 19)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from oracle.answer import Chances, self_damage
from oracle.reading import Fight, Unit

MORTAL_WOUNDS = 3


def hazardous(fight: Fight, one: Any) -> dict[str, Any]:
    """The exact ``self_damage`` of all units that state their models; nothing when none does."""
    units = [unit for unit in fight.units if unit.models]
    if not units:
        return {}
    return {"self_damage": self_damage([(start(unit), tested(fight, unit, one)) for unit in units])}


def start(unit: Unit) -> tuple[int, ...]:
    return tuple(model.left for model in unit.models)


def tested(fight: Fight, unit: Unit, one: Any) -> Chances:
    """One D6 for each Hazardous weapon, whether or not the target lived to be shot at (K-SHT-09)."""
    frontier: Chances = {start(unit): one}
    for weapon in unit.weapons:
        for _ in range(weapon.count if "hazardous" in weapon.abilities else 0):
            frontier = one_test(fight, unit, frontier)
    return frontier


def one_test(fight: Fight, unit: Unit, frontier: Chances) -> Chances:
    """A die that fails on 1, and what follows."""
    done: Chances = {}
    for wounds, chance in frontier.items():
        done[wounds] = done.get(wounds, 0) + 5 * chance / 6
        for after, p in failure(fight, unit, wounds, chance / 6).items():
            done[after] = done.get(after, 0) + p
    return done


def failure(fight: Fight, unit: Unit, wounds: tuple[int, ...], chance: Any) -> Chances:
    """A failed test: a model destroyed, or mortal wounds along a path of models."""
    bearer = chosen(fight, unit, wounds)
    if bearer is None:
        return {wounds: chance}
    if destroyed_outright(fight, unit, bearer):
        return {replaced(wounds, bearer, 0): chance}
    path, frontier = mortal_path(fight, unit, wounds, bearer), {wounds: chance}
    for _ in range(MORTAL_WOUNDS):
        frontier = one_point(unit, path, frontier)
    return frontier


def one_point(unit: Unit, path: list[int], frontier: Chances) -> Chances:
    """One mortal wound with its Feel No Pain roll."""
    done: Chances = {}
    for wounds, chance in frontier.items():
        index = next((index for index in path if wounds[index] > 0), None)
        for face in range(1, 7):
            after = wounds
            if index is not None and face < unit.models[index].feel_no_pain_mortal:
                after = replaced(wounds, index, wounds[index] - 1)
            done[after] = done.get(after, 0) + chance / 6
    return done


def replaced(wounds: tuple[int, ...], index: int, left: int) -> tuple[int, ...]:
    return (*wounds[:index], left, *wounds[index + 1 :])


def wounded(unit: Unit, wounds: tuple[int, ...], index: int) -> bool:
    return wounds[index] < unit.models[index].wounds


def carriers(unit: Unit) -> set[int]:
    """Models with a Hazardous weapon: all, or as many of the named kinds as carry one, the wounded first. A
    failed test picks among them all, whichever weapon it was taken for (row 4)."""
    armed = [weapon for weapon in unit.weapons if "hazardous" in weapon.abilities]
    if any(weapon.bearer is None for weapon in armed):
        return set(range(len(unit.models)))
    found: set[int] = set()
    for name in {weapon.bearer for weapon in armed}:
        kind = [index for index, model in enumerate(unit.models) if model.name == name]
        kind.sort(key=lambda index: not wounded(unit, start(unit), index))
        found.update(kind[: sum(weapon.count for weapon in armed if weapon.bearer == name)])
    return found


def chosen(fight: Fight, unit: Unit, wounds: tuple[int, ...]) -> int | None:
    """The bearer that suffers: from 2024-06 a wounded one, then one that is no leader, then a leader; before,
    the owner spares leaders first and takes the wounded of the others."""
    bearers = [index for index in sorted(carriers(unit)) if wounds[index] > 0]
    forced = fight.revision >= "2024-06"

    def order(index: int) -> tuple[bool, bool]:
        pair = (not wounded(unit, wounds, index), unit.models[index].leader)
        return pair if forced else pair[::-1]

    bearers.sort(key=order)
    return bearers[0] if bearers else None


def destroyed_outright(fight: Fight, unit: Unit, bearer: int) -> bool:
    """Before 2024-06 only a CHARACTER, MONSTER or VEHICLE gets off with mortal wounds."""
    leaders = any(model.leader for model in unit.models)
    character = unit.models[bearer].leader or ("CHARACTER" in unit.keywords and not leaders)
    return fight.revision < "2024-06" and not character and not unit.keywords & {"MONSTER", "VEHICLE"}


def mortal_path(fight: Fight, unit: Unit, wounds: tuple[int, ...], bearer: int) -> list[int]:
    """From 2024-06 the bearer alone; before, the bearer and then the others in order of allocation."""
    if fight.revision >= "2024-06":
        return [bearer]
    others = [index for index, left in enumerate(wounds) if left > 0 and index != bearer]
    others.sort(key=lambda index: (unit.models[index].leader, not wounded(unit, wounds, index), index))
    return [bearer, *others]


def thrown(fight: Fight, unit: Unit, rng: random.Random) -> tuple[int, ...]:
    """The same with real dice."""
    wounds = list(start(unit))
    for weapon in unit.weapons:
        for _ in range(weapon.count if "hazardous" in weapon.abilities else 0):
            if rng.randint(1, 6) > 1:
                continue
            bearer = chosen(fight, unit, tuple(wounds))
            if bearer is None:
                continue
            if destroyed_outright(fight, unit, bearer):
                wounds[bearer] = 0
                continue
            path = mortal_path(fight, unit, tuple(wounds), bearer)
            for _ in range(MORTAL_WOUNDS):
                alive = [index for index in path if wounds[index] > 0]
                if alive and rng.randint(1, 6) < unit.models[alive[0]].feel_no_pain_mortal:
                    wounds[alive[0]] -= 1
    return tuple(wounds)


def sampled(fight: Fight, trials: int, rng: random.Random) -> dict[str, Any]:
    """``self_damage`` from dice."""
    units = [unit for unit in fight.units if unit.models]
    if not units:
        return {}
    found = []
    for unit in units:
        seen = Counter(thrown(fight, unit, rng) for _ in range(trials))
        found.append((start(unit), {wounds: times / trials for wounds, times in seen.items()}))
    return {"self_damage": self_damage(found)}
