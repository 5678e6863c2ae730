"""A whole turn of one unit against another, and a duel of both."""

from __future__ import annotations

import msgspec

from warbook.chance import Distribution
from warbook.errors import InputError, naming
from warbook.probability import Answer, Refusal
from warbook.probability import odds as odds_of
from warbook.probability.answer import Spread
from warbook.probability.duel import Duel, duel
from warbook.probability.state import StateTooLarge
from warbook.queries import sides
from warbook.queries.question import Question, ask
from warbook.rules.engagement import Engagement

MOST_PHASES = 20
BEYOND = {
    "plays": "rules that have to be used",
    "holding": "conditions that were said to hold",
    "modifiers": "modifiers added by hand",
    "then": "units that attack after the first",
}
"""What a question may say that a duel, and the last of it a whole turn, leaves out."""


class Turn(msgspec.Struct, frozen=True):
    """Shooting, then a charge, then a fight where it succeeds; nobody strikes back. ``fight`` is the fight
    after the shooting, as it is where the charge succeeds; ``whole`` and ``models_destroyed`` take the failed
    charges in. ``left_out`` tells what is not in it."""

    distance: int
    p_reach: float
    shooting: float
    fight: float
    p_destroyed: float
    damage: Spread
    models_destroyed: Spread
    left_out: tuple[str, ...] = ()


def whole_turn(question: Question, distance: int) -> Turn:
    """A turn in which the attacker shoots, charges over so many inches, and fights. Raises InputError."""
    beyond = _beyond(question, ("then",))
    question = msgspec.structs.replace(question, then=())
    shots = ask(_in_phase(question, "shooting", charged=False))
    blows = ask(msgspec.structs.replace(_in_phase(question, "fight", charged=True), charge=distance))
    assert blows.reach is not None
    both = _answered(_both(shots.made.engagement, blows.made.engagement))
    p = blows.reach.p_reach
    return Turn(
        distance,
        p,
        shots.told.p_destroyed,
        both.p_destroyed,
        (1 - p) * shots.told.p_destroyed + p * both.p_destroyed,
        _mixed(p, shots.told.damage, both.damage),
        _mixed(p, shots.told.models_destroyed, both.models_destroyed),
        (*(f"without {text}" for text in beyond), *_left_out(shots.made.engagement, blows.made.engagement)),
    )


def _in_phase(question: Question, phase: str, charged: bool) -> Question:
    """The attacks of one phase of the turn. Of rules in use those that the phase takes are kept."""
    here = msgspec.structs.replace(question.situation, charged=charged, advanced=False)
    changed = {"phase": phase, "situation": here, "charge": None, "worth": False, "needed": None}
    changed |= {"dealt": None, "destroyed": None}
    made = msgspec.structs.replace(question, **changed)
    return msgspec.structs.replace(made, plays=tuple(name for name in made.plays if _fits(made, name)))


def _fits(question: Question, name: str) -> bool:
    try:
        ask(msgspec.structs.replace(question, plays=(name,)))
    except InputError:
        return False
    return True


def _both(shots: Engagement, blows: Engagement) -> Engagement:
    """Shots and then blows on one target; what the table says acts on its own kind of attacks alone."""
    here = msgspec.structs.replace(shots.situation, charged=True)
    modifiers = tuple(dict.fromkeys((*shots.modifiers, *blows.modifiers)))
    units = (*shots.units, *blows.units)
    return msgspec.structs.replace(
        shots, attacker=None, attackers=units, situation=here, modifiers=modifiers, mortal=()
    )


def _left_out(shots: Engagement, blows: Engagement) -> tuple[str, ...]:
    """What the two phases cannot share."""
    told = []
    if shots.target != blows.target:
        told.append("the target's saves and Toughness are those of the shooting throughout")
    if set(shots.modifiers) != set(blows.modifiers):
        told.append("modifiers of one phase act in both")
    return tuple(told)


def _answered(engagement: Engagement) -> Answer:
    told = odds_of(engagement)
    if isinstance(told, Refusal):
        raise InputError("odds", "turn", "; ".join(told.problems))
    return told


def _mixed(p: float, without: Spread, together: Spread) -> Spread:
    mixed = Distribution.mix([(1 - p, Distribution(without.pmf)), (p, Distribution(together.pmf))])
    return Spread(mixed.mean, mixed.pmf.tolist())


def fought(question: Question, phases: int) -> Duel:
    """The attacker charges the target; both strike for so many Fight phases. Raises InputError."""
    if not 1 <= phases <= MOST_PHASES:
        raise InputError("duel", str(phases), f"expected from 1 to {MOST_PHASES} Fight phases")
    found = sides.found(question.attacker, question.target, question.revision)
    picks = found.picks(question.attacker, question.target)
    with naming(f"{question.attacker.name} against {question.target.name}"):
        try:
            told = duel(found.system, found.sheets, picks, phases)
        except StateTooLarge as bound:
            raise InputError("duel", question.attacker.name, f"expected smaller units: {bound}") from None
    beyond = _beyond(question, tuple(BEYOND))
    assumed, untold = [*found.assumed, *told.assumed], [*told.not_modelled, *beyond]
    return msgspec.structs.replace(told, assumed=assumed, not_modelled=untold)


def _beyond(question: Question, fields: tuple[str, ...]) -> tuple[str, ...]:
    """What of a question is left out, of these fields that may be."""
    return tuple(BEYOND[field] for field in fields if getattr(question, field))
