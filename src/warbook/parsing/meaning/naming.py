"""What a rule gives a name to: states, chosen targets, areas, rules that are performed."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import At, Effect, If, Limited, May, Until, Use
from warbook.effects.attack import Grant
from warbook.effects.instructions import Named, Permit
from warbook.effects.terms import (
    Active,
    All,
    Compares,
    Condition,
    Counted,
    Done,
    Duration,
    Event,
    Has,
    Limit,
    Not,
    Selector,
    State,
    Window,
    Within,
)
from warbook.effects.terms import Any as Either
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.conditions import about
from warbook.parsing.meaning.parts import IT, Part, part
from warbook.parsing.meaning.titles import is_state_name

ARMY = Selector("army", side="friendly")
_CORE_ABILITIES = (
    "lone operative",
    "deep strike",
    "fights first",
    "firing deck",
    "deadly demise",
    "feel no pain",
)
_NOT_RULES = ("attack", "move", "roll", "charge", "test", "action")


def plain_name(word: str) -> str:
    return word


def given(*words: str) -> str:
    """Raises Rejected for words that the rules print in small letters besides."""
    if words in (("Prey",), ("Quarry",), ("Victim",)):
        raise Rejected
    return " ".join(words)


def becomes_yours(who: Selector, name: str) -> Grant:
    return Grant("state", (name,), who)


def becomes_named(who: Selector, name: str) -> Grant:
    """Raises Rejected for what is no state that a rule gives."""
    if not is_state_name(name):
        raise Rejected
    return Grant("state", (name,), who)


def area_near(where: Within) -> Selector:
    return Selector("area", where=(where,))


def areas_following() -> Selector:
    """Those that the sentences after this one tell."""
    return Selector("area", name="the following", count="any")


def lies_in(what: Selector, *told: str) -> Grant:
    """An area, or who is in it, counts as in what an army rule names."""
    *wholly, name = told
    return Grant("state", (f"{'wholly ' if wholly else ''}within {name}",), what)


def lies_in_reach(who: Selector, reach: str, *_of: Selector) -> Grant:
    return Grant("state", (f"within {reach}",), who)


def opposing_player() -> Selector:
    return Selector("player", side="enemy")


def cannot_use_play(who: Selector, name: str, *at: Selector) -> Permit:
    return Permit(f"use {name}", who, barred=True, to=at[0] if at else None)


def can_perform(who: Selector, name: str) -> Effect:
    """Raises Rejected for what the core rules have by such a name."""
    if name.split()[-1].lower() in _NOT_RULES:
        raise Rejected
    return May(Named(name, who))


def you_can_perform(name: str) -> Effect:
    if name.split()[-1].lower() in _NOT_RULES:
        raise Rejected
    return May(Named(name))


def is_made_active(name: str, *owner: Selector) -> Grant:
    """A choice that was made is in force, for the whole army where nothing else is told."""
    return Grant("state", (name,), owner[0] if owner else ARMY)


def completed_if(feat: str, *conditions: Condition) -> Effect:
    condition = conditions[0] if len(conditions) == 1 else All(conditions)
    return If(condition, Grant("state", ("completed",), Selector("ability", ref="this", name=feat)))


def gains_selected(who: Selector, name: str) -> Grant:
    return Grant("ability", (f"the selected {name}",), who)


def is_your_armys(name: str) -> Condition:
    return Active(name, IT)


def no_mans_land() -> Selector:
    return Selector("area", name="No Man's Land")


def controls_half(area: Selector) -> Condition:
    """Of the objective markers there, as many as all others at least."""
    where = (Within(IT, "area", area),)
    every = Selector("objective", count="all", where=where)
    yours = Selector("objective", side="friendly", count="all", where=where)
    return Compares(Counted(yours, 2), ">=", Counted(every))


def gains_following(who: Selector, *noun: str) -> Grant:
    """Those whose headings come next."""
    return Grant("ability", (f"the following {noun[-1]}",), who)


def gains_relevant(who: Selector) -> Grant:
    """Those that go with what was chosen or rolled."""
    return Grant("ability", ("the relevant",), who)


def equipped_with_following(who: Selector, *_kind: Any) -> Grant:
    return Grant("weapon", ("the following",), who)


def equipped_with_named(who: Selector, name: str) -> Grant:
    """Besides what it has."""
    return Grant("weapon", (name,), who)


def done_verb(word: str) -> str:
    """What was done, as a deed of now."""
    return f"{word.removesuffix('ed')}s"


def equipped_as_chosen(keywords: Part, who: Selector, name: str) -> Effect:
    """With this besides where it has the keyword, which was chosen."""
    has = Has(who, "keyword", dict(keywords.fields)["keywords"])
    return If(has, equipped_with_named(who, name))


def performs_rule(verb: str, name: str) -> Event:
    """Does what a rule has a name for."""
    return Event(verb, by=IT, name=name)


def can_perform_per(who: Selector, name: str, span: str) -> Effect:
    return Limited(Limit(span, each="unit"), can_perform(who, name))


def can_perform_times(who: Selector, times: int, name: str, span: str) -> Effect:
    """So often instead of once; it is told in the plural."""
    head, *of = name.split(" of ")
    one = " of ".join((head.removesuffix("s"), *of))
    return Limited(Limit(span, times, each=who.kind), can_perform(who, one))


def use_in_window(_sort: str, windows: tuple[Window, ...]) -> Effect:
    """When the ability itself is used."""
    return At(windows, Use())


def this_once_each(same: str, _sort: str, limit: Limit) -> Effect:
    each = Limit(limit.per, limit.times, same.split()[-1])
    return Limited(each, Permit("be used", Selector("ability", ref="this")))


def rules_named(*names: str) -> tuple[str, ...]:
    return names


def are_made_active(names: tuple[str, ...], *owner: Selector) -> Grant:
    return Grant("state", names, owner[0] if owner else ARMY)


def is_affected_by(who: Selector, name: str) -> Grant:
    return Grant("state", (name,), who)


def has_effect_of(who: Selector, name: str) -> Grant:
    return Grant("ability", (f"the selected {name}",), who)


def transport_word(word: str) -> str:
    """Raises Rejected for another keyword."""
    if word != "TRANSPORT":
        raise Rejected
    return word


def its_transport(_word: str, *told: Any) -> tuple[Any, ...]:
    """The one in which somebody is embarked, and what holds of it where that is told."""
    return tuple(each for each in told if not isinstance(each, Selector))


def holds_or_carried(who: Selector, *told: Any) -> Condition:
    """Of it, or of what it is embarked within. Raises Rejected where they do not hold of one sort."""
    own = next(each for each in told if not isinstance(each, tuple))
    other = next(each for each in told if isinstance(each, tuple))
    carrier = Selector(keywords=("TRANSPORT",), where=(Within(who, "area", IT),))
    return Either((about(own, who), about(other[0] if other else own, carrier)))


def can_perform_more(who: Selector, name: str) -> Effect:
    """Once more than it may otherwise."""
    return May(Named(f"additional {name}", who))


def gains_law(who: Selector, name: str) -> Grant:
    """A rule of an army or a detachment, which it has besides."""
    return Grant("ability", (name,), who)


def loses_law(who: Selector, name: str) -> Grant:
    return Grant("ability", (name,), who, lost=True)


def loses_named(who: Selector, name: str) -> Grant:
    """Raises Rejected for an ability of the core rules, which is told elsewhere."""
    return Grant("ability", (a_named(name),), who, lost=True)


def a_named(name: str) -> str:
    """An ability by its printed name. Raises Rejected for those of the core rules and for several."""
    words = name.lower().split()
    core = ("stealth", "hover", "leader", "infiltrators", "scouts")
    if {"and", "or"} & {*words} or " ".join(words) in _CORE_ABILITIES or words[0] in core:
        raise Rejected
    return name


def bullet_applies(*owner: Selector) -> Grant:
    return Grant("state", ("that bullet point",), owner[0] if owner else ARMY)


def those_objectives() -> Selector:
    return Selector("objective", ref="those", count="all")


def including_embarked(keyword: str) -> Part:
    """Also those that are not on the battlefield for being embarked. Raises Rejected for another keyword."""
    if keyword not in ("TRANSPORT", "TRANSPORTS"):
        raise Rejected
    return part(Either((State(IT, "on the battlefield"), State(IT, "embarked"))))


def charge_succeeds() -> Condition:
    return Done("successful")


def not_possible() -> Condition:
    """What the sentence before tells could not be done."""
    return Not(Done())


_CORE_ROLLS = ("Hit", "Wound", "Damage", "Charge", "Advance", "Leadership", "Dice")


def you_can_roll(name: str) -> Effect:
    """A roll that a rule has a name for. Raises Rejected for those of the core rules."""
    if name in _CORE_ROLLS:
        raise Rejected
    return May(Named(f"{name} roll"))


def can_become(who: Selector, name: str) -> Effect:
    return May(Grant("state", (name,), who))


def uses_that(who: Selector) -> Effect:
    """The ability spoken of."""
    return Use("that", who)


def you_select_to(who: Selector, acts: tuple[str, ...]) -> Event:
    return Event("selected", to=who, acts=acts)


def activates_own(who: Selector, name: str, *told: Any) -> Named:
    """Its own rule of this name comes to act: with so many wounds where that is told. Raises Rejected where
    they stand in place of some that no such rule has."""
    amounts = tuple(str(each) for each in told)
    if len(amounts) == 2 and amounts[1].upper() != "D3":
        raise Rejected
    return Named(name, who, amount=told[0] if told else None)


def own_activates(who: Selector, name: str) -> Event:
    return Event("activates", by=who, name=name)


def some_have(who: Selector, name: str, *word: str) -> Grant:
    """Of these, those whose own sheets say so. Raises Rejected for the word of another ability."""
    if any(each != name for each in word):
        raise Rejected
    return Grant("ability", (name,), msgspec.structs.replace(who, count="any"))


def each_applies(name: str, who: Selector, duration: Duration) -> Effect:
    """What was chosen of a sort is in force for them, so long."""
    return Until(duration, Grant("state", (f"the selected {name}",), who))


def marked_by_army(marker: Selector, name: str) -> Grant:
    """A state that a rule of the army gives a marker. Raises Rejected for another word."""
    return becomes_named(marker, name)
