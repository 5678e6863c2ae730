"""What may be done that could not, and what may not."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from warbook.effects import Choose, Effect, Then, Until
from warbook.effects.attack import Modifier
from warbook.effects.instructions import Permit, PlayCost
from warbook.effects.terms import Did, Duration, Event, Not, Selector, State
from warbook.parsing.chart import Rejected

THAT = Selector(ref="that")


def _all(found: tuple[Effect, ...]) -> Effect:
    return found[0] if len(found) == 1 else Then(found)


def eligible(who: Selector, acts: tuple[str, ...], *moved: Any) -> Effect:
    kinds = [
        event.moves[0] if event.moves else "remaining stationary" for event in moved if isinstance(event, Event)
    ]
    found = tuple(Permit(f"{act} after {kind}", who) for act in acts for kind in kinds)
    return _all(found)


def eligible_either(who: Selector, acts: tuple[str, ...], *moved: Any) -> Effect:
    """One of the acts, not both."""
    return Choose(tuple(eligible(who, (act,), *moved) for act in acts))


def eligible_now(who: Selector, acts: tuple[str, ...], *span: str) -> Effect:
    return _for(span, _all(tuple(Permit(act, who) for act in acts)))


def not_eligible(who: Selector, acts: tuple[str, ...], *span: str) -> Effect:
    return _for(span, _all(tuple(Permit(act, who, barred=True) for act in acts)))


def _for(span: tuple[str, ...], effect: Effect) -> Effect:
    """For the rest of a time that is told."""
    return Until(Duration(span[0]), effect) if span else effect


def may_not_again(who: Selector, act: str, *_span: str) -> Permit:
    """Not a second time in the span that its rule speaks of."""
    return Permit(f"{act} again", who, barred=True)


def may_not(who: Selector, acts: tuple[str, ...], *span: str) -> Effect:
    return not_eligible(who, acts, *span)


def cannot_enter(who: Selector, transport: Selector) -> Permit:
    return Permit("embark", who, barred=True, to=transport)


def cannot_enter_then(who: Selector, transport: Selector) -> Permit:
    """Not as the move spoken of ends: another time it may."""
    ended = Did(Event("moves", by=Selector(ref="it"), edge="end", moves=("that",)))
    return msgspec.structs.replace(cannot_enter(who, transport), where=(ended,))


def no_charge_bonus(who: Selector, *span: str) -> Effect:
    """It does not fight first for having charged."""
    return _for(span, Permit("charge bonus", who, barred=True))


def plays_named(*names: str) -> tuple[str, ...]:
    return names


def again(*_span: str) -> str:
    return "again"


def a_play() -> tuple[str, ...]:
    return ()


def _cost(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def not_ended_by_shock(name: str, who: Selector, whom: Selector, it: Selector) -> Permit:
    """What was issued to it goes on. Raises Rejected where it is another that is affected, or shocked."""
    if whom not in (who, THAT) or it not in (who, THAT):
        raise Rejected
    shocked = State(who, "battle-shocked")
    return Permit(f"cease to be affected by {name}", who, barred=True, where=(shocked,))


def free_play(who: Selector, play: Any, cost: str, *again: str) -> PlayCost:
    """``again`` where it may be used although it was."""
    names = (play,) if isinstance(play, str) else play
    return PlayCost(who, names, set=_cost(cost), again=bool(again))


def free_play_of(play: Any, cost: str, *again: str) -> PlayCost:
    """On whom it may be is told elsewhere, or by the play."""
    return msgspec.structs.replace(free_play(Selector(), play, cost, *again), who=None)


def no_overwatch_at(who: Selector, whom: Selector) -> Permit:
    return Permit("fire overwatch", who, barred=True, to=whom)


def orders_from_within(who: Selector) -> Permit:
    """Although it is embarked (K-TRN)."""
    away = Not(State(Selector(ref="it"), "on the battlefield"))
    return Permit("issue Orders", who, where=(away,))


def orders_reach(who: Selector, reach: Any) -> Modifier:
    """How far away whom it issues the Order spoken of may be."""
    return Modifier("range", "set", reach, Selector("ability", name="Order", of=who))


def play_though_shocked(who: Selector, _play: Any) -> Permit:
    return Permit("be targeted with plays", who, where=(State(who, "battle-shocked"),))


def play_cheaper(cost: str) -> PlayCost:
    return PlayCost(play=("that",), change=-_cost(cost))


def play_dearer(cost: str) -> PlayCost:
    return PlayCost(play=("that",), change=_cost(cost))


def opponent_pays(cost: str) -> PlayCost:
    return PlayCost(Selector("player", side="enemy"), ("that",), change=_cost(cost))


def not_by_play(who: Selector, play: str) -> Permit:
    return Permit(f"be targeted with {play}", who, barred=True)


def play_costs(cost: str) -> PlayCost:
    return PlayCost(play=("that",), set=_cost(cost))
