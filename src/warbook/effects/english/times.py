"""When things happen, how long they last, how often."""

from __future__ import annotations

from warbook.effects.english.deeds import happens, is_done
from warbook.effects.english.nouns import listed
from warbook.effects.terms import Duration, Event, Limit, Window

_NOT_PHASES = ("phase", "turn", "battle round", "battle")
_ENDS = {
    "control": "your control of that marker is", "attack": "that attack is", "attacks": "those attacks are",
    "play": "this Stratagem is", "move": "that move is", "choice": "that choice is",
}  # fmt: skip


def event(told: Event) -> str:
    """Something that happens, as a clause with when it is that."""
    if told.edge == "after":
        return f"after {is_done(told)}"
    return f"just before {happens(told)}" if told.edge == "before" else happens(told)


def each_time(told: Event) -> str:
    """Every time that it happens."""
    pause = "," if told.edge in ("before", "after") else ""
    return f"each time{pause} {event(told)}"


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
    when = "" if told.event.edge in ("before", "after") else "when "
    return f"{before}, {when}{event(told.event)}"


def windows(told: tuple[Window, ...]) -> str:
    """Times of which each will do."""
    return "; or ".join(window(each) for each in told) or "at no time"


def duration(told: Duration) -> str:
    """How long something lasts."""
    whose = {"your": "your", "opponent": "your opponent's", "their": "their", None: "the"}[told.whose]
    following = " next" if told.next else ""
    if told.of in _ENDS:
        starts = _ENDS[told.of].removesuffix(" is").removesuffix(" are")
        return f"until {starts} begins" if told.edge == "start" else f"until {_ENDS[told.of]} over"
    unit = told.of if told.of == "phase" else period(told.of)
    return f"until the {told.edge} of {whose}{following} {unit}"


def limit(told: Limit) -> str:
    """How often at most."""
    times = {1: "once", 2: "twice"}.get(told.times, f"{told.times} times")
    each = f" for each {told.each}" if told.each else ""
    return f"{times} per {told.per}{each}"
