"""Nouns of the Horus Heresy: Models and Units, Traits and special rules, those of Reactions and Psychic Powers.

The *Reacting Unit* of a Reaction is *your* unit, the *Target Unit* the *target*, the *Focus* of a Psychic Power
a model of that name. Traits, Types and Sub-Types are keywords; special rules are abilities by their printed
names, value and all ("Feel No Pain (6+)").
"""

from __future__ import annotations

from typing import Any

from warbook.effects import Heading
from warbook.effects.terms import (
    Amount,
    Condition,
    Contains,
    Did,
    Event,
    Has,
    Leads,
    Not,
    Sees,
    Selector,
    State,
    Within,
)
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.parts import IT, THIS_MODEL, Part, part, with_parts

HOLDER = Selector(of=THIS_MODEL)


TARGET = Selector(ref="target")


REACTING = Selector(ref="your")


FOCUS = Selector("model", name="Focus")


_NO_NAMES = frozenset(
    (
        "A An All Any Each If In It That The These They This When While Model Models Unit Units Player Check "
        + "Special Rule Rules Trait Sub-Type Advanced Reaction"
    ).split()
)
"""No printed name has these words."""


_LINKING = frozenset(
    ("a", "an", "and", "at", "de", "for", "from", "in", "la", "le", "of", "on", "the", "to", "with")
)
"""What a model's name may have in small letters."""
_NO_MODELS = frozenset(
    (
        "Phase Phases Sub-Phase Sub-phase Turn Turns Step Round Battle Attack Attacks Blow Blows Shot Shots "
        + "Test Tests Check Checks Roll Rolls Hit Hits Wound Wounds Weapon Weapons Charge Charges Save Saves "
        + "Dice Damage"
    ).split()
)
"""Words of what is done in a battle, which no model is named with."""


def hh_heading(name: str) -> Heading:
    """Raises Rejected for what is too long to be a name."""
    if len(name.split()) > 6:
        raise Rejected
    return Heading(name)


def hh_value(text: str) -> str:
    return text


def hh_name(*texts: str) -> str:
    """A printed name; what stands in brackets are its values. Raises Rejected for words of sentences."""
    if not _NO_NAMES.isdisjoint(texts) or (len(texts) > 1 and texts[-1] == "Psychic"):
        raise Rejected
    return " ".join(texts)


def hh_valued(name: str, *values: str) -> str:
    return f"{name} ({', '.join(values)})"


def hh_this_model() -> Selector:
    return THIS_MODEL


def hh_that_model() -> Selector:
    return Selector("model", ref="that")


def hh_focus() -> Selector:
    return FOCUS


def hh_named_model(name: str) -> Selector:
    """A model by its name. Raises Rejected for words of sentences: capitals alone make no name."""
    spoken = [word for word in name.split() if word.islower() and word not in _LINKING]
    if spoken or not _NO_MODELS.isdisjoint(name.split()):
        raise Rejected
    return Selector("model", name=name)


def hh_any() -> str:
    return "any"


def hh_all() -> str:
    return "all"


def hh_count(*_told: str) -> int:
    return 1


def hh_models(*told: Any) -> Selector:
    """So many models, with what limits them and the unit they are in."""
    count = next((each for each in told if each == 1 or isinstance(each, str)), 1)
    units = [each for each in told if isinstance(each, Selector)]
    base = Selector("model", count=count, of=units[0] if units else None)
    return with_parts(base, [each for each in told if isinstance(each, Part)])


def hh_target() -> Selector:
    return TARGET


def hh_reacting() -> Selector:
    return REACTING


def hh_that_unit() -> Selector:
    return Selector(ref="that")


def hh_this_unit() -> Selector:
    return HOLDER


def hh_some_unit(*parts: Any) -> Selector:
    return with_parts(Selector(), [each for each in parts if each is not None])


def hh_mover() -> Selector:
    return Selector(where=(Did(Event("moves", by=IT)),))


def hh_targeted(deeds: tuple[str, ...]) -> Selector:
    return Selector(where=(Did(Event("targets", to=IT, acts=deeds)),))


def hh_doer(deeds: tuple[str, ...]) -> Selector:
    return Selector(where=(Did(Event("selected", to=IT, acts=deeds)),))


def hh_deed(*words: str) -> str:
    return {"shooting attack": "shoot"}.get(" ".join(words).lower(), words[0].lower())


def hh_deeds(*deeds: str) -> tuple[str, ...]:
    return deeds


def hh_in_aerial() -> Part:
    return part(State(IT, "in aerial reserves"))


def hh_in_reserves() -> Part:
    return part(State(IT, "in reserves"))


def hh_doing(deeds: tuple[str, ...]) -> Part:
    return part(*(State(IT, f"selected to {deed}") for deed in deeds))


def hh_near_focus(inches: Amount) -> Part:
    models = Selector("model", count="any", where=(Within(IT, inches, FOCUS), Sees(IT, FOCUS)))
    return part(Contains(IT, models))


def hh_controlled(player: str) -> Part:
    """Whose it is is told by who is Active, which only the rule around it knows."""
    return part(State(IT, f"{player} player's"))


def hh_includes(models: Selector) -> Part:
    return part(Contains(IT, models))


def hh_joined_by(name: str) -> Part:
    return part(Leads(Selector("model", name=name), IT))


Named = tuple[str, str]
"""What a name is (ability, keyword or state) and the name."""


def hh_rule_named(name: str) -> Named:
    return ("ability", name)


def hh_trait_named(name: str) -> Named:
    return ("keyword", name)


def hh_trait_and(trait: str, kind: str) -> tuple[Named, ...]:
    return (("keyword", trait), ("keyword", kind))


def hh_status_named(name: str) -> Named:
    return ("state", name)


def hh_trait(*named: Any) -> tuple[Named, ...]:
    return named


def hh_traits(*named: Any) -> tuple[Named, ...]:
    """Names in their order."""
    flat: list[Named] = []
    for each in named:
        flat += each if each and isinstance(each[0], tuple) else [each]
    return tuple(flat)


def held_traits(names: tuple[Named, ...]) -> tuple[Condition, ...]:
    """That it has every one of them."""
    return tuple(has_named(kind, name) for kind, name in names)


def has_named(kind: str, name: str) -> Condition:
    if kind == "state":
        return State(IT, name.lower())
    return Has(IT, "ability" if kind == "ability" else "keyword", (name,))


def hh_with(names: tuple[Named, ...]) -> Part:
    return part(*held_traits(names))


def hh_without(names: tuple[Named, ...]) -> Part:
    return part(*(Not(each) for each in held_traits(names)))


def hh_with_only(names: tuple[Named, ...]) -> Part:
    """Every model of the unit has them."""
    bare = Selector("model")
    others = with_parts(bare, [part(*(Not(each) for each in held_traits(names)))])
    return part(Not(Contains(IT, others)))
