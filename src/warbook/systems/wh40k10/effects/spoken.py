"""Of whom a leaf speaks: the attacks, weapons and models of the engagement that it changes."""

from __future__ import annotations

import msgspec

from warbook.effects import terms
from warbook.effects.terms import Selector
from warbook.rules.engagement import ModifierSpec
from warbook.systems.wh40k10.effects.holds import called, every, holds, matches, means
from warbook.systems.wh40k10.effects.scene import NotModelled, Role
from warbook.systems.wh40k10.effects.speaker import Answer
from warbook.systems.wh40k10.effects.walk import Walk


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


def speaks_of(of: Selector | None, walk: Walk, role: Role) -> Answer:
    """Whether what a leaf speaks of is the unit in this role. Raises NotModelled where nobody is spoken of."""
    if of is None:
        raise NotModelled("a roll of nobody")
    found = walk.speaker.whom(of)
    if found is None:
        found = walk.speaker.role
    if found != role:
        return False
    return matches(of, walk.scene, walk.speaker, role) if of.kind in ("unit", "model") else True


def of_attack(of: Selector | None, walk: Walk, role: Role = "attacker") -> Answer:
    """Whether a leaf acts on these attacks: inside of what speaks of them, or on the unit in this role."""
    if walk.rolled is not None:
        return walk.rolled == role
    named = of is not None and of.kind in ("unit", "model")
    return True if walk.attack and not named else speaks_of(of, walk, role)


def weapons_of(of: Selector | None, walk: Walk) -> Answer:
    """Whether weapons, or the attack, that a selector means attack here. Raises NotModelled for nobody's."""
    if of is None and not walk.attack:
        raise NotModelled("weapons of nobody")
    if of is None or of.kind == "attack" or (of.kind == "weapon" and of.ref in ("that", "those")):
        spoken = walk.attack or walk.scene.survey or walk.speaker.role == "attacker"
        return spoken and walk.rolled in (None, "attacker")
    holder = of if of.kind in ("unit", "model") else of.of
    role = walk.speaker.whom(holder) if holder is not None else walk.speaker.whom(of)
    if (role or walk.speaker.role) != "attacker":
        return False
    answers: list[Answer] = []
    if holder is not None:
        answers.append(matches(holder, walk.scene, walk.speaker, "attacker"))
    if of.kind == "weapon":
        answers.append(of.attacks in (None, walk.scene.kind))
        if of.name is not None:
            name = of.name
            answers.append(lambda weapon: called(weapon, name))
        answers.extend(holds(_of_weapon(each), walk.scene, walk.speaker) for each in of.where)
    return every(answers)


def _of_weapon(condition: terms.Condition) -> terms.Condition:
    """A condition that must hold of a weapon, which is *it* there."""
    if isinstance(condition, terms.Not):
        return terms.Not(_of_weapon(condition.of))
    if isinstance(condition, terms.All | terms.Any):
        return type(condition)(tuple(map(_of_weapon, condition.of)))
    if isinstance(condition, terms.Has) and condition.who.ref == "it":
        return msgspec.structs.replace(condition, who=Selector("weapon", ref="that"))
    return condition


def models_of(of: Selector | None, walk: Walk, role: Role) -> frozenset[str] | None:
    """The names of a unit's models that a selector means, ``None`` for all of them."""
    if of is None or of.kind != "model" or walk.scene.survey:
        return None
    bearers = walk.scene.force(role).bearers
    meant = frozenset(name for name, keywords in bearers if means(of, name, keywords))
    return None if len(meant) == len({name for name, _ in bearers}) else meant


LOW = {"armour penetration": "ap", "ballistic skill": "skill", "weapon skill": "skill"}
"""How engagements spell characteristics that are better when low."""

BETTER = {"add": "improve", "subtract": "worsen"}


def spelt(what: str, op: str, value: int | str) -> ModifierSpec:
    """A change of a characteristic as engagements spell it."""
    op = BETTER.get(op, op) if what in LOW else op
    return ModifierSpec(LOW.get(what, what), value, op)  # type: ignore[arg-type]


def reasoned(walk: Walk) -> ModifierSpec:
    """A spec that holds the rule's name alone."""
    return ModifierSpec("", reason=walk.name)
