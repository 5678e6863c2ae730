"""Who is attached to whom, and since when."""

from __future__ import annotations

from warbook.effects import Effect
from warbook.effects.instructions import Attach, Permit
from warbook.effects.terms import Condition, Did, Event, Has, Not, Selector, State, Within
from warbook.parsing.meaning.clauses import then
from warbook.parsing.meaning.parts import IT


def formations_step() -> str:
    return "declare battle formations"


def battle_start() -> str:
    return "start of battle"


def leader_unit(*_noun: str) -> Selector:
    return Selector(where=(Has(IT, "ability", ("leader",)),))


def attached_then(to: Selector, since: str) -> Condition:
    """Attached to it as the battle was made ready (K-LDR-01)."""
    return Did(Event("attached", by=IT, to=to), since)


def has_attached(leader: Selector, since: str) -> Condition:
    return Did(Event("attached", by=leader, to=IT), since)


def starts_embarked(within: Selector) -> Condition:
    return Did(Event("starts battle", by=IT, where=(State(IT, "embarked"), Within(IT, "area", within))))


def cannot_be_joined(who: Selector, to: Selector) -> Condition:
    return Not(Did(Event("eligible", by=who, to=to, acts=("join",))))


def must_join(who: Selector, to: Selector) -> Attach:
    return Attach(who, to, "join", must=True)


def must_join_alone(who: Selector, to: Selector, host: Selector, one: Selector) -> Effect:
    """No other of its kind joins the same unit."""
    return then(must_join(who, to), Permit("have more than one join", host, barred=True, to=one))


def now_attaches(who: Selector, to: Selector) -> Attach:
    """From now on it leads that unit."""
    return Attach(who, to, must=True)
