"""Invulnerable saves that stand in no statline, as typed effects: those of wargear, and those that help against
some attacks alone."""

from __future__ import annotations

import re
from typing import Any, Literal

import msgspec

from warbook.effects import Save, to_json
from warbook.effects.terms import Selector
from warbook.sheets.sheet import Ability


def bearer_save(needs: str) -> tuple[dict[str, Any], ...]:
    """The effects of a save of ``needs`` ("4+")."""
    return tuple(to_json((Save("invulnerable", int(needs.rstrip("+")), Selector("model", ref="bearer")),)))


def named_save(needs: int, model: str, attacks: Literal["ranged", "melee"]) -> tuple[dict[str, Any], ...]:
    """The effects of a save that the model of a name has against ranged or melee attacks alone."""
    return tuple(to_json((Save("invulnerable", needs, Selector("model", name=model), (attacks,)),)))


def save_against(needs: int, attacks: Literal["ranged", "melee"]) -> Ability:
    """An invulnerable save that all models of a unit have against ranged or melee attacks alone."""
    whose = Selector("model", of=Selector(ref="this"))
    return Ability(
        f"Invulnerable save {needs}+ against {attacks} attacks",
        "datasheet",
        effects=tuple(to_json((Save("invulnerable", needs, whose, (attacks,)),))),
    )


class Shield(msgspec.Struct, frozen=True):
    """What a sentence that does nothing else says of an invulnerable save: whose it is in its words, empty
    where it says nothing, without whom, and against which attacks alone."""

    value: str
    who: str = ""
    excluded: str | None = None
    against: Literal["ranged", "melee"] | None = None


_SENTENCE = re.compile(
    r"(?:(?P<who>.*?)(?: \(excluding (?:the )?(?P<but>[^()]+)\))? (?:has|have) )?(?:an? |the )?"
    r"(?:(?P<first>[2-6]\+)(?: invulnerable saves?)?"
    r"|invulnerable saves?(?: characteristic)? of (?P<second>[2-6]\+))"
    r"(?: against (?P<against>ranged|melee) attacks(?: only)?)?\.?",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"^(?:an?|the|each|every|all|this unit's) (?=\S)|\s*\bmodels?\b(?: in this units?)?$", re.IGNORECASE
)
_EVERYONE = re.compile(
    r"(?:this (?:model|unit)|(?:all |each |every )?models? in this units?|the bearer|all models)?",
    re.IGNORECASE,
)


def read_shield(text: str) -> Shield | None:
    """The save of a sentence that prints one and nothing else.

    >>> read_shield("A Mole King has a 4+ Invulnerable save").who
    'A Mole King'
    >>> read_shield("This model has an invulnerable save of 5+ against ranged attacks only.").against
    'ranged'
    """
    found = _SENTENCE.fullmatch(" ".join(text.split()))
    if not found:
        return None
    against: Any = found["against"] and found["against"].casefold()
    return Shield(found["first"] or found["second"], (found["who"] or "").strip(), found["but"], against)


def is_everyone(who: str) -> bool:
    """Whether words mean all models of a unit, or its only one."""
    return _EVERYONE.fullmatch(who) is not None


def model_named(who: str) -> str:
    """The name of a model without what stands around it in a sentence.

    >>> model_named("A Mole King"), model_named("Diggers models in this unit")
    ('Mole King', 'Diggers')
    """
    return _ARTICLE.sub("", _ARTICLE.sub("", who)).strip()
