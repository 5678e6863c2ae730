"""Nouns that are not printed in capitals, the closest and the visible, and units that a rule has chosen."""

from __future__ import annotations

import msgspec

from warbook.effects.terms import Active, Any, Has, Sees, Selector, State, Within
from warbook.parsing.chart import Rejected
from warbook.parsing.keywords import CORE_KEYWORDS, is_core
from warbook.parsing.meaning.parts import ATTACKER, IT, Part, battle_shocked, part, titled_keywords, with_parts

_OTHER_WORDS = (
    "this that the these those each every all any while if when until a an one two model models unit units "
    "select in at once friendly enemy your their its other another no improve add attached battle-shocked"
)
_NO_TITLES = frozenset(_OTHER_WORDS.split())
CHOSEN_WORDS = ("quarry", "prey", "victim", "focus of hatred")
"""Parts for which a unit's own rule chooses an enemy."""


def titled_run(*words: str) -> str:
    """Raises Rejected for words that open a sentence or say which, not what."""
    if any(word.lower() in _NO_TITLES for word in words) or words[-1].endswith("'s"):
        raise Rejected
    return " ".join(words)


def chosen_by_you(name: str) -> str:
    return name


def your_titled(name: str) -> Selector:
    """A unit in a state of that name, or yours that has the keywords."""
    if is_state_name(name):
        return chosen_unit(name)
    return Selector(ref="your", keywords=(name.upper(),))


def titled(*names: str) -> tuple[str, ...]:
    return names


def titled_unit(names: tuple[str, ...]) -> Part:
    """A state of a unit ("Marked"), or keywords that are not printed in capitals."""
    if len(names) == 1 and is_state_name(names[0]):
        return part(Active(names[0], IT))
    if names == ("Leader",):
        return part(Has(IT, "ability", ("leader",)))
    return part(keywords=tuple(name.upper() for name in names))


def titled_core(names: tuple[str, ...]) -> Part:
    """Keywords of the core rules that stand for a unit. Raises Rejected for others."""
    if not all(is_core(name.split()[-1]) for name in names):
        raise Rejected
    return titled_keywords(names)


def titled_model(names: tuple[str, ...]) -> Part:
    """Keywords that are not printed in capitals, where each ends in one of the core rules; else a name.
    Raises Rejected for what is no model's name."""
    if all(is_core(name.split()[-1]) for name in names):
        return part(keywords=tuple(name.upper() for name in names))
    if names == ("Bodyguard",):
        raise Rejected
    if len(names) > 1:
        return part(keywords=tuple(name.upper() for name in names))
    return part(name=names[0])


def is_state_name(name: str) -> bool:
    """Whether a capitalised word is a state that a rule gives ("Marked", "Righteous")."""
    ending = name.endswith(("ed", "ous")) or name == "Observer"
    named = ending and " " not in name and name not in ("Battle-shocked", "Attached")
    return named and name.upper() not in CORE_KEYWORDS


def visible_unit(*parts: Part) -> Selector:
    """Visible to the one from whom its distance is told, else to the attacker."""
    standing = [each for told in parts for each in told.where if isinstance(each, Within)]
    near = [each.of for each in standing if each.of.kind in ("unit", "model") and each.of.ref]
    return with_parts(Selector(), (*parts, part(Sees(near[0] if near else ATTACKER, IT))))


def closest_eligible(*parts: Part) -> Selector:
    return with_parts(Selector(), (part(State(IT, "closest eligible target")), *parts))


def closest_model(*parts: Part) -> Selector:
    return msgspec.structs.replace(closest(*parts), kind="model")


def closest(*parts: Part) -> Selector:
    return with_parts(Selector(), (part(State(IT, "closest")), *parts))


def host_titled(names: tuple[str, ...]) -> Selector:
    """A unit that is named without saying that it is one."""
    return Selector(keywords=tuple(name.upper() for name in names))


def chosen_name(*words: str) -> str:
    """Raises Rejected for a word that the rules print in lower case besides, and for keywords."""
    if (
        is_core(words[-1])
        or words in (("Prey",), ("Quarry",))
        or any(word in ("unit", "that", "target", "model") for word in words)
    ):
        raise Rejected
    return " ".join(words)


def chosen(name: str) -> str:
    return name


def chosen_unit(name: str) -> Selector:
    """The unit that a rule by this name has chosen."""
    return Selector(where=(Active(name, IT),))


def of_those() -> Selector:
    return Selector(ref="those")


def chosen_by(whose: Selector, name: str) -> Selector:
    """The unit that is somebody's by the part that an army's rule has for it: "their Spotted unit". A quarry is
    that of the rule which names it."""
    of = None if name in CHOSEN_WORDS else whose
    return Selector(where=(Active(name, IT, of),))


def bodyguard_model(*parts: Part) -> Selector:
    return with_parts(Selector("model", where=(State(IT, "bodyguard"),)), parts)


def non_character(*parts: Part) -> Selector:
    return with_parts(Selector("model", without=("CHARACTER",)), parts)


def your_model(*parts: Part) -> Selector:
    return with_parts(Selector("model", ref="your"), parts)


def that_transport() -> Selector:
    return Selector(ref="that", keywords=("TRANSPORT",))


def charge_targets() -> Selector:
    """Any of the targets of the charge spoken of."""
    return Selector(ref="target", count="any")


def class_or_shocked(*parts: Part) -> Selector:
    """Of a class or Battle-shocked: either will do."""
    return _either_of(Selector(), parts)


def class_or_shocked_model(*parts: Part) -> Selector:
    return _either_of(Selector("model"), parts)


def _either_of(base: Selector, parts: tuple[Part, ...]) -> Selector:
    shocked = battle_shocked()
    classes = next(each for each in parts if "keywords" in dict(each.fields))
    has = Has(IT, "keyword", dict(classes.fields)["keywords"])
    rest = [each for each in parts if each not in (classes, shocked)]
    return with_parts(base, (*rest, part(Any((has, *shocked.where)))))


_NO_PERSONS = frozenset(
    (*_NO_TITLES, "melee", "ranged", "psychic", "weapons", "weapon", "attacks", "attack", "objective", "both")
)


def person(*words: str) -> Selector:
    """A model by its own name. Raises Rejected for other capitalised words."""
    if any(word.lower() in _NO_PERSONS or is_core(word) for word in words) or len(words) > _LONGEST_PERSON:
        raise Rejected
    return Selector("model", name=" ".join(words))


_LONGEST_PERSON = 4


def every_charge_target() -> Selector:
    return Selector(ref="target", count="all")
