"""What core plays do, and modifiers that do not add up with others."""

from __future__ import annotations

from typing import Literal, cast

from warbook.effects import Effect, May, Then
from warbook.effects.attack import Alone, Quantity
from warbook.effects.instructions import Act, Gain, Permit, Test
from warbook.effects.terms import Amount, Condition, During, Not, Selector, Window


def passes_test(who: Selector, test: str) -> Test:
    return Test(who, test, outcome="passed")


def fights_next(who: Selector) -> Act:
    return Act(who, "fight")


def shoots_only_at(who: Selector, whom: Selector, *as_if: Window) -> Effect:
    return May(Then((Act(who, "shoot", as_if=_time(as_if)), _only(who, whom))))


def charges_only_at(who: Selector, whom: Selector, *as_if: Window) -> Effect:
    return Then((Act(who, "charge", as_if=_time(as_if)), _only(who, whom)))


def _time(as_if: tuple[Window, ...]) -> Window | None:
    return as_if[0] if as_if else None


def _only(who: Selector, whom: Selector) -> Permit:
    return Permit("target others", who, barred=True, to=whom)


def not_its_phase(windows: tuple[Window, ...]) -> Condition:
    return Not(During(windows[0]))


def set_up_as(who: Selector, abilities: tuple[str, ...], *when: Condition) -> Permit:
    """As an ability says, at another time than it says."""
    return Permit(f"be set up by {abilities[0]}", who, where=when)


def raises_pledge(_to: str, amount: Amount) -> Gain:
    return Gain("pledge", amount)


def not_cumulative(told: Alone) -> Alone:
    return told


def alone_what(*words: str) -> str:
    """The name of a quantity: one roll for several, a cost for that of a play."""
    told = " ".join(words).lower().removesuffix(" of that stratagem")
    return told.removesuffix("s") if told.endswith("rolls") else told


def alone_good(what: str) -> Alone:
    return _alone(what, "good")


def alone_bad(what: str) -> Alone:
    return _alone(what, "bad")


def alone_any(what: str) -> Alone:
    return _alone(what, "any")


def alone_more(what: str) -> Alone:
    """With what makes more of it, which is bad where it is a price."""
    return _alone(what, "bad" if what == "cp cost" else "good")


def alone_less(what: str) -> Alone:
    return _alone(what, "good" if what == "cp cost" else "bad")


def _alone(what: str, which: Literal["good", "bad", "any"]) -> Alone:
    return Alone(cast(Quantity, what), which)
