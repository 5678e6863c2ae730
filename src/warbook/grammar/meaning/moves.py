"""Moves, and attacks made out of turn."""

from __future__ import annotations

from typing import Any

from warbook.effects import Choose, Effect, May
from warbook.effects.attack import Modifier
from warbook.effects.instructions import Act, Move, Permit
from warbook.effects.terms import Amount, Selector, Window
from warbook.grammar.chart import Rejected


def how_far(inches: Amount) -> Amount:
    return inches


def makes_a_move(who: Selector, kinds: tuple[str, ...], *told: Any) -> Effect:
    """A move of one kind, or of several of which one is chosen."""
    inches = next((each for each in told if isinstance(each, int | str)), None)
    found = tuple(Move(who, kind, inches, as_if=_time(told)) for kind in kinds)
    return May(found[0] if len(found) == 1 else Choose(found))


def you_make_move(kinds: tuple[str, ...], *told: Any) -> Effect:
    return makes_a_move(Selector(ref="this"), kinds, *told)


def moves_up_to(who: Selector, inches: Amount) -> Effect:
    """A move of no named kind."""
    return May(Move(who, "any", inches))


def moves_more(who: Selector, inches: Any) -> Modifier:
    return Modifier("move", "add", inches, who)


def moves_instead(who: Selector, inches: Any, before: Any) -> Move:
    """So far in the move spoken of, where it would be less."""
    return Move(who, "that", inches, instead_of=before)


def as_if(windows: tuple[Window, ...]) -> Window:
    """Raises Rejected for several times."""
    if len(windows) != 1:
        raise Rejected
    return windows[0]


def _time(told: tuple[Any, ...]) -> Window | None:
    return next((each for each in told if isinstance(each, Window)), None)


def can_shoot(who: Selector, *phase: Any) -> Effect:
    return May(Act(who, "shoot", as_if=_time(phase)))


def can_fight(who: Selector) -> Effect:
    return May(Act(who, "fight"))


def can_fight_again(who: Selector) -> Effect:
    return May(Act(who, "fight", again=True))


def can_charge(who: Selector, *phase: Any) -> Effect:
    return May(Act(who, "charge", as_if=_time(phase)))


def through_word(*words: str) -> str:
    return " ".join(words).lower()


def through(*words: str) -> str:
    return " ".join(words)


def moves_through(who: Selector, what: str) -> Permit:
    return Permit(f"move through {what}", who)
