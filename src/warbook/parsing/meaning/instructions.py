"""What makes something happen."""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec

from warbook.effects import Choose, Effect, If, May, Then, Use
from warbook.effects.attack import Grant, Modifier, Reroll, Result
from warbook.effects.instructions import (
    Act,
    Destroy,
    Gain,
    Heal,
    Keep,
    MortalWounds,
    Named,
    Permit,
    Return,
    Select,
    Split,
    Test,
)
from warbook.effects.terms import Amount, Compares, Condition, Measured, Sees, Selector, State, Within
from warbook.parsing.chart import Rejected
from warbook.parsing.keywords import is_core
from warbook.parsing.meaning.conditions import Scope, about
from warbook.parsing.meaning.parts import ATTACKER, IT, Part, part, with_parts
from warbook.parsing.meaning.pronouns import meant
from warbook.parsing.meaning.titles import is_state_name


def selected(what: Selector) -> Selector:
    """Something new, or one of what was spoken of."""
    return what


def some_abilities(count: Any, *words: str) -> Selector:
    """Of the abilities that a rule has under a name elsewhere."""
    least, up_to = count if isinstance(count, tuple) else (count, False)
    return Selector("ability", name=" ".join(words), count=least, up_to=up_to)


def select(what: Selector) -> Select:
    """Raises Rejected for the one spoken of, and for what an attacker sees where nobody attacks."""
    if what.ref == "that" or any(isinstance(each, Sees) and each.who == ATTACKER for each in what.where):
        raise Rejected
    return Select(what)


def select_both(one: Selector, other: Selector) -> Effect:
    return Then((select(one), select(other)))


def select_to_be(what: Selector, name: str) -> Effect:
    """The one that is picked has a part in the rule, by name."""
    return Then((select(what), Grant("state", (name,), Selector(what.kind, ref="that"))))


def select_to_reroll() -> Effect:
    """One of the rolls just made."""
    return Then((Select(Selector("roll", ref="those")), Reroll("roll")))


def charges_only(whom: Selector) -> Permit:
    """Your unit may charge nobody else."""
    return Permit("charge others", Selector(ref="your"), barred=True, to=whom)


def opponent_selects(what: Selector) -> Select:
    return Select(what, "opponent")


def suffers(who: Selector, amount: Amount, *bounds: Any) -> MortalWounds:
    """Raises Rejected for bounds other than a most."""
    if not bounds:
        return MortalWounds(amount, who)
    most = bounds[0].most
    if most is None:
        raise Rejected
    return MortalWounds(amount, who, most)


def takes_test(who: Selector, test: str, *told: Any) -> Effect:
    """Changes of the roll stand before the test that they are for."""
    changes = tuple(each for each in told if each is not None)
    taken = Test(who, test)
    return Then((*changes, taken)) if changes else taken


def as_shocked() -> str:
    return " as if battle-shocked"


def take_tests(who: Selector, test: str, *as_shocked: str) -> Test:
    return Test(who, f"{test}{''.join(as_shocked)}")


def on_other_dice(*dice: str) -> Modifier:
    """With other dice than it is taken with otherwise."""
    return Modifier("roll", "set", dice[0].upper())


def take_test_for(test: str, who: Selector, *changes: Effect) -> Effect:
    return takes_test(who, test, *changes)


def regains(who: Selector, amount: Amount, *bounds: Any) -> Heal:
    return Heal(amount, who, bounds[0].most if bounds else None)


def regains_all(who: Selector) -> Heal:
    return Heal("all", who)


def returns(*told: Any) -> Return:
    parts = [each for each in told if isinstance(each, Part)]
    to = [each for each in told if isinstance(each, Selector)]
    models = with_parts(Selector("model"), parts)
    return Return(models, to[0] if to else None, "full" if "full" in told else None)


def so_many_dead(count: Amount) -> Selector:
    return Selector("model", count=count, up_to=True)


def regains_or_returns(who: Selector, amount: Amount, scope: Scope, dead: Selector) -> If:
    """A unit of one sort is healed, one of the other gets models back."""
    return If(scope.condition, Return(dead, Selector(ref="that")), Heal(amount, who))


def dead_titled(name: str) -> Part:
    """Models by their printed name. Raises Rejected for keywords and bodyguards."""
    if is_core(name.split()[-1]) or name == "Bodyguard":
        raise Rejected
    return part(name=name)


def care_verb(word: str) -> str:
    return word.lower()


def cares_for(who: Selector, verb: str, whom: Selector) -> Effect:
    """What that does is told by the sentences that follow, or by the rule that has the word."""
    near = tuple(_from(who, each) for each in whom.where)
    return May(Named(verb, who, msgspec.structs.replace(whom, where=near)))


def _from(who: Selector, near: Condition) -> Condition:
    """How far it is from the one who does it, where no other is told or only *it*."""
    known = (ATTACKER,) if who.ref is None else (ATTACKER, Selector(ref="that"))
    if isinstance(near, Within) and near.of in known:
        return msgspec.structs.replace(near, of=who)
    return near


def bodyguards() -> Part:
    return part(State(IT, "bodyguard"))


def may_return(*told: Any) -> Effect:
    return May(returns(*told))


def is_now_destroyed(who: Selector) -> Destroy:
    return Destroy(who)


def is_untriggered(who: Selector) -> Destroy:
    """Without what its destruction would bring about."""
    return Destroy(who, untriggered=True)


def of_wounds(number: int) -> Part:
    return part(Compares(Measured("wounds", IT), "=", number))


def parts_of_unit(*numbers: int) -> tuple[int, ...]:
    return numbers


def is_split(who: Selector, numbers: tuple[int, ...]) -> Split:
    """The models of each stand last; how many units they make is told or follows."""
    *units, models = numbers
    return Split(who, models, units[0] if units else None)


def can_be_split(who: Selector, numbers: tuple[int, ...]) -> Effect:
    return May(is_split(who, numbers))


def gain_cp(text: str) -> Gain:
    return Gain("cp", int(re.sub(r"\D", "", text)))


def this_ability_words() -> None:
    return None


def use_this(who: Selector, *_this: Any) -> Use:
    return Use(who=who)


def use_it(_this: None) -> Use:
    return Use()


def condition_word(word: str) -> str:
    return word


def condition_titled(name: str) -> str:
    """A state by its printed name. Raises Rejected for another word."""
    if not is_state_name(name):
        raise Rejected
    return name


def shocked() -> str:
    return "battle-shocked"


def is_now(who: Selector, state: str) -> Grant:
    return Grant("state", (state,), who)


def is_no_longer(who: Selector, state: str) -> Grant:
    return Grant("state", (state,), who, lost=True)


def until_outweighed() -> Literal["opponent outweighs"]:
    return "opponent outweighs"


def until_controlled() -> Literal["opponent controls"]:
    return "opponent controls"


def keeps(what: Selector, *until: Literal["opponent outweighs", "opponent controls"]) -> Keep:
    return Keep(what, until[0] if until else None)


def keeps_it(*until: Literal["opponent outweighs", "opponent controls"]) -> Keep:
    return keeps(Selector("objective", ref="that"), *until)


def with_wounds() -> Literal["full"]:
    return "full"


def not_removed(*_who: Any) -> Permit:
    return Permit("stay until it has fought", Selector("model", ref="that"))


def the_dead(*keywords: Part) -> Selector:
    """The destroyed model spoken of."""
    return with_parts(Selector("model", ref="that"), keywords)


def acts_after_death(who: Selector, acts: tuple[str, ...]) -> Effect:
    """One of these before it is removed. Raises Rejected for other deeds."""
    if any(act not in ("shoot", "fight") for act in acts):
        raise Rejected
    found = tuple(Act(who, act, after_death=True) for act in acts)  # type: ignore[arg-type]
    return found[0] if len(found) == 1 else Choose(found)


def acts_considered(who: Selector, acts: tuple[str, ...], considered: Effect) -> Effect:
    """While it acts so, something more counts as holding of it."""
    return Then((acts_after_death(who, acts), meant(considered, who)))


def may_choose_to(deed: str) -> Effect:
    """An option that later sentences speak of by this name."""
    return Use(name=deed)


# --------------------------------------------------------------------- Deadly Demise


def demise_of(owner: Selector) -> Selector:
    return owner


def demise_of_that() -> Selector:
    return Selector("model", ref="that")


def no_demise_roll(*told: Any) -> Permit:
    return Permit("roll for deadly demise", told[-1], barred=True)


def demise_on(owner: Selector, *told: Any) -> Result:
    """The roll that lets it happen, which needs a 6 otherwise."""
    needed = next(each for each in told if isinstance(each, int))
    return Result("deadly demise roll", "succeeds", needed, of=owner)


def demise_at(_inches: int, needed: int, *_six: str) -> Result:
    return Result("deadly demise roll", "succeeds", needed)


def demise_automatic() -> Result:
    return Result("deadly demise roll", "succeeds", 1)


# --------------------------------------------------------------------- several things done to one


def suffers_and(who: Selector, amount: Amount, *told: Any) -> Effect:
    *bounds, besides = told
    return Then((suffers(who, amount, *bounds), about(besides, who)))


def also_tests(test: str) -> Effect:
    return Test(IT, test)


def also_shocked() -> Effect:
    return Grant("state", ("battle-shocked",), IT)


def struck_state(blow: str) -> str:
    return f"struck by {blow}"


def nothing_named(*_words: str) -> None:
    """What stands after it in any case."""
    return


def demise_of_theirs() -> Selector:
    return Selector("model", ref="that", side="enemy")


def demise_of_at(owner: Selector, _inches: int, needed: int, *_six: str) -> Result:
    return Result("deadly demise roll", "succeeds", needed, of=owner)


def select_to_have(weapon: Selector, given: tuple[Effect, ...]) -> Effect:
    """One weapon is picked, and that one has it."""
    picked = Selector("weapon", ref="that")
    return Then((Select(weapon), *(msgspec.structs.replace(each, to=picked) for each in given)))
