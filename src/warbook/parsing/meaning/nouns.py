"""Noun phrases: who and what is meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from warbook.effects.terms import (
    All,
    Condition,
    Did,
    Event,
    Has,
    Not,
    Selector,
    State,
    Within,
)
from warbook.effects.terms import Any as Either
from warbook.parsing.chart import Rejected
from warbook.parsing.keywords import CORE_KEYWORDS
from warbook.parsing.meaning.parts import IT, THIS_MODEL, Part, keywords, part, with_parts

# --------------------------------------------------------------------- units


def this_unit() -> Selector:
    return Selector(ref="this")


def this_models_unit() -> Selector:
    return Selector(of=THIS_MODEL)


def bearers_unit() -> Selector:
    return Selector(of=Selector("model", ref="bearer"))


def your_unit(*parts: Part) -> Selector:
    return with_parts(Selector(ref="your"), parts)


def that_unit(*parts: Part) -> Selector:
    return with_parts(Selector(ref="that"), parts)


def those_units(*parts: Part) -> Selector:
    return with_parts(Selector(ref="those"), parts)


def unit_of_this_class(keywords: Part) -> Selector:
    return Selector(of=this_class(keywords))


def unit_of_this_titled(word: str) -> Selector:
    """ "This Psyker's unit". Raises Rejected for what is no class of models."""
    if not word.endswith("'s"):
        raise Rejected
    return Selector(of=this_titled(word.removesuffix("'s")))


def led_by_owner(owner: Selector) -> Selector:
    """The unit that its owner leads."""
    return Selector(ref="led", of=owner)


def unit_of_that() -> Selector:
    return Selector(of=Selector("model", ref="that"))


def their_unit() -> Selector:
    """That of the models spoken of."""
    return Selector(of=Selector("model", ref="those"))


def one_of_those_that(*told: Any) -> Selector:
    """One of those of which something holds."""
    *parts, condition = told
    return with_parts(Selector(ref="those", where=(condition,)), parts)


def attacking_unit() -> Selector:
    return Selector(ref="attacker")


def target_unit() -> Selector:
    return Selector(ref="target")


def some_unit(*parts: Part) -> Selector:
    """Raises Rejected where abilities after another noun would be given to this one."""
    _own(parts)
    return with_parts(Selector(), parts)


def _own(parts: Sequence[Part]) -> None:
    """Raises Rejected where what stands after another noun would be said of this one: abilities, and a
    relative clause ("a unit within 6 inches of a model that has shot": the model has)."""
    near_another = False
    for before, each in zip((None, *parts), parts, strict=False):
        if near_another and any(isinstance(one, Has) for one in each.where):
            raise Rejected
        if each.near and before is not None and any(_ends_in_one(one) for one in before.where):
            raise Rejected
        near_another = near_another or any(_near_new(one) for one in each.where)


def _near_new(condition: Condition) -> bool:
    if not isinstance(condition, Within):
        return False
    return condition.of.ref is None and condition.of.kind in ("unit", "model")


def _ends_in_one(condition: Condition) -> bool:
    """Whether the words for it end in one unit or model of which a relative clause may speak."""
    match condition:
        case Not(of):
            return _ends_in_one(of)
        case All(of) | Either(of):
            return _ends_in_one(of[-1])
        case Within(of=noun):
            pass
        case Did(Event(to=Selector() as noun), None):
            pass
        case _:
            return False
    known = noun.ref is None or (noun.ref == "that" and (noun.side or noun.keywords))
    return noun.kind in ("unit", "model") and noun.count in (1, "all") and bool(known)


def friendly() -> Part:
    return part(side="friendly")


def hostile() -> Part:
    return part(side="enemy")


# --------------------------------------------------------------------- models


def this_model() -> Selector:
    return THIS_MODEL


def bearer() -> Selector:
    return Selector("model", ref="bearer")


def that_model(*parts: Part) -> Selector:
    return with_parts(Selector("model", ref="that"), parts)


def the_destroyed_unit(*parts: Part) -> Selector:
    """The one that was destroyed, whoever was spoken of since."""
    return with_parts(Selector(ref="that", where=(State(IT, "destroyed"),)), parts)


def last_model(*parts: Part) -> Selector:
    return with_parts(Selector("model", where=(State(IT, "last"),)), parts)


def those_models(*parts: Part) -> Selector:
    return with_parts(Selector("model", ref="those"), parts)


def attacking_model() -> Selector:
    return Selector("model", ref="attacker")


def this_class(keywords: Part) -> Selector:
    """ "This PSYKER": the model with the rule, which has the keyword."""
    return with_parts(THIS_MODEL, (keywords,))


def this_named(name: str) -> Selector:
    """ "This Glass Titan model": the one with the rule, by its name."""
    if name.upper() in CORE_KEYWORDS:
        return msgspec.structs.replace(THIS_MODEL, keywords=(name.upper(),))
    return msgspec.structs.replace(THIS_MODEL, name=name)


def that_own(keywords: Part) -> Selector:
    """ "That PSYKER". Raises Rejected for what stands for a unit."""
    if "TRANSPORT" in dict(keywords.fields)["keywords"]:
        raise Rejected
    return with_parts(Selector("model", ref="that"), (keywords,))


def that_titled(word: str) -> Selector:
    """ "That Psyker". Raises Rejected for what is no class of models."""
    if word.upper() not in ("PSYKER", "VEHICLE", "CHARACTER", "MONSTER", "FORTIFICATION"):
        raise Rejected
    return Selector("model", ref="that", keywords=(word.upper(),))


def unit_of_that_titled(word: str) -> Selector:
    if not word.endswith("'s"):
        raise Rejected
    return Selector(of=Selector("model", ref="that", keywords=(word.removesuffix("'s").upper(),)))


def this_titled(word: str) -> Selector:
    """ "This Fortification". Raises Rejected for what is no class of models."""
    if word not in ("Fortification", "Transport", "Psyker", "Vehicle"):
        raise Rejected
    return msgspec.structs.replace(THIS_MODEL, keywords=(word.upper(),))


def owned_model(owner: Selector, name: str) -> Selector:
    return Selector("model", name=name, of=owner)


def owned_class(owner: Selector, keywords: Part) -> Selector:
    return with_parts(Selector("model", of=owner), (keywords,))


def its_named_model(name: str) -> Selector:
    """The model of this name in the unit spoken of."""
    return Selector("model", name=name, of=Selector(ref="that"))


def its_models() -> Selector:
    """The models of the unit spoken of."""
    return Selector("model", of=Selector(ref="that"))


def any_of_yours() -> Selector:
    """The units that the play is used on, any of them."""
    return Selector(ref="your", count="any")


def your_units(*parts: Part) -> Selector:
    return with_parts(Selector(ref="your", count="all"), parts)


def any_of_those(*parts: Part) -> Selector:
    return with_parts(Selector(ref="those", count="any"), parts)


def some_model(*parts: Part) -> Selector:
    """A titled name is a keyword where it is said of an army's models."""
    _own(parts)
    found = with_parts(Selector("model"), parts)
    if found.name and found.side:
        return msgspec.structs.replace(found, name=None, keywords=(found.name.upper(),))
    return found


def in_unit(unit: Selector) -> Part:
    return part(of=unit)


def others_any() -> Part:
    return part(count="any", other=True)


def ability_name(told: Any) -> tuple[str, ...]:
    """Names as tuples of alternatives."""
    if isinstance(told, Part):
        return tuple(dict(told.fields)["keywords"])
    return (told,)


def all_of_those(*parts: Part) -> Selector:
    return with_parts(Selector(ref="those", count="all"), parts)


def all_of_the(*parts: Part) -> Selector:
    return with_parts(Selector(ref="those", count="all"), parts)


def each_other() -> Selector:
    return Selector(ref="other")


def attached() -> Part:
    return part(State(IT, "attached"))


def unit_of_that_class(keywords: Part) -> Selector:
    return Selector(of=with_parts(Selector("model", ref="that"), (keywords,)))


def that_class(keywords: Part) -> Selector:
    return with_parts(Selector(ref="that"), (keywords,))


def your_armys(name: str) -> Selector:
    return Selector(name=name, side="friendly")


def unit_or_unit(*told: Any) -> Selector:
    """Keywords of two units of which one will do."""
    names = tuple(each for each in told if isinstance(each, str))
    parts = [each for each in told if isinstance(each, Part)]
    return with_parts(Selector(), (*parts, keywords(*names)))


def your_keywords(keywords: Part, *parts: Part) -> Selector:
    return with_parts(Selector("model", side="friendly"), (keywords, *parts))


def that_second(*parts: Part) -> Selector:
    """The other one, which was picked after the first."""
    return with_parts(Selector(ref="that", other=True), parts)
