"""Sentences that go on with a rule for whoever the one before is for, and for other targets of its attacks."""

from __future__ import annotations

import msgspec

from warbook.effects import At, Choose, Each, Effect, If, Instead, Until, Use
from warbook.effects.attack import Critical, Grant, Ignore, Modifier, Reroll, Result, Save
from warbook.effects.instructions import Permit, Select
from warbook.effects.terms import Condition, Did, Event, Selector
from warbook.parsing.scopes import in_row, peeled, row, same_scope, walk, wrapped

_SUCH = Selector(ref="that")


def for_such(before: Effect, effect: Effect) -> Effect:
    """A trigger on "such a unit", which is any that the standing rule before is for."""
    if not isinstance(effect, Each) or _SUCH not in (effect.event.by, effect.event.to):
        return effect
    whose = _standing_for(before)
    if whose is None:
        return effect
    sides = {side: whose for side in ("by", "to") if getattr(effect.event, side) == _SUCH}
    return msgspec.structs.replace(effect, event=msgspec.structs.replace(effect.event, **sides))


def _standing_for(before: Effect) -> Selector | None:
    """The units that what always holds is for; ``None`` for what happens, is picked, or is for one that is
    known."""
    if any(isinstance(each, Each | Event | Select) for each in walk(before)):
        return None
    last = row(peeled(before)[1])[-1]
    owner = _owner(last)
    while owner is not None and owner.kind != "unit":
        owner = owner.of
    return owner if owner is not None and owner.ref is None and owner.of is None else None


def _owner(effect: Effect) -> Selector | None:
    match effect:
        case Modifier(of=who) | Reroll(of=who) | Grant(to=who) | Save(to=who) | Permit(who=who):
            return who
    return None


def at_other_targets(before: Effect, effect: Effect) -> Effect | None:
    """Attacks of one kind that do one thing at some targets and, *instead*, another at others: what each does
    hangs on the target. ``None`` where it is not that."""
    scopes, usual = peeled(before)
    own, body = peeled(effect)
    if not (scopes and own and isinstance(body, Instead)):
        return None
    inner, other = scopes[-1], own[-1]
    if not (isinstance(inner, Each) and isinstance(other, Each) and _but_at_others(inner.event, other.event)):
        return None
    if not all(any(same_scope(one, each) for each in scopes[:-1]) for one in own[:-1]):
        return None
    any_target = msgspec.structs.replace(inner, event=msgspec.structs.replace(inner.event, to=None))
    choice = If(_at(other.event), body.then, If(_at(inner.event), usual))
    return wrapped([*scopes[:-1], any_target], choice)


def _but_at_others(one: Event, other: Event) -> bool:
    blank = msgspec.structs.replace(other, to=one.to)
    return one.what == "attacks" and one.to is not None and other.to not in (None, one.to) and blank == one


def _at(event: Event) -> Condition:
    return Did(Event("targets", to=event.to))


_STANDING = (Critical, Grant, Ignore, Modifier, Permit, Reroll, Result, Save)
"""What holds rather than happens."""


def holds_as_long(before: Effect, effect: Effect) -> bool:
    """Whether what the play's own unit has besides, for no time of its own, lasts as long as what it has."""
    scopes, body = peeled(effect)
    if not isinstance(before, Until) or any(isinstance(each, Until | At) for each in scopes):
        return False
    standing = all(isinstance(each, _STANDING) for each in (*row(peeled(before)[1]), *row(body)))
    return standing and any(isinstance(each, Selector) and each.ref == "your" for each in walk(effect))


def parted(effect: Effect) -> tuple[Effect, Effect | None]:
    """What stands in place of something, and what holds besides for a time of its own."""
    scopes, body = peeled(effect)
    first, *more = row(body)
    if not (more and isinstance(first, Instead) and all(isinstance(each, Until) for each in more)):
        return effect, None
    return wrapped(scopes, first), wrapped(scopes, in_row(*more))


def of_its_sort(before: Effect, effect: Effect) -> Effect:
    """A choice of rules by name, of which the last has the word for their sort behind it: "select A, B or C
    Litany", where "that Litany" follows."""
    if not isinstance(before, Choose):
        return before
    names = [each.name or "" for each in before.options if isinstance(each, Use)]
    if not names or len(names) < len(before.options):
        return before
    for sort in (f" {name}" for each in walk(effect) if isinstance(each, Grant) for name in each.names):
        if names[-1].endswith(sort) and not any(name.endswith(sort) for name in names[:-1]):
            last = Use(names[-1].removesuffix(sort))
            return msgspec.structs.replace(before, options=(*before.options[:-1], last))
    return before
