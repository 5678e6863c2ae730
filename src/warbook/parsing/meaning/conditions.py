"""Conditions: predicates of "it", and the subject put in its place."""

from __future__ import annotations

from typing import Any as Told

import msgspec

from warbook.effects.terms import (
    Active,
    All,
    Any,
    Compares,
    Condition,
    Controls,
    Counted,
    Did,
    Done,
    Event,
    Has,
    Leads,
    Measured,
    Not,
    Selector,
    State,
    Term,
    Within,
)
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.parts import ATTACKER, IT, Part

YOUR = Selector(ref="your")
THAT_ATTACK = Selector("attack", ref="that")


class Scope(Term, frozen=True, tag="scope"):
    """A condition that holds for what follows it."""

    condition: Condition


def about(value: Told, subject: Selector) -> Told:
    """A value with ``subject`` in the place of "it", not looking into selectors that have an "it" of their
    own."""
    if value == IT:
        return subject
    if isinstance(value, Selector):
        of = about(value.of, subject) if value.of is not None else None
        return msgspec.structs.replace(value, of=of)
    if isinstance(value, tuple):
        return tuple(about(each, subject) for each in value)
    if isinstance(value, Term):
        changed = {f: about(getattr(value, f), subject) for f in value.__struct_fields__}
        return msgspec.structs.replace(value, **changed)
    return value


def condition_clause(*conditions: Condition) -> Scope:
    return Scope(conditions[0] if len(conditions) == 1 else All(conditions))


def when_doing() -> Scope:
    """In the doing of what was spoken of."""
    return Scope(Done())


def provided_that(*conditions: Condition) -> Scope:
    """Raises Rejected where "that" says which unit is meant."""
    if _speaks_of_any(conditions[0]):
        raise Rejected
    return condition_clause(*conditions)


def _speaks_of_any(condition: Condition) -> bool:
    of = condition.of if isinstance(condition, Not) else condition
    told = (of.event.by, of.event.to) if isinstance(of, Did) else (getattr(of, "who", None),)
    return any(who in told for who in (Selector(), Selector("model")))


def unless_clause(*conditions: Condition) -> Scope:
    return Scope(Not(conditions[0] if len(conditions) == 1 else All(conditions)))


def holds(subject: Selector, predicate: Condition) -> Condition:
    """What is said of it; where several things are said of one that is new, the later are of that one."""
    if isinstance(predicate, All) and _is_new(subject):
        first, *more = predicate.of
        that = Selector(subject.kind, ref="that")
        return _of_target(All((about(first, subject), *(about(each, that) for each in more))))
    return _of_target(about(predicate, subject))


def _is_new(subject: Selector) -> bool:
    """Whether it is one that was not spoken of, by itself, by its owner or by a name."""
    if subject.ref is not None or subject.name is not None or subject.count != 1:
        return False
    return subject.of is None or _is_new(subject.of)


def _of_target(found: Condition) -> Condition:
    """The attacker's distance is that to the target."""
    if isinstance(found, Not):
        return Not(_of_target(found.of))
    if isinstance(found, Any | All):
        return type(found)(tuple(_of_target(each) for each in found.of))
    if isinstance(found, Within) and found.who.ref == "attacker" and found.of == ATTACKER:
        return msgspec.structs.replace(found, of=Selector(ref="target"))
    return found


def on_unmodified(names: tuple[str, ...], face: str) -> Scope:
    """A roll of the attack spoken of that showed this."""
    return Scope(Compares(Measured(f"unmodified {names[0]}", THAT_ATTACK), "=", int(face)))


def on_unmodified_or_more(names: tuple[str, ...], least: int) -> Scope:
    return Scope(Compares(Measured(f"unmodified {names[0]}", THAT_ATTACK), ">=", least))


def attacks_destroyed(by: Selector, since: str, what: Selector) -> Condition:
    return Did(Event("destroyed", by=by, to=what), since)


def attack_hits() -> Condition:
    return State(THAT_ATTACK, "hit")


def is_critical(kind: str) -> Condition:
    return State(THAT_ATTACK, f"critical {kind}")


def is_completed(name: str) -> Condition:
    return Did(Event("completes", by=Selector("army", side="friendly"), name=name))


def your_unit_is(what: Selector) -> Condition:
    """The unit that the play is used on is such. Raises Rejected where nothing is said of it."""
    has = (Has(YOUR, "keyword", what.keywords),) if what.keywords else ()
    found = (*has, *(about(each, YOUR) for each in what.where))
    if not found:
        raise Rejected
    return found[0] if len(found) == 1 else All(found)


def either_holds(one: Selector, other: Selector, predicate: Condition) -> Condition:
    return Any((holds(one, predicate), holds(other, predicate)))


def this_equipped(name: str) -> Condition:
    """Said of the one with the rule."""
    return Has(Selector("model", ref="this"), "wargear", (name,))


def while_leading(unit: Selector) -> Scope:
    """Of the model spoken of. Raises Rejected for a unit that was not spoken of: then "it" may be either."""
    if unit.ref is None:
        raise Rejected
    return Scope(Leads(Selector("model", ref="that"), unit))


def either(one: Condition, other: Condition) -> Condition:
    return Any((one, other))


def all_conditions(*conditions: Condition) -> Condition:
    return conditions[0] if len(conditions) == 1 else All(conditions)


def any_of_all(first: Condition, *others: Condition) -> Condition:
    """Any of several conditions, each of which may be several that must all hold; where the first is of the
    target, so is what the others say of "it"."""
    return Any((first, *(_of_same(each, first) for each in others)))


def _of_same(condition: Condition, first: Condition) -> Condition:
    if not _of_target_alone(first):
        return condition
    match condition:
        case All(of=(head, *rest)):
            return All((_of_same(head, first), *rest))
        case Not(of=of):
            return Not(_of_same(of, first))
        case Has(who=who) | State(who=who) | Within(who=who) if who == Selector(ref="that"):
            return msgspec.structs.replace(condition, who=Selector(ref="target"))
    return condition


def _of_target_alone(condition: Condition) -> bool:
    match condition:
        case Not(of=of):
            return _of_target_alone(of)
        case All(of=several) | Any(of=several):
            return all(map(_of_target_alone, several))
    return getattr(condition, "who", None) == Selector(ref="target")


def while_targeting(unit: Selector) -> Scope:
    return Scope(attack_is_at(unit))


def on_critical(kind: str) -> Scope:
    return Scope(State(THAT_ATTACK, f"critical {kind}"))


def attack_is_at(unit: Selector) -> Condition:
    """The attack spoken of targets such a unit."""
    return Did(Event("targets", to=unit))


def attack_is_with(used: tuple[Condition, ...]) -> Condition:
    return used[0] if len(used) == 1 else All(used)


def attack_is_with_own(owner: Selector, used: tuple[Condition, ...]) -> Condition:
    return All((attack_is_by(owner), *used))


def attack_is_range(kind: Part) -> Condition:
    return State(THAT_ATTACK, dict(kind.fields)["attacks"])


def event_is_destroyed(who: Selector, *within: Within) -> Condition:
    return Did(Event("destroyed", to=who, where=within))


def test_is(result: str) -> Condition:
    return Done(result)


def attacks_scored(attacks: Event, *told: Told) -> Condition:
    """One or more of those attacks hit somebody."""
    *used, whom = told
    return Did(
        msgspec.structs.replace(
            attacks, what="hit", to=whom, where=(*attacks.where, *used[0]) if used else attacks.where
        )
    )


def attack_is_by(who: Selector) -> Condition:
    return Did(Event("attacks", by=who))


def targets_one() -> Condition:
    """No other unit is a target besides the one."""
    return Compares(Counted(Selector(ref="target", count="all")), "=", 1)


def there_are(what: Selector) -> Condition:
    """Raises Rejected for a number, and for those of whom nothing is said."""
    if what.count not in (1, "any") or not what.where:
        raise Rejected
    near = tuple(_of_that(each) for each in what.where)
    return Compares(Counted(msgspec.structs.replace(what, count="any", where=near)), ">=", 1)


def _of_that(condition: Condition) -> Condition:
    """A distance from nobody in particular is that from the one spoken of."""
    if isinstance(condition, Within) and condition.of == ATTACKER:
        return msgspec.structs.replace(condition, of=Selector(ref="that"))
    return condition


def there_are_no(what: Selector) -> Condition:
    return Compares(Counted(what), "=", 0)


def is_active(*told: Told) -> Condition:
    """A choice of the army's is active; of a unit's where it is told."""
    *words, last = told
    who = last if isinstance(last, Selector) else None
    name = " ".join(words) if who is not None else " ".join(told)
    return Active(name, who)


def it_does() -> Condition:
    return Done()


def when_done() -> Scope:
    return Scope(Done())


def option_deed(*words: str) -> str:
    return " ".join(words)


def you_chose(deed: str) -> Condition:
    """An option was taken that the rule names so."""
    return Active(deed)


def control(what: Selector) -> Condition:
    return Controls("you", what)


def army_is(name: str) -> Condition:
    return Active(name, Selector("army", side="friendly"))


def no_markers(name: str) -> Condition:
    """None of yours is on the battlefield."""
    return Compares(Counted(Selector("marker", side="friendly", count="any", name=name)), "=", 0)


def fast_rolling() -> Condition:
    """Several dice are rolled at once."""
    return Active("fast dice rolling")
