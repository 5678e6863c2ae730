"""Weapons that a rule lets somebody have, shoot with, or not use."""

from __future__ import annotations

from typing import Any

from warbook.effects import Effect, ForEach, May
from warbook.effects.attack import Grant
from warbook.effects.instructions import Act, Permit
from warbook.effects.terms import Did, Event, Has, Not, Selector
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.parts import IT, Part, with_parts


def weapons_of_sort(count: Part, name: str) -> Selector:
    """Of the weapons of one name, which has several that differ."""
    return with_parts(Selector("weapon", name=name), (count,))


def equipped_with_those(who: Selector) -> Grant:
    """Besides what it has."""
    return Grant("weapon", ("those",), who)


def not_with_others(who: Selector, name: str, *since: str) -> Permit:
    """With none of that name that was not picked."""
    picked = Did(Event("selected", to=IT), since[0] if since else None)
    others = Selector("weapon", count="any", name=name, where=(Not(picked),))
    return Permit("attack with", who, barred=True, to=others)


def own_list(*names: str) -> Has:
    return Has(IT, "weapon", names)


def shoots_with(who: Selector, name: str, *one_of: Any) -> Effect:
    """With this weapon alone, which is one of several by name where they are told."""
    return May(Act(who, "shoot", weapon=Selector("weapon", name=name, where=one_of)))


def attacks_every(weapon: Selector, whom: Selector) -> Effect:
    """One weapon attacks each of them, and is not used up by the first. Raises Rejected for some of them."""
    if whom.count != "all":
        raise Rejected
    who = _eligible_to(whom)
    at = Did(Event("targets", to=Selector(ref="that")))
    return ForEach(whom, Act(who, "shoot", where=(at,), weapon=weapon))


def _eligible_to(whom: Selector) -> Selector:
    """Whose eligible targets they are. Raises Rejected where that is not told."""
    for each in whom.where:
        match each:
            case Did(Event("eligible", by=Selector() as who, name="target")):
                return who
    raise Rejected
