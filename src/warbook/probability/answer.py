"""The contract's answer to an engagement, as a struct that encodes to its JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import numpy as np

from warbook.chance import Distribution, Floats
from warbook.json_file import unreadable
from warbook.probability import sampling
from warbook.probability.chain import Chain
from warbook.probability.counts import GridTooLarge
from warbook.probability.engage import Fought, Means, TooManyAttacks, backlash, fight
from warbook.probability.state import StateTooLarge
from warbook.probability.steps import LEFT, Harm, Steps
from warbook.rules.engagement import Engagement
from warbook.rules.system import System
from warbook.systems import find

NOTHING = Distribution([1.0])
"""Certainly nothing."""

MAX_TARGET_WOUNDS = 5_000
MAX_LINES = 200


class Mean(msgspec.Struct, frozen=True):
    mean: float


class Spread(msgspec.Struct, frozen=True):
    """A mean with the pmf over 0, 1, 2, … that it belongs to."""

    mean: float
    pmf: list[float]


class ModelOdds(msgspec.Struct, frozen=True):
    """What became of one kind of target model."""

    name: str
    destroyed_mean: float
    p_all_destroyed: float
    wounds_lost_mean: float


class SelfDamage(msgspec.Struct, frozen=True):
    """What the attackers did to themselves (Hazardous)."""

    mean: float
    pmf: list[float]
    models_destroyed: Spread


class WeaponOdds(msgspec.Struct, frozen=True):
    """What one weapon of a unit does, all means. ``attacks``, ``hits``, ``wounds`` and ``unsaved`` (wounds that
    would damage the model that stands in front) ignore that the target may die early; ``damage``,
    ``destroyed`` and ``wasted`` are what it does after the weapons before it. Without a ``name`` they are of
    wounds that several weapons kept until the unit was done."""

    unit: str | None
    name: str | None
    attacks: float
    hits: float
    wounds: float
    unsaved: float
    damage: float
    destroyed: float
    wasted: float


class Answer(msgspec.Struct, frozen=True, omit_defaults=False):
    """Odds of one engagement; ``wasted`` is damage after Feel No Pain on a model that had no wounds left for
    it. Attacks left over when the whole target is destroyed vanish and waste nothing. ``by_weapon`` is there
    where it was asked for and the figures are exact."""

    id: str
    exact: bool
    attacks: Mean
    hits: Mean
    wounds: Mean
    damage: Spread
    wasted: Mean
    models_destroyed: Spread
    p_destroyed: float
    models: list[ModelOdds]
    self_damage: SelfDamage | None
    reasons: list[str]
    not_modelled: list[str]
    problems: list[str]
    standard_error: float | msgspec.UnsetType | None = msgspec.UNSET
    by_weapon: list[WeaponOdds] | msgspec.UnsetType = msgspec.UNSET


class Refusal(msgspec.Struct, frozen=True):
    """An engagement that has no figures because of its problems."""

    id: str
    problems: list[str]


def decode(document: Any) -> Engagement:
    """An engagement from its JSON value. Raises ``ValueError`` with the path of what does not fit."""
    try:
        return msgspec.convert(document, Engagement)
    except msgspec.ValidationError as error:
        raise ValueError(unreadable(error)) from None


def answer(document: Any) -> dict[str, Any]:
    """The odds of an engagement, both in the contract's JSON values."""
    try:
        engagement = decode(document)
    except ValueError as error:
        name = document.get("id", "") if isinstance(document, dict) else ""
        told = Refusal(name if isinstance(name, str) else "", [str(error)])
        return msgspec.to_builtins(told)  # type: ignore[no-any-return]
    return msgspec.to_builtins(odds(engagement))  # type: ignore[no-any-return]


def odds(engagement: Engagement, by_weapon: bool = False) -> Answer | Refusal:
    """The odds of an engagement, with what each weapon does where that is asked for; a refusal names every
    problem."""
    try:
        system = find(engagement.system, engagement.revision)
    except LookupError as error:
        return Refusal(engagement.id, [str(error.args[0])])
    problems = [*system.problems(engagement), *_too_large(engagement)]
    if problems:
        return Refusal(engagement.id, problems)
    steps = Steps() if by_weapon else None
    try:
        fought = fight(system, engagement, steps)
    except TooManyAttacks as limit:
        return Refusal(engagement.id, [str(limit)])
    except (GridTooLarge, StateTooLarge) as bound:
        return _sampled(system, engagement, str(bound))
    told = _answer(system, engagement, fought, fought.states, fought.wasted)
    if steps is None:
        return told
    return msgspec.structs.replace(told, by_weapon=_by_weapon(engagement, fought, steps))


def _by_weapon(engagement: Engagement, fought: Fought, steps: Steps) -> list[WeaponOdds]:
    """What each weapon did, in order."""
    found, means = [], Means()
    for strike, (unit, assault) in enumerate(zip(engagement.strikes, fought.assaults, strict=True)):
        lines: Counter[str] = Counter()
        for volley in (volley for volley in assault.volleys if volley.number):
            counted = means.counted
            means.add(volley, fought.chain.formation)
            own = [now - then for now, then in zip(means.counted, counted, strict=True)]
            key = (strike, volley.weapon, lines[volley.weapon])
            lines[volley.weapon] += 1
            found.append(_weapon(unit.name, volley.weapon, own, steps.harm.get(key, Harm())))
        if (left := steps.harm.get((strike, LEFT, 0))) is not None:
            found.append(_weapon(unit.name, None, [0.0, 0.0, 0.0, 0.0], left))
    return found


def _weapon(unit: str | None, name: str | None, own: Sequence[float], done: Harm) -> WeaponOdds:
    attacks, hits, wounds, unsaved = own
    return WeaponOdds(unit, name, attacks, hits, wounds, unsaved, done.damage, done.destroyed, done.wasted)


def _too_large(engagement: Engagement) -> Iterable[str]:
    lines = sum(len(unit.weapons) for unit in engagement.units)
    if lines > MAX_LINES or len(engagement.units) > MAX_LINES:
        yield f"attackers: {max(lines, len(engagement.units))} lines of weapons; the limit is {MAX_LINES}"
    for models in (engagement.target.models, *(unit.models for unit in engagement.units)):
        if len(models) > MAX_LINES:
            yield f"models: {len(models)} kinds; the limit is {MAX_LINES}"
    wounds = sum(model.count * model.wounds for model in engagement.target.models)
    if wounds > MAX_TARGET_WOUNDS:
        yield f"target: {wounds} wounds; the limit is {MAX_TARGET_WOUNDS}"


def _sampled(system: System, engagement: Engagement, bound: str) -> Answer:
    sample = sampling.fight(system, engagement)
    fought = Fought(sample.chain, sample.states, sample.wasted, sample.assaults)
    told = _answer(system, engagement, fought, sample.states, sample.wasted)
    reasons = [f"sampled, {sample.trials} battles: {bound}", *told.reasons]
    return msgspec.structs.replace(
        told,
        exact=False,
        reasons=reasons,
        not_modelled=[*told.not_modelled, *sample.not_modelled],
        standard_error=sample.standard_error,
    )


def _answer(system: System, engagement: Engagement, fought: Fought, states: Floats, wasted: float) -> Answer:
    chain, means = fought.chain, Means()
    for assault in fought.assaults:
        for volley in assault.volleys:
            if volley.number:
                means.add(volley, chain.formation)
    self_damage, told, untold = _self_damage(system, engagement)
    return Answer(
        id=engagement.id,
        exact=True,
        attacks=Mean(means.attacks),
        hits=Mean(means.hits),
        wounds=Mean(means.wounds),
        damage=_spread(chain.damage_index, states),
        wasted=Mean(wasted),
        models_destroyed=_spread(chain.destroyed_index, states),
        p_destroyed=float(states[chain.dead].sum()),
        models=_models(chain, states),
        self_damage=self_damage,
        reasons=[*(reason for assault in fought.assaults for reason in assault.reasons), *told],
        not_modelled=[*(text for assault in fought.assaults for text in assault.not_modelled), *untold],
        problems=[],
    )


def _spread(index: Any, states: Floats) -> Spread:
    pmf = np.bincount(index, weights=states)
    pmf = pmf[: pmf.nonzero()[0][-1] + 1]
    return Spread(float(pmf @ np.arange(len(pmf))), pmf.tolist())


def _models(chain: Chain, states: Floats) -> list[ModelOdds]:
    destroyed, lost = states @ chain.destroyed, states @ chain.lost
    gone = states @ chain.gone
    return [
        ModelOdds(name, float(destroyed[entry]), float(gone[entry]), float(lost[entry]))
        for entry, name in enumerate(chain.formation.entries)
    ]


def _self_damage(
    system: System, engagement: Engagement
) -> tuple[SelfDamage | None, Sequence[str], Sequence[str]]:
    damage, destroyed = NOTHING, NOTHING
    told: list[str] = []
    due = [done for unit in engagement.units if (done := backlash(system, engagement, unit)) is not None]
    for done in due:
        if isinstance(done, tuple):
            return None, (), done
        damage += Distribution(np.bincount(done.chain.damage_index, weights=done.states))
        destroyed += Distribution(np.bincount(done.chain.destroyed_index, weights=done.states))
        told.extend(reason for assault in done.assaults for reason in assault.reasons)
    spread = Spread(destroyed.mean, destroyed.pmf.tolist())
    return SelfDamage(damage.mean, damage.pmf.tolist(), spread), told, ()
