"""Exact odds of an engagement: units attack one after the other, each volley after the last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress

import numpy as np

from warbook.odds.chain import Chain, Effect, chain
from warbook.odds.counts import GridTooLarge, one_attack, one_count
from warbook.odds.effects import resolved
from warbook.odds.state import StateTooLarge, Target
from warbook.rules.engagement import AttackerSpec, Engagement
from warbook.rules.system import System
from warbook.rules.volley import Assault, Volley

MAX_ATTACKS = 1_000_000
MAX_REROLLABLE_ATTACKS = 50_000
"""Of one volley that may use a spare re-roll, which is followed attack by attack."""

MAX_REROLLABLE_ATTACKS_OF_ONE = 120
"""Of one weapon of such a volley."""


MAX_SPILLING = 2e10
"""Points of damage that may spill at once, times the cube of the states."""


class TooManyAttacks(Exception):
    """More attacks than any figure is given for."""


class Fought:
    """What came of an engagement: the chain with its states' probabilities, and the unit's own counts."""

    def __init__(self, chain: Chain, states: object, wasted: float, assaults: Sequence[Assault]) -> None:
        self.chain, self.states, self.wasted, self.assaults = chain, np.asarray(states), wasted, assaults


def fight(system: System, engagement: Engagement) -> Fought:
    """Run an engagement without problems to its end. Raises ``GridTooLarge``, ``StateTooLarge`` or
    :class:`TooManyAttacks`."""
    formation = system.form(engagement)
    assaults = [system.assault(system, engagement, unit, formation.alive) for unit in engagement.strikes]
    volleys = [volley for assault in assaults for volley in assault.volleys]
    _few_enough(volleys)
    target = Target.fresh(chain(formation, _picks_leaders(volleys)), any(volley.spare for volley in volleys))
    for place, unit in enumerate(engagement.strikes):
        if place == 0:
            strike(target, assaults[0])
        else:
            target = strike_any(system, engagement, unit, target)
    return Fought(target.chain, target.states, target.wasted, assaults)


def _few_enough(volleys: Iterable[Volley]) -> None:
    for volley in volleys:
        counts = one_count(volley.count, volley.profile, False)
        most = max(counted.attacks for counted in counts)
        limit = MAX_REROLLABLE_ATTACKS if volley.spare else MAX_ATTACKS
        if volley.number * most > limit:
            raise TooManyAttacks(f"{volley.weapon}: {volley.number * most} attacks; the limit is {limit}")
        if volley.spare and most > MAX_REROLLABLE_ATTACKS_OF_ONE:
            told = f"{most} attacks of one weapon; with Command Re-roll"
            raise TooManyAttacks(f"{volley.weapon}: {told} the limit is {MAX_REROLLABLE_ATTACKS_OF_ONE}")


def _few_enough_points(chain: Chain, effects: Iterable[Effect]) -> None:
    """Damage that spills is followed point by point, by matrices."""
    for effect in (effect for effect in effects if effect.points):
        most = max(
            suffered.damage for entries in effect.by_entry for masses in entries for suffered, _ in masses
        )
        if most * chain.size**3 > MAX_SPILLING:
            raise StateTooLarge(f"up to {most} points spill over {chain.size} states")


def _picks_leaders(volleys: Iterable[Volley]) -> bool:
    return any(kind.precise for volley in volleys for kind in volley.kinds)


def strike(target: Target, assault: Assault) -> None:
    """All volleys of one unit, then what it deferred."""
    apart = target.chain.lengths[1] > 1
    volleys = [volley for volley in assault.volleys if volley.number]
    for one in resolved(volleys, target.chain.formation, apart, target.blocks):
        _few_enough_points(target.chain, one.effects)
        if one.volley.in_turn and sum(not later for later in one.deferred) > 1:
            target.take_in_turn(one.volley, one.merge, one.effects, one.deferred, one.late)
        else:
            target.take(one.volley, one.merge, one.effects, one.deferred, one.late)
    target.resolve()


def strike_any(system: System, engagement: Engagement, unit: AttackerSpec, target: Target) -> Target:
    """A unit attacks a target in any of its states, such as earlier units left it.

    States in which its attacks are compiled alike are taken together (K-ATK-02: conditions of the target are
    tested when targets are chosen)."""
    groups: dict[tuple[Volley, ...], tuple[Assault, list[int]]] = {}
    compiled: dict[tuple[int, ...], Assault] = {}
    for state, alive in enumerate(target.chain.alive):
        if alive not in compiled:
            compiled[alive] = system.assault(system, engagement, unit, alive)
        groups.setdefault(compiled[alive].volleys, (compiled[alive], []))[1].append(state)
    parts = []
    for place, (assault, states) in enumerate(groups.values()):
        part = target.only(states, waste=place == 0)
        strike(part, assault)
        parts.append(part)
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return total


def backlash(system: System, engagement: Engagement, unit: AttackerSpec) -> Fought | tuple[str, ...] | None:
    """What a unit does to itself: ``None`` for nothing, reasons where it cannot be told."""
    due = system.backlash(system, engagement, unit)
    if due is None:
        return None
    formation, assault = due
    if not assault.volleys:
        return assault.not_modelled
    try:
        target = Target.fresh(chain(formation, False), False)
        strike(target, assault)
    except (GridTooLarge, StateTooLarge) as bound:
        return (f"self-damage: {bound}",)
    return Fought(target.chain, target.states, target.wasted, [assault])


class Means:
    """Mean attacks, hits and wounds, as if the target could not run out of models."""

    def __init__(self) -> None:
        self.attacks = self.hits = self.wounds = 0.0
        self.spare = 1.0

    def add(self, volley: Volley) -> None:
        """Count one more volley; ``spare`` is the chance that the spare re-roll is still there before it."""
        if not volley.spare:
            attacks = sum(n.attacks * p for n, p in one_count(volley.count, volley.profile, False).items())
            hits, wounds, _ = _attack_means(volley, False)
            self._sum(volley.number * attacks, hits, wounds)
            if volley.declared is not None:
                self.attacks += volley.number * (volley.declared - attacks)
            return
        for _ in range(volley.number):
            self._weapon(volley)

    def _weapon(self, volley: Volley) -> None:
        """One weapon whose attacks may use the spare re-roll: attack by attack, by whether it is left."""
        there = sum(p for n, p in one_count(volley.count, volley.profile, True).items() if n.spare)
        counts: dict[int, float] = {}
        for spare, weight in ((True, self.spare), (False, 1.0 - self.spare)):
            for n, p in one_count(volley.count, volley.profile, spare).items():
                counts[n.attacks] = counts.get(n.attacks, 0.0) + weight * p
        left = self._attacks(volley, counts, self.spare * there)
        self.spare = left

    def _attacks(self, volley: Volley, counts: dict[int, float], spare: float) -> float:
        with_spare, without = _attack_means(volley, True), _attack_means(volley, False)
        left = counts.get(0, 0.0) * spare
        for k in range(1, max(counts) + 1):
            made = sum(p for n, p in counts.items() if n >= k)
            hits, wounds = (
                spare * a + (1 - spare) * b for a, b in zip(with_spare[:2], without[:2], strict=True)
            )
            self._sum(made, hits, wounds)
            spare *= with_spare[2]
            left += counts.get(k, 0.0) * spare
        return left

    def _sum(self, attacks: float, hits: float, wounds: float) -> None:
        self.attacks += attacks
        self.hits += attacks * hits
        self.wounds += attacks * wounds


def _attack_means(volley: Volley, spare: bool) -> tuple[float, float, float]:
    """Mean hits and wounds of one attack and the chance that the spare re-roll is left after it."""
    tallies = one_attack(volley.attack, volley.profile, spare)
    hits = sum(tally.hits * p for tally, p in tallies.items())
    scored = [kind.scored for kind in volley.kinds]
    wounds = sum(sum(compress(tally.wounds, scored)) * p for tally, p in tallies.items())
    return hits, wounds, sum(p for tally, p in tallies.items() if tally.spare)
