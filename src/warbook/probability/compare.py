"""Questions around an engagement: what a modifier is worth, how many models a chance needs, how unlucky a
result was, and what a charge that may fail leaves of the odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from warbook.probability.answer import Answer, Refusal, odds
from warbook.probability.parts import Share
from warbook.rules.engagement import Engagement, ModelSpec, ModifierSpec, Situation

VARIANTS: Mapping[str, ModifierSpec | Mapping[str, bool]] = {
    "+1 to hit": ModifierSpec("hit", value=1),
    "-1 to hit": ModifierSpec("hit", value=-1),
    "re-roll hits of 1": ModifierSpec("reroll hits", which="ones"),
    "re-roll failed hits": ModifierSpec("reroll hits", which="failed"),
    "re-roll hits that are no criticals": ModifierSpec("reroll hits", which="non-critical"),
    "critical hits on 5+": ModifierSpec("critical hit", value=5),
    "+1 to wound": ModifierSpec("wound", value=1),
    "-1 to wound": ModifierSpec("wound", value=-1),
    "re-roll wounds of 1": ModifierSpec("reroll wounds", which="ones"),
    "re-roll failed wounds": ModifierSpec("reroll wounds", which="failed"),
    "re-roll wounds that are no criticals": ModifierSpec("reroll wounds", which="non-critical"),
    "AP improved by 1": ModifierSpec("ap", value=-1),
    "AP worsened by 1": ModifierSpec("ap", value=1),
    "+1 damage": ModifierSpec("damage", op="add", value=1),
    "-1 damage": ModifierSpec("damage", op="subtract", value=1),
    "damage halved": ModifierSpec("damage", op="halve"),
    "Command Re-roll of a hit": ModifierSpec("command reroll", roll="hit"),
    "Command Re-roll of a wound": ModifierSpec("command reroll", roll="wound"),
    "cover": {"cover": True},
    "half range": {"half_range": True},
    "stationary": {"stationary": True},
    "charged": {"charged": True},
}
"""What may be worth something: a modifier, or a change of the situation."""


class Worth(msgspec.Struct, frozen=True):
    """How one change moves the odds: the differences to the engagement without it."""

    change: str
    damage: float
    models_destroyed: float
    p_destroyed: float


def worth(engagement: Engagement, told: Answer) -> list[Worth]:
    """What each change is worth, most first; changes that a system does not know, or that do nothing here, are
    left out."""
    found = []
    for name, change in VARIANTS.items():
        changed = odds(_changed(engagement, change))
        if isinstance(changed, Refusal):
            continue
        moved = Worth(
            name,
            changed.damage.mean - told.damage.mean,
            changed.models_destroyed.mean - told.models_destroyed.mean,
            changed.p_destroyed - told.p_destroyed,
        )
        if max(abs(moved.damage), abs(moved.p_destroyed)) > 1e-12:
            found.append(moved)
    return sorted(found, key=lambda moved: -moved.damage)


def _changed(engagement: Engagement, change: ModifierSpec | Mapping[str, bool]) -> Engagement:
    if isinstance(change, ModifierSpec):
        return msgspec.structs.replace(engagement, modifiers=(*engagement.modifiers, change))
    situation: Situation = msgspec.structs.replace(engagement.situation, **change)
    return msgspec.structs.replace(engagement, situation=situation)


class Needed(msgspec.Struct, frozen=True):
    """The fewest models that destroy the target with at least ``chance``, ``None`` where the largest unit does
    not; ``by_models`` is the chance for each size tried, ``failed`` tells of sizes that have none."""

    chance: float
    models: int | None
    by_models: dict[int, float]
    failed: dict[int, str] = {}


def needed(chance: float, sizes: Iterable[int], engagement_of: Callable[[int], Engagement]) -> Needed:
    """How many models a chance to destroy the target needs."""
    by_models, failed = dict[int, float](), dict[int, str]()
    for size in sizes:
        told = odds(engagement_of(size))
        if isinstance(told, Refusal):
            failed[size] = "; ".join(told.problems)
            continue
        by_models[size] = told.p_destroyed
        if told.p_destroyed >= chance:
            return Needed(chance, size, by_models, failed)
    return Needed(chance, None, by_models, failed)


class Luck(msgspec.Struct, frozen=True):
    """How a real result compares: the chances to do worse, exactly so, and better."""

    what: str
    result: int
    p_worse: float
    p_exactly: float
    p_better: float


def luck(told: Answer, what: str, result: int) -> Luck:
    """How unlucky a result was; ``what`` is ``damage`` or ``models destroyed``."""
    pmf = (told.damage if what == "damage" else told.models_destroyed).pmf
    exactly = pmf[result] if 0 <= result < len(pmf) else 0.0
    return Luck(
        what, result, sum(pmf[: max(0, result)]), exactly, sum(pmf[result + 1 :]) if result >= 0 else 1.0
    )


class Reach(msgspec.Struct, frozen=True):
    """A charge and the fight after it: nothing happens where the charge fails."""

    distance: int
    reroll: bool
    p_reach: float
    p_reach_and_destroy: float
    damage_mean: float
    models_destroyed_mean: float


def reach(told: Answer, distance: int, reroll: bool, p_reach: float) -> Reach:
    """Reach and destroy."""
    return Reach(
        distance,
        reroll,
        p_reach,
        p_reach * told.p_destroyed,
        p_reach * told.damage.mean,
        p_reach * told.models_destroyed.mean,
    )


def _points_destroyed(
    points: int, target: Sequence[ModelSpec], told: Answer, leaders: Sequence[Share]
) -> float:
    leading = frozenset[str]().union(*(names for names, _ in leaders))
    rest = frozenset(model.name for model in target) - leading
    return sum(
        worth_all * gone / count
        for names, worth_all in (*leaders, (rest, points - sum(his for _, his in leaders)))
        if (count := sum(model.count for model in target if model.name in names))
        and (gone := sum(each.destroyed_mean for each in told.models if each.name in names))
    )


class Traded(msgspec.Struct, frozen=True):
    """One engagement of several side by side, in points of the sheets (``None`` where they are not known)."""

    attacker: str
    target: str
    attacker_points: int | None
    target_points: int | None
    damage_mean: float
    models_destroyed_mean: float
    p_destroyed: float
    points_destroyed: float | None
    points_destroyed_per_point: float | None


class NotTraded(msgspec.Struct, frozen=True):
    """One engagement of several that has no figures, and why."""

    attacker: str
    target: str
    failed: str


def traded(
    names: tuple[str, str],
    points: tuple[int | None, int | None],
    target: Sequence[ModelSpec],
    told: Answer,
    leaders: Sequence[Share] = (),
) -> Traded:
    """What an engagement trades: points of the models destroyed, for the points of the attacker. ``leaders``
    are the points of the target's leaders, which go with them; all its other models are worth the same."""
    destroyed = None if points[1] is None else _points_destroyed(points[1], target, told, leaders)
    return Traded(
        *names,
        *points,
        told.damage.mean,
        told.models_destroyed.mean,
        told.p_destroyed,
        destroyed,
        destroyed / points[0] if destroyed is not None and points[0] else None,
    )
