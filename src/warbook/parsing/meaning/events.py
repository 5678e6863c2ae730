"""Events and what triggers on them."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects.terms import Did, Duration, Event, Not, Selector, State, Term
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.conditions import about

Events = tuple[Event, ...]


def events(*found: Any) -> Events:
    """Alternatives, of which some are several deeds of one subject."""
    groups = (each if isinstance(each, tuple) else (each,) for each in found)
    return tuple(one for group in groups for event in group for one in _of_each_name(event))


def _of_each_name(event: Event) -> Events:
    """Set up by one of several abilities: an event of each."""
    names = event.name.split(" or ") if event.name and event.what in ("arrives", "set up") else ()
    return tuple(msgspec.structs.replace(event, name=name) for name in names) or (event,)


def each_time(found: Events) -> Events:
    return found


def each_time_last_if(first: Any, last: Event, scope: Any) -> Events:
    """What stands behind a comma may alone have the condition after it: a second meaning of the same words."""
    return events(first, msgspec.structs.replace(last, where=(*last.where, scope.condition)))


def just_after(found: Events) -> Events:
    return tuple(msgspec.structs.replace(event, edge=_after(event)) for event in found)


def _after(event: Event) -> Any:
    return "after" if event.edge == "at" else event.edge


def just_before(found: Events) -> Events:
    """Raises Rejected for what has happened then, which says when it is."""
    if any(event.edge == "after" for event in found):
        raise Rejected
    return tuple(msgspec.structs.replace(event, edge="before") for event in found)


def first_time(event: Event, *since: str) -> Events:
    return (msgspec.structs.replace(event, first=True, name=event.name or (since[0] if since else None)),)


def happens(who: Selector, deed: Event) -> Event:
    """Raises Rejected for the end of the last model: that is the end of its unit."""
    if deed.what == "destroyed" and State(Selector(ref="it"), "last") in who.where:
        raise Rejected
    return about(deed, who)  # type: ignore[no-any-return]


def has_happened(who: Selector, deed: Event) -> Event:
    """Done already, whatever word for the time stands before it."""
    event = happens(who, deed)
    return msgspec.structs.replace(event, edge=_after(event))


class Lasting(Term, frozen=True, tag="lasting"):
    """Events of the rest of a time."""

    duration: Duration
    events: Events


def after_this(who: Selector, deed: Event, span: str) -> Lasting:
    """After a deed that is yet to be done in this phase or turn. Raises Rejected for attacks on somebody, which
    say so themselves."""
    if deed.what == "resolves attacks" and deed.to is not None:
        raise Rejected
    return Lasting(Duration(span), just_after((happens(who, deed),)))


def one_of_both(one: Selector, other: Selector) -> tuple[Selector, Selector]:
    """Raises Rejected where neither is known: two classes before one noun are one subject."""
    if not _is_known(one):
        raise Rejected
    return one, other


def _is_known(who: Selector) -> bool:
    return who.ref is not None or (who.of is not None and _is_known(who.of))


def either_does(subjects: tuple[Selector, Selector], deed: Event) -> Events:
    """One of two does it."""
    return tuple(happens(who, deed) for who in subjects)


def happens_without(who: Selector, deed: Event, other: Event) -> Event:
    """It does the one and not the other."""
    event = happens(who, deed)
    return msgspec.structs.replace(event, where=(*event.where, Not(Did(about(other, who)))))


def this_rule_used() -> Event:
    return Event("uses", by=Selector("player", side="friendly"), name="this")


def opponent_gains_by(*_cp: str) -> Event:
    return Event("gains", by=Selector("player", side="enemy"), name="CP by an ability")


def before_that_move(*_kind: Any) -> Events:
    """The move spoken of, of the one that makes it."""
    return (Event("moves", by=Selector(ref="that"), edge="before", moves=("that",)),)


def own_resolved(owner: Selector, name: str) -> Event:
    return Event("uses", by=owner, name=name)


def charge_declared_at(by: Selector, target: Selector) -> Event:
    return Event("charge declared", by=by, to=target)


def shares_deeds(who: Selector, *deeds: Event) -> Events:
    """Several deeds of one subject; two kinds of move are one event of either kind. Raises Rejected where one
    word stands for both."""
    if {deed.what for deed in deeds} in ({"shoots", "fights"}, {"attacks"}):
        raise Rejected
    return tuple(about(deed, who) for deed in _moves_joined(deeds))


def _moves_joined(deeds: Events) -> Events:
    joined: list[Event] = []
    for deed in deeds:
        last = joined[-1] if joined else None
        if last is not None and _same_move(last, deed):
            joined[-1] = msgspec.structs.replace(last, moves=last.moves + deed.moves)
        else:
            joined.append(deed)
    return tuple(joined)


def _same_move(one: Event, other: Event) -> bool:
    blank = msgspec.structs.replace(other, moves=one.moves)
    return one.what == "moves" and bool(one.moves and other.moves) and blank == one


def last_destroyed(unit: Selector) -> Event:
    """A unit is destroyed when its last model is."""
    return Event("destroyed", to=unit)


def mortal_allocated(who: Selector) -> Event:
    return Event("mortal wound allocated", to=who)


def either_allocated(who: Selector) -> Event:
    return Event("attack or mortal wound allocated", to=who)


def save_failed(who: Selector) -> Event:
    return Event("save failed", by=who)


def made_rolls(*told: Any) -> Event:
    rolls = tuple(name for each in told if isinstance(each, tuple) for name in each)
    who = next((each for each in told if isinstance(each, Selector)), None)
    return Event("rolls", by=who, acts=rolls)


def rolls_made(event: Event) -> Event:
    return event


def rolls_made_of(*events: Event) -> Events:
    return events


def attacks_rolled(weapon: Selector) -> Event:
    """How many attacks a weapon makes is rolled for."""
    return Event("rolls", by=weapon, acts=("attacks",))


def test_taken(test: str, *who: Selector) -> Event:
    return Event("takes a test", by=who[0] if who else None, roll=test)


def test_is_taken(tests: tuple[str, ...], who: Selector) -> Event:
    """Any of several tests."""
    return Event("takes a test", by=who, roll=" or ".join(tests))


def opponent_uses() -> Event:
    return Event("uses", by=Selector("player", side="enemy"), name="stratagem")


def opponent_sets_up() -> Event:
    return Event("set up", to=Selector(side="enemy"), name="reserves")


def play_used(*who: Selector) -> Event:
    return Event("uses", to=who[0] if who else None, name="stratagem")


def this_play_used() -> Event:
    return Event("uses", by=Selector("player", side="friendly"), name="this stratagem")


def opponent_targets(who: Selector) -> Event:
    return Event("uses", to=who, name="stratagem", by=Selector("player", side="enemy"))


def targets_for(weapon: Selector) -> Event:
    """What a weapon shoots at is picked."""
    return Event("selects targets", by=weapon.of, weapon=weapon)


def owner_of(who: Selector) -> Selector:
    return who


def targets_for_unit(who: Selector) -> Event:
    return Event("selects targets", by=who)


def warlord_destroyed() -> Event:
    return Event("destroyed", to=Selector("model", side="enemy", keywords=("WARLORD",)))


def is_made_one(who: Selector, name: str) -> Event:
    """Is given a part by the name that an army rule has for it."""
    return Event("becomes", to=who, name=name)


def after_resolving(*told: Selector) -> Events:
    """Whose attacks they are stands first, then perhaps against whom."""
    by, *to = told
    return (Event("resolves attacks", by=by, to=to[0] if to else None, edge="after"),)


def of_that() -> Selector:
    return Selector(ref="that")


def of_attacker() -> Selector:
    return Selector(ref="attacker")


def charge_is_at(target: Selector, by: Selector) -> Event:
    return Event("charge declared", by=by, to=target)


def you_call(name: str) -> Event:
    """A rule of the army is called by its name, a Waaagh! say."""
    return Event("uses", by=Selector("player", side="friendly"), name=name)


def each_of_two(one: Events, other: Events) -> Events:
    return (*one, *other)


def this_weapon_at(target: Selector) -> Event:
    return Event("targets", to=target, weapon=Selector("weapon", ref="this"))


def coming_roll(names: tuple[str, ...], who: Selector) -> Events:
    """A roll that is about to be made."""
    return (Event("rolls", by=who, roll=" or ".join(names)),)


def coming_dice(who: Selector) -> Events:
    return coming_roll(("roll",), who)


def that_destroys(what: Selector) -> Event:
    """The attack spoken of destroys it."""
    return Event("destroyed", by=Selector("attack", ref="that"), to=what)


def you_have_selected(what: Selector) -> Event:
    return Event("selected", by=Selector("player", side="friendly"), to=what)
