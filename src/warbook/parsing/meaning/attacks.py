"""Attacks as events: who makes them with what, and at whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from warbook.effects.terms import All, Compares, Condition, Did, Event, Has, Measured, Not, Selector, State
from warbook.effects.terms import Any as AnyOf
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.conditions import THAT_ATTACK, about
from warbook.parsing.meaning.parts import ATTACKER, Part, part, with_parts
from warbook.parsing.meaning.weapons import one_in_brackets

ATTACK = Event("attacks")
OWNER = Selector("model", ref="that")
"""Who makes an attack "with its X" where nobody else is told to make it."""


def attack_phrase(*parts: Any) -> Event:
    """An attack, with what is said of it. Raises Rejected for what is said twice."""
    told = with_parts(Selector("attack"), [p for p in parts if isinstance(p, Part)])
    event = msgspec.structs.replace(ATTACK, attacks=told.attacks, where=told.where)
    return said_of(event, [p for p in parts if not isinstance(p, Part)])


def such_attack(*changes: Any) -> Event:
    """An attack like the one that a sentence before speaks of."""
    return said_of(msgspec.structs.replace(ATTACK, by=THAT_ATTACK), changes)


def such_is_at(unit: Selector) -> Condition:
    return Did(Event("targets", by=THAT_ATTACK, to=unit))


def said_of(event: Event, changes: Sequence[tuple[str, Any]]) -> Event:
    """The event with more said of it."""
    for field, value in _each_change(changes):
        if field == "where":
            value = event.where + value
        elif field == "without":
            field, value = "to", _without(event.to, value)
        elif getattr(event, field) == OWNER:
            pass
        elif value == OWNER and event.by is not None:
            continue
        elif getattr(event, field) not in (None, "attacks", value):
            raise Rejected
        event = msgspec.structs.replace(event, **{field: value})
    return event


def _each_change(changes: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    for each in changes:
        yield from each if isinstance(each[0], tuple) else (each,)


def _without(target: Selector | None, keywords: tuple[str, ...]) -> Selector:
    target = target if target is not None else Selector()
    return msgspec.structs.replace(target, without=target.without + keywords)


def psychic() -> Part:
    return part(Has(THAT_ATTACK, "ability", ("psychic",)))


def not_psychic() -> Any:
    return ("where", (Not(Has(THAT_ATTACK, "ability", ("psychic",))),))


def that_targets(unit: Selector) -> Any:
    return ("to", unit)


def that_targets_not(unit: Selector) -> Any:
    return ("where", (Not(Did(Event("targets", to=unit))),))


def targets_without(keywords: Part) -> Any:
    return ("without", tuple(dict(keywords.fields)["keywords"]))


def that_hits(unit: Selector) -> Any:
    return ("where", (Did(Event("hit", to=unit)),))


def made_by(who: Selector) -> Any:
    return ("by", who)


def made_with(used: tuple[Condition, ...]) -> Any:
    return ("where", used)


def made_with_own(owner: Selector, used: tuple[Condition, ...]) -> Any:
    """With a weapon of the one who makes it."""
    return (("by", owner), ("where", used))


def made_with_theirs(used: tuple[Condition, ...]) -> Any:
    """With a weapon of its own: the attacks are those of the one spoken of."""
    return (("by", OWNER), ("where", used))


def one_of_classes(*classes: Part) -> tuple[Condition, ...]:
    return used_class(*classes)


def with_characteristic(what: Any, value: Any) -> Any:
    return ("where", (Compares(Measured(what, THAT_ATTACK), "=", value),))


def while_attacker(condition: Condition) -> Any:
    """What holds of the attacking model."""
    return ("where", (about(condition, ATTACKER),))


def turn_in_which(*done: Event) -> Any:
    """What the attacking unit did this turn."""
    did = tuple(Did(about(each, Selector(ref="attacker")), "turn") for each in done)
    return ("where", did if len(did) == 1 else (AnyOf(did),))


def weapon_used(used: tuple[Condition, ...]) -> tuple[Condition, ...]:
    return used


def made_with_its(owner: Selector, used: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """A weapon of one model, whoever of its unit attacks besides. Raises Rejected for others' weapons."""
    if owner.kind != "model" or owner.ref not in ("this", "bearer"):
        raise Rejected
    return (Did(Event("attacks", by=owner)), *used)


def used_that() -> tuple[Condition, ...]:
    """The weapon spoken of."""
    return (Has(THAT_ATTACK, "weapon", ("that",)),)


def used_range(kind: Part) -> tuple[Condition, ...]:
    return (State(THAT_ATTACK, dict(kind.fields)["attacks"]),)


def used_class(*classes: Part) -> tuple[Condition, ...]:
    """Classes are alternatives."""
    names = tuple(name for each in classes for name in each.where[0].names)  # type: ignore[union-attr]
    return (Has(THAT_ATTACK, "ability", names),)


def used_pistol() -> tuple[Condition, ...]:
    return (Has(THAT_ATTACK, "ability", ("pistol",)),)


def used_name(name: str) -> tuple[Condition, ...]:
    return (Has(THAT_ATTACK, "weapon", (name,)),)


def attacked(attack: Event) -> Event:
    """An attack that "it" makes."""
    return said_of(attack, (("by", Selector(ref="it")),))


def makes_either(who: Selector, one: Event, other: Event) -> Event:
    """An attack of either sort: what is said of each becomes a condition of the attack."""
    return Event("attacks", by=who, where=(AnyOf((_of_attack(one), _of_attack(other))),))


def _of_attack(attack: Event) -> Condition:
    found: tuple[Condition, ...] = attack.where
    if attack.attacks:
        found = (State(THAT_ATTACK, attack.attacks), *found)
    if attack.to is not None:
        found = (*found, Did(Event("targets", to=attack.to)))
    return found[0] if len(found) == 1 else All(found)


def attack_made(attack: Event, *changes: Any) -> Event:
    """Raises Rejected where it is said neither who makes it nor at what."""
    event = said_of(attack, changes)
    if event.by is None and event.to is None and not event.where:
        raise Rejected
    return event if event.by or event.to is None else msgspec.structs.replace(event, what="targets")


def targets_with(who: Selector, target: Selector, *used: Any) -> Event:
    """An attack by the one at the other."""
    attack = next((each for each in used if isinstance(each, Event)), ATTACK)
    where = tuple(c for each in used if isinstance(each, tuple) for c in each)
    return said_of(attack, (("by", who), ("to", target), ("where", where)))


def roll_is_made(names: tuple[str, ...], who: Selector) -> Event:
    return Event("rolls", by=who, roll=names[0], edge="after")


def roll_is_failed(names: tuple[str, ...], who: Selector) -> Event:
    return Event("fails", by=who, roll=names[0])


def a_roll(names: tuple[str, ...]) -> tuple[str, ...]:
    return names


def a_roll_list(*names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for each in names for name in each)


def rolls_are_made(names: tuple[str, ...], who: Selector) -> Event:
    """Any of several rolls."""
    return Event("rolls", by=who, roll=" or ".join(names), edge="after")


def attack_targets(attack: Event, unit: Selector) -> Event:
    if attack.to is not None:
        raise Rejected
    return msgspec.structs.replace(attack, what="targets", to=unit)


def lone_attack(attack: Event, unit: Selector) -> tuple[Event, ...]:
    """The only event told: beside others "that targets" says more of an attack that somebody makes."""
    return (attack_targets(attack, unit),)


def attack_allocated(attack: Event, model: Selector) -> Event:
    return msgspec.structs.replace(attack, what="allocated", to=model)


def weapon_targets(weapon: Selector, target: Selector) -> Event:
    """An attack with the weapon."""
    if weapon.ref != "those":
        return Event("targets", to=target, weapon=weapon)
    return Event("attacks", to=target, where=used_that())


def play_targets(unit: Selector, *names: str) -> Event:
    """A play by this name is used on the unit."""
    if len(names) != 1:
        raise Rejected
    name = names[0].removesuffix(" Stratagem")
    return Event("targets", by=Selector("play", name=name), to=unit)


def _told_of(attack: Event) -> None:
    """Raises Rejected for an attack of which nothing is said: it is one spoken of before."""
    if attack.by is None and attack.to is None and not attack.where:
        raise Rejected


def attack_destroys(attack: Event, what: Selector) -> Event:
    _told_of(attack)
    return msgspec.structs.replace(attack, what="destroyed", to=what)


def scored(*words: str) -> str:
    return " ".join(words).lower()


def attack_scores(attack: Event, scored: str, *target: Selector) -> Event:
    """Hits or wounds, of which only critical ones may be meant."""
    _told_of(attack)
    event = msgspec.structs.replace(attack, what="hit" if scored.endswith("hit") else "wounded")
    if target:
        event = said_of(event, (("to", target[0]),))
    if scored.startswith("critical"):
        event = said_of(event, (("where", (State(THAT_ATTACK, scored),)),))
    return event


def attack_unsaved(attack: Event, who: Selector, names: tuple[str, ...]) -> Event:
    """The saving throw for it failed. Raises Rejected for another roll."""
    if names != ("save roll",):
        raise Rejected
    return msgspec.structs.replace(attack, what="save failed", to=who)


def attack_with_class(told: Part) -> Any:
    """Attacks with a weapon ability."""
    return ("where", tuple(about(each, THAT_ATTACK) for each in told.where))


def attack_had_class(bracket: str) -> Any:
    return ("where", (Has(THAT_ATTACK, "ability", (one_in_brackets(bracket),)),))


def made_roll_is_failed(names: tuple[str, ...], who: Selector) -> Event:
    return roll_is_failed(names, who)


def in_overwatch() -> Any:
    return ("where", (State(THAT_ATTACK, "overwatch"),))
