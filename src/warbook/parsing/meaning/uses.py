"""How often abilities may be used and on whom, and when somebody uses them."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Each, Effect, Limited, Then, Use
from warbook.effects.instructions import Permit
from warbook.effects.terms import Event, Limit, Selector
from warbook.parsing.chart import Rejected

_UNIT_OF_IT = Selector(of=Selector("model", ref="that"))
_NO_NAMED_MOVES = ("normal", "advance", "fall back", "charge", "pile-in", "consolidation", "scout", "surge")


def once_on(who: Selector) -> Selector:
    """One of what is limited, each for itself."""
    return msgspec.structs.replace(who, count=1) if who.count == "all" else who


def only_so_often(who: Selector, what: str, limit: Limit) -> Effect:
    """Raises Rejected for a limit of its own."""
    if limit.each is not None:
        raise Rejected
    return Limited(Limit(limit.per, limit.times, who.kind), Permit(what, who))


def only_one_move(who: Selector, move: str, span: str) -> Effect:
    return only_so_often(who, f"make {move} moves", Limit(span))


def only_one(who: Selector, what: str, span: str) -> Effect:
    """Only one of several, whichever it is."""
    return Limited(Limit(span), Permit(what, who))


def ability_once(limit: Limit) -> Effect:
    return Limited(limit, Permit("use this ability"))


def chosen_for(what: str) -> str:
    return what


def selected_for_ability(names: str) -> str:
    return f"be selected for {names}"


def affected_by_ability(name: str) -> str:
    return f"be affected by {name}"


def targeted_by_ability(name: str) -> str:
    return f"be targeted with {name}"


def healed() -> str:
    return "be healed"


def repaired() -> str:
    return "be repaired"


def regenerated() -> str:
    return "be regenerated"


def set_up_so() -> str:
    return "be set up in this way"


def use_ability() -> str:
    return "use this ability"


def that_stratagem() -> str:
    return "that stratagem"


def this_or_ability(name: str) -> str:
    return f"this ability or {name}"


def limit_span(span: str) -> str:
    return span


def limit_phase(phase: str) -> str:
    return f"{phase} phase"


def move_name(name: str) -> str:
    """A move that a rule names. Raises Rejected for those of the core rules."""
    if name.lower() in _NO_NAMED_MOVES:
        raise Rejected
    return name.lower()


THAT = Selector(ref="that")


def _said_of(event: Event, who: Selector) -> Event:
    """What happens to it happens to the one who uses the ability."""
    by, to = (who if each == THAT else each for each in (event.by, event.to))
    return msgspec.structs.replace(event, by=by, to=to)


def _of_whole_unit(event: Event) -> Event:
    by, to = (THAT if each == _UNIT_OF_IT else each for each in (event.by, event.to))
    return msgspec.structs.replace(event, by=by, to=to)


def uses_when(who: Selector, *told: Any) -> Effect:
    """Each time it happens the ability may be used."""
    edge = next((each for each in told if isinstance(each, str)), "at")
    events: tuple[Event, ...] = next(each for each in told if isinstance(each, tuple))
    if who.kind == "unit":  # "its unit" is the unit itself, with the Leaders that are attached to it
        events = tuple(_of_whole_unit(event) for event in events)
    if all(THAT in (event.by, event.to) for event in events):
        events, who = tuple(_said_of(event, who) for event in events), THAT
    found = tuple(
        Each(msgspec.structs.replace(event, edge=edge if event.edge == "at" else event.edge), Use(who=who))
        for event in events
    )
    return found[0] if len(found) == 1 else Then(found)
