"""Sampled odds, for engagements beyond the stated bound of the exact ones.

The same per-attack and per-wound distributions as the exact odds, composed by drawing instead of by linear
algebra; deterministic, since the generator's seed is fixed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from warbook.chance import Floats
from warbook.probability.chain import Chain, Effect, chain
from warbook.probability.counts import one_attack, one_count
from warbook.probability.effects import Resolved, resolved
from warbook.rules.engagement import Engagement
from warbook.rules.system import System
from warbook.rules.volley import Assault, Volley

SEED = 40_000
TRIALS = 20_000
FEWEST = 400
STEPS = 6_000_000

Ints = NDArray[np.int64]


class Sample:
    """Observed states of the target, with the standard error of the mean damage."""

    def __init__(self, chain: Chain, ended: Ints, wasted: float, assaults: list[Assault]) -> None:
        self.chain, self.wasted, self.assaults, self.trials = chain, wasted, assaults, len(ended)
        self.states: Floats = np.bincount(ended, minlength=chain.size) / len(ended)
        self.standard_error = float(np.std(chain.damage_index[ended]) / np.sqrt(len(ended)))
        self.not_modelled: tuple[str, ...] = ()


def fight(system: System, engagement: Engagement) -> Sample:
    """Play an engagement many times. A spare re-roll is not sampled, and the answer says so."""
    random = np.random.default_rng(SEED)
    formation = system.form(engagement)
    assaults = [system.assault(system, engagement, unit, formation.alive) for unit in engagement.strikes]
    volleys = [volley for assault in assaults for volley in assault.volleys if volley.number]
    apart = any(kind.precise for volley in volleys for kind in volley.kinds)
    field = _Field(chain(formation, apart), _trials(volleys), random)
    for place, unit in enumerate(engagement.strikes):
        if place == 0:
            field.strike(assaults[0], np.arange(len(field.state)))
        else:
            _strike_again(system, engagement, unit, field)
    sample = Sample(field.chain, field.state, float(field.wasted.mean()), assaults)
    untold = (
        "single re-rolls (Command Re-roll) and a first failed save: not used in sampled figures",
        "attacks of later units: compiled for the whole target",
    )
    mixed = any(volley.in_turn for volley in volleys)
    sample.not_modelled = (
        *(untold[:1] if any(volley.spare for volley in volleys) else ()),
        *(("wounds of several sorts in the order rolled: sampled sort by sort",) if mixed else ()),
    )
    return sample


def _trials(volleys: list[Volley]) -> int:
    steps = sum(v.number * max(n.attacks for n in one_count(v.count, v.profile, False)) for v in volleys)
    return max(FEWEST, min(TRIALS, STEPS // max(steps, 1)))


def _strike_again(system: System, engagement: Engagement, unit: Any, field: _Field) -> None:
    alive = np.array(field.chain.alive)[field.state]
    for kinds in np.unique(alive, axis=0):
        trials = np.flatnonzero((alive == kinds).all(axis=1))
        field.strike(system.assault(system, engagement, unit, tuple(kinds.tolist())), trials)


class _Field:
    """The trials: each one's state and waste."""

    def __init__(self, chain: Chain, trials: int, random: np.random.Generator) -> None:
        self.chain, self.random = chain, random
        self.state: Ints = np.zeros(trials, np.int64)
        self.wasted: Floats = np.zeros(trials)
        self.owed: Ints = np.zeros(trials, np.int64)

    def strike(self, assault: Assault, trials: Ints) -> None:
        volleys = [volley for volley in assault.volleys if volley.number]
        apart = self.chain.lengths[1] > 1
        later: list[tuple[bool, Effect, Ints]] = []
        for one in resolved(volleys, self.chain.formation, apart, 1):
            counts = self._counts(one, len(trials))
            for axis, effect in enumerate(one.effects):
                if one.deferred[axis]:
                    later.append((one.late[axis], effect, counts[axis]))
                else:
                    self._inflict(effect, counts[axis], trials)
        for _, effect, count in sorted(later, key=lambda one: one[0]):
            self._inflict(effect, count, trials)

    def _counts(self, one: Resolved, trials: int) -> list[Ints]:
        """Acting wounds by axis for each trial."""
        volley, merge = one.volley, one.merge
        attacks = self._drawn(one_count(volley.count, volley.profile, False), volley.number, trials)
        tallies = one_attack(volley.attack, volley.profile, False)
        drawn = self.random.multinomial(attacks, _normal(list(tallies.values())))
        axes = [np.zeros(trials, np.int64) for _ in one.effects]
        for kind, (axis, acts) in enumerate(zip(merge.axis, merge.acts, strict=True)):
            scored = drawn @ np.array([tally.wounds[kind] for tally in tallies])
            axes[axis] = axes[axis] + self.random.binomial(scored, acts)
        return axes

    def _drawn(self, counts: Any, number: int, trials: int) -> Ints:
        values = np.array([n.attacks for n in counts])
        return np.asarray(self.random.multinomial(number, _normal(list(counts.values())), trials) @ values)

    def _inflict(self, effect: Effect, wounds: Ints, trials: Ints) -> None:
        """Inflict so many wounds on each trial, then make the attacks that they cause."""
        self._wound(effect, wounds, trials)
        if effect.follow is not None:
            owed, self.owed[trials] = self.owed[trials], 0
            scored = self.random.multinomial(owed, _normal(list(effect.follow.wounds)))
            self._wound(effect.follow.effect, scored @ np.arange(scored.shape[1]), trials)

    def _wound(self, effect: Effect, wounds: Ints, trials: Ints) -> None:
        """Inflict so many wounds on each trial, one after the other."""
        entry, _, _ = self.chain.facing(effect.precise)
        tables = [_cumulative(masses) for masses in effect.by_entry[0]]
        for n in range(int(wounds.max(initial=0))):
            acting = trials[(wounds > n) & (entry[self.state[trials]] >= 0)]
            if not len(acting):
                return
            facing = entry[self.state[acting]]
            for kind in np.unique(facing):
                hit = acting[facing == kind]
                chances, damage, more = tables[kind]
                drawn = np.searchsorted(chances, self.random.random(len(hit)), side="right")
                self.owed[hit] += more[drawn]
                self._damage(effect, int(kind), damage[drawn], hit)

    def _damage(self, effect: Effect, kind: int, damage: Ints, hit: Ints) -> None:
        entry, room, stride = self.chain.facing(effect.precise)
        if not (effect.points and effect.spills[kind]):
            at = self.state[hit]
            self.wasted[hit] += np.maximum(0, damage - room[at])
            self.state[hit] = at + stride[at] * np.minimum(damage, room[at])
            return
        taken = np.array([sum(s.damage * p for s, p in masses) for masses in effect.points])
        last = np.zeros(self.chain.size, np.int64)
        for falls, states in self.chain.last_to_fall():
            last[states] = falls
        unignored = taken[last[self.state[hit]]]
        for point in range(int(damage.max(initial=0))):
            left, gone = damage > point, entry[self.state[hit]] < 0
            self.wasted[hit[left & gone]] += unignored[left & gone]
            at = hit[left & ~gone]
            lost = self.random.random(len(at)) < taken[entry[self.state[at]]]
            self.state[at] += stride[self.state[at]] * lost


def _cumulative(masses: Any) -> tuple[Floats, Ints, Ints]:
    """Cumulative chances of all outcomes but the last, with their damage and the attacks they cause."""
    outcomes = [suffered for suffered, _ in masses]
    damage, more = np.array([s.damage for s in outcomes]), np.array([s.more for s in outcomes])
    return np.cumsum([p for _, p in masses])[:-1], damage, more


def _normal(probabilities: list[float]) -> Floats:
    array = np.array(probabilities)
    return np.asarray(array / array.sum())
