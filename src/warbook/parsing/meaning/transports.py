"""Embarking and disembarking, and the room that a transport has."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Each, Effect
from warbook.effects.attack import Modifier
from warbook.effects.instructions import Attach, Considered, Permit
from warbook.effects.terms import Condition, Did, Event, Has, Selector, Within
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.clauses import then
from warbook.parsing.meaning.conditions import about
from warbook.parsing.meaning.contents import a_transport
from warbook.parsing.meaning.parts import IT, Part, with_parts

THAT = Selector(ref="that")


def embarks_in(who: Selector, transport: Selector, *_as_if: Any) -> Attach:
    """Where the transport is only *it*, that it is one tells it from who embarks."""
    ride = msgspec.structs.replace(transport, keywords=("TRANSPORT",)) if transport == THAT else transport
    return Attach(who, ride, "embark")


def must_embark_in(who: Selector, transport: Selector, *as_if: Any) -> Attach:
    return msgspec.structs.replace(embarks_in(who, transport, *as_if), must=True)


def embarks_as_class(who: Selector, transport: Selector, keywords: Part) -> Effect:
    """It counts as one of those that may."""
    taken = Has(who, "keyword", dict(keywords.fields)["keywords"])
    return then(Considered(taken, ("embarking",)), embarks_in(who, transport))


def led_unit() -> Selector:
    """The unit that the one spoken of leads."""
    return Selector(ref="led")


def embarks_where(who: Selector, keyword: str, like: Selector) -> Attach:
    """Within a transport that holds another unit."""
    fits = Did(Event("eligible", by=like, to=IT, acts=("embark",)))
    return embarks_in(who, msgspec.structs.replace(a_transport(keyword), count="any", where=(fits,)))


def disembarks_now(who: Selector, *told: Any) -> Effect:
    """From where it is told, or else from where it is said to be, and just after what that did where that is
    told. Raises Rejected where neither tells from where."""
    rides = [each for each in told if isinstance(each, Selector)]
    if rides and any(isinstance(each, Did) for each in told):
        raise Rejected  # that is a permission
    rides += [each.of for each in who.where if isinstance(each, Within) and each.inches == "area"]
    if not rides:
        raise Rejected
    leaves = Attach(who, rides[0], "disembark")
    after = next((about(each.event, rides[0]) for each in told if isinstance(each, Did)), None)
    return leaves if after is None else Each(msgspec.structs.replace(after, edge="after"), leaves)


def must_disembark_now(who: Selector, *told: Any) -> Effect:
    """As ``disembarks_now``, and it is no choice."""
    found = disembarks_now(who, *told)
    if isinstance(found, Each):
        return Each(found.event, msgspec.structs.replace(found.then, must=True))
    return msgspec.structs.replace(found, must=True)


def may_disembark(who: Selector, transport: Selector, moved: Condition) -> Permit:
    """Although the transport moved so."""
    return Permit("disembark", who, to=transport, where=(about(moved, transport),))


def takes_space(who: Selector, amount: Any) -> Modifier:
    """So many models' room in a transport."""
    return Modifier("transport space", "set", amount, who)


def has_capacity(who: Selector, capacity: int, keywords: Part) -> Permit:
    """Carries so many models of the class."""
    return Permit("carry", who, to=with_parts(Selector("model", count=capacity, up_to=True), (keywords,)))


def measures_from(who: Selector) -> Permit:
    """Distances of those within are those of the transport."""
    return Permit("measure distances from", to=who)


def counts_aboard(who: Selector, other: Selector) -> Permit:
    """In a transport it is as if it were another."""
    return Permit("embark as", _one(who), to=other)


def _one(who: Selector) -> Selector:
    return msgspec.structs.replace(who, count="all") if who.count == 1 else who
