"""Re-rolls, critical rolls, and rolls that succeed or fail by themselves."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Choose, Effect, Instead, Until
from warbook.effects.attack import Critical, Reroll, Result
from warbook.effects.terms import Duration, Selector
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.attack import Quantities
from warbook.parsing.meaning.clauses import then

PLAY = Duration("play")
"""Until the play that is being resolved has been."""


def may_reroll(reroll: Effect) -> Effect:
    return reroll


def must_reroll(reroll: Effect) -> Effect:
    return reroll


def they_reroll(who: Selector, reroll: Effect) -> Effect:
    """Rolls of the one who may re-roll them. Raises Rejected where they are another's."""
    if not isinstance(reroll, Reroll) or reroll.of is not None:
        raise Rejected
    return msgspec.structs.replace(reroll, of=who)


def reroll_instead(reroll: Effect) -> Effect:
    return Instead(reroll)


def cannot_reroll(*told: Any) -> Effect:
    found = [each for each in told if isinstance(each, Quantities)]
    return then(*(Reroll(what, of=each.of, may=False, barred=True) for each in found for what in each.what))  # type: ignore[arg-type]


def reroll_any(names: tuple[str, ...], *of: Selector) -> Effect:
    return then(*(Reroll(name, of=of[0] if of else None) for name in names))  # type: ignore[arg-type]


def reroll_all(of: Selector) -> Effect:
    """Whatever is rolled for somebody."""
    return Reroll("roll", of=of)


def reroll_faces(names: tuple[str, ...], *told: Any) -> Effect:
    faces = tuple(int(each) for each in told if isinstance(each, str))
    of = next((each for each in told if isinstance(each, Selector)), None)
    plain = [Reroll(name, of=of) for name in names]  # type: ignore[arg-type]
    if faces == (1,):
        return then(*(msgspec.structs.replace(each, which="ones") for each in plain))
    return then(*(msgspec.structs.replace(each, which="faces", faces=faces) for each in plain))


def rolls_list(*told: Any) -> tuple[Quantities, ...]:
    """Rolls of which one, or each, is meant; whose is told once, after the last."""
    of = next((each for each in told if isinstance(each, Selector)), None)
    return tuple(Quantities(each, of) for each in told if isinstance(each, tuple))


def reroll_one_of(rolls: tuple[Quantities, ...]) -> Effect:
    options = _single(rolls)
    return options[0] if len(options) == 1 else Choose(options)


def reroll_each(rolls: tuple[Quantities, ...]) -> Effect:
    """A single roll of each of these sorts."""
    return then(*_single(rolls))


def _single(rolls: tuple[Quantities, ...]) -> tuple[Reroll, ...]:
    return tuple(Reroll(what, count=1, of=each.of) for each in rolls for what in each.what)  # type: ignore[arg-type]


def reroll_that() -> Effect:
    return Reroll("roll")


def reroll_attacks(*weapon: Selector) -> Effect:
    """How many attacks are made with it."""
    return Reroll("attack roll", of=weapon[0] if weapon else None)


def reroll_distance(*_move: object) -> Effect:
    """How far somebody moves, which the rule has just rolled for."""
    return reroll_that()


# --------------------------------------------------------------------- criticals


def critical_on(names: tuple[str, ...], on: int, kind: Any) -> Critical:
    return _critical(names, on, kind, successful=False)


def critical_success(names: tuple[str, ...], on: int, kind: Any) -> Critical:
    return _critical(names, on, kind, successful=True)


def critical_all(names: tuple[str, ...], *told: Any) -> Critical:
    of = next((each for each in told if isinstance(each, Selector)), None)
    found = _critical(names, 2, told[-1], successful=True)
    return msgspec.structs.replace(found, of=of)


def critical_scored(kind: Any, names: tuple[str, ...], on: int, *_usual: str) -> Critical:
    return critical_on(names, on, kind)


def scored_success(kind: Any, names: tuple[str, ...], on: int, *_usual: str) -> Critical:
    return critical_success(names, on, kind)


def _critical(names: tuple[str, ...], on: int, kind: Any, successful: bool) -> Critical:
    """Raises Rejected where the critical is not of the roll."""
    if names != (f"{kind} roll",):
        raise Rejected
    return Critical(kind, on, successful=successful)


# --------------------------------------------------------------------- by themselves


def hit_requires(names: tuple[str, ...], least: str) -> Result:
    return Result(names[0], "fails", 1, int(least) - 1)  # type: ignore[arg-type]


def hits_on(least: int) -> Effect:
    return Result("hit roll", "succeeds", least)


def hits_on_play(least: int) -> Effect:
    return Until(PLAY, hits_on(least))


def hits_scored(effect: Effect) -> Effect:
    return effect


def fails_to(names: tuple[str, ...], least: str, most: str) -> Result:
    """``most`` is written with the dash before it."""
    return Result(names[0], "fails", int(least), -int(most))  # type: ignore[arg-type]


def automatic(attack: Selector, verb: str) -> Result:
    return Result("hit roll" if verb == "hits" else "wound roll", "succeeds", 1, of=attack)


def hit_needs(names: tuple[str, ...], least: int, *usual: str) -> Result:
    """Every lower result fails; where it stands in place of the 6 that Overwatch needs, every such roll hits.
    Raises Rejected for another roll."""
    if names != ("hit roll",):
        raise Rejected
    return Result("hit roll", "succeeds", least) if usual else Result("hit roll", "fails", 1, least - 1)


def hit_by_attack(_attack: Selector, effect: Effect) -> Effect:
    return effect
