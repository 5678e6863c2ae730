"""Durations, windows and limits."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec

from warbook.effects.terms import Condition, Done, Duration, Event, InRound, Limit, Selector, Window
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.conditions import Scope
from warbook.parsing.meaning.parts import with_parts

_PHASE_OF = {
    "reinforcements": "movement",
    "move units": "movement",
    "command": "command",
    "battle-shock": "command",
    "fights first": "fight",
}
"""The phases that have steps."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def _whose(text: str) -> Any:
    return "opponent" if "opponent" in text else "your"


# --------------------------------------------------------------------- durations


def until(edge: str, period: Duration) -> Duration:
    return msgspec.structs.replace(period, edge="start" if edge == "beginning" else edge)


def rest_of(period: Duration) -> Duration:
    return period


def during_that(unit: str) -> Duration:
    return Duration(unit)


def this_period(unit: str) -> Duration:
    return Duration(unit)


def whose_period(whose: str, unit: str) -> Duration:
    return Duration(unit, whose=_whose(whose))


def next_period(whose: str, unit: str) -> Duration:
    return Duration(unit, whose=_whose(whose), next=True)


def the_next(unit: str) -> Duration:
    return Duration(unit, next=True)


def their_next(unit: str) -> Duration:
    return Duration(unit, whose="their", next=True)


def until_attack() -> Duration:
    return Duration("attack")


def until_play() -> Duration:
    """While the play that was used is resolved."""
    return Duration("play")


def until_attacks(*_who: Any) -> Duration:
    return Duration("attacks")


def until_control() -> Duration:
    """Until a marker is under its side's control no more."""
    return Duration("control")


def until_move() -> Duration:
    return Duration("move")


# --------------------------------------------------------------------- windows


def windows(*told: Any) -> tuple[Window, ...]:
    """Several windows are alternatives; an event told once after several phases is that of all of them."""
    rounds = [each for each in told if isinstance(each, Rounds)]
    groups = [each for each in told if not isinstance(each, Rounds)]
    found = [window for group in groups for window in group]
    last = found[-1]
    if last.event is not None and len(groups) > 1:
        events = [w.event for w in groups[-1]]
        earlier = [w for group in groups[:-1] for w in group]
        if all(w.event is None and w.edge == "during" for w in earlier):
            found = [msgspec.structs.replace(w, event=e) for w in earlier for e in dict.fromkeys(events)]
            found += groups[-1]
    if rounds:
        found = [msgspec.structs.replace(w, rounds=rounds[0].rounds, onwards=True) for w in found]
    return tuple(found)


class Rounds(msgspec.Struct, frozen=True):
    """From a battle round onwards."""

    rounds: tuple[int, ...]


def from_round(ordinal: str) -> Rounds:
    return Rounds((_ORDINALS.index(ordinal) + 1,))


def owned_phase(whose: str, phase: str) -> tuple[Window, ...]:
    return (Window(phase, whose=_whose(whose)),)


def next_phase(whose: str, phase: str) -> tuple[Window, ...]:
    return (Window(phase, whose=_whose(whose), next=True),)


def numbered_phase(whose: str, *told: str) -> tuple[Window, ...]:
    """The phase of these battle rounds."""
    *ordinals, phase = told
    rounds = tuple(_ORDINALS.index(each) + 1 for each in ordinals)
    return (Window(phase, whose=_whose(whose), rounds=rounds),)


def after_deployment() -> tuple[Window, ...]:
    return (Window("deployment", edge="end"),)


def first_turn_known() -> tuple[Window, ...]:
    return (Window("determine first turn", edge="end"),)


def owned_phases(whose: str, *told: str) -> tuple[Window, ...]:
    """A phase without an owner of its own has the owner before it; the Fight phase is nobody's."""
    found, owner = [], _whose(whose)
    for each in told:
        if each in ("your", "your opponent's"):
            owner = _whose(each)
        else:
            found.append(Window(each, whose=owner))
    return tuple(found)


def both_phase(phase: str) -> tuple[Window, ...]:
    return (Window(phase),)


def any_phase(*excluded: str) -> tuple[Window, ...]:
    if excluded:
        rest = [p for p in ("command", "movement", "shooting", "charge", "fight") if p != excluded[0]]
        return tuple(Window(phase) for phase in rest)
    return (Window("any"),)


def excluding_phase(phase: str) -> str:
    return phase


def window_step(step: str) -> str:
    return step


def window(*told: Any) -> tuple[Window, ...]:
    owners = next(each for each in told if isinstance(each, tuple) and isinstance(each[0], Window))
    for each in told:
        if isinstance(each, str):
            owners = tuple(msgspec.structs.replace(w, step=each) for w in owners)
        elif isinstance(each, Happening):
            owners = each.of(owners)
    return owners


class Happening(msgspec.Struct, frozen=True):
    """What happens in a window, or the step that it is before."""

    events: tuple[Event, ...] = ()
    before: str | None = None

    def of(self, windows: tuple[Window, ...]) -> tuple[Window, ...]:
        """Each window with each of the events."""
        if self.before is not None:
            windows = tuple(msgspec.structs.replace(w, before=self.before) for w in windows)
        events = self.events or (None,)
        return tuple(msgspec.structs.replace(w, event=w.event or e) for w in windows for e in events)


def window_events(*told: Any) -> Happening:
    """Edges each with their events, then what must hold, and what they come before."""
    groups = [each for each in told if isinstance(each, tuple)]
    edges = [each for each, after in pairwise(told) if isinstance(after, tuple)]
    where = tuple(each.condition for each in told if isinstance(each, Scope))
    events = [_at_edge(e, edge, where) for edge, group in zip(edges, groups, strict=True) for e in group]
    return Happening(tuple(events), told[-1] if isinstance(told[-1], str) else None)


def _at_edge(event: Event, edge: Any, where: tuple[Condition, ...]) -> Event:
    """Raises Rejected before what is said to be over."""
    if edge == "before" and event.edge in ("end", "after"):
        raise Rejected
    edge = edge if event.edge == "at" else event.edge
    return msgspec.structs.replace(event, edge=edge, where=event.where + where)


def removal() -> str:
    """Before what was destroyed is removed."""
    return "removal"


def removal_and_demise() -> str:
    return "removal and Deadly Demise"


def ritual() -> str:
    return "ritual"


def charge_move() -> str:
    return "charge move"


def before_step(step: str) -> Happening:
    return Happening(before=step)


def before_selecting(name: str) -> Happening:
    """Raises Rejected for a name with the sort of rule in it."""
    if name.endswith(" Detachment"):
        raise Rejected
    return Happening(before=name)


def after() -> str:
    return "after"


def before() -> str:
    return "before"


def at() -> str:
    return "at"


def edge_window(edge: str, *told: Any) -> tuple[Window, ...]:
    return tuple(msgspec.structs.replace(w, edge=_edge(edge)) for w in window(*told))


def _edge(edge: str) -> Any:
    return "start" if edge == "beginning" else edge


def edge_step(edge: str, *told: str) -> tuple[Window, ...]:
    *whose, step = told
    phase = _PHASE_OF.get(step, step)
    owner = _whose(whose[0]) if whose else None
    return (Window(phase, whose=owner, edge=_edge(edge), step=step if step != phase else None),)


def edge_before_deploying(edge: str, step: str) -> tuple[Window, ...]:
    return Happening(before="units are set up").of(edge_step(edge, step))


def edge_span(edge: str, *told: str) -> tuple[Window, ...]:
    *whose, span = told
    if span == "phase" and not whose:
        return (Window("any", edge=_edge(edge)),)
    return (Window(span, whose=_whose(whose[0]) if whose else None, edge=_edge(edge)),)


def edge_either(edge: str, unit: str) -> tuple[Window, ...]:
    return (Window(unit, edge=_edge(edge)),)


def edge_round(edge: str, *ordinals: str) -> tuple[Window, ...]:
    rounds = tuple(_ORDINALS.index(each) + 1 for each in ordinals)
    return (Window("battle round", edge=_edge(edge), rounds=rounds),)


def step_window(step: str, *told: Any) -> tuple[Window, ...]:
    return tuple(msgspec.structs.replace(w, step=step) for w in window(*told))


def formations() -> tuple[Window, ...]:
    return (Window("declare battle formations"),)


def deployment() -> tuple[Window, ...]:
    return (Window("deployment"),)


def in_battle() -> tuple[Window, ...]:
    return (Window("battle"),)


def own_turn() -> tuple[Window, ...]:
    return (Window("turn", whose="your"),)


def opposing_turn() -> tuple[Window, ...]:
    return (Window("turn", whose="opponent"),)


# --------------------------------------------------------------------- limits


def once_per(span: str) -> Limit:
    return Limit(span)


def once_per_army(span: str) -> Limit:
    """Whichever of its units it is that does so."""
    return Limit(span, each="army")


def once_per_phase(name: str) -> Limit:
    """Once in each phase of that name."""
    return Limit(f"{name} phase")


def once_per_each(span: str, each: str) -> Limit:
    return Limit(span, each=each)


def nothing() -> None:
    return None


def twice_per(span: str) -> Limit:
    return Limit(span, 2)


class Every(msgspec.Struct, frozen=True):
    """A scope: what follows is for each of these."""

    of: Selector
    limit: Limit | None = None


def for_every(of: Selector) -> Every:
    return Every(msgspec.structs.replace(of, count="all"))


def for_those(*parts: Any) -> Every:
    """For each one of those spoken of."""
    return Every(with_parts(Selector(ref="those"), parts))


def once_per_counted(span: str, of: Selector) -> Every:
    """So often for each of these. Raises Rejected for a bare "unit", which a limit names itself."""
    if of == Selector(of.kind):
        raise Rejected
    return Every(msgspec.structs.replace(of, count="all"), Limit(span))


# --------------------------------------------------------------------- battle rounds


def in_rounds(*ordinals: str) -> Scope:
    return Scope(InRound(tuple(_ORDINALS.index(each) + 1 for each in ordinals)))


def in_rounds_onwards(ordinal: str) -> Scope:
    return Scope(InRound((_ORDINALS.index(ordinal) + 1,), onwards=True))


def once_per_token(span: str, *told: Any) -> Limit:
    """For each token of the one with the rule. Raises Rejected for another's."""
    *words, who = told
    if who.ref not in ("this", "bearer"):
        raise Rejected
    return Limit(span, each=f"{' '.join(words)} token")


def thing_had(*words: str) -> str:
    return " ".join(words)


def once_per_thing(span: str, what: str, who: Selector) -> Limit:
    """For each of these that the one with the rule has. Raises Rejected for another's."""
    if who.ref not in ("this", "bearer"):
        raise Rejected
    return Limit(span, each=what)


def nothing_more(*_told: Any) -> None:
    """What the effect itself says again."""
    return


def until_choice() -> Duration:
    """Until another is chosen in its place."""
    return Duration("choice")


def for_doers() -> Every:
    """For each of those that did what was offered."""
    return Every(Selector(ref="those", where=(Done(),)))
