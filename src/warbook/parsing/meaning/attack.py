"""Modifiers of characteristics and rolls, what they are set to, and what of them may be ignored."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Choose, Effect, If, May
from warbook.effects.attack import Ignore, Modifier
from warbook.effects.instructions import Permit
from warbook.effects.terms import Counted, Has, Selector, Term
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.clauses import then
from warbook.parsing.meaning.weapons import named_apart, weapon_name

THAT_ATTACK = Selector("attack", ref="that")
_BETTER_LOWER = ("armour penetration", "ballistic skill", "weapon skill", "save", "leadership")


class Quantities(Term, frozen=True, tag="quantities"):
    """Rolls or characteristics by name, and whose they are."""

    what: tuple[str, ...]
    of: Selector | None = None


class Bound(Term, frozen=True, tag="bound"):
    """The ``most`` or ``least`` that something comes to."""

    most: int | None = None
    least: int | None = None


def _modified(op: Any, told: tuple[Any, ...]) -> Effect:
    """Modifiers of all the quantities by the amount, counted and bounded where told."""
    of = _shared(tuple(each for each in told if isinstance(each, Quantities)))
    amount = next(each for each in told if not isinstance(each, (Quantities, Counted, Bound)))
    bound = next((each for each in told if isinstance(each, Bound)), Bound())
    counted = next((each for each in told if isinstance(each, Counted)), None)
    if counted is not None:
        amount, bound = msgspec.structs.replace(counted, times=amount, most=bound.most), Bound()
    return then(
        *(
            Modifier(what, op, amount, whose, bound.least, bound.most)  # type: ignore[arg-type]
            for each in of
            for whose in (named_apart(each.of) if each.of is not None else (None,))
            for what in each.what
        )
    )


def _shared(quantities: tuple[Quantities, ...]) -> tuple[Quantities, ...]:
    """Characteristics that are named before whose they are belong to the one after them."""
    found: list[Quantities] = []
    owner: Selector | None = None
    for each in reversed(quantities):
        owner = each.of if each.of is not None else owner
        found.append(Quantities(each.what, each.of or (None if _rolls(each) else owner)))
    return tuple(reversed(found))


def _rolls(quantities: Quantities) -> bool:
    return all(what.endswith((" roll", " test")) for what in quantities.what)


def add(*told: Any) -> Effect:
    return _modified("add", told)


def subtract(*told: Any) -> Effect:
    return _modified("subtract", told)


def improve(*told: Any) -> Effect:
    return _modified("improve", told)


def worsen(*told: Any) -> Effect:
    return _modified("worsen", told)


def increase(*told: Any) -> Effect:
    return _modified("add", told)


def reduce(*told: Any) -> Effect:
    """Reducing an Armour Penetration, which is a figure below zero, worsens it."""
    worse = any(what in _BETTER_LOWER for each in told if isinstance(each, Quantities) for what in each.what)
    return _modified("worsen" if worse else "subtract", told)


def halve() -> tuple[str, int]:
    return "divide", 2


def double() -> tuple[str, int]:
    return "multiply", 2


def triple() -> tuple[str, int]:
    return "multiply", 3


def scale(factor: tuple[str, int], *quantities: Quantities) -> Effect:
    op, value = factor
    return _modified(op, (*quantities, value))


def scaled(*told: Any) -> Effect:
    return scale(told[-1], *told[:-1])


def op_improve() -> str:
    return "improve"


def op_worsen() -> str:
    return "worsen"


def op_increase() -> str:
    return "add"


def op_reduce() -> str:
    return "subtract"


def changed_by(*told: Any) -> Effect:
    *quantities, op, amount = told
    return reduce(*quantities, amount) if op == "subtract" else _modified(op, (*quantities, amount))


def change(*told: Any) -> Effect:
    return _modified("set", told)


def may_change(*told: Any) -> Effect:
    return May(_modified("set", told))


def may_change_roll(rolls: tuple[Quantities, ...], to: int) -> Effect:
    options = tuple(Modifier(what, "set", to, each.of) for each in rolls for what in each.what)  # type: ignore[arg-type]
    return May(options[0] if len(options) == 1 else Choose(options))


def may_change_result(to: int) -> Effect:
    return May(change_result(to))


def change_result(to: int) -> Effect:
    """Of the roll just made."""
    return Modifier("roll", "set", to)


def of_penetration(who: Selector) -> Quantities:
    return Quantities(("armour penetration",), who)


def signed(text: str) -> int:
    return int(text)


def limit_number(value: int) -> int:
    return value


# --------------------------------------------------------------------- how much


def per_one(each: Selector) -> Counted:
    """Raises Rejected for several: those are counted by so many."""
    if isinstance(each.count, int) and each.count > 1:
        raise Rejected
    return Counted(each)


def per_some(per: int, each: Selector) -> Counted:
    return Counted(each, per=per)


def tokens_of(*told: Any) -> Selector:
    *words, who = told
    return Selector("marker", name=" ".join(words), of=who)


def at_most(value: int) -> Bound:
    return Bound(most=value)


def no_better(_what: str, value: int) -> Bound:
    return Bound(most=value)


def at_least(value: int) -> Bound:
    return Bound(least=value)


# --------------------------------------------------------------------- of what


def of_rolls(names: tuple[str, ...], *of: Selector) -> Quantities:
    return Quantities(names, of[0] if of else None)


def that_roll() -> Quantities:
    """The one spoken of."""
    return Quantities(("roll",))


def those_rolls(*_test: str) -> Quantities:
    return that_roll()


def roll_words(*words: str) -> tuple[str, ...]:
    return tuple(_roll(word) for word in words)


def _roll(word: str) -> str:
    tests = ("battle-shock", "leadership", "hazardous", "desperate escape", "psychic")
    saves = {"saving": "save roll", "invulnerable saving": "invulnerable save roll"}
    if word in tests:
        return f"{word} test"
    if word == "feel no pain":
        return word
    return saves.get(word) or ("armour save roll" if word == "armour saving" else f"{word} roll")


def roll_for(who: Selector) -> Selector:
    return who


def roll_for_attack(attack: Selector) -> Selector:
    return attack


def movement(_word: str) -> str:
    """Move, as some documents spell it out."""
    return "move"


def characteristics(*names: str) -> tuple[str, ...]:
    return names


def of_characteristics(names: tuple[str, ...], *of: Selector) -> Quantities:
    return Quantities(names, of[0] if of else None)


def owned_ability(owner: Selector, name: str) -> Selector:
    """Raises Rejected for two names in one."""
    if {"and", "or"} & {*name.split()}:
        raise Rejected
    return Selector("ability", name=name, of=owner)


def its_ability(name: str) -> Selector:
    return owned_ability(Selector("model", ref="that"), name)


def named_reach(word: str) -> str:
    return f"{word} Range"


def of_named_reach(name: str, owner: Selector) -> Quantities:
    """A range that an army rule names."""
    return of_reach(Selector("ability", name=name, of=owner))


def of_own_reach(owner: Selector, name: str) -> Quantities:
    return of_named_reach(name, owner)


def owned_abilities(owner: Selector, name: str) -> Selector:
    """All of a sort, or each of two by name."""
    count: Any = "all" if " " not in name else 1
    return msgspec.structs.replace(owned_ability(owner, name), count=count)


def this_own_ability(*_sort: str) -> Selector:
    return Selector("ability", ref="this")


def of_reach(ability: Selector) -> Quantities:
    """How far it reaches."""
    return Quantities(("range",), ability)


def possessed(owner: Selector, names: tuple[str, ...]) -> Quantities:
    return Quantities(names, owner)


def possessed_it(names: tuple[str, ...]) -> Quantities:
    return Quantities(names, Selector("model", ref="that"))


def possessed_those(names: tuple[str, ...]) -> Quantities:
    return Quantities(names, Selector("model", ref="those", count="all"))


def owner(who: Selector) -> Selector:
    return who


def such_weapons() -> Selector:
    return Selector("weapon", ref="those")


# --------------------------------------------------------------------- ignored


class Ignored(Term, frozen=True, tag="ignored"):
    """What modifiers are ignored of, and whose."""

    what: tuple[str, ...]
    of: tuple[Selector, ...] = ()


def ignored_quantities(quantities: Quantities) -> Ignored:
    return Ignored(quantities.what, (quantities.of,) if quantities.of else ())


def ignored_its() -> Ignored:
    return Ignored(("characteristics",), (Selector(ref="that"),))


def ignored_their() -> Ignored:
    return Ignored(("characteristics",), (Selector(ref="those"),))


def ignored_characteristics(*whose: Selector) -> Ignored:
    return Ignored(("characteristics",), whose)


def ignored_rolls(*whose: Selector) -> Ignored:
    return Ignored(("rolls", "tests"), whose)


def ignored_list(*lists: Ignored) -> Ignored:
    return Ignored(
        tuple(what for each in lists for what in each.what), tuple(of for each in lists for of in each.of)
    )


def not_saves() -> str:
    return "save roll"


def you_ignore(*told: Any) -> Ignore:
    """Raises Rejected where the modifiers are of several different things."""
    whose = ignored_list(*(each for each in told if isinstance(each, Ignored))).of
    owners = {_spoken_of(each): None for each in whose if each.kind not in ("attack", "weapon")}
    if len(owners) > 1:
        owners.pop(Selector(ref="that"), None)  # it is the one told by name
    if len(owners) > 1:
        raise Rejected
    return they_ignore(next(iter(owners), None), *told)


def _spoken_of(who: Selector) -> Selector:
    """ "It" and "its" are one, whether it is a model or a unit."""
    return Selector(ref=who.ref) if who.ref in ("that", "those") else who


def they_ignore(who: Selector | None, *told: Any) -> Ignore:
    what = tuple(name for each in told if isinstance(each, Ignored) for name in each.what)
    return Ignore(what, who, except_=tuple(each for each in told if isinstance(each, str)))


def no_engaged_penalty(who: Selector, *engaging: Any) -> Ignore:
    """The penalty for shooting while engaged (K-SHT-06). Raises Rejected for another distance."""
    if any(isinstance(each, (str, int)) and each != "engagement range" for each in engaging):
        raise Rejected
    return Ignore(("engaged penalty",), who)


def such_attacks(*told: Any) -> Effect:
    *scope, effect = told
    return If(scope[0].condition, effect) if scope else effect


# --------------------------------------------------------------------- weapons by a name of their own


def named_own(*words: str) -> str:
    """A weapon that has a name of its own. Raises Rejected for other capitalised words."""
    return weapon_name(*words)


def bare_weapon(name: str) -> Selector:
    return Selector("weapon", of=Selector(ref="this"), name=name)


def bare_weapons(*names: str) -> Selector:
    return Selector("weapon", of=Selector(ref="this"), where=(Has(Selector(ref="it"), "weapon", names),))


def possessed_invulnerable(owner: Selector) -> Quantities:
    return Quantities(("invulnerable save",), owner)


def no_saves(attack: Selector) -> Permit:
    return Permit("make saving throws", barred=True, to=attack)


def no_unseen_penalty(who: Selector) -> Ignore:
    """The penalty for attacks at what is not seen (K-W-10)."""
    return Ignore(("unseen penalty",), who)


def of_attacks_roll(names: tuple[str, ...]) -> Quantities:
    return Quantities(names, THAT_ATTACK)


def change_from(*told: Any) -> Effect:
    """To a value in place of another one, which it had."""
    return change(*told[:-1])
