"""When things happen, how long they last, how often."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects.english.nouns import listed, noun
from warbook.effects.terms import Duration, Event, Limit, Not, Selector, Window

_EDGES = {
    "before": "just before ", "at": "", "start": "at the start as ", "end": "at the end as ",
    "either": "at the start or end as ", "after": "after ",
}  # fmt: skip
_PASSIVE = {
    "targets": "targeted", "allocated": "allocated", "destroyed": "destroyed", "selected": "selected",
    "hit": "hit", "mortal wound allocated": "given a mortal wound",
}  # fmt: skip
_NOT_PHASES = ("turn", "battle round", "battle")
_DURATIONS = {
    "control": "your control of that marker",
    "attack": "that attack", "attacks": "those attacks", "play": "this Stratagem", "move": "that move",
}  # fmt: skip


def event(told: Event) -> str:
    """Something that happens, as a clause."""
    first = " for the first time" if told.first else ""
    extra = "".join(f", if {_holds(_of_doer(each, told.by))}" for each in told.where)
    return f"{_EDGES[told.edge]}{_deed(told)}{_details(told)}{first}{extra}"


def _of_doer(condition: Any, doer: Selector | None) -> Any:
    """A condition of the one that does something, which is *it* beside its own deed."""
    if doer is None or doer.ref is not None:
        return condition
    if isinstance(condition, Not):
        return Not(_of_doer(condition.of, doer))
    own = getattr(condition, "who", None) == doer
    return msgspec.structs.replace(condition, who=Selector(ref="it")) if own else condition


def _holds(each: object) -> str:
    from warbook.effects.english.conditions import clause  # conditions are about events

    return clause(each)  # type: ignore[arg-type]


def _deed(told: Event) -> str:
    what = _attacks(told) if told.what == "attacks" else told.what
    if told.by is None:
        return _suffered(told)
    return f"{noun(told.by)} {what}{_towards(told)}"


def _attacks(told: Event) -> str:
    return f"makes a {told.attacks} attack" if told.attacks else "makes an attack"


def _towards(told: Event) -> str:
    if told.to is None:
        return ""
    return f" {'against ' if told.what == 'attacks' else ''}{noun(told.to)}"


def _suffered(told: Event) -> str:
    whom = noun(told.to) if told.to is not None else "anyone"
    if told.what == "targets":
        return f"{'a ' + told.attacks if told.attacks else 'an'} attack targets {whom}"
    if told.what == "allocated":
        return f"{'a ' + told.attacks if told.attacks else 'an'} attack is allocated to {whom}"
    if told.what in _PASSIVE:
        return f"{whom} is {_PASSIVE[told.what]}"
    return f"{whom}: {_attacks(told) if told.what == 'attacks' else told.what}"


def _details(told: Event) -> str:
    shown = told.by is None and told.what in ("targets", "allocated")
    parts = [
        f"({told.attacks})" if told.attacks and told.what != "attacks" and not shown else "",
        f"with {noun(told.weapon)}" if told.weapon is not None else "",
        f"({listed(told.moves)})" if told.moves else "",
        f"to {listed(told.acts)}" if told.acts else "",
        f"({told.roll})" if told.roll else "",
        f'("{told.name}")' if told.name else "",
    ]
    return "".join(f" {part}" for part in parts if part)


def period(unit: str) -> str:
    """A phase, a turn, the battle."""
    return unit if unit in _NOT_PHASES else f"{unit[:1].upper()}{unit[1:]} phase"


def window(told: Window) -> str:
    """A time in the battle."""
    edge = {"start": "at the start of ", "end": "at the end of ", "during": "in "}[told.edge]
    named = f"the {told.step} step" if told.step and told.step != told.phase else ""
    whose = {"your": "your", "opponent": "your opponent's", None: "any" if told.phase == "any" else "the"}
    time = "phase" if told.phase == "any" else period(told.phase)
    following = " next" if told.next else ""
    place = f"{whose[told.whose]}{following}{' any' if told.phase == 'any' and told.whose else ''} {time}"
    step = f"{named} of {place}" if named else place
    return f"{edge}{step}{_rounds(told)}{_happens(told)}"


def _rounds(told: Window) -> str:
    if not told.rounds:
        return ""
    onwards = " onwards" if told.onwards else ""
    return f", battle round {listed(str(each) for each in told.rounds)}{onwards}"


def _happens(told: Window) -> str:
    before = f", before {told.before}" if told.before else ""
    if told.event is None:
        return before
    when = "when " if told.event.edge == "at" else ""
    return f"{before}, {when}{event(told.event)}"


def windows(told: tuple[Window, ...]) -> str:
    """Times of which each will do."""
    return "; or ".join(window(each) for each in told) or "at no time"


def duration(told: Duration) -> str:
    """How long something lasts."""
    whose = {"your": "your", "opponent": "your opponent's", "their": "their", None: "the"}[told.whose]
    following = " next" if told.next else ""
    if told.of in _DURATIONS:
        return f"until {_DURATIONS[told.of]} {'begins' if told.edge == 'start' else 'is over'}"
    unit = told.of if told.of == "phase" else period(told.of)
    return f"until the {told.edge} of {whose}{following} {unit}"


def limit(told: Limit) -> str:
    """How often at most."""
    times = {1: "once", 2: "twice"}.get(told.times, f"{told.times} times")
    each = f" for each {told.each}" if told.each else ""
    return f"{times} per {told.per}{each}"
