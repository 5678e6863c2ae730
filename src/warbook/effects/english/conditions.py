"""What must hold: a clause about somebody, or what a noun is told by."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from warbook.effects.english.agreeing import agreeing, plural
from warbook.effects.english.deeds import done_by, happens
from warbook.effects.english.nouns import amount, inches, listed, noun
from warbook.effects.english.times import window
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
    Measured,
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
    "battle-shocked": "Battle-shocked", "half range": "within half range", "last": "the last",
    "critical hit": "a Critical Hit", "critical wound": "a Critical Wound",
    "closest": "the closest", "closest eligible target": "the closest eligible target",
}  # fmt: skip


@lru_cache(maxsize=4096)  # an engagement asks for its conditions by their words
def clause(condition: Condition) -> str:
    """A condition as a clause with its subject."""
    match condition:
        case All(of):
            return _none_done(of) or " and ".join(_bracketed(each) for each in of) or "always"
        case Any(of):
            return " or ".join(_bracketed(each) for each in of) or "never"
        case Not(Not(of)):
            return clause(of)
        case Not(Any(of)):
            return clause(All(tuple(Not(each) for each in of)))
        case Not(All(of)):
            return clause(Any(tuple(Not(each) for each in of)))
        case Not(of):
            return _not(of)
    subject, told = _about(condition)
    return told if subject is None else f"{noun(subject)} {agreeing(subject, told)}"


def _none_done(conditions: tuple[Condition, ...]) -> str | None:
    """Several things that one has not done, as one clause; ``None`` where it is not only that."""
    told = [_about(each.of) for each in conditions if isinstance(each, Not) and isinstance(each.of, Did)]
    subjects = {subject for subject, _ in told}
    if len(conditions) < 2 or len(told) < len(conditions) or len(subjects) > 1 or subjects == {None}:
        return None
    (subject,) = subjects
    said = _not_done([text for _, text in told])
    return f"{noun(subject)} {agreeing(subject, said)}" if said and subject is not None else None


def _not_done(told: list[str]) -> str | None:
    """Words of deeds that were not done, what all say of their time once."""
    if len(told) < 2 or not all(text.startswith("has ") for text in told):
        return None
    when = next((when for when in _SINCE.values() if when and all(text.endswith(when) for text in told)), "")
    return f"has not {listed([text.removeprefix('has ').removesuffix(when) for text in told])}{when}"


def _bracketed(condition: Condition) -> str:
    return f"({clause(condition)})" if isinstance(condition, All | Any) else clause(condition)


def _not(condition: Condition) -> str:
    subject, told = _about(condition)
    if subject is not None and (denied := _denied(told)):
        return f"{noun(subject)} {agreeing(subject, denied)}"
    match condition:
        case Done():
            return f"it is not so that {clause(condition)}" if condition.result else "that was not done"
        case Controls(side, what):
            return f"{'you do not' if side == 'you' else 'your opponent does not'} control {noun(what)}"
        case During(when):
            return f"it is not {window(when)}"
    return f"it is not so that {clause(condition)}"


def _denied(told: str) -> str | None:
    """What is said, as not so; ``None`` where the verb does not take it."""
    verb, _, rest = told.partition(" ")
    if rest.startswith(_FAR):
        flat, _, far = rest.partition("within ")
        return f"is more than {far.replace(' of ', f' {flat}from ', 1)}"
    verbs = {"is": "is not", "can": "cannot", "leads": "does not lead", "contains": "does not contain"}
    if verb == "has":
        perfect = rest.split(" ")[0] in _DONE
        return f"has not {rest}" if perfect else f"does not have {rest}"
    return f"{verbs[verb]} {rest}" if verb in verbs else None


_FAR = tuple(f"{flat}within {digit}" for flat in ("", "horizontally ") for digit in "123456789")
"""A distance in inches."""
_PARTICIPLES = (
    "been made shot fought targeted hit wounded resolved selected declared destroyed disembarked embarked",
    "arrived ended started moved Remained used completed achieved activated controlled led taken failed passed",
)
_DONE = frozenset(word for words in _PARTICIPLES for word in words.split())
"""Participles after *has*."""


def told_of(condition: Condition, several: bool = False) -> str:
    """A condition behind the noun that it limits, which is *it* there; ``several``: the noun is of many."""
    match condition:
        case Not(Not(of)):
            return told_of(of, several)
        case Not(Any(of)):
            return told_of(All(tuple(Not(each) for each in of)), several)
        case All(of) if (none := _none_done_of(of)) is not None:
            return f"that {plural(none) if several else none}"
        case All(of):
            return " and ".join(told_of(each, several) for each in of) or "at any time"
        case Any(of):
            return f"({' or '.join(told_of(each, several) for each in of)})"
    inner = condition.of if isinstance(condition, Not) else condition
    if isinstance(inner, Controls) and inner.what.ref == "it":
        return f"that {clause(condition).removesuffix(' it')}"
    subject, told = _about(inner)
    said = _denied(told) if isinstance(condition, Not) else told
    if subject is None or subject.ref != "it" or subject.of is not None or said is None:
        return f"where {clause(condition)}"
    verb = plural(said) if several else said
    bare = said.startswith("is ") and not said.startswith("is the ") and verb.partition(" ")[2]
    passive = said.startswith("has been ") and said.removeprefix("has been ")
    if passive and passive.startswith("the "):
        return f"that {'are' if several else 'is'} {passive}"
    return bare or passive or f"that {verb}"


def _none_done_of(conditions: tuple[Condition, ...]) -> str | None:
    inner = [_about(each.of) for each in conditions if isinstance(each, Not)]
    it = [text for subject, text in inner if subject is not None and subject.ref == "it" and subject.of is None]
    return _not_done(it) if len(it) == len(conditions) else None


def _about(condition: Condition) -> tuple[Selector | None, str]:
    """Who a condition is about, ``None`` for nobody, and what it says."""
    match condition:
        case State(who, state, by):
            return who, f"is {_STATES.get(state, state)}{f' because of {noun(by)}' if by else ''}"
        case Within(who):
            return who, f"is {_within(condition)}"
        case Has(who, what, names):
            return who, _having(what, names)
        case Leads(who, whom):
            return who, f"leads {noun(whom) if whom else 'a unit'}"
        case Contains(who, whom, least, most):
            return who, f"contains {_contents(whom, least, most)}"
        case Sees(who, whom):
            return whom, f"is visible to {noun(who)}"
        case Active(name, who, Selector() as of):
            return who, f'is the "{name}" of {noun(of)}'
        case Active(name, who):
            return who, f'is under "{name}"' if who else f'"{name}" is active'
        case Did(happened, since):
            return _did(happened, since)
        case Compares(Measured("wounds remaining", Selector() as who, 0, 1), how, int() as right):
            return who, f"has {_HOW[how]} {right} wound{'' if right == 1 else 's'} remaining"
        case Compares(Measured("height in inches", Selector() as who, 0, 1), how, int() as right):
            return who, f'is {_HOW[how]} {right}" high'
        case Compares(left, how, right):
            return None, f"{amount(left)} is {_HOW[how]} {amount(right)}"
    return None, _of_nobody(condition)


def _having(what: str, names: tuple[str, ...]) -> str:
    if names in (("this",), ("that",)):
        return f"has {names[0]} {what}"
    if what == "keyword":
        return f"has {listed(names)}"
    return f"has the {listed(names)} {what}"


def _contents(whom: Selector, least: int, most: int | None) -> str:
    if whom.ref is not None and (least, most) == (1, None):
        return noun(whom)
    if (least, most) == (1, None):
        return noun(msgspec.structs.replace(whom, count="any"))
    between = _between(least, most)
    return f"{between} {noun(msgspec.structs.replace(whom, count=2), one=most == 1)}".replace(" 2 ", " ", 1)


_NOW = ("targets", "attacks", "charge declared", "eligible")
"""What is asked of the attack or charge spoken of, or of what may be."""
_SINCE = {
    None: "", "turn": " this turn", "phase": " this phase", "battle": " this battle",
    "battle round": " this battle round", "destroyed": " when it was destroyed",
    "start of phase": " at the start of the phase", "start of turn": " at the start of the turn",
}  # fmt: skip


def _did(happened: Event, since: str | None) -> tuple[Selector | None, str]:
    when = _SINCE.get(since, f" in the {since}")
    if happened.what == "targets" and happened.by is None and since is None:
        return None, f"that attack targets {noun(happened.to)}" if happened.to is not None else "it is targeted"
    own = happened.what == "eligible" and happened.by is not None and happened.by.ref == "it"
    if happened.what in _NOW and not own and since is None and (happened.to is None or happened.to.ref != "it"):
        return None, happens(happened)
    subject, told = done_by(happened)
    if happened.what == "eligible":
        told = told.replace("has been ", "is ", 1)
    return subject, f"{told}{when}"


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
