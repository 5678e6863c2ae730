"""The same engagements with dice on the table: one attack at a time, nothing clever."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt
from typing import Any

from oracle import needs
from oracle.answer import answer
from oracle.brute import counts
from oracle.hazard import sampled
from oracle.needs import CRITICAL, DEVASTATION, FAIL, SUCCESS, Line
from oracle.reading import Dice, Fight, Json, Unit, read


class Table:
    """One battle: the dice, the target's wounds, what was wasted, and the command re-roll."""

    def __init__(self, fight: Fight, rng: random.Random) -> None:
        self.fight = fight
        self.rng = rng
        self.wounds = list(fight.start)
        self.wasted = 0
        self.command = fight.command

    def die(self, sides: int = 6) -> int:
        return int(self.rng.random() * sides) + 1

    def dice(self, dice: Dice) -> int:
        return dice.plus + sum(self.die(dice.sides) for _ in range(dice.number))

    def may_command(self, roll: str) -> bool:
        """Spend the command re-roll on this roll if it is meant for it and still there."""
        if self.command != roll:
            return False
        self.command = None
        return True

    def test(self, roll: str, faces: needs.Faces, rerolls: frozenset[int] = frozenset()) -> int:
        face = self.die()
        failed = faces[face - 1] == FAIL
        if face in rerolls or (failed and any(faces) and self.may_command(roll)):
            face = self.die()
        return faces[face - 1]

    def expression(self, roll: str, dice: Dice, reroll: bool = False) -> int:
        value = self.dice(dice)
        if needs.below_mean(dice, value) and (reroll or self.may_command(roll)):
            value = self.dice(dice)
        return value

    @property
    def alive(self) -> bool:
        return any(self.wounds)


def simulate(engagement: Json, trials: int, seed: int) -> dict[str, Any]:
    """The answer from ``trials`` battles. Attacks, hits and wounds, which ignore deaths, are exact."""
    fight, rng = read(engagement), random.Random(seed)
    lines: dict[tuple[int, needs.Selection], list[Line]] = {}
    finals: Counter[tuple[int, ...]] = Counter()
    wasted = squares = 0
    for _ in range(trials):
        table = Table(fight, rng)
        for number, unit in enumerate(fight.units):
            key = (number, needs.select(fight, tuple(table.wounds)))
            if key not in lines:
                lines[key] = [needs.line(fight, unit, index, key[1]) for index in range(len(unit.weapons))]
            unit_attacks(table, unit, lines[key])
        finals[tuple(table.wounds)] += 1
        wasted += table.wasted
        squares += table.wasted**2
    mean = wasted / trials
    return {
        **counts(fight),
        **answer(fight, {final: times / trials for final, times in finals.items()}),
        "wasted": {"mean": mean, "sd": sqrt(max(0.0, squares / trials - mean**2))},
        **sampled(fight, trials, rng),
        "trials": trials,
    }


def unit_attacks(table: Table, unit: Unit, lines: list[Line]) -> None:
    """All weapons, then the criticals that they deferred."""
    pending = [0] * len(unit.weapons)
    for line in lines:
        for _ in range(line.weapon.count):
            attacks = table.expression("attacks", line.weapon.attacks) + line.extra_attacks
            if table.fight.situation.get("half_range"):
                attacks += table.dice(line.weapon.rapid_fire)
            for _ in range(attacks):
                if table.alive:
                    pending[line.number] += attack(table, line)
    for line in lines:
        for _ in range(pending[line.number]):
            if table.alive:
                devastate(table, line)


def attack(table: Table, line: Line) -> int:
    """One attack; returns how many devastating criticals wait."""
    result = SUCCESS if line.has("torrent") else table.test("hit", line.hit, line.hit_rerolls)
    if result == FAIL:
        return 0
    hits = 1
    if result == CRITICAL:
        hits += table.dice(line.weapon.sustained)
        if line.has("lethal hits"):
            strike(table, line)
            hits -= 1
    waiting = 0
    for _ in range(hits):
        if not table.alive:
            break
        wound = table.test("wound", line.wound, line.wound_rerolls)
        if wound == CRITICAL and line.has("devastating wounds"):
            waiting += 1
        elif wound != FAIL:
            strike(table, line)
    return waiting


def damage(table: Table, line: Line, index: int) -> int:
    raw = table.expression("damage", line.weapon.damage, line.damage_reroll)
    return needs.damage_points(table.fight, line.weapon, table.fight.models[index], raw)


def strike(table: Table, line: Line) -> None:
    """An ordinary wound: save, damage, Feel No Pain."""
    index = needs.recipient(table.fight, table.wounds, line.has("precision"))
    if table.test("save", line.saves[index]) == FAIL:
        suffer(table, index, damage(table, line, index), table.fight.models[index].feel_no_pain)


def suffer(table: Table, index: int, points: int, ignores: int) -> None:
    """All points of one attack on one model."""
    through = sum(table.die() < ignores for _ in range(points))
    taken = min(through, table.wounds[index])
    table.wounds[index] -= taken
    table.wasted += through - taken


def devastate(table: Table, line: Line) -> None:
    """A deferred critical as the revision has it."""
    how = DEVASTATION[table.fight.revision]
    index = needs.recipient(table.fight, table.wounds, line.has("precision") and how.precision)
    model = table.fight.models[index]
    points = damage(table, line, index)
    if not how.spills:
        suffer(table, index, points, model.feel_no_pain_mortal if how.mortal else model.feel_no_pain)
        return
    for _ in range(points):
        if table.alive:
            index = needs.recipient(table.fight, table.wounds, False)
        suffer(table, index, 1, table.fight.models[index].feel_no_pain_mortal)
