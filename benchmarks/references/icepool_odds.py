"""Exact odds by icepool, for engagements whose attacks all hurt alike.

One damage characteristic and one Feel No Pain for every unsaved attack: then only the number of unsaved
attacks matters, deferred or not, and the target is a chain over the wounds that it has lost. Several damage
characteristics, or a Feel No Pain of its own against mortal wounds, need joint counts, which are left out.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool

from benchmarks.references import NotExpressible
from benchmarks.references.contract import Target, Weapons, read
from benchmarks.references.die_faces import Check, Dice

IntDie = Any
"""An icepool die with whole numbers as outcomes."""
Plan = tuple[list[Weapons], Target]


def plan(engagement: dict[str, Any]) -> Plan:
    """Read the engagement; NotExpressible where one chain does not tell it."""
    lines, target = read(engagement)
    if len({line.damage for line in lines}) > 1:
        raise NotExpressible("weapons of different damage")
    if any(line.devastating for line in lines) and target.ignored != target.ignored_mortal:
        raise NotExpressible("a Feel No Pain of its own against devastating wounds")
    return lines, target


def wounds_lost(plan: Plan) -> IntDie:
    """The die of wounds that the target loses."""
    lines, target = plan
    counts = sum((_unsaved_attacks(line) for line in lines), icepool.Die([0]))
    return _suffer(counts, lines[0].damage, target)


def _unsaved_attacks(line: Weapons) -> IntDie:
    """The number of attacks of all these weapons that are not saved."""
    attacks = line.count @ _die(line.attacks) + line.count * line.blast
    return attacks @ _attack(line)


def _attack(line: Weapons) -> IntDie:
    """How many unsaved attacks one attack comes to, extra hits included."""
    rolled = icepool.coin(_harmful(line))
    automatic = icepool.coin(line.unsaved) if line.lethal else rolled
    critical = automatic + _die(line.sustained) @ rolled
    return _branch(line.hit, critical, rolled)


def _harmful(line: Weapons) -> Fraction:
    """Chance that a hit which rolls to wound is not saved."""
    unsavable = line.wound.critical if line.devastating else Fraction(0)
    return unsavable + (line.wound.passed - unsavable) * line.unsaved


def _branch(check: Check, critical: IntDie, plain: IntDie) -> IntDie:
    return icepool.coin(check.passed).if_else(icepool.coin(check.critical_share).if_else(critical, plain), 0)


def _die(dice: Dice) -> IntDie:
    return dice.number @ icepool.d(dice.sides) + dice.plus if dice.number else icepool.Die([dice.plus])


def _suffer(counts: IntDie, damage: Dice, target: Target) -> IntDie:
    """The chain of wounds lost, stopped after each possible number of unsaved attacks."""
    points = (_die(damage) @ icepool.coin(1 - target.ignored)).simplify()
    after = {lost: lost + points.clip(0, _room(lost, target)) for lost in range(target.total + 1)}
    state = icepool.Die([0])
    stopped = []
    for count in range(counts.max_outcome() + 1):
        if count in counts:
            stopped.append(state)
        state = state.map(after)
    return icepool.Die(stopped, counts.quantities())


def _room(lost: int, target: Target) -> int:
    return target.wounds - lost % target.wounds if lost < target.total else 0
