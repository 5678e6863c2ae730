"""What must hold: a clause about somebody, or what a noun is told by."""

from __future__ import annotations

from warbook.effects.english.nouns import amount, inches, listed, noun
from warbook.effects.english.times import event, window
from warbook.effects.terms import (
    Active,
    All,
    Any,
    Compares,
    Condition,
    Contains,
    Controls,
    Did,
    Done,
    During,
    Event,
    Has,
    InRound,
    Leads,
    Not,
    Rolled,
    Sees,
    Selector,
    State,
    Within,
)

_HOW = {"<": "less than", "<=": "at most", "=": "exactly", ">=": "at least", ">": "more than"}
_STATES = {
    "below starting strength": "below Starting Strength", "below half-strength": "below Half-strength",
    "full strength": "at Starting Strength",
    "battle-shocked": "Battle-shocked", "half range": "within half range",
}  # fmt: skip


def clause(condition: Condition) -> str:
    """A condition as a clause with its subject."""
    match condition:
        case All(of):
            return " and ".join(_bracketed(each) for each in of) or "always"
        case Any(of):
            return " or ".join(_bracketed(each) for each in of) or "never"
        case Not(of):
            return _not(of)
    subject, told = _about(condition)
    return told if subject is None else f"{noun(subject)} {told}"


def _bracketed(condition: Condition) -> str:
    return f"({clause(condition)})" if isinstance(condition, All | Any) else clause(condition)


def _not(condition: Condition) -> str:
    subject, told = _about(condition)
    if subject is not None and told.startswith("is "):
        return f"{noun(subject)} is not {told.removeprefix('is ')}"
    return f"it is not so that {clause(condition)}"


def told_of(condition: Condition) -> str:
    """A condition behind the noun that it limits, which is *it* there."""
    match condition:
        case All(of):
            return " and ".join(told_of(each) for each in of) or "at any time"
        case Any(of):
            return f"({' or '.join(told_of(each) for each in of)})"
        case Not(of):
            return f"not {told_of(of)}"
    subject, told = _about(condition)
    if subject is None or subject.ref != "it" or subject.of is not None:
        return f"where {clause(condition)}"
    return told.removeprefix("is ") if told.startswith("is ") else f"that {told}"


def _about(condition: Condition) -> tuple[Selector | None, str]:
    """Who a condition is about, ``None`` for nobody, and what it says."""
    match condition:
        case State(who, state, by):
            return who, f"is {_STATES.get(state, state)}{f' because of {noun(by)}' if by else ''}"
        case Within(who):
            return who, f"is {_within(condition)}"
        case Has(who, what, names):
            sort = "" if what == "keyword" else f" {what}"
            return who, f"has {listed(names)}{sort}"
        case Leads(who, whom):
            return who, f"leads {noun(whom) if whom else 'a unit'}"
        case Contains(who, whom, least, most):
            return who, f"contains {_between(least, most)} {noun(whom, one=True)}(s)"
        case Sees(who, whom):
            return whom, f"is visible to {noun(who)}"
        case Active(name, who, Selector() as of):
            return who, f'is the "{name}" of {noun(of)}'
        case Active(name, who):
            return who, f'is under "{name}"' if who else f'"{name}" is active'
        case Compares(left, how, right):
            return None, f"{amount(left)} is {_HOW[how]} {amount(right)}"
    return None, _of_nobody(condition)


def _within(told: Within) -> str:
    wholly = "wholly " if told.wholly else ""
    flat = "horizontally " if told.horizontally else ""
    if told.inches == "area":
        return f"{flat}{wholly}inside {noun(told.of)}"
    if told.inches in ("as close as possible", "closer"):
        return f"{told.inches} to {noun(told.of)}"
    if told.inches == 0:
        return f"as close as possible to {_spot(told.of)}"
    named = {"range": "range", "engagement range": "Engagement Range", "half range": "half range"}
    far = named.get(told.inches) if isinstance(told.inches, str) else None
    return f"{flat}{wholly}within {far or inches(told.inches)} of {noun(told.of)}"


def _spot(place: Selector) -> str:
    """A place; that of something destroyed by what happened there."""
    match place.where:
        case (Did(Event(what="destroyed", to=Selector() as who)),) if place.kind == "area":
            return f"where {noun(who)} was destroyed"
    return noun(place)


def _between(least: int, most: int | None) -> str:
    if most is None:
        return f"{least} or more"
    return str(least) if least == most else f"{least} to {most}"


def _of_nobody(condition: Condition) -> str:
    match condition:
        case Did(happened, since):
            told = {None: "", "turn": " this turn", "phase": " this phase", "battle": " this battle"}
            return f"{event(happened)}{told.get(since, f' since the {since}')}"
        case Done(result):
            return f"that {result}" if result else "that was done"
        case Controls(side, what):
            return f"{'you control' if side == 'you' else 'your opponent controls'} {noun(what)}"
        case Rolled(least, most, unmodified):
            face = "unmodified " if unmodified else ""
            return f"the {face}roll is {_between(least, most)}"
        case InRound(rounds, onwards):
            told_rounds = listed(str(each) for each in rounds)
            return f"it is battle round {told_rounds}{' or later' if onwards else ''}"
        case During(when):
            return f"it is {window(when)}"
    return clause(condition)
