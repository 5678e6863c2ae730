"""What "it" did or what was done to it, and since when."""

from __future__ import annotations

from typing import Any as Told

import msgspec

from warbook.effects.terms import (
    All,
    Condition,
    Contains,
    Controls,
    Did,
    Done,
    During,
    Event,
    Not,
    Selector,
    Window,
    Within,
)
from warbook.effects.terms import Any as AnyOf
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.conditions import Scope, about
from warbook.parsing.meaning.deeds import destroyed_with
from warbook.parsing.meaning.parts import IT
from warbook.parsing.meaning.predicates import has_lost_wounds

_SEVERAL = 2


def test_was(names: tuple[str, ...], result: str) -> Condition:
    """The test spoken of ended so."""
    return Done(result)


def test_passed() -> str:
    return "passed"


def test_failed() -> str:
    return "failed"


def ends_there(*told: Told) -> Condition:
    """It ends the move spoken of in such a place."""
    where = tuple(each for each in told if not isinstance(each, tuple | str))
    return Did(Event("moves", by=IT, edge="end", moves=("that",), where=where))


def is_making(move: Event) -> Condition:
    return Did(move)


def was_charged(*by: Selector) -> Event:
    return Event("moves", by=by[0] if by else None, to=IT, moves=("charge",))


def battle_ends() -> Condition:
    return During(Window("battle", edge="end"))


def since_battle() -> str:
    return "battle"


def remains_still() -> Condition:
    return Did(Event("remains stationary", by=IT))


def you_include(what: Selector) -> Condition:
    return Contains(Selector("army", side="friendly"), what)


def control_then(what: Selector, edge: str, phase: tuple[Window, ...]) -> Condition:
    """Controlled at that edge of a phase."""
    windows = tuple(
        During(msgspec.structs.replace(each, edge="start" if edge == "beginning" else edge)) for each in phase
    )
    return All((Controls("you", what), *windows))


def did(event: Event, *since: str) -> Condition:
    """Who has lost wounds, at no time that is told, is still without them."""
    if event == Event("loses wounds", to=IT) and not since:
        return has_lost_wounds()
    return _by_either(event, _since(event, since))


def done_now(event: Event, *since: str) -> Condition:
    """Raises Rejected for what the unit of a play is yet to destroy, which holds of no time that is now."""
    if since and event.what == "destroyed" and event.by is not None and event.by.ref == "your":
        raise Rejected
    return did(event, *since)


def _by_either(event: Event, since: str | None) -> Condition:
    """By one of several abilities where the event has the names of more."""
    names = (event.name or "").split(" or ") if event.what in ("arrives", "set up") else ()
    if len(names) < _SEVERAL:
        return Did(event, since)
    return AnyOf(tuple(Did(msgspec.structs.replace(event, name=name), since) for name in names))


def did_including(event: Event, *told: str) -> Condition:
    """Also where it was done by a rule of that name."""
    *since, name = told
    return AnyOf((did(event, *since), did(_by_name(event, name), *since)))


def _by_name(event: Event, name: str) -> Event:
    """Raises Rejected where the event has a name already."""
    if event.name is not None:
        raise Rejected
    return msgspec.structs.replace(event, name=name, where=())


def _since(event: Event, told: tuple[str, ...]) -> str | None:
    """A time after a relative clause is of what both say. Raises Rejected where only the outer has it."""
    where = event.to.where if event.what == "disembarks" and event.to is not None else ()
    inner = [each for each in where if isinstance(each, Did)]
    if inner and told:
        raise Rejected
    return inner[0].since if inner else (told[0] if told else None)


def did_neither(*told: Told) -> Condition:
    """None of several. Raises Rejected for what one word stands for."""
    deeds = [each for each in told if isinstance(each, Event)]
    if {each.what for each in deeds} == {"shoots", "fights"}:
        raise Rejected
    since = told[-1] if isinstance(told[-1], str) else None
    return All(tuple(Not(Did(each, since)) for each in deeds))


def did_not(event: Event, *since: str) -> Condition:
    return Not(did(event, *since))


def since(span: str) -> str:
    return span


def since_previous(span: str) -> str:
    return f"previous {span}"


def since_start(span: str) -> str:
    return f"start of {span}"


def when_destroyed() -> str:
    return "destroyed"


def was_targeted_with(who: Selector, names: tuple[str, ...]) -> Condition:
    return Did(Event("targeted with a play", to=who, acts=names))


def cannot_embark(within: Selector) -> Condition:
    return Not(Did(Event("eligible", by=IT, to=within, acts=("embark",))))


def channelled() -> Event:
    return Event("uses", by=IT, name="Channel the Warp")


def has_channelled() -> Condition:
    return Did(channelled())


def is_eligible_target(who: Selector) -> Condition:
    """May be chosen as the target of somebody's attacks."""
    return Did(Event("eligible", by=who, to=IT, name="target"))


def did_while(event: Event, condition: Condition) -> Condition:
    return Did(msgspec.structs.replace(event, where=(*event.where, condition)))


def contained_when(contents: Condition, event: Event) -> Condition:
    """What it contained then."""
    return did_while(event, contents)


def was_within(condition: Within, since: str) -> Condition:
    """Where it was then."""
    return Did(Event("stands", by=IT, where=(condition,)), since)


def was_not_within(condition: Within, since: str) -> Condition:
    return Not(was_within(condition, since))


def is_arriving(*since: str) -> Condition:
    return is_arriving_by("reserves", *since)


def is_arriving_by(names: str, *since: str) -> Condition:
    """Arriving by one of the named abilities."""
    return _by_either(Event("arrives", by=IT, name=names), since[0] if since else None)


def is_eligible(acts: tuple[str, ...], *since: str) -> Condition:
    return Did(Event("eligible", to=IT, acts=acts), since[0] if since else None)


def is_eligible_after(acts: tuple[str, ...], *moved: Event) -> Condition:
    """After moves of these kinds. Raises Rejected for other deeds."""
    if not all(event.moves for event in moved):
        raise Rejected
    return Did(Event("eligible", to=IT, acts=acts, moves=tuple(each.moves[0] for each in moved)))


def can_be_attached(who: Selector, to: Selector) -> Condition:
    return Did(Event("eligible", by=who, to=to, acts=("attach",)))


def is_eligible_against(acts: tuple[str, ...], whom: Selector) -> Condition:
    return Did(Event("eligible", by=IT, to=whom, acts=acts))


def would_be_eligible(acts: tuple[str, ...], *told: Told) -> Condition:
    """Eligible as if it were another phase."""
    whom = [each for each in told if isinstance(each, Selector)]
    return Did(Event("eligible", by=IT, to=whom[0] if whom else None, acts=acts, name="as if its phase"))


# --------------------------------------------------------------------- happenings told in the present


def this_rule() -> str:
    return "this"


def named_rule(name: str) -> str:
    return name


def suffers_from(_words: None, *rule: str) -> Condition:
    return Did(Event("mortal wound allocated", to=IT, name=rule[0] if rule else None))


def scores_hits(whom: Selector, *since: str) -> Condition:
    return Did(Event("hit", by=IT, to=whom), since[0] if since else None)


def destroys_in(what: Selector, phase: str) -> Condition:
    return Did(Event("destroyed", by=IT, to=what), f"{phase} phase")


def destroys_by(what: Selector, attack: Event) -> Condition:
    return Did(destroyed_with(what, attack))


def destroys_now(what: Selector) -> Condition:
    return Did(Event("destroyed", by=IT, to=what))


def attacked_other(whom: Selector) -> Event:
    return Event("attacks", by=IT, to=whom)


def makes_move_from(move: Event, *rule: str) -> Condition:
    return Did(msgspec.structs.replace(move, name=rule[0] if rule else None))


def invokes(what: str) -> Condition:
    """Uses what an army rule calls so."""
    return Did(Event("uses", by=IT, name=what))


def was_destroyed_since(who: Selector, since: str, of: Event) -> Condition:
    return was_destroyed_by(who, of, since)


def was_destroyed_by(who: Selector, of: Event, *since: str) -> Condition:
    return Did(msgspec.structs.replace(of, what="destroyed", to=who), since[0] if since else None)


def destroyed_by_rule(who: Selector) -> Condition:
    """By what this rule does."""
    return Did(Event("destroyed", to=who, name="this"))


def you_picked_such(what: Selector) -> Condition:
    """The one that was picked is such. Raises Rejected where nothing is said of it."""
    if what.count != 1 or not (what.side or what.keywords or what.where):
        raise Rejected
    return Did(Event("selected", to=what))


def happens_now(who: Selector, told: Condition) -> Condition:
    return about(told, who)  # type: ignore[no-any-return]


def in_round_of(name: str) -> Scope:
    """In the battle round in which it was called."""
    return Scope(you_called(name, "battle round"))


def you_called(name: str, since: str) -> Condition:
    return Did(Event("uses", by=Selector("player", side="friendly"), name=name), since)


def once_done(who: Selector, event: Event, *since: str) -> Scope:
    """From when it has happened."""
    return Scope(about(did(event, *since), who))


def is_charged_at() -> Condition:
    """A target of the charge spoken of."""
    return Did(Event("charge declared", to=IT))
