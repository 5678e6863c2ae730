"""One unit's attacks on another: the question as typed, and everything that is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any

import msgspec

from warbook.errors import InputError, naming
from warbook.probability import Answer, Refusal, compare
from warbook.probability import odds as odds_of
from warbook.probability.compare import Luck, Needed, Reach, Worth
from warbook.probability.matchup import Matchup, Setting, matchup
from warbook.probability.matrix import bound
from warbook.queries import joined, sides
from warbook.queries.saying import said
from warbook.queries.sides import Found, Side
from warbook.rules import rolls
from warbook.rules.assumed import Assumption, InPhase, Noted, OtherPhase
from warbook.rules.engagement import Situation
from warbook.rules.pick import Phase
from warbook.rules.system import System

LARGEST_UNIT = 100
NEGLIGIBLE = 5e-3
"""Damage that figures do not show."""
Charged = Annotated[int, msgspec.Meta(ge=0, le=99)]
Chance = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Rolled = Annotated[int, msgspec.Meta(ge=0, le=100_000)]


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of two units. ``plays`` are rules in use and ``holding`` words of conditions that hold, as
    in ``Setting``. ``charge`` is a distance in inches that has to be charged first; ``needed`` a chance to
    destroy the target, ``dealt`` and ``destroyed`` results that were rolled. ``modifiers`` are names of
    ``compare.VARIANTS`` that act whatever their reason. ``then`` are units that attack after the attacker.
    ``readings`` are open rules of the game that are read the other way."""

    attacker: Side
    target: Side
    phase: Phase | None = None
    situation: Situation = Situation()
    plays: tuple[str, ...] = ()
    holding: tuple[str, ...] = ()
    revision: str | None = None
    charge: Charged | None = None
    charge_reroll: bool = False
    needed: Chance | None = None
    worth: bool = False
    dealt: Rolled | None = None
    destroyed: Rolled | None = None
    modifiers: tuple[str, ...] = ()
    then: tuple[Side, ...] = ()
    readings: tuple[str, ...] = ()

    @property
    def setting(self) -> Setting:
        """What holds besides the two units."""
        charged = self.situation.charged or self.charge is not None
        situation = msgspec.structs.replace(self.situation, charged=charged)
        return Setting(self.phase, situation, self.plays, holding=self.holding, readings=self.readings)


class Reply(msgspec.Struct, frozen=True):
    """The answer to a question: the engagement that it means, its odds, and what else was asked. ``notes``
    are what was assumed to find the units, ``dates`` those of the data of both."""

    system: str
    title: str
    revision: str
    notes: tuple[Assumption, ...]
    made: Matchup
    told: Answer
    reach: Reach | None = None
    worth: tuple[Worth, ...] | None = None
    needed: Needed | None = None
    luck: tuple[Luck, ...] = ()
    dates: tuple[str | None, str | None] = (None, None)

    @property
    def assumed(self) -> list[Assumption]:
        """All that was taken for granted, each once."""
        return list(dict.fromkeys((*self.notes, *self.made.assumed)))

    @property
    def not_modelled(self) -> list[str]:
        """All that the figures leave out, each once."""
        return list(dict.fromkeys((*self.made.not_modelled, *self.told.not_modelled)))

    @property
    def more(self) -> dict[str, Any]:
        """The answers to the questions asked besides the odds, by name."""
        told = {"reach": self.reach, "worth": self.worth, "needed": self.needed, "luck": self.luck or None}
        return {name: value for name, value in told.items() if value is not None}

    def document(self, say: Callable[[Assumption], str] = said) -> dict[str, Any]:
        """The contract's JSON values; ``say`` puts into words what was assumed."""
        named = {"attacker": self.made.attacker, "target": self.made.target, "phase": self.made.phase}
        answer = {**msgspec.to_builtins(self.told), "not_modelled": self.not_modelled}
        more = msgspec.to_builtins(self.more, str_keys=True)
        engagement = msgspec.to_builtins(self.made.engagement)
        return {**answer, **named, "assumed": list(map(say, self.assumed)), **more, "engagement": engagement}


def ask(question: Question) -> Reply:
    """Answer a question. Raises InputError for a unit, a rule or a pick that there is not, OwnFault of the two
    units where Warbook fails."""
    with naming(f"{question.attacker.name} at {question.target.name}"):
        return _asked(question)


def _asked(question: Question) -> Reply:
    question = joined.by_name(question)
    found = sides.found(question.attacker, question.target, question.revision)
    made = _made(question, found)
    told = _answered(made)
    if other := next(_other_phase(question, found, made, told), None):
        assumed = (other if isinstance(each, InPhase) else each for each in made.assumed)
        made = msgspec.structs.replace(made, assumed=tuple(assumed))
    system: System = found.system
    if question.charge is not None and made.setup:
        moved = f'charge: after a set-up move of {made.setup}", that of its slowest model'
        made = msgspec.structs.replace(made, assumed=(*made.assumed, Noted(moved)))
    return Reply(
        system=system.name,
        title=system.title,
        revision=system.revision,
        notes=found.assumed,
        made=made,
        told=told,
        reach=_reach(question, system, made, told),
        worth=tuple(compare.worth(made.engagement, told)) if question.worth else None,
        needed=_needed(question, found),
        luck=tuple(_luck(question, made, told)),
        dates=found.dates,
    )


def _made(question: Question, found: Found) -> Matchup:
    return joined.modified(joined.joined(question, _matched(found, question), found), question.modifiers)


def _other_phase(question: Question, found: Found, made: Matchup, told: Answer) -> Iterator[OtherPhase]:
    """That the unit does more in the fight, where nobody asked for shooting and it was taken."""
    if question.phase is not None or made.phase != "shooting" or bound(question.setting):
        return
    try:
        fight = odds_of(_made(msgspec.structs.replace(question, phase="fight"), found).engagement)
    except InputError:
        return
    if not isinstance(fight, Refusal) and fight.damage.mean > told.damage.mean + NEGLIGIBLE:
        yield OtherPhase("shooting", told.damage.mean, "fight", fight.damage.mean)


def _matched(found: Found, question: Question) -> Matchup:
    picks = found.picks(question.attacker, question.target)
    return matchup(found.system, found.sheets, picks, question.setting)


def _answered(made: Matchup) -> Answer:
    told = odds_of(made.engagement, by_weapon=True)
    if isinstance(told, Refusal):
        raise InputError(made.attacker, "sheet", "; ".join(told.problems))
    return told


def _needed(question: Question, found: Found) -> Needed | None:
    """How many models the chance needs, over the sizes that the attacker's sheet allows."""
    if question.needed is None:
        return None
    sized: dict[int, Matchup] = {}
    for size in range(1, LARGEST_UNIT + 1):
        attacker = msgspec.structs.replace(question.attacker, models=size)
        try:
            sized[size] = _matched(found, msgspec.structs.replace(question, attacker=attacker))
        except InputError:
            continue
    return compare.needed(question.needed, sized, lambda size: sized[size].engagement)


def _luck(question: Question, made: Matchup, told: Answer) -> list[Luck]:
    results = {"damage": question.dealt, "models destroyed": question.destroyed}
    models = made.engagement.target.models
    most = {
        "damage": sum(model.count * model.wounds - model.wounds_lost for model in models),
        "models destroyed": sum(model.count for model in models),
    }
    for what, number in results.items():
        if number is not None and number > most[what]:
            raise InputError(made.target, what, f"expected at most {most[what]}, got {number}")
    return [compare.luck(told, what, number) for what, number in results.items() if number is not None]


def _reach(question: Question, system: System, made: Matchup, told: Answer) -> Reach | None:
    if question.charge is None:
        return None
    p = charge_chance(system, question.charge - made.setup, question.charge_reroll)
    return compare.reach(told, question.charge, question.charge_reroll, p)


def charge_chance(system: System, distance: int, reroll: bool) -> float:
    """The chance of a charge over so many inches, sure where none are left. Raises InputError for a game that
    does not tell it."""
    name = "p_success_with_reroll" if reroll else "p_success"
    kind = system.rolls(system.rules).get("charge")
    figure = kind and kind.figures(rolls.Asked({"distance": max(0, distance)})).get(name)
    if not isinstance(figure, int | float):
        option = "--charge-reroll" if kind and reroll else "--charge"
        raise InputError(
            option, system.title, f"expected a game that tells {name.replace('_', ' ')} of a charge"
        )
    return float(figure)


def chargeable(system: System) -> bool:
    """Whether a game tells the chance of a charge."""
    try:
        charge_chance(system, 7, False)
    except InputError:
        return False
    return True
