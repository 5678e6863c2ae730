"""Leaves about rolls: re-rolls, criticals, results that are settled, modifiers that are ignored."""

from __future__ import annotations

from typing import Literal

from warbook import effects as fx
from warbook.rules.engagement import ModifierSpec
from warbook.systems.wh40k10.effects.modifying import BESIDE, ROLLS, of_one
from warbook.systems.wh40k10.effects.scene import NotModelled, Role
from warbook.systems.wh40k10.effects.spoken import fitting, of_attack, sheet_of
from warbook.systems.wh40k10.effects.walk import Change, Walk
from warbook.systems.wh40k10.effects.walking import on_walk

REROLLS = {
    "hit roll": "reroll hits", "wound roll": "reroll wounds", "save roll": "reroll saves",
    "damage roll": "reroll damage", "attacks": "reroll attacks",
}  # fmt: skip
SINGLE: dict[str, Literal["hit", "wound", "save", "damage", "attacks"]] = {
    "hit roll": "hit", "wound roll": "wound", "save roll": "save", "damage roll": "damage",
    "attacks": "attacks",
}  # fmt: skip
TOTALS = ("reroll damage", "reroll attacks")
OF_ATTACKS = ("reroll hits", "reroll wounds")
"""Rolls of which a success is worth less than a critical: a re-roll of any die may take it (K-CLR-18)."""


@on_walk.register
def _(effect: fx.Reroll, walk: Walk) -> None:
    if effect.what in BESIDE or (effect.what == "roll" and walk.tested and not walk.each_attack):
        return
    what = REROLLS.get(effect.what)
    if what is None:
        raise NotModelled(f"re-rolling {effect.what}")
    role: Role = "target" if what == "reroll saves" else "attacker"
    answer = of_attack(effect.of, walk, role)
    if answer is False:
        return
    spec = _permission(effect, what, walk.name)
    if spec.what == "one reroll" and walk.scene.facts is not None:
        raise NotModelled("a single re-roll in a battle")
    if role == "target" and sheet_of(walk, effect.of) is not None and spec.what == "reroll saves":
        of_one(effect, walk, spec, effect.of)
        return
    sheet = sheet_of(walk, effect.of) if role == "attacker" else None
    walk.change(effect, Change("attack", spec.what, fits=fitting(walk, answer), sheet=sheet, spec=spec))


def _permission(effect: fx.Reroll, what: str, name: str) -> ModifierSpec:
    """What may be rolled again. Raises NotModelled for more than one die, or of some armour saves only."""
    if effect.barred:
        return ModifierSpec("bar", of=what, reason=name)
    if effect.count is not None:
        if effect.count != 1 or effect.which != "any" or effect.what not in SINGLE:
            raise NotModelled(f"re-rolling {effect.count} of {effect.what}")
        return ModifierSpec("one reroll", roll=SINGLE[effect.what], reason=name)
    if effect.which == "faces":
        return ModifierSpec(what, faces=effect.faces, reason=name)
    if effect.which == "ones":
        return ModifierSpec(what, which="ones", reason=name)
    anyone = what in (*TOTALS, *OF_ATTACKS) and effect.which == "any"
    return ModifierSpec(what, which="any" if anyone else "failed", reason=name)


@on_walk.register
def _(effect: fx.Critical, walk: Walk) -> None:
    answer = of_attack(effect.of, walk)
    if answer is False:
        return
    of = "successes" if effect.successful else None
    spec = ModifierSpec(f"critical {effect.what}", value=effect.on, of=of, reason=walk.name)
    sheet = sheet_of(walk, effect.of)
    walk.change(effect, Change("attack", spec.what, fits=fitting(walk, answer), sheet=sheet, spec=spec))


@on_walk.register
def _(effect: fx.Result, walk: Walk) -> None:
    """Unmodified results that fail or succeed by themselves. Raises NotModelled for those in the middle."""
    if effect.what in BESIDE:
        return
    if effect.what not in ROLLS or effect.result == "critical":
        raise NotModelled(f"{effect.what} that {effect.result}")
    answer = of_attack(effect.of, walk)
    if answer is False:
        return
    spec = _settled(effect, walk.name)
    sheet = sheet_of(walk, effect.of)
    walk.change(effect, Change("attack", spec.what, fits=fitting(walk, answer), sheet=sheet, spec=spec))


def _settled(effect: fx.Result, name: str) -> ModifierSpec:
    if effect.result == "fails" and effect.least == 1:
        return ModifierSpec(ROLLS[effect.what], op="fails to", value=effect.most, reason=name)
    if effect.result == "succeeds" and effect.most == 6:
        return ModifierSpec(ROLLS[effect.what], op="succeeds from", value=effect.least, reason=name)
    raise NotModelled(f"{effect.what} from {effect.least} to {effect.most} that {effect.result}")


OF_ATTACKER = {
    "hit roll": "hit", "wound roll": "wound", "ballistic skill": "skill", "weapon skill": "skill",
    "strength": "strength", "attacks": "attacks", "armour penetration": "ap", "damage": "damage",
    "cover": "cover", "engaged penalty": "engaged",
}  # fmt: skip
OF_TARGET = {"save roll": "save", "toughness": "toughness", "save": "save characteristic"}
"""What may be ignored, as engagements spell it."""

ALL_ROLLS = ("hit roll", "wound roll", "save roll")
ALL_CHARACTERISTICS = (
    "ballistic skill", "weapon skill", "strength", "attacks", "armour penetration", "damage",
    "toughness", "save",
)  # fmt: skip
IDLE = (*BESIDE, "tests", "characteristics", "rolls", "range", "wounds")


@on_walk.register
def _(effect: fx.Ignore, walk: Walk) -> None:
    """Modifiers that are bad for whoever ignores them are dropped (K-MOD-09)."""
    role: Role = walk.speaker.whom(effect.who) or ("attacker" if walk.attack else walk.speaker.role)
    if walk.attack and effect.who is None:
        role = "attacker"
    wanted = _wanted(effect)
    if effect.which == "good":
        raise NotModelled("ignoring modifiers that help")
    if role not in ("attacker", "target"):
        return
    known = OF_ATTACKER if role == "attacker" else OF_TARGET
    spelt = sorted({known[each] for each in wanted if each in known})
    if not spelt:
        return
    sheet = sheet_of(walk, effect.who)
    made = [ModifierSpec("ignore", of=each, by=role, reason=walk.name) for each in spelt]
    if role == "attacker":
        walk.change(
            effect, *(Change("attack", "ignore", fits=fitting(walk), sheet=sheet, spec=spec) for spec in made)
        )
    else:
        for spec in made:
            of_one(effect, walk, spec, effect.who)


def _wanted(effect: fx.Ignore) -> set[str]:
    """The rolls and characteristics whose modifiers are ignored. Raises NotModelled for unknown ones."""
    wanted = set(effect.what)
    if "rolls" in wanted:
        wanted |= set(ALL_ROLLS)
    if "characteristics" in wanted:
        wanted |= set(ALL_CHARACTERISTICS)
    beyond = wanted - OF_ATTACKER.keys() - OF_TARGET.keys() - set(IDLE)
    if beyond:
        raise NotModelled("ignoring " + ", ".join(sorted(beyond)))
    return wanted - set(effect.except_)
