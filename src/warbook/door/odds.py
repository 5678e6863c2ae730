"""``warbook.odds``: the exact odds of one unit's attacks on another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, TypedDict

import msgspec

from warbook.chance import Distribution
from warbook.probability import Answer, answer
from warbook.queries import Profile, Question, Reply, Side, ask
from warbook.queries.saying import said
from warbook.queries.sides import TYPED
from warbook.rules.engagement import Situation
from warbook.rules.pick import Phase
from warbook.sheets.sheet import Datasheet
from warbook.views.bars import percent
from warbook.views.histogram import histogram

Unit = str | Datasheet | Profile | Side
"""A unit: its name, its datasheet, a profile of one's own, or a :class:`Side` with size, loadout and leader."""


class Row(TypedDict):
    """A row of :meth:`Odds.rows`."""

    attacker: str
    target: str
    phase: str
    figure: str
    value: int
    p: float
    at_least: float


class Odds:
    """The odds of one engagement: whole distributions, with what was assumed and what is left out.

    ``models_destroyed`` and ``damage`` have a ``mean`` and a ``pmf`` over 0, 1, 2, …; ``mean`` and ``pmf`` are
    those of the models destroyed. ``reply`` is all that is known of the question.
    """

    def __init__(self, reply: Reply) -> None:
        self.reply = reply

    @property
    def answer(self) -> Answer:
        """Every figure, by the names of the JSON answer."""
        return self.reply.told

    @property
    def attacker(self) -> str:
        """The attacking unit in words: its size, name and leader."""
        return self.reply.made.attacker

    @property
    def target(self) -> str:
        """The target in words."""
        return self.reply.made.target

    @property
    def phase(self) -> str:
        """``"shooting"`` or ``"fight"``."""
        return self.reply.made.phase

    @property
    def models_destroyed(self) -> Distribution:
        """How many of the target's models are destroyed."""
        return Distribution(self.answer.models_destroyed.pmf)

    @property
    def damage(self) -> Distribution:
        """How many wounds the target loses."""
        return Distribution(self.answer.damage.pmf)

    @property
    def mean(self) -> float:
        """The mean of the models destroyed."""
        return self.answer.models_destroyed.mean

    @property
    def pmf(self) -> list[float]:
        """The chance of exactly 0, 1, 2, … models destroyed."""
        return list(self.answer.models_destroyed.pmf)

    @property
    def p_destroyed(self) -> float:
        """The chance that nothing of the target is left."""
        return self.answer.p_destroyed

    @property
    def exact(self) -> bool:
        """Whether the figures are exact; else they are sampled."""
        return self.answer.exact

    @property
    def reasons(self) -> tuple[str, ...]:
        """Every needed roll with what made it so."""
        return tuple(self.answer.reasons)

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was taken for granted, a sentence each."""
        return tuple(map(said, self.reply.assumed))

    @property
    def not_modelled(self) -> tuple[str, ...]:
        """What the figures leave out."""
        return tuple(self.reply.not_modelled)

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain values, as ``warbook odds --json`` prints them."""
        return self.reply.document()

    def rows(self) -> list[Row]:
        """The distributions as tidy rows, one for each figure and count: ``pandas.DataFrame(odds.rows())``,
        ``polars.DataFrame(odds.rows())``."""
        figures = {"models_destroyed": self.models_destroyed, "damage": self.damage}
        return [
            Row(
                attacker=self.attacker,
                target=self.target,
                phase=self.phase,
                figure=figure,
                value=value,
                p=p,
                at_least=spread.at_least(value),
            )
            for figure, spread in figures.items()
            for value, p in enumerate(spread.pmf.tolist())
        ]

    def svg(self) -> str:
        """The models destroyed, or the damage where one model stands, as a picture."""
        if len(self.pmf) > 2:
            return histogram(f"Models destroyed: {self.target}", self.pmf)
        return histogram(f"Damage: {self.target}", self.answer.damage.pmf)

    def __repr__(self) -> str:
        figures = f"{self.mean:.2f} models destroyed, all with {percent(self.p_destroyed)}"
        return f"<Odds {self.attacker} → {self.target}, {self.phase}: {figures}>"

    def _repr_html_(self) -> str:
        heading = escape(f"{self.attacker} → {self.target}, {self.phase}")
        means = {
            "attacks": self.answer.attacks.mean,
            "hits": self.answer.hits.mean,
            "wounds": self.answer.wounds.mean,
            "damage": self.answer.damage.mean,
            "models destroyed": self.mean,
        }
        cells = "".join(f"<tr><th>{name}</th><td>{mean:.2f}</td></tr>" for name, mean in means.items())
        cells += f"<tr><th>unit destroyed</th><td>{percent(self.p_destroyed)}</td></tr>"
        notes = _list("Taken as", self.assumed) + _list("Not modelled", self.not_modelled)
        return f"<div><strong>{heading}</strong><table>{cells}</table>{self.svg()}{notes}</div>"


def _list(title: str, lines: Sequence[str]) -> str:
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<p>{title}</p><ul>{items}</ul>" if items else ""


def odds(
    attacker: Unit,
    target: Unit,
    *,
    models: int | None = None,
    target_models: int | None = None,
    phase: Phase | None = None,
    situation: Situation | None = None,
    using: Sequence[str] = (),
    holding: Sequence[str] = (),
    then: Sequence[Unit] = (),
    revision: str | None = None,
) -> Odds:
    """The odds of one unit's attacks on another.

    ``models`` and ``target_models`` are the units' sizes, the smallest of their sheets if not given. ``using``
    are Stratagems and rules in use, with their option (``"Command Re-roll: wound"``), ``holding`` words of
    conditions that hold, ``then`` units that attack after the first. Without a ``phase`` the unit shoots, if
    it can. Raises InputError for a name, a rule or a size that there is not.

    >>> odds("Tormentors", "Immortals", models=10)
    <Odds 10 × Tormentors → 5 × Immortals, shooting: 1.41 models destroyed, all with 1.1%>
    """
    first, second, *later = (_side(each) for each in (attacker, target, *then))
    question = Question(
        _sized(first, models),
        _sized(second, target_models),
        phase=phase,
        situation=situation or Situation(),
        plays=tuple(using),
        holding=tuple(holding),
        revision=revision,
        then=tuple(later),
    )
    return Odds(ask(question))


def engage(document: Mapping[str, Any]) -> dict[str, Any]:
    """The odds of an engagement whose weapons and models are told one by one, both in JSON values; a document
    that does not fit has ``problems`` instead."""
    return answer(document)


def _side(unit: Unit) -> Side:
    if isinstance(unit, Side):
        return unit
    if isinstance(unit, Profile):
        return Side(TYPED, typed=unit)
    if isinstance(unit, Datasheet):
        return Side(unit.name, sheet=unit)
    return Side(unit)


def _sized(side: Side, models: int | None) -> Side:
    return side if models is None else msgspec.structs.replace(side, models=models)
