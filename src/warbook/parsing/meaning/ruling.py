"""Rules by name: chosen among, in force for one unit, used by their own words, Orders that are issued."""

from __future__ import annotations

from typing import Any

from warbook.effects import Choose, Effect, Limited, May, Use
from warbook.effects.attack import Grant
from warbook.effects.instructions import Named, Permit
from warbook.effects.terms import Limit, Selector, Term
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.clauses import then
from warbook.parsing.meaning.parts import Part, with_parts

_OTHER_WORDS = "the a an of to in it that this for with and or one target targets unit model"
_NO_THING = frozenset(_OTHER_WORDS.split())
_NOT_OWN = ("ability", "abilities", "stratagem", "enhancement", "move", "action")


_LONGEST_THING = 6


def rule_word(*names: str) -> str:
    return " of ".join(names)


def selects_rule(*names: str) -> Choose:
    """One of several rules by name. Raises Rejected for two names in one."""
    if any(f" {word} " in name for name in names for word in ("or", "and")):
        raise Rejected
    return Choose(tuple(Use(name) for name in names))


class Again(Term, frozen=True, tag="again"):
    """What was chosen already may be chosen once more."""


def even_again(*_sort: Any) -> Again:
    return Again()


def active_in_place(name: str, owner: Selector, *told: Any) -> Effect:
    """In force for it; what else is in force for the army is not."""
    own = Grant("state", (name,), owner)
    return then(own, Grant("state", (_others_than(name),), owner, lost=True), *_again(name, told))


def _again(name: str, told: tuple[Any, ...]) -> tuple[Permit, ...]:
    again = any(isinstance(each, Again) for each in told)
    return (Permit("be selected again", Selector("ability", ref="that", name=_sort(name))),) if again else ()


def _sort(name: str) -> str | None:
    return None if name == "that" else name


def _others_than(name: str) -> str:
    """What is in force besides: another of that sort, where the name is that of a sort."""
    return f"other than {name}" if name == "that" else f"other {name}"


def active_again(name: str, owner: Selector, *told: Any) -> Effect:
    return then(Grant("state", (name,), owner), *_again(name, told))


def active_besides(name: str, owner: Selector, *_others: Any) -> Effect:
    return Grant("state", (name,), owner)


def active_for_army(name: str, *_others: Any) -> Effect:
    return Grant("state", (name,), Selector("army", side="friendly"))


def that_active(owner: Selector) -> Effect:
    return Grant("state", ("that",), owner)


def that_in_place(owner: Selector, *told: Any) -> Effect:
    return active_in_place("that", owner, *told)


def own_thing(*words: str) -> str:
    """What somebody has or does, by the words of its rule. Raises Rejected for words that tell more."""
    long = len(" ".join(words).split()) > _LONGEST_THING
    if long or any(word.lower() in _NO_THING for word in words) or words[-1].lower() in _NOT_OWN:
        raise Rejected
    return " ".join(words)


def uses_own(who: Selector, _deed: str, thing: str) -> Effect:
    return Use(thing, who)


def order_count(count: Any) -> Any:
    return count


def issues_orders(who: Selector, count: Any, *to: Selector) -> Effect:
    amount = count[0] if isinstance(count, tuple) else count
    return May(Named("Order", who, to[0] if to else None, amount))


def its_model_issues(owner: Selector, keywords: Part, count: Any, to: Selector) -> Effect:
    """One of a unit's models does."""
    return issues_orders(with_parts(Selector("model", of=owner), (keywords,)), count, to)


def given_no_enhancements() -> Permit:
    return Permit("be given Enhancements", Selector(ref="that"), barred=True)


def own_verb(*words: str) -> str:
    """What an army rule has a word of its own for."""
    return words[0].lower()


def may_do_to(who: Selector, deed: str, whom: Selector) -> Effect:
    """Raises Rejected where one word stands for both."""
    if who == whom:
        raise Rejected
    return May(Named(deed, who, whom))


def does_to(deed: str, whom: Selector) -> Named:
    return Named(deed, on=whom)


def does_to_one(deed: str, span: str) -> Effect:
    """To one unit at most, whichever it is."""
    return Limited(Limit(span), Permit(deed))
