"""Setting up, leaving the battlefield and coming back, and new units."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from warbook.effects import Effect, If, May, Then
from warbook.effects.instructions import Add, Attach, Permit, SetUp
from warbook.effects.terms import (
    Condition,
    Did,
    Event,
    Measured,
    Not,
    Selector,
    State,
    Term,
    Window,
    Within,
)
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.clauses import then
from warbook.parsing.meaning.parts import IT, Part, with_parts

Reserves = Literal["strategic reserves", "reserves"]


class Wounds(Term, frozen=True, tag="wounds"):
    """How many wounds it comes back with."""

    amount: Any


def strategic_reserves() -> Reserves:
    return "strategic reserves"


def any_reserves() -> Reserves:
    return "reserves"


def is_done(effect: Effect) -> Effect:
    return effect


def is_offered(effect: Effect) -> Effect:
    """The player may leave it; what goes with it is a permission."""
    first, *rest = _row(effect)
    return then(May(first), *rest)


def placed_now(who: Selector, effect: Effect) -> Effect:
    """Raises Rejected for the target of an attack: a play has one of its own."""
    if who == Selector(ref="target"):
        raise Rejected
    return then(*(msgspec.structs.replace(each, who=who) for each in _row(effect)))


def can_be_placed(who: Selector, effect: Effect) -> Effect:
    return is_offered(placed_now(who, effect))


def _row(effect: Effect) -> tuple[Any, ...]:
    return effect.effects if isinstance(effect, Then) else (effect,)


def removes(who: Selector) -> SetUp:
    return SetUp(who, "reserves", removed=True)


def is_removed() -> SetUp:
    return removes(IT)


def however_many() -> str:
    return "however many"


def places_in_reserves(who: Selector, where: Reserves, *however: str) -> Effect:
    placed = SetUp(who, where)
    return then(placed, Permit("exceed the limit of strategic reserves", who)) if however else placed


def in_reserves_then(where: Reserves, *however: str) -> Effect:
    return places_in_reserves(IT, where, *however)


def place_beyond(condition: Condition) -> Condition:
    return condition


def place_not_within(condition: Within) -> Condition:
    return Not(condition)


def place_within(condition: Within) -> Condition:
    return condition


def in_place(area: Selector) -> Condition:
    return Within(IT, "area", area)


def not_in_place(area: Selector) -> Condition:
    return Not(in_place(area))


def where_it_died() -> Condition:
    """As close as it can be to where it was destroyed."""
    return Within(IT, 0, Selector("area", where=(Did(Event("destroyed", to=IT)),)))


def where_that_died() -> Condition:
    """Where the one spoken of before was destroyed."""
    dead = Did(Event("destroyed", to=Selector("model", ref="that")))
    return Within(IT, 0, Selector("area", where=(dead,)))


def put_in_place(who: Selector) -> SetUp:
    """Where the one was that was destroyed just before, with the wounds that it starts with."""
    return SetUp(who, where=(where_that_died(),), removed=True, wounds="full")


def put_in_place_leading(who: Selector, dead: Selector, leader: Selector) -> Effect:
    """Raises Rejected where it is another who leads then."""
    if leader != who:
        raise Rejected
    led = Selector(ref="led", of=dead)
    leading = Did(Event("leads", by=dead), "destroyed")
    return then(put_in_place(who), If(leading, Attach(who, led, must=True)))


def off_and_set_up(who: Selector, where: tuple[Any, ...]) -> SetUp:
    return msgspec.structs.replace(sets_up(who, where), removed=True)


def full_wounds() -> Wounds:
    return Wounds("full")


def so_many_wounds(amount: Any) -> Wounds:
    return Wounds(amount)


def half_wounds() -> Wounds:
    return Wounds(Measured("half starting wounds", IT))


def by_ability(names: str) -> Condition:
    """By one of the named abilities."""
    return Did(Event("arrives", by=IT, name=names))


def set_up_by(how: Condition) -> Condition:
    return how


def set_up_places(*where: Any) -> tuple[Any, ...]:
    return where


def sets_up(who: Selector, *told: tuple[Any, ...]) -> SetUp:
    """Where, with how many wounds, and when where that is told. Raises Rejected where the last thing said of
    them is that they are in reserves: that may be where they are set up."""
    if not told and who.where and _waits(who.where[-1]):
        raise Rejected
    when = next((each for each in told if each and isinstance(each[0], Window)), ())
    each = [one for places in told if places is not when for one in places]
    wounds = next((one.amount for one in each if isinstance(one, Wounds)), None)
    where = tuple(one for one in each if not isinstance(one, Wounds))
    return SetUp(who, where=where, wounds=wounds, when=when)


def _waits(condition: Condition) -> bool:
    return isinstance(condition, State) and condition.state in ("in reserves", "in strategic reserves")


def is_set_up(*told: tuple[Any, ...]) -> SetUp:
    return sets_up(IT, *told)


def starts_in_reserves(who: Selector, where: Reserves) -> SetUp:
    return SetUp(who, where, when=(Window("declare battle formations"),))


def can_start_in_reserves(who: Selector, where: Reserves) -> Effect:
    return May(starts_in_reserves(who, where))


def starts_uncounted(who: Selector, where: Reserves) -> Effect:
    return then(starts_in_reserves(who, where), Permit("count towards the limit of reserves", who, barred=True))


def starts_uncounted_with_all(who: Selector, where: Reserves) -> Effect:
    """Neither it nor who is within it."""
    aboard = Selector(count="any", where=(Within(IT, "area", who),))
    return then(
        starts_uncounted(who, where), Permit("count towards the limit of reserves", aboard, barred=True)
    )


def starts_and_comes(who: Selector, where: Reserves, effect: Effect) -> Effect:
    return then(starts_in_reserves(who, where), can_be_placed(who, effect))


def redeploys_both(one: Selector, other: Selector) -> Effect:
    return then(redeploys(one), redeploys(other))


def may_redeploy_both(one: Selector, other: Selector) -> Effect:
    return May(redeploys_both(one, other))


def arrives_back(who: Selector, *told: Any) -> SetUp:
    when = next((each for each in told if isinstance(each, tuple)), ())
    return SetUp(who, where=tuple(each for each in told if isinstance(each, Did)), when=when)


def arrives_as_if(who: Selector, step: str, phase: tuple[Window, ...]) -> Effect:
    """Now, as in that step."""
    return May(SetUp(who, when=tuple(msgspec.structs.replace(each, step=step) for each in phase)))


def not_set_up_within(who: Selector, where: Within) -> Permit:
    return Permit("be set up", who, barred=True, where=(where,))


def redeploys(who: Selector) -> SetUp:
    """Set up again before the battle."""
    return SetUp(who, removed=True)


def one_round_later() -> Permit:
    """As if it were the battle round after this one."""
    return Permit("be set up as if one battle round later", Selector(ref="that"))


def thing_round_later(who: Selector) -> Permit:
    """Raises Rejected for those on the battlefield, where they are set up."""
    if who.where and who.where[-1] == State(IT, "on the battlefield"):
        raise Rejected
    return msgspec.structs.replace(one_round_later(), who=who)


def points_uncounted() -> Permit:
    """Of the one spoken of."""
    return Permit("count towards the limit of reserves", Selector(ref="that"), barred=True)


def comes_as_from(who: Selector, where: Reserves) -> Effect:
    return May(SetUp(who, where=(Did(Event("arrives", by=IT, name=where)),)))


# --------------------------------------------------------------------- new units and models


def adds(what: Selector, to: Selector) -> Add:
    return Add(what, to)


def adds_to_army(what: Selector, *made_of: Part) -> Add:
    return Add(with_parts(what, made_of))


def adds_like(count: Part, like: Selector, *where: Reserves) -> Effect:
    """A unit like another as that was, waiting in reserves where they are told."""
    new = with_parts(Selector(where=(State(IT, "identical", by=like), State(IT, "full strength"))), (count,))
    return then(Add(new), *(SetUp(Selector(ref="that"), each) for each in where))
