"""Where a move may end, what must be targeted, and rolls and tests that are not made."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Effect, If, Limited, Then
from warbook.effects.instructions import Permit, Test
from warbook.effects.terms import Any as AnyOf
from warbook.effects.terms import Condition, Did, Event, Limit, Not, Selector, State, Within
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.clauses import then
from warbook.parsing.meaning.conditions import Scope
from warbook.parsing.meaning.parts import IT

THAT = Selector(ref="that")
_ARTICLES = {"advance": "an", "invulnerable saving": "an", "armour saving": "an"}


def said(who: Selector) -> Selector:
    return who


def elided() -> Selector:
    """The one spoken of before."""
    return THAT


def end_places(*places: Condition) -> Condition:
    return places[0] if len(places) == 1 else AnyOf(places)


def as_close(place: Selector) -> Within:
    """As close as it can come."""
    return Within(IT, "as close as possible", place)


def closer(place: Selector) -> Within:
    """Closer than it was."""
    return Within(IT, "closer", place)


def _place(told: tuple[Any, ...]) -> Condition:
    """The place among what is told of a move, whose name is that of the move spoken of."""
    return next(each for each in told if isinstance(each, Within | Not | AnyOf))


def must_end(who: Selector, *told: Any) -> Permit:
    """There and nowhere else."""
    return Permit("end that move only", who, where=(_place(told),))


def cannot_end(who: Selector, *told: Any) -> Permit:
    return Permit("end that move", who, barred=True, where=(_place(told),))


def may_end(who: Selector, *told: Any) -> Permit:
    return Permit("end that move", who, where=(_place(told),))


def need_not_end(who: Selector, *told: Any) -> Permit:
    """It may end elsewhere than in a place that such a move must end in."""
    return Permit("end that move", who, where=(Not(_place(told)),))


def cannot_cross(who: Selector, move: Event) -> Permit:
    """Neither start nor end such a move there. Raises Rejected for a move anywhere."""
    if not move.where:
        raise Rejected
    kinds = " or ".join(move.moves)
    return Permit(f"start or end {kinds} moves".replace("  ", " "), who, barred=True, where=move.where)


def not_on_top(who: Selector) -> Permit:
    return Permit("end that move on top of", who, barred=True, to=Selector("model", other=True))


def must_target(who: Selector, whom: Selector, *_eligible: Any) -> Permit:
    """Nobody else; that it must be an eligible target goes without saying."""
    return Permit("target others", who, barred=True, to=whom)


def can_target_only(whom: Selector, *_eligible: Any) -> Permit:
    return must_target(THAT, whom)


def no_roll(roll: str, *who: Selector) -> Permit:
    return Permit(f"make {_ARTICLES.get(roll, 'a')} {roll.title()} roll", who[0] if who else THAT, barred=True)


def others_apply() -> Permit:
    """Nothing else is lifted."""
    return Permit("ignore other restrictions", barred=True)


def cannot_make_move(who: Selector, move: str) -> Permit:
    return Permit(f"make {move} moves", who, barred=True)


def bars_and_limits(who: Selector, move: str, scope: Scope, again: str, span: str) -> Effect:
    """Never while something holds, and no more than one in a time. Raises Rejected for two sorts of move."""
    if move != again:
        raise Rejected
    barred = If(scope.condition, cannot_make_move(who, move))
    return Then((barred, Limited(Limit(span, each=who.kind), Permit(f"make {move} moves", who))))


def models_near(unit: Selector, where: Within) -> Selector:
    return Selector("model", count="any", of=unit, where=(where,))


def fight_from_there(*told: Selector) -> Permit:
    """Of a unit that may be told before. Raises Rejected where they are of another."""
    *units, who = told
    unit = who.of if not units or units[0] == THAT else units[0]
    if who.of not in (unit, THAT):
        raise Rejected
    return Permit("fight", msgspec.structs.replace(who, of=unit))


def stands_on(who: Selector, part: Selector) -> Permit:
    return Permit("stand on", who, to=part)


def no_tests(who: Selector, test: str, *but: Condition) -> Permit:
    shocked = State(IT, "battle-shocked")
    return Permit(f"take {test} tests", who, barred=True, where=(shocked, *but))


def all_passed_by(test: str, who: Selector) -> Test:
    """Those that are taken for it, without a roll."""
    return Test(who, test, "passed")


def other_tests(test: str) -> str:
    return test


def no_other_tests(test: str, span: str) -> Permit:
    """Those that were tested are tested no more (K-CMD-05)."""
    return Permit(f"take another {test} test in the {span}", Selector(side="enemy", ref="those"), barred=True)


def escape_but() -> Condition:
    """All but those that move over enemies, when they fall back."""
    enemies = Selector("model", side="enemy", count="any")
    over = Did(Event("moves", by=IT, to=enemies, moves=("fall back",)))
    return Not(over)


def passes_it(who: Selector, test: str) -> Test:
    return Test(who, test, "passed")


def any_passed(test: str) -> Test:
    return Test(THAT, test, "passed")


def cannot_make_kinds(who: Selector, kinds: tuple[str, ...]) -> Effect:
    return then(*(cannot_make_move(who, kind) for kind in kinds))
