"""Weapons: by range, by class, by name, and whose they are."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects.terms import Has, Not, Selector
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.parts import IT, Part, part, with_parts
from warbook.parsing.tokens import in_brackets

_OTHER_WORDS = (
    "weapon weapons ranged melee equipped by model models unit units that this its their "
    "characteristic characteristics has have roll rolls with within attack attacks psychic torrent which for "
    "until while if when unless turn phase after before can cannot must also then by at during instead "
    "from in to on or a an each every all one such those target targets is are ability abilities "
    "model's unit's bearer's two three four"
)
_CLASSES = (
    "pistols", "blast", "melta", "heavy", "assault", "rapid fire", "lance", "hazardous", "precision", "pistol",
    "indirect fire", "one shot",
)  # fmt: skip
_NO_NAMES = frozenset(_OTHER_WORDS.split())
_LINKS = ("of", "and", "the")
_LONGEST_NAME = 7


def range_kind(text: str) -> Part:
    return part(attacks=text.lower())


def some_weapon(*parts: Part) -> Selector:
    return with_parts(Selector("weapon"), parts)


def those_weapons(*parts: Part) -> Selector:
    return with_parts(Selector("weapon", ref="those"), parts)


def any_weapons() -> Selector:
    return Selector("weapon", ref="those", count="any")


def those_named(name: str) -> Selector:
    return Selector("weapon", ref="those", name=name)


def this_weapon() -> Selector:
    return Selector("weapon", ref="this")


def its_weapons(*parts: Part) -> Selector:
    return with_parts(Selector("weapon", of=Selector("model", ref="that")), parts)


def owned_weapon(owner: Selector, *parts: Part) -> Selector:
    return with_parts(Selector("weapon", of=owner), parts)


def named_weapon(name: str, equipped: Part) -> Selector:
    return with_parts(Selector("weapon", name=name), (equipped,))


def named_weapons(*told: Any) -> Selector:
    """Weapons of several names."""
    *names, equipped = told
    return with_parts(Selector("weapon", where=(Has(IT, "weapon", tuple(names)),)), (equipped,))


def named_apart(weapon: Selector) -> tuple[Selector, ...]:
    """The weapons of several names one by one: what they are given is told of each."""
    match weapon:
        case Selector("weapon", ref=None, name=None, where=(Has(who, "weapon", names),)) if who == IT:
            return tuple(msgspec.structs.replace(weapon, name=name, where=()) for name in names)
    return (weapon,)


def owned_named(owner: Selector, name: str, *parts: Part) -> Selector:
    """A weapon by its name; "this unit's Champion's weapons" are those of a model by its name."""
    if name.endswith("'s"):
        return _of_named_model(owner, name.removesuffix("'s"), parts)
    return with_parts(Selector("weapon", of=owner, name=name), parts)


def _of_named_model(owner: Selector, name: str, parts: tuple[Part, ...]) -> Selector:
    """Raises Rejected where it is not told that weapons are meant, and for a model's model."""
    if not parts or owner.kind != "unit":
        raise Rejected
    return with_parts(Selector("weapon", of=Selector("model", name=name, of=owner)), parts)


def its_named(name: str, *parts: Part) -> Selector:
    if name.endswith("'s"):
        return _of_named_model(Selector(ref="that"), name.removesuffix("'s"), parts)
    return with_parts(Selector("weapon", of=Selector("model", ref="that"), name=name), parts)


def weapons_in(*told: Any) -> Selector:
    *parts, unit = told
    return with_parts(Selector("weapon", of=unit), parts)


def weapons_carried(*parts: Part) -> Selector:
    return with_parts(Selector("weapon"), parts)


def equipped_by(who: Selector) -> Part:
    return part(of=who)


def pistols() -> Part:
    return part(Has(IT, "ability", ("pistol",)))


def weapon_class(name: str) -> Part:
    return part(Has(IT, "ability", (name,)))


def bracket_class(text: str) -> Part:
    return weapon_class(one_in_brackets(text))


def one_in_brackets(text: str) -> str:
    """Raises Rejected for several abilities, all of which are meant where a condition has alternatives."""
    name, *more = in_brackets(text)
    if more:
        raise Rejected
    return name


def with_class(text: str) -> Part:
    return bracket_class(text)


def without_class(text: str) -> Part:
    return part(Not(bracket_class(text).where[0]))


def excluding_class(*classes: Part) -> Part:
    return part(*(Not(each.where[0]) for each in classes))


def excluding_pistols() -> Part:
    return part(Not(pistols().where[0]))


def weapon_name(*words: str) -> str:
    """A weapon's printed name. Raises Rejected for words that no name has."""
    wrong = (
        words[0].endswith(("model's", "unit's", "bearer's"))
        or any(word.lower() in _NO_NAMES for word in words)
        or " ".join(words).lower() in _CLASSES
    )
    if wrong or len(words) > _LONGEST_NAME or words[0] in _LINKS or words[-1] in _LINKS:
        raise Rejected
    return " ".join(words)


def one_named_weapon(count: int, name: str, owner: Part) -> Selector:
    """Raises Rejected for a sort of weapon, which is no name."""
    if any(word in ("weapon", "weapons") for word in name.lower().split()):
        raise Rejected
    return with_parts(Selector("weapon", count=count, name=name), (owner,))
