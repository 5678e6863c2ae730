"""Exact odds of an engagement: units attack one after the other, each volley after the last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress

import numpy as np

from warbook.dice import Value
from warbook.probability.chain import Chain, Effect, chain
from warbook.probability.counts import GridTooLarge, one_attack, one_count
from warbook.probability.effects import resolved, suffered
from warbook.probability.state import StateTooLarge, Target
from warbook.probability.steps import Steps
from warbook.rules.engagement import AttackerSpec, Engagement
from warbook.rules.system import System
from warbook.rules.volley import Assault, Formation, Volley, WoundKind

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


def fight(system: System, engagement: Engagement, steps: Steps | None = None) -> Fought:
    """Run an engagement without problems to its end; ``steps`` note what each weapon did. Raises
    ``GridTooLarge``, ``StateTooLarge`` or :class:`TooManyAttacks`."""
    formation = system.form(engagement)
    assaults = [system.assault(system, engagement, unit, formation.alive) for unit in engagement.strikes]
    volleys = [volley for assault in assaults for volley in assault.volleys]
    _few_enough(volleys)
    target = Target.fresh(chain(formation, _picks_leaders(volleys)), any(volley.spare for volley in volleys))
    for place, unit in enumerate(engagement.strikes):
        if steps is not None:
            steps.strike = place
        if place == 0:
            strike(target, assaults[0], steps)
        else:
            target = strike_any(system, engagement, unit, target, steps)
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


def strike(target: Target, assault: Assault, steps: Steps | None = None) -> None:
    """All volleys of one unit, then what it deferred."""
    apart = target.chain.lengths[1] > 1
    volleys = [volley for volley in assault.volleys if volley.number]
    if steps is not None:
        steps.begin(target)
    for one in resolved(volleys, target.chain.formation, apart, target.blocks):
        _few_enough_points(target.chain, one.effects)
        if one.volley.in_turn and sum(not later for later in one.deferred) > 1:
            target.take_in_turn(one.volley, one.merge, one.effects, one.deferred, one.late)
        else:
            target.take(one.volley, one.merge, one.effects, one.deferred, one.late)
        if steps is not None:
            steps.took(one.volley, target, any(one.deferred))
    target.resolve()
    if steps is not None:
        steps.end(target)


def strike_any(
    system: System, engagement: Engagement, unit: AttackerSpec, target: Target, steps: Steps | None = None
) -> Target:
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
        strike(part, assault, steps)
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
    """Mean attacks, hits, wounds and unsaved wounds, as if the target could not run out of models."""

    def __init__(self) -> None:
        self.attacks = self.hits = self.wounds = self.unsaved = 0.0
        self.spare = 1.0

    @property
    def counted(self) -> tuple[float, float, float, float]:
        """All four."""
        return self.attacks, self.hits, self.wounds, self.unsaved

    def add(self, volley: Volley, formation: Formation) -> None:
        """Count one more volley; ``spare`` is the chance that the spare re-roll is still there before it."""
        if not volley.spare:
            attacks = sum(n.attacks * p for n, p in one_count(volley.count, volley.profile, False).items())
            self._sum(volley.number * attacks, _attack_means(volley, False, formation))
            if volley.declared is not None:
                self.attacks += volley.number * (volley.declared - attacks)
            return
        for _ in range(volley.number):
            self._weapon(volley, formation)

    def _weapon(self, volley: Volley, formation: Formation) -> None:
        """One weapon whose attacks may use the spare re-roll: attack by attack, by whether it is left."""
        there = sum(p for n, p in one_count(volley.count, volley.profile, True).items() if n.spare)
        counts: dict[int, float] = {}
        for spare, weight in ((True, self.spare), (False, 1.0 - self.spare)):
            for n, p in one_count(volley.count, volley.profile, spare).items():
                counts[n.attacks] = counts.get(n.attacks, 0.0) + weight * p
        means = (_attack_means(volley, True, formation), _attack_means(volley, False, formation))
        self.spare = self._attacks(means, counts, self.spare * there)

    def _attacks(self, means: tuple[_Attack, _Attack], counts: dict[int, float], spare: float) -> float:
        left = counts.get(0, 0.0) * spare
        for k in range(1, max(counts) + 1):
            made = sum(p for n, p in counts.items() if n >= k)
            self._sum(made * spare, means[0])
            self._sum(made * (1 - spare), means[1])
            spare *= means[0].spare
            left += counts.get(k, 0.0) * spare
        return left

    def _sum(self, attacks: float, of_one: _Attack) -> None:
        self.attacks += attacks
        self.hits += attacks * of_one.hits
        self.wounds += attacks * of_one.wounds
        self.unsaved += attacks * of_one.unsaved


class _Attack(Value, frozen=True):
    """Means of one attack, and the chance that the spare re-roll is left after it."""

    hits: float
    wounds: float
    unsaved: float
    spare: float


def _attack_means(volley: Volley, spare: bool, formation: Formation) -> _Attack:
    tallies = one_attack(volley.attack, volley.profile, spare)
    harmful = [_harms(volley, kind, formation, spare) for kind in volley.kinds]
    scored = [kind.scored for kind in volley.kinds]
    return _Attack(
        sum(tally.hits * p for tally, p in tallies.items()),
        sum(sum(compress(tally.wounds, scored)) * p for tally, p in tallies.items()),
        sum(sum(n * h for n, h in zip(tally.wounds, harmful, strict=True)) * p for tally, p in tallies.items()),
        sum(p for tally, p in tallies.items() if tally.spare),
    )


def _harms(volley: Volley, kind: WoundKind, formation: Formation, spare: bool) -> float:
    """The chance that a wound of a kind damages the model that it meets first."""
    ranks = formation.leaders if kind.precise and formation.leaders else formation.front or formation.leaders
    if not ranks or not kind.scored:
        return 0.0
    done = suffered(kind.suffer, volley.profile, volley.defences[ranks[0].entry], spare)
    return sum(p for each, p in done if each.damage)
