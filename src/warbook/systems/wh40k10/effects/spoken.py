"""Of whom a leaf speaks: the attacks, weapons and models of the engagement that it changes."""

from __future__ import annotations

from warbook import effects as fx
from warbook.effects.terms import Selector
from warbook.rules.engagement import ModifierSpec
from warbook.systems.wh40k10.effects.holds import Answer, every, holds, matches
from warbook.systems.wh40k10.effects.scene import NotModelled, Role
from warbook.systems.wh40k10.effects.walking import Walk


def fitting(walk: Walk, *more: Answer) -> Answer:
    """The tests of the weapon that all scopes around a leaf set."""
    return every([*walk.fits, *more])


def sheet_of(walk: Walk, of: Selector | None) -> str | None:
    """The sheet whose own models are meant, where it is not the whole unit."""
    bare = of
    while bare is not None and bare.kind in ("weapon", "attack"):
        bare = bare.of
    own = walk.own_attacks if bare is None else bare.kind == "model" and bare.ref in ("this", "bearer")
    return walk.speaker.sheet if own else None


def speaks_of(of: Selector | None, walk: Walk, role: Role, leaf: fx.Effect) -> bool:
    """Whether what a leaf speaks of is the unit in this role. Raises NotModelled where nobody is spoken of."""
    if of is None:
        raise NotModelled("a roll of nobody")
    found = walk.speaker.whom(of)
    if found is None:
        found = walk.speaker.role
    if found != role:
        return False
    answer = matches(of, walk.scene, walk.speaker, role) if of.kind in ("unit", "model") else True
    if answer is not True and answer is not False:
        walk.fits.append(answer)
    return answer is not False


def weapons_of(of: Selector, walk: Walk, answers: list[Answer]) -> bool:
    """Whether weapons that a selector means attack here; tests of the weapon go to ``answers``."""
    holder = of if of.kind in ("unit", "model") else of.of
    role = walk.speaker.whom(holder) if holder is not None else walk.speaker.whom(of)
    if (role or walk.speaker.role) != "attacker":
        return False
    if holder is not None:
        answer = matches(holder, walk.scene, walk.speaker, "attacker")
        if answer is False:
            return False
        answers.append(answer)
    if of.kind == "weapon":
        if of.attacks is not None:
            kind = of.attacks
            answers.append(lambda weapon: weapon.kind == kind)
        if of.name is not None:
            name = of.name.casefold()
            answers.append(lambda weapon: weapon.name.casefold().startswith(name.removesuffix("s")))
        answers.extend(holds(each, walk.scene, walk.speaker) for each in of.where)
    return True


def reasoned(walk: Walk) -> ModifierSpec:
    """A spec that holds the rule's name alone."""
    return ModifierSpec("", reason=walk.name)
