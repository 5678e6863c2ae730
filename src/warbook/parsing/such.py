"""Such an attack: like those of which a sentence before speaks, whose they are, of what sort and at whom."""

from __future__ import annotations

import msgspec

from warbook.effects import Each, Effect, If
from warbook.effects.terms import Did, Event, Selector
from warbook.parsing.scopes import Scope, peeled, row, walk, wrapped

_SUCH = Selector("attack", ref="that")
_TOLD = ("attacks", "targets", "allocated")


def asks_of_such(effect: Effect) -> bool:
    """Whether it speaks of such an attack; what that attack destroys is told as it is."""
    return any(isinstance(each, Event) and _is_such(each) for each in walk(effect))


def _is_such(event: Event) -> bool:
    return event.by == _SUCH and event.what != "destroyed"


def apart(effect: Effect) -> list[Effect]:
    """The parts of a sentence that itself tells first of the attacks which it then calls such; else none."""
    scopes, body = peeled(effect)
    parts = [wrapped(scopes, each) for each in row(body)]
    return parts if asks_of_such(effect) and not asks_of_such(parts[0]) else []


def like_before(before: Effect, effect: Effect) -> tuple[int, Effect] | None:
    """So many scopes deep in the effect before, the one that speaks of such an attack, with what that is told;
    ``None`` where no attack was spoken of that it may be like."""
    scopes, _ = peeled(before)
    events = [(depth, scope.event) for depth, scope in enumerate(scopes) if isinstance(scope, Each)]
    known = [each for each in events if _is_attack(each[1])]
    if not known or not asks_of_such(effect):
        return None
    depth, event = known[-1]
    own, body = peeled(effect)
    told = [_told(scope, event) for scope in own]
    again = wrapped(told, body)
    if asks_of_such(again):
        return None
    inside = any(isinstance(one, If) and one != other for one, other in zip(own, told, strict=True))
    return depth + inside, again


def _is_attack(event: Event) -> bool:
    return event.what in _TOLD and event.edge == "at" and not event.first


def _told(scope: Scope, event: Event) -> Scope:
    """A scope with the attack told that it calls such a one; itself where it does not, or it is another."""
    match scope:
        case Each(such) if _is_such(such):
            return msgspec.structs.replace(scope, event=_like(event, such) or such)
        case If(Did(Event(what="targets", by=by, to=to), None)) if by == _SUCH:
            return msgspec.structs.replace(scope, condition=Did(Event("targets", to=to)))
    return scope


def _like(event: Event, such: Event) -> Event | None:
    """The attack spoken of, at whom and what it then does; ``None`` where it is at somebody else."""
    if event.to is not None and such.to is not None and not _within(such.to, event.to):
        return None
    where = (*event.where, *such.where)
    return msgspec.structs.replace(event, what=_what(event, such), to=such.to or event.to, where=where)


def _what(event: Event, such: Event) -> str:
    """An attack that somebody makes is told as made, at whomever it is."""
    if such.what in ("attacks", "targets"):
        return such.what if event.by is None and such.to is not None else event.what
    return such.what


def _within(one: Selector, other: Selector) -> bool:
    """Whether the one is the other, or models of it."""
    of_this = one.ref == other.ref == "this"
    return one in (other, Selector(ref="that")) or one.of in (other, Selector(ref="that")) or of_this
