"""Moves, and attacks made out of turn."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Choose, Effect, May, Until
from warbook.effects.attack import Ignore
from warbook.effects.instructions import Act, Move, Permit
from warbook.effects.terms import (
    All,
    Amount,
    Compares,
    Condition,
    Did,
    Duration,
    Event,
    Measured,
    Selector,
    Window,
    Within,
)
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.clauses import then
from warbook.parsing.meaning.parts import IT, Part, with_parts


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


def must_make_a_move(who: Selector, kinds: tuple[str, ...], *told: Any) -> Move:
    """No choice of the player's. Raises Rejected for several kinds, which are a choice."""
    if len(kinds) != 1:
        raise Rejected
    offered = makes_a_move(who, kinds, *told)
    assert isinstance(offered, May)
    assert isinstance(offered.then, Move)
    return msgspec.structs.replace(offered.then, must=True)


def must_make_named_move(who: Selector, kind: str, *told: Any) -> Move:
    return must_make_a_move(who, (kind,), *told)


def must_move_up_to(who: Selector, inches: Amount) -> Move:
    return Move(who, "any", inches, must=True)


def moves_more(who: Selector, inches: Any) -> Move:
    """Farther in the move spoken of: how far they go in any other is not changed."""
    return Move(who, "that", Measured("distance of that move", plus=inches))


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


def can_shoot_again(who: Selector) -> Effect:
    return May(Act(who, "shoot", again=True))


def stays(who: Selector, *span: str) -> Effect:
    """It must Remain Stationary."""
    stay = Move(who, "remain stationary", must=True)
    return Until(Duration(span[0]), stay) if span else stay


def can_fight(who: Selector, *phase: Any) -> Effect:
    return May(Act(who, "fight", as_if=_time(phase)))


def can_fight_again(who: Selector) -> Effect:
    return May(Act(who, "fight", again=True))


def can_shoot_or_fight(who: Selector) -> Effect:
    return May(Choose((Act(who, "shoot"), Act(who, "fight"))))


def can_charge(who: Selector, *phase: Any) -> Effect:
    return May(Act(who, "charge", as_if=_time(phase)))


def can_charge_at(who: Selector, whom: Selector, *phase: Window) -> Effect:
    """A charge at any of these alone."""
    where = _near(who) if whom.ref == "those" else None
    at = where or Did(Event("charge declared", to=whom))
    return May(Act(who, "charge", where=(at,), as_if=_time(phase)))


def _near(who: Selector) -> Within | None:
    """Of which enemies it is said that they stand near who charges: these are meant by "those units"."""
    told = [each for one in who.where for each in (one.of if isinstance(one, All) else (one,))]
    near = [each for each in told if isinstance(each, Within) and each.of.side == "enemy"]
    return Within(Selector(ref="target"), near[0].inches, IT) if len(near) == 1 else None


def makes_named_move(who: Selector, kind: str, *told: Any) -> Effect:
    """A move of a kind that a rule names."""
    return makes_a_move(who, (kind,), *told)


def moves_rolled(who: Selector) -> Effect:
    """As many inches as were rolled."""
    return May(Move(who, "any", Measured("roll")))


def no_heights(who: Selector) -> Ignore:
    return Ignore(("vertical distance",), who)


# --------------------------------------------------------------------- what is moved through


def through(*things: Selector) -> tuple[Selector, ...]:
    return things


def passed_models(*parts: Part) -> Selector:
    return with_parts(Selector("model", count="all"), parts)


def passed_terrain(*height: Condition) -> Selector:
    return Selector("terrain", count="all", where=height)


def at_most_high(inches: Any) -> Condition:
    return Compares(Measured("height in inches", IT), "<=", inches)


def higher_than(inches: Any) -> Condition:
    return Compares(Measured("height in inches", IT), ">", inches)


def passed_it() -> Selector:
    return Selector(ref="that")


def passed_unit(*parts: Part) -> Selector:
    return with_parts(Selector(ref="that"), parts)


def moves_through(who: Selector, what: tuple[Selector, ...]) -> Effect:
    return then(*(Permit("move through", who, to=each) for each in what))


def moves_flat_through(who: Selector, what: tuple[Selector, ...]) -> Effect:
    return then(*(Permit("move horizontally through", who, to=each) for each in what))


def moves_close(who: Selector, where: Condition) -> Permit:
    """Near somebody where no move goes otherwise."""
    return Permit("move", who, where=(where,))
