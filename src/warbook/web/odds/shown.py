"""A reply as the odds page tells it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warbook.chance import Distribution
from warbook.probability import Answer
from warbook.probability.answer import SelfDamage, WeaponOdds
from warbook.probability.compare import Luck, Reach
from warbook.queries import Question, Reply, ask
from warbook.rules.assumed import Assumption, NotHeld, Picked, Unused
from warbook.rules.pick import Phase
from warbook.views.bars import Bar, bars, plain
from warbook.web.odds.words import taken

STEPS = ("attacks", "hits", "wounds", "unsaved", "damage", "destroyed", "wasted")
"""What is told of each weapon, on the mean."""
QUANTILES = (0.1, 0.5, 0.9)


class Weapon(msgspec.Struct, frozen=True):
    """The needed rolls of one weapon, each with its reasons."""

    name: str
    lines: tuple[str, ...]


class Chart(msgspec.Struct, frozen=True):
    """The distribution of something: its rows, its mean, the results that one attack in ten does not exceed and
    reaches, the median between them, and the ``chances`` of at most the first and of at least the others."""

    what: str
    mean: float
    low: int
    middle: int
    high: int
    chances: tuple[float, float, float]
    rows: tuple[Bar, ...]


class Shown(msgspec.Struct, frozen=True):
    """Everything that the page tells of one question. ``order`` are the target's kinds of models as damage goes
    to them."""

    attacker: str
    target: str
    phase: Phase
    system: str
    title: str
    revision: str
    exact: bool
    standard_error: float | None
    p_destroyed: float
    models: int
    charts: tuple[Chart, ...]
    means: tuple[tuple[str, float], ...]
    pmfs: tuple[tuple[str, list[float]], ...]
    weapons: tuple[Weapon, ...]
    assumed: tuple[str, ...]
    not_modelled: tuple[str, ...]
    points: tuple[int | None, int | None]
    dates: tuple[str | None, str | None]
    funnel: tuple[WeaponOdds, ...] = ()
    conditions: tuple[str, ...] = ()
    usable: tuple[str, ...] = ()
    choices: tuple[Picked, ...] = ()
    order: tuple[str, ...] = ()
    reach: Reach | None = None
    luck: tuple[Luck, ...] = ()
    self_damage: SelfDamage | None = None


def answered(question: Question) -> Shown:
    """The answer to a question. Raises InputError."""
    return shown(ask(question))


def shown(reply: Reply) -> Shown:
    """What the page tells of a reply."""
    made, told = reply.made, reply.told
    error = told.standard_error
    return Shown(
        attacker=made.attacker,
        target=made.target,
        phase=made.phase,
        system=reply.system,
        title=reply.title,
        revision=reply.revision,
        exact=told.exact,
        standard_error=error if isinstance(error, float) else None,
        p_destroyed=told.p_destroyed,
        models=sum(model.count for model in made.engagement.target.models),
        charts=tuple(_charts(told)),
        means=_means(told),
        pmfs=(("models destroyed", told.models_destroyed.pmf), ("damage", told.damage.pmf)),
        weapons=rolls(told.reasons),
        assumed=tuple(map(taken, reply.assumed)),
        not_modelled=tuple(reply.not_modelled),
        points=made.points,
        dates=reply.dates,
        funnel=tuple(map(_weapon, told.by_weapon)) if isinstance(told.by_weapon, list) else (),
        conditions=conditions(reply.assumed),
        usable=usable(reply.assumed),
        choices=tuple(one for one in reply.assumed if isinstance(one, Picked)),
        order=tuple(dict.fromkeys(model.name for model in made.engagement.target.models if not model.leader)),
        reach=reply.reach,
        luck=reply.luck,
        self_damage=told.self_damage if told.self_damage and told.self_damage.mean else None,
    )


def conditions(assumed: Sequence[Assumption]) -> tuple[str, ...]:
    """The conditions that were taken not to hold."""
    return tuple(
        dict.fromkeys(words for one in assumed if isinstance(one, NotHeld) for words in one.conditions)
    )


def usable(assumed: Sequence[Assumption]) -> tuple[str, ...]:
    """The rules of the sheets that a player has to use, and did not."""
    return tuple(dict.fromkeys(one.rule for one in assumed if isinstance(one, Unused)))


def _weapon(line: WeaponOdds) -> WeaponOdds:
    return msgspec.structs.replace(line, **{step: plain(getattr(line, step)) for step in STEPS})


def _charts(told: Answer) -> list[Chart]:
    spreads = (("models destroyed", told.models_destroyed), ("damage", told.damage))
    return [_chart(what, spread.pmf, spread.mean) for what, spread in spreads]


def _chart(what: str, pmf: Sequence[float], mean: float) -> Chart:
    spread = Distribution(pmf)
    low, middle, high = (spread.quantile(q) for q in QUANTILES)
    chances = (1 - spread.at_least(low + 1), spread.at_least(middle), spread.at_least(high))
    return Chart(what, mean, low, middle, high, chances, bars(pmf))


def _means(told: Answer) -> tuple[tuple[str, float], ...]:
    return (
        ("attacks", told.attacks.mean),
        ("hits", told.hits.mean),
        ("wounds", told.wounds.mean),
        ("damage", told.damage.mean),
        ("damage wasted", told.wasted.mean),
    )


def rolls(reasons: Sequence[str]) -> tuple[Weapon, ...]:
    """Reasons by weapon: what stands before the first colon names it."""
    found: list[tuple[str, list[str]]] = []
    for reason in reasons:
        name, _, rest = reason.partition(": ")
        if not found or found[-1][0] != name or " attacks" in rest:
            found.append((name, []))
        found[-1][1].append(rest or reason)
    return tuple(Weapon(name, tuple(lines)) for name, lines in found)
